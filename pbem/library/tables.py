"""The tables of backgammon in text: points with stacks, and the bar."""

from __future__ import annotations

from pbem.kit.text_grid import TextGrid
from pbem.library.grid import Grid

HIGH = 5  #: pieces of a stack that are drawn; of a higher one its number is written


def place(point: int) -> tuple[int, int]:
    """Return the column (0 to 11) and the row (0: above) of a point of White's."""
    return (point - 13, 0) if point > 12 else (12 - point, 1)


def draw(grid: Grid, last: tuple[str, ...]) -> list[str]:
    """Return the board as White sees it, with the numbers of both sides; points of the
    last turn are in brackets."""
    drawing = TextGrid(54, 2 * HIGH + 5)
    bottom = 2 * HIGH + 2
    for name, (column, row) in grid.cells.items():
        x = 9 + 3 * column + (6 if column > 5 else 0)
        edge, inward = (2, 1) if row == 0 else (bottom, -1)
        drawing.put(x - (len(name) > 1), edge - 2 * inward, name)
        other = str(25 - int(name))
        drawing.put(x - (len(other) > 1), edge - inward, other)
        piece = grid.pieces.get(name)
        for step in range(min(piece.number, HIGH) if piece else 0):
            assert piece is not None
            drawing.put(x, edge + step * inward, piece.letter)
        if piece is None:
            drawing.put(x, edge, ".")
        elif piece.number > HIGH:
            drawing.put(x, edge + (HIGH - 1) * inward, str(piece.number))
        if name in last:
            drawing.put(x - 1, edge, "[")
            drawing.put(x + 1, edge, "]")
    for row in range(2, bottom + 1):
        drawing.put(26, row, "|   |")
    white, black = grid.stores
    for row, count, sign in ((3, black, "x"), (bottom - 1, white, "o")):
        if count:
            drawing.put(27, row, f"{count}{sign}".center(3))
    for row, text in ((0, "White"), (1, "Black"), (bottom + 1, "Black"),
                      (bottom + 2, "White")):  # fmt: skip
        drawing.put(0, row, text)
    return list(drawing.lines())
