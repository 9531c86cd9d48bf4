"""What orders do, and those that come again and again: found by their cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from pbem.protocol import Bound, Seat, Window
from pbem.rules.magma.boards import Board


@dataclass(frozen=True, slots=True)
class Deed:
    """What an order does in its position, and the board marks when it is done."""

    seat: Seat
    colour: str  #: of the piece
    kind: str  #: "move", "enter", "pass", "missed", "removed" or "spared"
    path: tuple[str, ...] = ()  #: each landing; of a move, where it began before them
    over: tuple[str, ...] = ()  #: the cells jumped over


Plain: TypeAlias = tuple[int, int, Bound[Any]]
"""What is bound if its colour holds some cells and others are vacant, as masks."""


class Steps(dict[tuple[str, ...], Plain | None]):
    """Steps and single jumps of a seat's pieces, by the cells that are written.

    Made when first needed; None where there is no such way.
    """

    def __init__(self, board: Board, seat: Seat, colour: str) -> None:
        self._of = board, seat, colour

    def __reduce__(self) -> tuple[Callable[..., Steps], tuple[Any, ...]]:
        """Return how to make it again: what it has found is found again."""
        return Steps, self._of

    def __missing__(self, cells: tuple[str, ...]) -> Plain | None:
        board, seat, colour = self._of
        if (way := board.ways[cells]) is None:
            return None
        deed = Deed(seat, colour, "move", way.path, way.jumped)
        found = self[cells] = way.start | way.over, way.goal, Bound(deed)
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Door:
    """A home as the place where a seat's turns begin and its pieces come in."""

    home: str
    bit: int
    seat: Seat
    owner: int  #: the number of its seat
    colour: int  #: the number of its colour
    inward: int
    """Where a new piece lands that comes in over the piece at home (M23)."""
    beside: int  #: the other cells beside these, over which it may jump on
    window: Window  #: of its turns
    steps: Mapping[tuple[str, ...], Plain | None]
    entries: Mapping[tuple[str, ...], Plain]
    """On the vacant home (M5), or over the piece at home to a cell beside it (M7)."""

    @classmethod
    def of(
        cls,
        board: Board,
        home: str,
        seat: Seat,
        colour: str,
        seats: Sequence[Seat],
        colours: Sequence[str],
    ) -> Door:
        """Return that of a home, whose seat and colour are some of these."""
        grid, bit_of, inward = board.grid, board.grid.bit, board.inward[home]
        bit, beside = bit_of[home], grid.spread(inward) & ~bit_of[home]

        def enter(cell: str, *over: str) -> Bound[Deed]:
            return Bound(Deed(seat, colour, "enter", (cell,), over))

        entries: dict[tuple[str, ...], Plain] = {(): (0, bit, enter(home))}
        for cell in grid.tell(inward):
            entries[cell,] = bit, bit_of[cell], enter(cell, home)
        owner, number = seats.index(seat), colours.index(colour)
        window, steps = Window("turn", (seat,)), Steps(board, seat, colour)
        at_home = home, bit, seat, owner, number, inward, beside
        return cls(*at_home, window, steps, entries)
