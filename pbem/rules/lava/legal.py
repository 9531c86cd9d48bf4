"""What a seat may do in the open window."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from pbem.protocol import Seat
from pbem.rules.lava.board import beside, coordinates
from pbem.rules.lava.faces import COLOURS, FACES, FITS_OF, LETTERS, SIDES
from pbem.rules.lava.orders import AnyOrder, Place, Spot, Tumble
from pbem.rules.lava.state import State

OPENING = tuple(face for face in range(24) if len(set(FACES[face])) == 3)
"""The faces that may open a game: all that show three colours (L2)."""

CELL = re.compile(r"\s*([-+]?\d{1,4})[\s,]+([-+]?\d{1,4})\s*")


def legal(state: State, seat: Seat) -> Iterator[AnyOrder]:
    """Yield every die that a seat may lay, or name; one order for each."""
    if seat != state.mover:
        return
    if state.terms.tumbling and state.rolled is None:
        for die in nameable(state, seat):
            yield Tumble(COLOURS[die])
        return
    yield from map(_order, placements(state, seat))


def legal_at(state: State, seat: Seat, where: str) -> Iterator[AnyOrder]:
    """Yield the dice that a seat may lay on one cell, written like "3,-2"."""
    found = CELL.fullmatch(where)
    if found is None:
        return
    at = (int(found[1]), int(found[2]))
    for order in legal(state, seat):
        if isinstance(order, Place) and order.spots[0].at == at:
            yield order


@cache
def _order(spot: int) -> Place:
    x, y = coordinates(spot >> 5)
    return Place((Spot(LETTERS[spot & 31], x, y),))


def dice_for(state: State, seat: Seat) -> int:
    """Return the dice that a seat may lay, a bit each: of any colour (L3).

    With `dice_own` they are of its own, from the first die on (L23).
    """
    red, green, blue = state.stock
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
    table = FITS_OF[dice_for(state, seat)]
    return any(rim > 255 and table[rim & 255] for rim in state.board.rim.values())


def nameable(state: State, seat: Seat) -> tuple[int, ...]:
    """Return the dice that a seat may have rolled: a side of them fits (L24)."""
    faces = {spot & 31 for spot in placements(state, seat, any_side=True)}
    return tuple(sorted({face >> 3 for face in faces}))
