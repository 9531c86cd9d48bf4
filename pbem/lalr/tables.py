"""The tables of a grammar as plain data, and how they are kept in a file.

To import Lark takes as long as to resolve a turn. With tables at hand every text that
is right is read without it; only what is wrong with one has Lark asked.
"""

from __future__ import annotations

import marshal
import re
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from pbem.files import write_whole
from pbem.lalr.patterns import MADE_BY, Pattern

ENDED = "ended"  #: the group of a pattern that tells that no more text comes
_FORM = b"5"  #: of what is kept; another one where `Tables` changes


class Rule(NamedTuple):
    """One way to write a rule."""

    size: int  #: how many values it takes
    origin: str  #: the rule that it is a way to write
    reader: str  #: what makes something of it; "": its children are a list
    children: str  #: those of its values `x` that are read, as Python: "x[0], *x[2]"
    alone: bool  #: where it has one child only, that is what comes of it

    @property
    def passes_one(self) -> bool:
        """Whether one of its values is all that comes of it."""
        one = re.fullmatch(r"x\[[0-9]+\]", self.children)
        return bool(self.reader and self.alone and one)

    @property
    def makes_something(self) -> bool:
        """Whether anything is to be done where it was read."""
        return self.size != 1 or not self.passes_one


class Lexing(NamedTuple):
    """What is looked for in some states."""

    #: What is ignored, then any terminal, each a group, or the end (`ENDED`).
    pattern: Pattern
    keywords: dict[str, Pattern]  #: what is told from a terminal by whole words


class Tables(NamedTuple):
    """The tables of a grammar."""

    starts: dict[str, tuple[int, int]]  #: first and last state, by start rule
    #: By state and terminal or rule: the next state, or a rule as -1 - its number.
    steps: dict[int, dict[str, int]]
    rules: list[Rule]
    lexings: list[Lexing]
    lexing_of: dict[int, int]  #: by state
    #: Each with its pattern, and what is written for it where that is one text.
    terminals: dict[str, tuple[str, str | None]]
    ignored: list[str]  #: terminals between the others
    kept: list[str]  #: terminals whose text some reader gets


def kept_tables(
    place: Path | None, sources: list[bytes], make: Callable[[], Tables]
) -> Tables:
    """Return the tables that a file keeps for these sources, or make and keep them.

    `place` is in a folder whose files are trusted as code is; None: nothing is kept.
    """
    mark = sha256(b"\0".join([_FORM, MADE_BY, *sources])).digest()
    if place is not None:
        with suppress(OSError, ValueError, EOFError, TypeError):
            raw = place.read_bytes()
            if raw.startswith(mark):
                return _loaded(marshal.loads(raw[len(mark) :]))
    tables = make()
    if place is not None:
        with suppress(OSError):
            write_whole(place, mark + marshal.dumps(_plain(tables)))
    return tables


def _plain(tables: Tables) -> dict[str, Any]:
    rules = [tuple(rule) for rule in tables.rules]
    lexings = [
        (tuple(one.pattern), {kind: tuple(word) for kind, word in one.keywords.items()})
        for one in tables.lexings
    ]
    return {**tables._asdict(), "rules": rules, "lexings": lexings}


def _loaded(plain: dict[str, Any]) -> Tables:
    tables = Tables(**plain)
    return tables._replace(
        rules=[Rule(*rule) for rule in tables.rules],
        lexings=[
            Lexing(
                Pattern(*one), {kind: Pattern(*word) for kind, word in words.items()}
            )
            for one, words in tables.lexings
        ],
    )
