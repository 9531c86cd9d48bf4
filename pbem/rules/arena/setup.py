"""How a game of Magic Arena begins: empty, or from a position."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.kit import squares
from pbem.protocol import Fault, Seat, Unplaceable
from pbem.rules.arena.orders import Placement
from pbem.rules.arena.state import Fighter, Settings, State


def place(
    seats: Sequence[Seat], settings: Settings, lines: Sequence[Placement]
) -> State:
    """Return the arena with everybody in place. Raises Unplaceable.

    The turn to be ordered is the first, or the one after the last removal.
    """
    names = {seat.casefold(): seat for seat in seats}
    found: dict[Seat, Fighter] = {}
    for index, line in enumerate(lines):
        seat = names.get(line.seat.casefold())
        if seat is None or seat in found:
            given = {"found": line.seat, "known": tuple(seats)}
            raise Unplaceable(index, Fault("position.seat", given=given))
        square = squares.find(line.square, settings.size)
        if square is None:
            given = {"square": line.square, "last": settings.last}
            raise Unplaceable(index, Fault("position.square", given=given))
        found[seat] = Fighter(seat, line.types, square, line.hp, line.mp, line.out)
    missing = tuple(seat for seat in seats if seat not in found)
    if missing:
        fault = Fault("position.missing", given={"missing": missing})
        raise Unplaceable(len(lines), fault)
    placed = tuple(found[seat] for seat in seats)
    turn = 1 + max((f.out for f in placed if f.out is not None), default=0)
    return State(settings, tuple(seats), turn, placed)
