"""What a bot thinks of Lava: the fewer gaps a blob has, the sooner it is closed."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from pbem.protocol import Seat
from pbem.rules.lava.blobs import COLOUR, NECKS, Blob
from pbem.rules.lava.board import SEEN, TAKEN
from pbem.rules.lava.faces import FITS
from pbem.rules.lava.grid import cell
from pbem.rules.lava.orders import AnyOrder, Place
from pbem.rules.lava.state import State

HOLE = 0.55  #: what each cell to be filled leaves of the nearness of an end
TEMPO = 0.6  #: cells that it is worth to be on the move
OWN = 1.0  #: weight of an own blob, which all others may close
WIDE = 1.5  #: weight of a blob that is nearly as wide as puts its owner out
SURE = 0.98  #: who closes a blob with the next die has as good as won


def worth(state: State, seat: Seat) -> float:
    """Return how near a seat is to close what it may, and not to lose by its own."""
    if seat in state.out:
        return 0.0
    holes = _holes(state)
    if state.mover is not None and _closes(state, state.mover, holes):
        return SURE if seat == state.mover else 1 - SURE
    mine = _chances(state, seat, holes)
    others = (_chances(state, one, holes) for one in state.left_in if one != seat)
    best = max(others, default=0)
    return 1 / (1 + exp(2 * (best - mine)))


def sensible(state: State, seat: Seat, orders: Sequence[AnyOrder]) -> list[AnyOrder]:
    """Return dice where a blob has the fewest gaps first: there it may be closed."""
    board, left = state.board, state.board.gaps
    gaps: dict[tuple[int, int], int] = {}

    def open_round(order: AnyOrder) -> int:
        if not isinstance(order, Place):
            return 0
        at = order.spots[0].at
        if at not in gaps:
            where = cell(*at)
            seen = SEEN[board.cells.get(where, 0) & 255]
            found = [left[board.blob_of[where + point][0]] for point in seen]
            gaps[at] = min(found, default=0)
        return gaps[at]

    return sorted(orders, key=open_round)


def _holes(state: State) -> dict[int, list[int]]:
    """Return the empty cells round each blob that can still be closed."""
    board, found, dead = state.board, dict[int, list[int]](), set[int]()
    blob_of = board.blob_of
    for where, rim in board.cells.items():
        if rim >= TAKEN:
            continue
        fits = FITS[rim & 255]
        for point in SEEN[rim & 255]:
            blob = blob_of[where + point][0]
            if not fits:
                dead.add(blob)
            cells = found.setdefault(blob, [])
            if not cells or cells[-1] != where:
                cells.append(where)
    least = state.terms.blob_size
    return {
        blob: cells
        for blob, cells in found.items()
        if blob not in dead and blob_of[blob][NECKS] >= least
    }


def _closes(state: State, seat: Seat, holes: dict[int, list[int]]) -> bool:
    """Return whether a seat on the move may close a blob with one die, and win."""
    board, own = state.board, state.colour(seat)
    good = not state.terms.lose_own_colour
    for blob, cells in holes.items():
        if len(cells) == 1 and (board.blob_of[blob][COLOUR] == own) is good:
            rim = board.cells[cells[0]]
            if rim > 255:
                return True
    return False


def _chances(state: State, seat: Seat, holes: dict[int, list[int]]) -> float:
    board, own, terms = state.board, state.colour(seat), state.terms
    loses = terms.lose_own_colour
    early = TEMPO if seat == state.mover else 0.0
    found = 0.0
    for number, cells in holes.items():
        near = HOLE ** (len(cells) - early)
        own_one = board.blob_of[number][COLOUR] == own
        found += -OWN * near if own_one is loses else near
    if terms.blob_extent:
        for point, fields in board.blob_of.items():
            if fields[COLOUR] == own and fields[NECKS] and fields[0] == point:
                extent = Blob(*fields).extent
                found -= WIDE * (extent / terms.blob_extent) ** 4
    return found
