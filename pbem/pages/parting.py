"""Markup of a page parted into blocks."""

from __future__ import annotations

import re
from typing import NamedTuple

#: What a reader cannot see: control characters of terminals, other ends of
#: lines, and marks that turn the direction of writing.
_UNSEEN = "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"
_MOST_DIGITS = 6  #: of each of the numbers of a bar
_WIDEST_BAR = 16  #: characters of its mark, at most
_MARKED = frozenset(mark + space for mark in "|*-=" for space in ("", " "))


class Block(NamedTuple):
    """A stretch of lines of one kind: "=", "==", "|", "-", "*" or "".

    `shares` are those of rows: how full the bar of each is, in hundredths, or None; ():
    there is none.
    """

    kind: str
    lines: tuple[str, ...]
    shares: tuple[int | None, ...] = ()


def blocks(markup: str) -> list[Block]:
    """The blocks of a page in markup.

    >>> [block.kind for block in blocks("== News\\n\\nAll well.\\n| +-+\\n")]
    ['==', '', '|']
    """
    found: list[tuple[str, list[str], list[int | None]]] = []
    before: str | None = None  # a blank line only parts blocks
    for line in visible(markup).split("\n"):
        head, share = line[:2], None
        if head in _MARKED:
            kind, line = head[0], line[2:]
        elif head == "==" and line[2:3] in ("", " "):
            kind, line = "==", line[3:]
        elif head[:1] == "*" and (end := line.find(" ", 0, _WIDEST_BAR) + 1):
            if (share := _share(line[: end - 1])) == -1:
                kind, share = "", None
            else:
                kind, line = "*", line[end:]
        elif line and not line.isspace():
            kind = ""
        else:
            before = None
            continue
        if kind != before:
            lines: list[str] = []
            shares: list[int | None] = []
            found.append((kind, lines, shares))
            before = kind
        if share is not None or shares:
            shares += [None] * (len(lines) - len(shares)) + [share]
        lines.append(line.rstrip())
    return [Block(kind, tuple(lines), tuple(shares)) for kind, lines, shares in found]


def visible(text: str) -> str:
    """Return a text with a sign in the place of each thing that nobody can see.

    >>> visible("a\\x1b[31m\\nb")
    'a\ufffd[31m\\nb'
    """
    return re.sub(_UNSEEN, "\ufffd", text)


def _share(mark: str) -> int | None:
    """Return how full a bar is, from a mark such as "*8/20"; None: it is a row's that
    has none, -1: it is none."""
    if mark == "*":
        return None
    full, _, whole = mark[1:].partition("/")
    if mark[:1] != "*" or not (full.isdecimal() and whole.isdecimal()):
        return -1
    if len(full) > _MOST_DIGITS or len(whole) > _MOST_DIGITS:
        return -1
    return min(100, round(100 * int(full) / max(1, int(whole))))
