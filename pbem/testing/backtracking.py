"""Texts at which the terminal of a grammar takes long, where its pattern has many ways
to read the same characters: `([a-z]+ ?)+` has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pbem.plugins.game import Game

LONG = 1200  #: characters; a way that grows with their cube takes a minute
SECONDS = 2.0  #: that one text may take
_RUNS = ("a", "A", "1", " ", "-", ",", "a ", "1 ", "a1", "a-", "a, ", "1,")
#: At some of which no order ends, so that all ways are tried.
_ENDS = ("\x00", "!", "1", "a")
_LITERAL = re.compile(r"(?<!\\)[a-z]{2,}")
_FEW = 8  #: literals of a pattern that texts begin with


class Terminal(NamedTuple):
    """A terminal of a game's grammar."""

    name: str
    pattern: re.Pattern[str]
    where: str  #: file and line, as far as the grammar itself has it

    def texts(self) -> Iterator[str]:
        """Yield long repetitive texts that start like this terminal: inputs for which a
        pattern that backtracks takes very long."""
        begins = ("", *[*dict.fromkeys(_LITERAL.findall(self.pattern.pattern))][:_FEW])
        for begin in begins:
            for run in _RUNS:
                for end in _ENDS:
                    yield begin + run * (LONG // len(run)) + end


def terminals(game: Game) -> Iterator[Terminal]:
    """Yield the terminals of a game's grammar."""
    lines = game.grammar.read_text(encoding="utf-8").splitlines()
    for name, pattern in game.notation.patterns.items():
        own = re.compile(rf"{re.escape(name)}(\.-?\d+)?\s*:")
        line = next((at for at, text in enumerate(lines, 1) if own.match(text)), 0)
        at = f", line {line}" if line else ""
        yield Terminal(name, pattern, f"{game.shown(game.grammar)}{at}")
