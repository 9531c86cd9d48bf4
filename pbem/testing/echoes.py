"""Squares that a game names in orders, views and events, compared: an index that is
off by one names the neighbour of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from pbem.protocol import Event, Seat
from pbem.testing.matches import Match

_SQUARE = re.compile(r"(?<![A-Za-z0-9])([A-Za-z])(\d{1,2})(?![A-Za-z0-9])")
FEW, MANY = 10, 300  #: observations of a field: that say something, and are taken
ALWAYS, RARELY = 0.95, 0.5  #: of them
LOOKED = 40  #: orders of a position

Square: TypeAlias = tuple[int, int]
"""Column and row, from 0 and as the name has it."""
Squares: TypeAlias = frozenset[Square]
Move: TypeAlias = Callable[[Squares, "Board"], Squares]
"""From squares of a board to others, each moved in the same way."""


@dataclass
class Board:
    """The size of a board, as far as squares seen in the game show it."""

    width: int = 1
    height: int = 1

    def note(self, seen: Squares) -> None:
        """See to it that these lie on it."""
        self.width = max([self.width, *(x + 1 for x, _ in seen)])
        self.height = max([self.height, *(y for _, y in seen)])


class Seen(NamedTuple):
    """Squares that a field had, and those of orders that should be among them, or
    hold them."""

    named: Squares
    ordered: Squares
    board: Board


@dataclass
class Echoes:
    """What fields of views and events had, beside orders: by class and field."""

    #: Of fields with one square: whether it is one of the order that was played.
    single: dict[str, list[Seen]] = field(default_factory=dict)
    #: Of fields with many: whether the legal orders of that seat begin there.
    many: dict[str, list[Seen]] = field(default_factory=dict)
    boards: dict[int, Board] = field(default_factory=dict)  #: by match

    def look(self, match: Match) -> None:
        """Compare the squares in the mover's view with those in its legal orders."""
        rules, state = match.game.rules, match.state
        window = rules.window(state)
        for seat in window.seats[:1] if window else ():
            legal = map(str, islice(rules.legal(state, seat), LOOKED))
            begins = frozenset(x for text in legal for x in [*squares(text)][:1])
            for name, named in _fields(rules.view(state, seat), seat):
                if len(named) > 1 and begins:
                    self._note(match, self.many, name, named, begins)

    def take(self, match: Match) -> None:
        """Compare the events of a game, and its views, with the orders before them."""
        rules = match.game.rules
        for one in match.played:
            texts = [str(order) for order in one.orders.values()]
            ordered = frozenset(x for text in texts for x in squares(text))
            if not ordered:
                continue
            shown = [rules.view(one.after, None), *one.events]
            for name, named in (x for each in shown for x in _fields(each, "")):
                if len(named) == 1:
                    self._note(match, self.single, name, named, ordered)

    def _note(
        self,
        match: Match,
        into: dict[str, list[Seen]],
        name: str,
        named: Squares,
        ordered: Squares,
    ) -> None:
        board = self.boards.setdefault(id(match), Board())
        board.note(named | ordered)
        found = into.setdefault(name, [])
        if len(found) < MANY:
            found.append(Seen(named, ordered, board))

    def hints(self) -> Iterator[str]:
        """Yield a message for each field whose squares are always off by one."""
        for name, seen in self.single.items():
            if _neighbour(
                seen, lambda one, at: at(one.named, one.board) <= one.ordered
            ):
                yield (
                    f"{name} always names a neighbour of the squares that were "
                    "ordered: is an index off by one?"
                )
        for name, seen in self.many.items():
            if _neighbour(
                seen, lambda one, at: one.ordered <= at(one.named, one.board)
            ):
                yield (
                    f"{name} has the neighbours of the squares where legal orders "
                    "begin: is an index off by one?"
                )


def squares(text: str) -> Iterator[Square]:
    """Yield the squares that a text names.

    >>> [*squares("B2-b13")]
    [(1, 2), (1, 13)]
    """
    for column, row in _SQUARE.findall(text):
        yield ord(column.lower()) - ord("a"), int(row)


def _fields(shown: Any, seat: Seat) -> Iterator[tuple[str, Squares]]:
    """Yield the fields of a view or an event that hold squares; of a field by seats,
    what it has of one seat."""
    if not is_dataclass(shown):
        return
    for one in fields(shown):
        value = getattr(shown, one.name)
        if isinstance(value, Mapping) and not isinstance(shown, Event):
            value = value.get(seat, [*value])
        found = _whole(value)
        if found:
            yield f"{type(shown).__name__}.{one.name}", found


def _whole(value: Any) -> Squares:
    """Return the squares of a value that is one, or holds nothing else."""
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list | tuple | set | frozenset) or not texts:
        return frozenset()
    if not all(isinstance(x, str) and _SQUARE.fullmatch(x) for x in texts):
        return frozenset()
    return frozenset(square for text in texts for square in squares(text))


def _neighbour(seen: list[Seen], holds: Callable[[Seen, Move], bool]) -> bool:
    """Return whether what should hold does so for neighbours, and not as it is."""
    if len(seen) < FEW or len({one.named for one in seen}) < FEW // 2:
        return False

    def rate(at: Move) -> float:
        return sum(holds(one, at) for one in seen) / len(seen)

    if rate(lambda some, board: some) > RARELY:
        return False
    return any(rate(at) >= ALWAYS for at in _moves())


def _moves() -> Iterator[Move]:
    """Yield functions that move all squares by one: to a neighbour, or along the rows
    or the columns of a board from its last square to its first."""

    def by(columns: int, rows: int) -> Move:
        return lambda some, board: frozenset((x + columns, y + rows) for x, y in some)

    def along(step: int, *, rows: bool) -> Move:
        def moved(square: Square, board: Board) -> Square:
            (x, y), width, height = square, board.width, board.height
            if rows:
                at = ((y - 1) * width + x + step) % (width * height)
                return at % width, at // width + 1
            at = (x * height + y - 1 + step) % (width * height)
            return at // height, at % height + 1

        return lambda some, board: frozenset(moved(one, board) for one in some)

    yield from (by(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)
    yield from (along(step, rows=rows) for step in (-1, 1) for rows in (True, False))
