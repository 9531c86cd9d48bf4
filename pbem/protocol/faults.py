"""What is wrong with an order, a position or a game, as data."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

LEFT_OUT = "doubtful.left-out"
"""The code of a fault that leaves an order out: the next line of its sheet is tried.

There is no bound order then, though nothing is refused.
"""


class Fault(NamedTuple):
    """Something wrong with an order, as data; templates put it in words.

    The code begins with *invalid* (not understood), *ambiguous* (understood
    two ways), *illegal* (understood, not allowed), *late*, *doubtful* (accepted,
    certainly not meant), or *failed* (the game raised an exception: failures.py).
    """

    code: str  #: "illegal.too-far"
    span: tuple[int, int] = (0, 0)  #: offsets in the order's text; empty: all
    given: Mapping[str, Any] = MappingProxyType({})  #: for its words
    part: bool = False  #: only this part is ignored, the rest stands
    ask: bool = False  #: a letter, a post and `append` ask before the order is taken
    line: bool = False  #: that part is a whole line of a compound order

    def of_line(self) -> Fault:
        """Return this fault as that of one line only, so that other lines remain valid.
        A remark stays as it is."""
        return self._replace(part=True, line=True) if self.refuses else self

    @property
    def refuses(self) -> bool:
        """Whether the whole order is refused."""
        return not self.part and not self.code.startswith("doubtful.")


class Misread(Exception):
    """Words that fit no order, raised by a reader of the grammar; `fault` says why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.code)
        self.fault = fault


class Unplaceable(Exception):
    """A position that cannot stand; `line` counts its lines from 0."""

    def __init__(self, line: int, fault: Fault) -> None:
        super().__init__(fault.code)
        self.line = line
        self.fault = fault


class Unplayable(Exception):
    """A game that cannot begin with these options or data; `fault` says why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.code)
        self.fault = fault
