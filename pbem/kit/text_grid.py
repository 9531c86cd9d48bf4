"""A drawing in text: characters put at columns and lines."""

from __future__ import annotations


class TextGrid:
    """So many columns and lines of spaces to draw on, counted from 0.

    >>> grid = TextGrid(8, 2)
    >>> grid.put(2, 0, "a-b")
    >>> grid.put_centred(8, 1, "wide")
    >>> grid.lines()
    ('  a-b', '    wide')
    """

    def __init__(self, columns: int, lines: int) -> None:
        self._columns = columns
        self._rows = [[" "] * columns for _ in range(lines)]

    def put(self, column: int, line: int, text: str) -> None:
        """Write a text from a column on; it must fit into the line."""
        self._rows[line][column : column + len(text)] = text

    def put_centred(self, column: int, line: int, text: str) -> None:
        """Write a text with its middle in a column, or as near as the line has room."""
        start = min(column - len(text) // 2, self._columns - len(text))
        self.put(max(0, start), line, text)

    def rows(self) -> list[str]:
        """Return the lines, all of one length."""
        return ["".join(row) for row in self._rows]

    def lines(self) -> tuple[str, ...]:
        """Return the lines, without the spaces at their ends."""
        return tuple(map(str.rstrip, self.rows()))
