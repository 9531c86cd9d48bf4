"""How a game of Magic Arena begins: empty, or from a position."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.kit import squares
from pbem.kit.positions import refuse, seat_of
from pbem.protocol import Seat
from pbem.rules.arena.orders import Placement
from pbem.rules.arena.state import Fighter, Settings, State


def place(
    seats: Sequence[Seat], settings: Settings, lines: Sequence[Placement]
) -> State:
    """Return the arena with everybody in place. Raises Unplaceable.

    The turn to be ordered is the first, or the one after the last removal.
    """
    found: dict[Seat, Fighter] = {}
    for index, line in enumerate(lines):
        seat = seat_of(index, line.seat, seats, "position.seat")
        if seat in found:
            refuse(index, "position.seat", found=line.seat, known=tuple(seats))
        square = squares.find(line.square, settings.size)
        if square is None:
            last = settings.last
            refuse(index, "position.square", square=line.square, last=last)
        found[seat] = Fighter(seat, line.types, square, line.hp, line.mp, line.out)
    missing = tuple(seat for seat in seats if seat not in found)
    if missing:
        refuse(len(lines), "position.missing", missing=missing)
    placed = tuple(found[seat] for seat in seats)
    turn = 1 + max((f.out for f in placed if f.out is not None), default=0)
    return State(settings, tuple(seats), turn, placed)
