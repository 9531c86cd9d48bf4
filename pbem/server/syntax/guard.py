"""The `#7` behind a line, which says for which turn it is."""

from __future__ import annotations


def split_guard(line: str) -> tuple[str, int | None]:
    """Return a line without the turn that it names at its end, and that turn.

    >>> split_guard("D4 1NE  #12 "), split_guard("D4 #"), split_guard("#1 #2")
    (('D4 1NE', 12), ('D4 #', None), ('#1', 2))
    """
    text, mark, number = line.rstrip().rpartition("#")
    if mark and number.isdecimal() and len(number) <= 6:
        return text.rstrip(), int(number)
    return line, None
