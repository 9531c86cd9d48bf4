"""Lines of a page as plain text, no wider than asked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

WIDTH = 72  #: columns of a text report


def in_one_line(text: str) -> str:
    """Return the words of a text with one space between them."""
    if text.isprintable() and "  " not in text:  # no space but " " is printable
        return text.strip()
    return " ".join(text.split())


def wrap(text: str, width: int) -> list[str]:
    """Lines of at most `width` columns; a word longer than that is broken."""
    return _wrapped(in_one_line(text), width)


def _wrapped(text: str, width: int) -> list[str]:
    """The same of a text that is in one line."""
    if len(text) <= width:
        return [text]
    lines, start, most = [], 0, len(text) - width
    while start < most:
        end = text.rfind(" ", start, start + width + 1)
        if end < 0:
            end = start + width
            lines.append(text[start:end])
            start = end
        else:
            lines.append(text[start:end])
            start = end + 1
    lines.append(text[start:])
    return lines


def rows(lines: Sequence[str]) -> list[tuple[str, str]]:
    """The terms and texts of rows."""
    parts = [line.partition(" :: ") for line in lines]
    return [(term.strip(), text.strip()) for term, _, text in parts]


def plain(kind: str, lines: Sequence[str], width: int) -> list[str]:
    """The lines of a block as text; drawings keep theirs."""
    if kind == "|":
        return ["  " + line for line in lines]
    if kind == "":
        return ["  " + line for line in wrap(" ".join(lines), width - 2)]
    found: list[str] = []
    if kind == "*":
        parted = rows(lines)
        column = min(max([len(term) for term, _ in parted]), 20)
        for term, text in parted:
            found += _row(term, text, column, width)
    elif kind == "-":
        for line in lines:
            found += _hung("  - ", line, width)
    else:
        lay = _titled if kind == "=" else wrap
        for line in lines:
            found += lay(line, width)
    return found


# Of several rows most are the same in the next report.
@lru_cache(maxsize=1024)
def _row(term: str, text: str, column: int, width: int) -> list[str]:
    return _hung(f"  {term.ljust(column)}  ", text, width)


def _titled(line: str, width: int) -> list[str]:
    """A title with what stands to its right, or above it where there is no room."""
    left, _, right = line.partition(" :: ")
    gap = width - len(left) - len(right)
    return [left + " " * gap + right] if gap > 1 else [*wrap(left, width), right]


def _hung(lead: str, text: str, width: int) -> list[str]:
    """A first line with a lead, the others under its text."""
    text = in_one_line(text)
    room = max(width - len(lead), 20)
    if len(text) <= room:
        return [lead + text]
    first, *rest = _wrapped(text, room)
    under = " " * len(lead)
    return [lead + first, *[under + line for line in rest]]
