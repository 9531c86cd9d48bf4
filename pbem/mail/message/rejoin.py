"""Lines that a mail program broke in its plain text, and not in its HTML."""

from __future__ import annotations

from collections.abc import Iterable

_MIN_COLUMNS = 65  #: columns; who wraps does not wrap earlier
_MAX_LINES = 12  #: broken lines that are put together again


def rejoin(plain: str, markup: Iterable[str]) -> str:
    """Return the plain text with those lines whole that are whole in the HTML.

    >>> long = "gm friday #1 replace Bob with dot@d.example because nobody was on the"
    >>> rejoin(f"{long}\\nlist\\nD4", [f"{long} list", "D4"]) == f"{long} list\\nD4"
    True
    >>> rejoin(f"{long}\\nlist", [long, "list"]) == f"{long}\\nlist"
    True
    """
    whole = {" ".join(line.split()) for line in markup}
    lines = plain.split("\n")
    found: list[str] = []
    at = 0
    while at < len(lines):
        length = 1
        if broken(lines, at) and " ".join(lines[at].split()) not in whole:
            length = _length(lines, at, whole)
        if length > 1:
            found.append(" ".join(" ".join(lines[at : at + length]).split()))
        else:
            found.append(lines[at])
        at += length
    return "\n".join(found)


def broken(lines: list[str], at: int) -> bool:
    """Return whether a line may go on in the next, whose first word had no room."""
    if at + 1 >= len(lines) or lines[at][:1] == ">":
        return False
    words = lines[at + 1].split(maxsplit=1)
    return bool(words) and len(lines[at].rstrip()) + 1 + len(words[0]) > _MIN_COLUMNS


def _length(lines: list[str], at: int, whole: set[str]) -> int:
    joined = lines[at]
    for length in range(2, _MAX_LINES + 1):
        if not broken(lines, at + length - 2):
            return 1
        joined = f"{joined} {lines[at + length - 1]}"
        if " ".join(joined.split()) in whole:
            return length
    return 1
