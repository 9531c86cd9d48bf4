"""What a seat may do in the open window."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pbem.protocol import Seat
from pbem.rules.lava.faces import COLOURS, FACES, LETTERS, SIDES
from pbem.rules.lava.grid import adjacent_to, cell, coordinates
from pbem.rules.lava.orders import AnyOrder, Place, Spot, Tumble
from pbem.rules.lava.state import State

OPENING = tuple(face for face in range(24) if len(set(FACES[face])) == 3)
"""The faces that may open a game: all that show three colours (L2)."""

CELL = re.compile(r"\s*([-+]?\d{1,4})[\s,]+([-+]?\d{1,4})\s*")


def legal(state: State, seat: Seat) -> Iterator[AnyOrder]:
    """Yield every die that a seat may lay, or name; one order for each."""
    if seat != state.mover:
        return
    if state.options.tumbling and state.rolled is None:
        for die in nameable(state, seat):
            yield Tumble(COLOURS[die])
        return
    for where, face in placements(state, seat):
        x, y = coordinates(where)
        yield Place((Spot(LETTERS[face], x, y),))


def legal_at(state: State, seat: Seat, where: str) -> Iterator[AnyOrder]:
    """Yield the dice that a seat may lay on one cell, written like "3,-2"."""
    found = CELL.fullmatch(where)
    if found is None:
        return
    at = (int(found[1]), int(found[2]))
    for order in legal(state, seat):
        if isinstance(order, Place) and order.spots[0].at == at:
            yield order


def dice_for(state: State, seat: Seat) -> tuple[int, ...]:
    """Return the dice that are left and that a seat may lay: of any colour (L3).

    With `dice_own` they are of its own, from the first die on (L23).
    """
    own = state.colour(seat) if state.options.dice_own else None
    return tuple(
        die for die, left in enumerate(state.stock) if left and own in (None, die)
    )


def fitting(state: State, seat: Seat, where: int) -> tuple[int, ...]:
    """Return the faces that fit an empty cell, of the dice that a seat may lay."""
    dice = dice_for(state, seat)
    return tuple(face for face in state.board.fitting(where) if face >> 3 in dice)


def placements(
    state: State, seat: Seat, *, any_side: bool = False
) -> list[tuple[int, int]]:
    """Return what a seat could lay now: cells and faces, in reading order.

    With `any_side` the side that was rolled is left out of account.
    """
    able = _faces(state, seat, any_side)
    board = state.board
    return [
        (where, face)
        for where in _cells(state)
        for face in board.fitting(where)
        if face in able
    ]


def may_lay(state: State, seat: Seat, where: int, face: int) -> bool:
    """Return whether a seat may lay a face on a cell now: `placements` has it."""
    able = _faces(state, seat, any_side=False)
    return (
        where in _cells(state) and face in able and face in state.board.fitting(where)
    )


def _faces(state: State, seat: Seat, any_side: bool) -> set[int]:
    """Return the faces that a seat could lay somewhere: of its dice (L3, L23), of the
    side that was rolled (L18), and with three colours on an empty table (L2)."""
    dice = dice_for(state, seat)
    able = {face for die in dice for side in SIDES[die] for face in side}
    if state.rolled is not None and not any_side:
        die, side = state.rolled
        able &= {*SIDES[die][side]}
    return able if state.laid else able.intersection(OPENING)


def _cells(state: State) -> list[int]:
    """Return the cells where a die could be laid now, in reading order: at first 0,0
    (L1), then those next to a die, of a second die those next to the first (L20)."""
    if not state.laid:
        return [cell(0, 0)]
    cells = state.board.edge()
    if state.second and state.options.adjacent:
        near = adjacent_to(state.recent_cells())
        return [where for where in cells if where in near]
    return cells


def can_lay(state: State, seat: Seat) -> bool:
    """Return whether a seat that is to lay a die has any that fits (L4)."""
    return bool(placements(state, seat, any_side=True))


def nameable(state: State, seat: Seat) -> tuple[int, ...]:
    """Return the dice that a seat may have rolled: a side of them fits (L24)."""
    found = placements(state, seat, any_side=True)
    return tuple(sorted({face >> 3 for _, face in found}))
