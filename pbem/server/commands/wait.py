"""`wait`: to keep one's orders in the drawer."""

from __future__ import annotations

from pbem.server import sheet
from pbem.server.talk import Talk

WORDS = ("wait",)
NEEDS = "seat"
YIELDS = True


def claims(talk: Talk) -> bool:
    """Where a game has an order of this name, it is that."""
    return False


def run(talk: Talk, line: sheet.Command) -> None:
    """Orders of this turn are not played before `ready`, or the deadline."""
    sitting = talk.sitting
    assert sitting is not None
    seat = sitting.seat_of(talk.player_id)
    if seat is None or sitting.state != "running" or sitting.stale(talk):
        talk.say("waits", how="not-now")
        return
    table = sitting.story.table
    own = table.answers.get(seat.name)
    if own is not None and not own.standing:
        talk.say("waits", how="laid")
        return
    window = sitting.story.game.rules.window(table.state)
    if window is None or seat.name not in window.seats:
        talk.say("waits", how="not-asked")
        return
    sitting.seat_is(seat.name, waits=True)
    talk.understood = True
    talk.say("waits", how="on")
