"""Puts lines together out of pieces of text, each of its own kind."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TypeAlias

from pbem.forum.thread import MAX_LINE_CHARS, MAX_POST_CHARS, MAX_POST_LINES
from pbem.language.reading import LineKind, MarkedLine

#: Which kind wins where several hold: what is in a quote is quoted.
_RANK: tuple[LineKind, ...] = ("quote", "signature", "struck", "spoiler")
#: The lines of a post, and what was odd in it: "cut", "unclosed", "hidden".
ReadLines: TypeAlias = tuple[tuple[MarkedLine, ...], tuple[str, ...]]
_BLANKS = re.compile(r"[ \t\r\n\f\v\u00a0]+")
_BEFORE = re.compile(r"[ \t\u00a0]*")
_STEP = 4  #: columns of a list inside of another
_RULE = re.compile("_{15,20}")  #: that old forums put above a signature


@dataclass(slots=True)
class LineBuilder:
    """The lines of a post, written piece by piece."""

    done: list[MarkedLine] = field(default_factory=list)
    odd: dict[str, None] = field(default_factory=dict)  #: a set in order
    bold: int = 0  #: how deep inside of bold
    lists: int = 0  #: how deep inside of lists
    verbatim: bool = False  #: blanks are shown as they were written
    _depth: dict[LineKind, int] = field(default_factory=dict)
    _pieces: list[tuple[LineKind, bool, str]] = field(default_factory=list)
    _size: int = 0
    _lead: int = 0  #: columns before the line that is being written

    def open(self, kind: LineKind) -> None:
        """Begin a stretch of a kind."""
        self._depth[kind] = self._depth.get(kind, 0) + 1

    def close(self, kind: LineKind) -> None:
        """End what `open` began; one too many does nothing."""
        if self._depth.get(kind):
            self._depth[kind] -= 1

    def depth(self, kind: LineKind) -> int:
        """Return how many stretches of this kind are open."""
        return self._depth.get(kind, 0)

    def kind(self) -> LineKind:
        """Return the kind that holds now."""
        return next((kind for kind in _RANK if self._depth.get(kind)), "new")

    @property
    def full(self) -> bool:
        """Whether the post's limit of characters or lines is reached."""
        return self._size >= MAX_POST_CHARS or len(self.done) >= MAX_POST_LINES

    @property
    def empty(self) -> bool:
        """Whether the line that is being written holds nothing."""
        return not self._pieces

    def write(self, text: str) -> None:
        """Go on with the line."""
        if self.full:
            self.odd["cut"] = None
            return
        self._size += len(text)
        if not self._pieces:
            self._lead = self.lists * _STEP + self._blanks(text)
        self._pieces.append((self.kind(), self.bold > 0, text[:MAX_POST_CHARS]))

    def _blanks(self, text: str) -> int:
        """Return how many columns the blanks before a text take on the page."""
        before = _BEFORE.match(text.expandtabs(_STEP) if self.verbatim else text)
        seen = before[0] if before else ""
        return len(seen if self.verbatim else seen.lstrip(" \t"))

    def end(self, even_empty: bool = False) -> None:
        """End the line; of what stood in it there is a line for each kind."""
        pieces, self._pieces = self._pieces, []
        kinds = dict.fromkeys(kind for kind, _, text in pieces if text.strip())
        if not kinds and even_empty and not self.full:
            self._size += 1
            self.done.append(MarkedLine("", self.kind()))
        for kind in kinds:
            mine = [(set_off, text) for one, set_off, text in pieces if one == kind]
            if len(kinds) > 1:
                mine = [(set_off, f" {text} ") for set_off, text in mine]
            text = "".join(text for _, text in mine)
            if len(text) > MAX_LINE_CHARS:
                self.odd["cut"] = None
            flat, bold = _flat(text[:MAX_LINE_CHARS]), _bold(mine)
            self.done.append(MarkedLine(flat, kind, bold, self._lead))

    def finished(self) -> ReadLines:
        """Return all lines, with no blank ones around or twice, and what was odd."""
        self.end()
        lines: list[MarkedLine] = []
        for line in self.done:
            if line.text or (lines and lines[-1].text):
                lines.append(line)
        if lines and not lines[-1].text:
            lines.pop()
        return tuple(lines), tuple(self.odd)


def signed(lines: tuple[MarkedLine, ...]) -> tuple[MarkedLine, ...]:
    """Return lines whose last ones are a signature, below a rule of underscores.

    >>> lines = (MarkedLine("D4"), MarkedLine("_" * 17), MarkedLine("E"))
    >>> [line.kind for line in signed(lines)]
    ['new', 'signature', 'signature']
    """
    rules = (at for at, line in enumerate(lines) if _RULE.fullmatch(line.text))
    last = max(rules, default=len(lines))
    below = (
        one._replace(kind="signature") if one.kind == "new" else one
        for one in lines[last:]
    )
    return (*lines[:last], *below)


def _flat(text: str) -> str:
    return _BLANKS.sub(" ", text).strip()


def _bold(pieces: list[tuple[bool, str]]) -> tuple[str, ...]:
    """Return the stretches that are set off; those with but blanks between are one."""
    runs = [""]
    for set_off, text in pieces:
        if set_off or not text.strip():
            runs[-1] += text
        else:
            runs.append("")
    return tuple(_flat(run[:MAX_LINE_CHARS]) for run in runs if run.strip())
