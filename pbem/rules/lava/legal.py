"""What a seat may do in the open window."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from pbem.protocol import Seat
from pbem.rules.lava.faces import COLOURS, FACES, FITS_OF, LETTERS, SIDES
from pbem.rules.lava.grid import beside, coordinates
from pbem.rules.lava.orders import AnyOrder, Place, Spot, Tumble
from pbem.rules.lava.state import State

OPENING = tuple(face for face in range(24) if len(set(FACES[face])) == 3)
"""The faces that may open a game: all that show three colours (L2)."""

MOST_ORDERS = 1 << 13  #: orders that are kept, and cells with what may be laid there

CELL = re.compile(r"\s*([-+]?\d{1,4})[\s,]+([-+]?\d{1,4})\s*")


def legal(state: State, seat: Seat) -> Iterator[AnyOrder]:
    """Return every die that a seat may lay, or name; one order for each."""
    if seat != state.mover:
        return iter(())
    if state.terms.tumbling and state.rolled is None:
        return iter([Tumble(COLOURS[die]) for die in nameable(state, seat)])
    adjacent = state.second and state.terms.adjacent  # (L20)
    if not state.laid or state.rolled is not None or adjacent:
        return map(_order, placements(state, seat))
    listed = _LISTED[dice_for(state, seat)]
    return chain.from_iterable(map(listed.__getitem__, state.board.edge))


def legal_at(state: State, seat: Seat, where: str) -> Iterator[AnyOrder]:
    """Yield the dice that a seat may lay on one cell, written like "3,-2"."""
    found = CELL.fullmatch(where)
    if found is None:
        return
    at = (int(found[1]), int(found[2]))
    for order in legal(state, seat):
        if isinstance(order, Place) and order.spots[0].at == at:
            yield order


def _order(spot: int) -> Place:
    x, y = coordinates(spot >> 5)
    return Place((Spot(LETTERS[spot & 31], x, y, (0, 0), (0, 0)),))


class _Listed(dict[int, tuple[Place, ...]]):
    """What may be laid on a cell with these dice (a bit each), made when asked for.

    The key is cell * 256 + code of its corners.
    """

    def __init__(self, dice: int) -> None:
        super().__init__()
        self._fits = FITS_OF[dice]

    def __missing__(self, key: int) -> tuple[Place, ...]:
        if len(self) >= MOST_ORDERS:
            self.clear()
        where, code = key >> 8, key & 255
        orders = tuple([_order(where << 5 | face) for face in self._fits[code]])
        self[key] = orders
        return orders


_LISTED = tuple(map(_Listed, range(8)))


def dice_for(state: State, seat: Seat) -> int:
    """Return the dice that a seat may lay, a bit each: of any colour (L3).

    With `dice_own` they are of its own, from the first die on (L23).
    """
    red, green, blue = state.stock
    dice = 7
    if not (red and green and blue):
        dice = (red > 0) | (green > 0) << 1 | (blue > 0) << 2
    if state.terms.dice_own:
        dice &= 1 << state.colour(seat)
    return dice


def placements(state: State, seat: Seat, *, any_side: bool = False) -> list[int]:
    """Return what a seat could lay now: cell * 32 + face, in reading order.

    With `any_side` the side that was rolled is left out of account.
    """
    dice = dice_for(state, seat)
    if not state.laid:
        found = [face for face in OPENING if dice >> (face >> 3) & 1]
    else:
        found = state.board.placements(dice)
    if state.rolled is not None and not any_side:
        die, side = state.rolled
        faces = SIDES[die][side]
        found = [spot for spot in found if spot & 31 in faces]
    if state.second and state.terms.adjacent:  # (L20)
        near = beside(state.recent_cells())
        found = [spot for spot in found if spot >> 5 in near]
    return found


def can_lay(state: State, seat: Seat) -> bool:
    """Return whether a seat that is to lay a die has any that fits (L4)."""
    if not state.laid or (state.second and state.terms.adjacent):
        return bool(placements(state, seat, any_side=True))
    fits = FITS_OF[dice_for(state, seat)]
    return any(fits[key & 255] for key in state.board.edge)


def nameable(state: State, seat: Seat) -> tuple[int, ...]:
    """Return the dice that a seat may have rolled: a side of them fits (L24)."""
    faces = {spot & 31 for spot in placements(state, seat, any_side=True)}
    return tuple(sorted({face >> 3 for face in faces}))
