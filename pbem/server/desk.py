"""What is looked at before the lines of a letter: whether somebody has come back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.server import offers

if TYPE_CHECKING:
    from pbem.server.talk import Talk


def greet(talk: Talk) -> None:
    """Who writes before another has taken the seat keeps it."""
    sitting = talk.sitting
    if sitting is None:
        return
    seat = sitting.seat_of(talk.player_id)
    if seat is not None and seat.state == "free":
        offers.reclaim(sitting, seat)
        talk.say("reclaimed", name=sitting.game.name, seat=seat.name)
