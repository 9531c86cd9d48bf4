"""`ready`: what lies in one's drawer is played."""

from __future__ import annotations

from pbem.server import drawers, sheet
from pbem.server.talk import Talk

WORDS = ("ready",)
NEEDS = "seat"
YIELDS = True


def claims(talk: Talk) -> bool:
    """Where a game has an order of this name, it is that, unless one waits."""
    seat = talk.sitting.seat_of(talk.player_id) if talk.sitting else None
    return bool(seat and seat.waits)


def run(talk: Talk, line: sheet.Command) -> None:
    """Ends `wait`, and lays the orders on the table."""
    sitting = talk.sitting
    assert sitting is not None
    seat = sitting.seat_of(talk.player_id)
    if seat is None or not seat.waits:
        talk.say("waits", how="was-not")
        return
    talk.understood = True
    kept = bool(seat.drawer)
    resolved = drawers.lay(sitting, seat.name)
    talk.ordered = kept
    talk.say("waits", how="ready" if kept else "ready-empty")
    if resolved:
        sitting.renew()
