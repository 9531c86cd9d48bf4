"""`decline`: not to take the seat that one was invited to."""

from __future__ import annotations

from pbem.server import invitations, offers, sheet
from pbem.server.talk import Talk

WORDS = ("decline",)
NEEDS = "seat"


def run(talk: Talk, line: sheet.Command) -> None:
    """Turns an invitation down."""
    sitting = talk.sitting
    assert sitting is not None
    if offers.answer(talk, yes=False):
        return
    seat = sitting.seat_of(talk.player_id)
    if seat is not None and sitting.state == "open" and seat.number > 0:
        invitations.leave(sitting, seat)
        talk.say("has_left", name=sitting.game.name)
        return
    if seat is None or sitting.state not in ("invited", "open"):
        talk.say("no_invitation", state=sitting.state)
        return
    invitations.decline(sitting, seat)
    talk.say("has_declined", name=sitting.game.name)
