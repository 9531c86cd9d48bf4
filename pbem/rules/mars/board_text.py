"""The map drawn in text, three tiles wide at most.

Every tile takes 20 columns and 8 lines; halves that met are drawn once, on
the line between their tiles. A platform is its number, its icons and its
pawn, `6g>` or `1+b[B]`; a road is a line with the letter of its colour.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from pbem.rules.mars.map.board import Board, Bridge, Laid, Spot, survey
from pbem.rules.mars.map.colours import FACE, LETTER
from pbem.rules.mars.map.tiles import Box

WIDE, HIGH = 20, 8  #: characters of a tile
MARGIN = 3  #: half a label beyond the outermost platform
ACROSS = 3  #: tiles side by side in 72 columns

POINTS = {
    1: (5, 2), 2: (10, 0), 3: (15, 2),
    4: (0, 4), 5: (10, 4), 6: (20, 4),
    7: (5, 6), 8: (10, 8), 9: (15, 6),
}  # fmt: skip

#: between which platforms a road can be drawn, and which would be in its way
LINES: dict[tuple[int, int], frozenset[int]] = {
    pair: frozenset(between)
    for pair, between in {
        (1, 2): (), (2, 3): (), (1, 4): (), (4, 7): (),
        (3, 6): (), (6, 9): (), (7, 8): (), (8, 9): (),
        (1, 5): (), (3, 5): (), (5, 7): (), (5, 9): (),
        (2, 5): (), (4, 5): (), (5, 6): (), (5, 8): (),
        (1, 3): (), (1, 7): (), (3, 9): (), (7, 9): (),
        (2, 4): (1,), (2, 6): (3,), (4, 8): (7,), (6, 8): (9,),
        (1, 9): (5,), (3, 7): (5,), (2, 8): (5,), (4, 6): (5,),
    }.items()
}  # fmt: skip

Canvas = dict[tuple[int, int], str]


def icons(spot: Spot, spent: bool = False) -> str:
    """What is printed on a platform, in signs.

    >>> icons(Spot(11, factory="blue")), icons(Spot(12, pipe=True, trash=True))
    ('+b', '~#')
    """
    signs = ""
    if spot.beyond is not None:
        signs += LETTER[spot.explore] + "?"
    if spot.factory:
        signs += "+" + LETTER[spot.factory]
    if spot.site:
        signs += "*" + LETTER[spot.site]
    if spot.dome:
        signs += "D"
    if spot.timer and not spent:
        signs += "%"
    if spot.rocket:
        signs += "R"
    return signs + "~" * spot.pipe + "#" * spot.trash


def label(spot: Spot, pawn: str, spent: bool = False) -> str:
    """A platform as it is drawn, at most seven characters.

    >>> label(Spot(11, factory="blue"), "leaf")
    '1+b[G]'
    """
    face = f"[{FACE[pawn]}]" if pawn else ""
    return f"{spot.place % 10}{icons(spot, spent)}{face}"


@lru_cache(maxsize=512)
def _strips(
    box: Box,
    laid: tuple[Laid, ...],
    bridges: tuple[Bridge, ...],
    domes: tuple[int, ...],
) -> tuple[tuple[list[str], list[tuple[int, int, Spot]]], ...]:
    """For each strip its lines with roads only, and where platforms go in."""
    board = survey(box, laid, bridges, domes)
    strips = []
    for columns in _columns(board):
        canvas = _roads(board, columns)
        left, right = columns[0] * WIDE - MARGIN, (columns[-1] + 1) * WIDE + MARGIN
        rows = [y for _, y in canvas]
        top = min(rows)
        lines = [
            "".join(canvas.get((x, y), " ") for x in range(left, right + 1))
            for y in range(top, max(rows) + 1)
        ]
        spots = {
            (_point(board, name), spot.place): spot
            for spot in board.spots.values()
            for name in spot.names
            if board.laid[name // 10 - 1][1] in columns
        }
        where = [(y - top, x - left, spot) for ((x, y), _), spot in spots.items()]
        strips.append((lines, where))
    return tuple(strips)


def _roads(board: Board, columns: range) -> Canvas:
    """The corners, the tiles' names and the roads of a strip of the map."""
    canvas: Canvas = {}
    for (x, y), number in board.cells.items():
        if x in columns:
            left, top = x * WIDE, y * HIGH
            for corner in ((0, 0), (WIDE, 0), (0, HIGH), (WIDE, HIGH)):
                canvas[left + corner[0], top + corner[1]] = "+"
            _write(canvas, left + 1, top + 1, f"T{number}")
    for a, b, colour, oneway, bridge in board.drawn:
        inside = board.laid[a // 10 - 1][1] in columns
        if inside and board.at[a] != board.at[b]:
            _road(canvas, _point(board, a), _point(board, b), colour, oneway, bridge)
    return canvas


def _point(board: Board, place: int) -> tuple[int, int]:
    _, x, y, _ = board.laid[place // 10 - 1]
    dx, dy = POINTS[place % 10]
    return x * WIDE + dx, y * HIGH + dy


def _write(canvas: Canvas, x: int, y: int, text: str) -> None:
    for offset, sign in enumerate(text):
        canvas[x + offset, y] = sign


def _road(
    canvas: Canvas,
    a: tuple[int, int],
    b: tuple[int, int],
    colour: str,
    oneway: bool,
    bridge: bool,
) -> None:
    """A road from a to b: letter in the middle, an arrow at the far end."""
    letter = LETTER[colour] if colour else "."
    if a[1] == b[1]:
        _level(canvas, a, b, letter, oneway, bridge)
        return
    down = a[1] < b[1]
    (x1, y1), (x2, y2) = (a, b) if down else (b, a)
    slope = "|" if x1 == x2 else "\\" if x1 < x2 else "/"
    line = ("=" if colour else ".") if bridge else slope
    arrow = ("v" if down else "^") if oneway else ""
    middle = (y1 + y2) // 2
    for y in range(y1 + 1, y2):
        x = x1 + round((x2 - x1) * (y - y1) / (y2 - y1) + (0.01 if x2 > x1 else -0.01))
        if y != middle:
            far = y == (y2 - 1 if down else y1 + 1)
            canvas[x, y] = arrow if arrow and far else line
        elif y2 - y1 == 2:
            text = letter + (line if bridge else slope) + arrow
            _write(canvas, x - (1 if x2 < x1 else 0), y, text)
        else:
            canvas[x, y] = letter


def _level(
    canvas: Canvas,
    a: tuple[int, int],
    b: tuple[int, int],
    letter: str,
    oneway: bool,
    bridge: bool,
) -> None:
    (x1, y), (x2, _) = min(a, b), max(a, b)
    line = "-" if not bridge else "=" if letter != "." else "."
    for x in range(x1 + 4, x2 - 3):
        canvas[x, y] = line
    canvas[(x1 + x2) // 2, y] = letter
    if oneway:
        canvas[(x2 - 4, y) if a[0] < b[0] else (x1 + 4, y)] = "><"[a[0] > b[0]]


def draw(
    box: Box,
    laid: tuple[Laid, ...],
    bridges: tuple[Bridge, ...] = (),
    domes: tuple[int, ...] = (),
    pawns: tuple[tuple[int, str], ...] = (),
    spent: tuple[int, ...] = (),
) -> tuple[tuple[str, ...], ...]:
    """The map as strips of lines, each at most three tiles wide, west first."""
    stands = dict(pawns)
    strips = []
    for lines, where in _strips(box, laid, bridges, domes):
        drawn = [list(line) for line in lines]
        for row, column, spot in where:
            text = label(spot, stands.get(spot.place, ""), spot.place in spent)
            start = column - len(text) // 2
            drawn[row][start : start + len(text)] = text
        strips.append(tuple("".join(line).rstrip() for line in drawn))
    return tuple(strips)


def _columns(board: Board) -> list[range]:
    """The columns of tiles of each strip, about equally many."""
    west = min(x for x, _ in board.cells)
    width = max(x for x, _ in board.cells) - west + 1
    count = -(-width // ACROSS)
    ends = [west + width * index // count for index in range(count + 1)]
    return [range(a, b) for a, b in pairwise(ends)]
