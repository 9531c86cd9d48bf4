"""What a die means once it and its auto moves lie: who is out, who has won."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.protocol import Event, Outcome, Seat
from pbem.rules.lava.blobs import Blob
from pbem.rules.lava.board import Board
from pbem.rules.lava.events import Closed, Eliminated, Stretched
from pbem.rules.lava.faces import COLOURS
from pbem.rules.lava.state import State


def judge(
    state: State, board: Board, closed: Sequence[Blob], events: list[Event]
) -> tuple[tuple[Seat, ...], Outcome | None]:
    """Return who is out, and how the game ended if it did.

    `state` is that before the die, `closed` are the blobs that it and its auto moves
    closed (L11). First the mover's own colour is judged, then a win, then the
    extents (L13).
    """
    mover = state.mover
    assert mover is not None
    out = state.out
    colours = _closed(state, mover, closed, events)
    if colours:
        own = state.colour(mover)
        if state.options.lose_own_colour:
            loses, wins = own in colours, colours != {own}
        else:  # (L21)
            others = {colour for colour in colours if state.owner(colour) is not None}
            loses, wins = bool(others - {own}), own in colours
        if loses:  # (L12)
            out += (mover,)
            why = "own-closed" if state.options.lose_own_colour else "other-closed"
            events.append(eliminated(state, mover, why))
        elif wins:
            return out, Outcome((mover,), "closed")
    left = tuple(seat for seat in state.seats if seat not in out)
    limit = state.options.blob_extent
    if len(left) > 1 and limit:
        doomed = _stretched(state, board, left)
        if len(doomed) == len(left):
            return _together(state, out, left, doomed, events)
        for seat, blob in doomed.items():
            events.append(_stretch(state, seat, blob))
            events.append(eliminated(state, seat, "extent"))
        out += tuple(doomed)
        left = tuple(seat for seat in left if seat not in doomed)
    if len(left) == 1:  # (L17)
        return out, Outcome(left, "last-standing")
    return out, None


def _closed(
    state: State, mover: Seat, closed: Sequence[Blob], events: list[Event]
) -> set[int]:
    """Return the colours of those closed blobs that count.

    A blob counts that has necks enough (L22), a neutral one too (L15).
    """
    colours = set()
    for blob in closed:
        counts = blob.necks >= state.options.blob_size
        if counts:
            colours.add(blob.colour)
        events.append(
            Closed(
                seat=mover,
                colour=COLOURS[blob.colour],
                owner=state.owner(blob.colour),
                necks=blob.necks,
                counts=counts,
                columns=(blob.west - 1, blob.east),
                rows=(blob.south, blob.north + 1),
            )
        )
    return colours


def _stretched(state: State, board: Board, left: tuple[Seat, ...]) -> dict[Seat, Blob]:
    """Return the widest open blob of each seat that it puts out (L14)."""
    limit = state.options.blob_extent
    found: dict[int, Blob] = {}
    wide = [blob for blob in board.blobs.values() if blob.extent >= limit]
    for blob in filter(board.open_at, wide):
        if blob.colour not in found or blob.extent > found[blob.colour].extent:
            found[blob.colour] = blob
    owners = ((seat, found.get(state.colour(seat))) for seat in left)
    return {seat: blob for seat, blob in owners if blob is not None}


def _together(
    state: State,
    out: tuple[Seat, ...],
    left: tuple[Seat, ...],
    doomed: dict[Seat, Blob],
    events: list[Event],
) -> tuple[tuple[Seat, ...], Outcome]:
    """Return that the mover is out, where all would be, and the others win (L14)."""
    mover = state.mover
    for seat, blob in doomed.items():
        events.append(_stretch(state, seat, blob, spared=seat != mover))
    if mover in left:
        out += (mover,)
        events.append(eliminated(state, mover, "together"))
    winners = tuple(seat for seat in left if seat != mover)
    return out, Outcome(winners, "all-stretched")


def span(
    west: int, east: int, south: int, north: int
) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
    """Return the columns and the rows of cells that the necks of a blob span.

    Its points have these bounds.
    """
    columns = (west, east - 1) if east > west else None
    rows = (south + 1, north) if north > south else None
    return columns, rows


def _stretch(
    state: State, seat: Seat, blob: Blob, *, spared: bool = False
) -> Stretched:
    columns, rows = span(blob.west, blob.east, blob.south, blob.north)
    limit = state.options.blob_extent
    return Stretched(
        owner=seat,
        colour=COLOURS[blob.colour],
        extent=blob.extent,
        columns=columns if blob.east - blob.west >= limit else None,
        rows=rows if blob.north - blob.south >= limit else None,
        spared=spared,
    )


def eliminated(state: State, seat: Seat, why: str) -> Eliminated:
    """Return the event that a seat is out."""
    return Eliminated(seat=seat, colour=COLOURS[state.colour(seat)], why=why)
