"""Markup of a page parted into blocks; those that the next page has, too, are kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from pbem.report.wrapping import WIDTH, drawn, is_usual

MAX_KEPT_CHARS = 1 << 15  #: of a page of which blocks are kept

#: What a reader cannot see: control characters of terminals, other ends of
#: lines, and marks that turn the direction of writing.
_UNSEEN = "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"
_MOST_DIGITS = 6  #: of each of the numbers of a bar
_WIDEST_BAR = 16  #: characters of its mark, at most
_MARKED = frozenset(mark + space for mark in "|*-=" for space in ("", " "))


class _Block(NamedTuple):
    kind: str
    lines: tuple[str, ...]
    shares: tuple[int | None, ...] = ()


class Block(_Block):
    """A stretch of lines of one kind: "=", "==", "|", "-", "*" or "".

    `shares` are those of rows: how full the bar of each is, in hundredths, or None; ():
    there is none. A block keeps each form that it was once put into, as pages share
    blocks.
    """

    #: Whether its lines are known to be of ASCII, with one blank between two words.
    tidy = False

    def form(self, name: str, make: Callable[[Block], str]) -> str:
        """Return the form of this name, made when it is first asked for."""
        kept: dict[str, str] = self.__dict__
        found = kept.get(name)
        if found is None:
            found = kept[name] = make(self)
        return found


def blocks(markup: str) -> list[Block]:
    """The blocks of a page in markup.

    >>> [block.kind for block in blocks("== News\\n\\nAll well.\\n| +-+\\n")]
    ['==', '', '|']
    """
    found: list[Block] = []
    parted = _kept if len(markup) <= MAX_KEPT_CHARS else _parted
    for part in markup.split("\n\n"):
        found += parted(part)
    return found


def _parted(markup: str) -> tuple[Block, ...]:
    """Return the blocks of markup between blank lines."""
    markup = markup.strip("\n")
    if not markup:
        return ()
    usual = is_usual(markup)
    if not usual:
        markup = visible(markup)
    mark = markup[:2]
    if mark == "| ":
        same = markup[2:].split("\n| ")
        if markup.count("\n") == len(same) - 1:
            lines = tuple(map(str.rstrip, same))
            return (_of("|", lines, text=drawn(lines) if usual else ""),)
    tidy = usual and "  " not in markup and mark[0] != " "
    if mark == "* " or mark == "- ":
        same = markup[2:].split("\n" + mark)
        if markup.count("\n") == len(same) - 1:
            return (_of(mark[0], tuple(map(str.rstrip, same)), tidy=tidy),)
    elif "\n" not in markup:
        line = markup.rstrip()
        if mark == "==" and markup[2:3] == " ":
            line = line[3:]
            text = line if tidy and len(line) <= WIDTH else ""
            return (_of("==", (line,), tidy=tidy, text=text),)
        if mark == "= ":
            return (_of("=", (line[2:],), tidy=tidy),)
        if line and mark[0] not in _MARKED:
            return (_of("", (line,), tidy=tidy),)
    if mark[0] == "*" and (rows := _with_bars(markup, tidy)):
        return (rows,)
    return tuple(_sorted(markup))


def visible(text: str) -> str:
    """Return a text with a sign in the place of each thing that nobody can see.

    >>> visible("a\\x1b[31m\\nb")
    'a\ufffd[31m\\nb'
    """
    return re.sub(_UNSEEN, "\ufffd", text)


def _of(
    kind: str,
    lines: tuple[str, ...],
    shares: tuple[int | None, ...] = (),
    *,
    tidy: bool = False,
    text: str = "",
) -> Block:
    """Return a block, with its form in text where that is known (and not empty)."""
    block = Block(kind, lines, shares)
    if text:
        block.__dict__["text"] = text
    if tidy:
        block.__dict__["tidy"] = True
    return block


def _with_bars(markup: str, tidy: bool) -> Block | None:
    """Return rows, some of which have bars; None: there are other lines, or empty ones,
    or no bars."""
    parts = [line.partition(" ") for line in markup.split("\n")]
    shares = tuple([_share(mark) for mark, _, _ in parts])
    lines = tuple([text.rstrip() for _, _, text in parts])
    if -1 in shares or "" in lines or shares.count(None) == len(shares):
        return None
    return _of("*", lines, shares, tidy=tidy)


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


def _sorted(markup: str) -> Iterator[Block]:
    """Yield the blocks of markup of any kind."""
    found: list[tuple[str, list[str], list[int | None]]] = []
    before: str | None = None  # a blank line only parts blocks
    for line in markup.split("\n"):
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
    for kind, lines, shares in found:
        yield Block(kind, tuple(lines), tuple(shares))


#: What stands between blank lines is often the same in the next report; more than the
#: processor has at hand would take longer to look up than it spares.
_kept = lru_cache(maxsize=64)(_parted)
