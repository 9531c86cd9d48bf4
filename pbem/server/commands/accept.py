"""`accept [as NAME] [word WORD]`."""

from __future__ import annotations

from pbem import games
from pbem.games import GameFault
from pbem.record.header import Unreadable, seat_is_plain
from pbem.server import gamebook, invitations, offers, people, sheet
from pbem.server.talk import Talk

WORDS = ("accept",)
NEEDS = "seat"


def run(talk: Talk, line: sheet.Command) -> None:
    """Takes the seat that the writer was invited to."""
    sitting = talk.sitting
    assert sitting is not None
    if offers.answer(talk, yes=True):
        return
    seat = sitting.seat_of(talk.player_id)
    if seat is None or sitting.state != "invited":
        talk.say("no_invitation", state=sitting.state)
        return
    called = line.one("AS")
    if called and not seat_is_plain(called):
        talk.say("odd_name", name=called)
        return
    if not called and seat.state == "asked":
        called = people.first_name(talk.content.name)
    try:
        invitations.accept(sitting, seat, called, line.one("LUCK"))
    except (Unreadable, GameFault) as error:
        sitting.drop()
        talk.say("not_begun", code=error.fault.code)
        return
    rows = gamebook.seats(talk.link, sitting.game.id)
    if sitting.state == "open":
        game = games.find(sitting.game.kind)
        wanted = sitting.game.wanted
        talk.say("opened", name=sitting.game.name, game=game, wanted=wanted)
        return
    talk.say(
        "accepted",
        name=sitting.game.name,
        begun=sitting.state == "running",
        missing=[row.name for row in rows if row.state != "in"],
        word=line.one("LUCK"),
    )
