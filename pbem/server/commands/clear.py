"""`clear`: to take back what one has sent for the open turn."""

from __future__ import annotations

from pbem.server import clearing, drawers, sheet
from pbem.server.talk import Talk

WORDS = ("clear",)
NEEDS = "seat"


def run(talk: Talk, line: sheet.Command) -> None:
    """Takes the writer's orders out of the record, where nothing came of them yet."""
    sitting = talk.sitting
    assert sitting is not None
    seat = sitting.seat_of(talk.player_id)
    if seat is None or sitting.state != "running" or sitting.stale(talk):
        talk.say("cleared", orders=[], stale=sitting.stale(talk))
        return
    if seat.drawer:
        sitting.seat_is(seat.name, drawer="")
        talk.say("cleared", orders=drawers.text(seat).split("\n"), stale=False)
        return
    talk.say("cleared", orders=clearing.clear(sitting, seat.name), stale=False)
