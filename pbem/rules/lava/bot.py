"""What a bot thinks of Lava: the fewer gaps a blob has, the sooner it is closed."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from pbem.protocol import Seat
from pbem.rules.lava.blobs import Blob
from pbem.rules.lava.board import Board
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
    board, left = state.board, gaps(state.board)
    known: dict[tuple[int, int], int] = {}

    def open_round(order: AnyOrder) -> int:
        if not isinstance(order, Place):
            return 0
        at = order.spots[0].at
        if at not in known:
            blobs = board.blobs_at(cell(*at))
            known[at] = min((left[blob.number] for blob in blobs), default=0)
        return known[at]

    return sorted(orders, key=open_round)


def gaps(board: Board) -> dict[int, int]:
    """Return the gaps of each blob: pairs of a point of it and an empty cell there."""
    found = dict.fromkeys(board.blobs, 0)
    for where in board.touched():
        for blob in board.blobs_at(where):
            found[blob.number] += 1
    return found


def _holes(state: State) -> dict[Blob, list[int]]:
    """Return the empty cells round each blob that can still be closed."""
    board, found, dead = state.board, dict[Blob, list[int]](), set[Blob]()
    for where in board.touched():
        blobs = dict.fromkeys(board.blobs_at(where))
        for blob in blobs:
            found.setdefault(blob, []).append(where)
        if not board.fitting(where):
            dead.update(blobs)
    least = state.options.blob_size
    return {
        blob: cells
        for blob, cells in found.items()
        if blob not in dead and blob.necks >= least
    }


def _closes(state: State, seat: Seat, holes: dict[Blob, list[int]]) -> bool:
    """Return whether a seat on the move may close a blob with one die, and win."""
    own, good = state.colour(seat), not state.options.lose_own_colour
    return any(
        len(cells) == 1
        and (blob.colour == own) is good
        and state.board.is_next_to_die(cells[0])
        for blob, cells in holes.items()
    )


def _chances(state: State, seat: Seat, holes: dict[Blob, list[int]]) -> float:
    own, options = state.colour(seat), state.options
    early = TEMPO if seat == state.mover else 0.0
    found = 0.0
    for blob, cells in holes.items():
        near = HOLE ** (len(cells) - early)
        found += (
            -OWN * near if (blob.colour == own) is options.lose_own_colour else near
        )
    if options.blob_extent:
        for blob in state.board.blobs.values():
            if blob.colour == own and blob.necks:
                found -= WIDE * (blob.extent / options.blob_extent) ** 4
    return found
