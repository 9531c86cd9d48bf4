"""Lines of a page as plain text, no wider than asked."""

from __future__ import annotations

from collections.abc import Sequence

WIDTH = 72  #: columns of a text report
_INDENT = "  "
_BREAK = f"\n{_INDENT}"
_WIDEST_TERM = 20  #: columns that all terms of a block are given at most
_LEAST_ROOM = 20  #: columns for what is behind a lead, however wide that is


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


def numbered(text: str, number: int) -> str:
    """A line of a plan as a row of a drawing, a long one as several.

    >>> numbered("if Bob: D4 then E5", 1)
    '|  1  if Bob: D4 then E5'
    >>> [len(row) for row in numbered("  then " + "D4 " * 30, 2).split("\\n")]
    [69, 42]
    """
    bare = text.lstrip()
    blanks = text[: min(len(text) - len(bare), 30)]
    room = 66 - len(blanks)
    long = len(bare) > room
    first, *more = _wrapped(in_one_line(bare), room - 2) if long else [bare]
    rows = [f"| {number:2d}  {blanks}{first}"]
    return "\n".join([*rows, *(f"|       {blanks}{line}" for line in more)])


def rows(lines: Sequence[str]) -> list[tuple[str, str]]:
    """The terms and texts of rows."""
    parts = [line.partition(" :: ") for line in lines]
    return [(term.strip(), text.strip()) for term, _, text in parts]


def headings(kind: str, lines: Sequence[str], width: int) -> list[str]:
    """The lines of titles ("=") and headings ("==")."""
    wrapped = _titled if kind == "=" else wrap
    return [one for line in lines for one in wrapped(line, width)]


def drawn(lines: Sequence[str]) -> str:
    """A drawing as text, none of whose lines ends in blanks."""
    if "" in lines:
        return "\n".join([_INDENT + line if line else "" for line in lines])
    return _INDENT + _BREAK.join(lines)


def plain(kind: str, lines: Sequence[str], width: int) -> str:
    """A block as text, no line of which ends in blanks; drawings keep their lines."""
    if kind == "*":
        return _rows(lines, width)
    if kind == "|":
        return drawn([line.rstrip() for line in lines])
    if kind == "-":
        lead = _INDENT + "- "
        return "\n".join([_hung(lead, in_one_line(line), width) for line in lines])
    if kind == "":
        text = in_one_line(" ".join(lines))
        if len(text) <= width - len(_INDENT):
            return f"{_INDENT}{text}".rstrip()
        return _INDENT + _BREAK.join(_wrapped(text, width - len(_INDENT)))
    return "\n".join([line.rstrip() for line in headings(kind, lines, width)])


def _rows(lines: Sequence[str], width: int) -> str:
    parts = [(term, in_one_line(text)) for term, text in rows(lines)]
    column = min(max([len(term) for term, _ in parts]), _WIDEST_TERM)
    room = width - column - 2 * len(_INDENT)
    found = []
    for term, text in parts:
        lead = _INDENT + term.ljust(column) + _INDENT
        if len(text) <= room and text and len(term) <= column:
            found.append(lead + text)
        else:
            found.append(_hung(lead, text, width))
    return "\n".join(found)


def _titled(line: str, width: int) -> list[str]:
    """A title with what stands to its right, or above it where there is no room."""
    left, _, right = line.partition(" :: ")
    gap = width - len(left) - len(right)
    return [left + " " * gap + right] if gap > 1 else [*wrap(left, width), right]


def _hung(lead: str, text: str, width: int) -> str:
    """A first line with a lead, the others under its text."""
    if not text:
        return lead.rstrip()
    room = width - len(lead)
    if len(text) <= room:
        return lead + text
    room = max(room, _LEAST_ROOM)
    return lead + ("\n" + " " * len(lead)).join(_wrapped(text, room))
