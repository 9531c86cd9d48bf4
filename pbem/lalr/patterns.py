"""Patterns with the code that `re` makes of them, which is what takes its time.

To compile the patterns of a grammar takes longer than to read an order with them. Their
code is plain numbers, which is kept with the tables; where `re` is built otherwise than
here, patterns are compiled as anywhere.
"""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple

#: Code is good for the Python that made it.
MADE_BY = f"{sys.implementation.name} {sys.version}".encode()


class Pattern(NamedTuple):
    """A regular expression, and what `re` made of it."""

    text: str
    flags: int
    code: bytes = b""  #: as numbers of four bytes; nothing: it must be compiled
    groups: int = 0  #: how many it has
    named: Mapping[str, int] = {}  #: those with names

    def compiled(self) -> re.Pattern[str]:
        """Return it ready for use."""
        if not self.code:
            return re.compile(self.text, self.flags)
        import _sre  # type: ignore[import-not-found]

        names: list[str | None] = [None] * (self.groups + 1)
        for name, number in self.named.items():
            names[number] = name
        found: re.Pattern[str] = _sre.compile(
            self.text, self.flags, array("I", self.code).tolist(),
            self.groups, self.named, tuple(names),
        )  # fmt: skip
        return found


def pattern(text: str, flags: int) -> Pattern:
    """Return a pattern with its code, where this Python lets it be seen."""
    with suppress(ImportError, AttributeError, TypeError):
        from re import _compiler, _parser  # type: ignore[attr-defined]

        tree: Any = _parser.parse(text, flags)
        code = array("I", _compiler._code(tree, flags))
        state = tree.state
        made = Pattern(
            text, flags | state.flags, code.tobytes(), state.groups - 1, state.groupdict
        )
        if made.compiled() == re.compile(text, flags):
            return made
    return Pattern(text, flags)
