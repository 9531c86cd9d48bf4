"""Positions set up line by line, and lines that are refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, NoReturn, TypeAlias

from pbem.kit.places import OrderRefused
from pbem.kit.seats import seat_named
from pbem.protocol import Seat, Unplaceable


class _Line(NamedTuple):
    """A line of a position: the method that carries it out, and its arguments."""

    method: Callable[..., None]
    values: tuple[Any, ...]

    @property
    def kind(self) -> str:
        """The name of its method, which is its rule in the grammar."""
        return self.method.__name__


Lines: TypeAlias = Sequence[_Line]
Readers: TypeAlias = Mapping[str, Callable[..., Any]]
"""What makes orders and lines of what the rules of the grammar read."""


class Layout:
    """A position that is being set up; each public method is a kind of line.

    A method has the name of its rule in the grammar, and gets the values that the rule
    was read as. The subclass holds the state that the methods change.

    >>> class Heaps(Layout):
    ...     def heap(self, number):
    ...         if int(number) > 9:
    ...             self.refuse("position.heap", most=9)
    >>> line = Heaps.readers({})["heap"]("12")
    >>> Heaps(()).apply([line])
    Traceback (most recent call last):
    pbem.protocol.faults.Unplaceable: position.heap
    """

    line = 0  #: index of the line that is being carried out

    def __init__(self, seats: Iterable[Seat]) -> None:
        self.seats = tuple(seats)

    @classmethod
    def readers(cls, orders: Readers) -> Readers:
        """Return the readers of orders, and of the lines of a position."""
        kinds = [name for name in vars(cls) if not name.startswith("_")]
        lines = {kind: partial(_line, vars(cls)[kind]) for kind in kinds}
        return {**orders, "position": lambda line: line, **lines}

    def apply(self, lines: Lines, *kinds: str) -> None:
        """Carry out the lines of some kinds, or all. Raises Unplaceable."""
        for number, line in enumerate(lines):
            if not kinds or line.kind in kinds:
                self.line = number
                line.method(self, *line.values)

    def refuse(self, code: str, at: object = None, /, **given: Any) -> NoReturn:
        """Raise Unplaceable for the line, with what its words need."""
        raise Unplaceable(self.line, OrderRefused(code, at, **given).fault)

    def named(self, name: str, code: str, at: object = None) -> Seat:
        """Return the seat that the line names. Raises Unplaceable: `found`, `known`."""
        seat = seat_named(name, self.seats)
        if not seat:
            self.refuse(code, at, found=name.strip(), known=self.seats)
        return seat


def _line(method: Callable[..., None], *values: Any) -> _Line:
    return _Line(method, values)
