"""The map drawn in text, three tiles wide at most.

Every tile takes 20 columns and 8 lines; halves that met are drawn once, on
the line between their tiles. A platform is its number, its icons and its
pawn, `6g>` or `1+b[B]`; a road is a line with the letter of its colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from pbem.rules.mars.map.board import Board
from pbem.rules.mars.map.colours import FACE, LETTER
from pbem.rules.mars.map.pieces import Form, Piece, Spot, show
from pbem.rules.mars.map.places import STEP
from pbem.rules.mars.map.tiles import POINTS

TILE_COLUMNS, TILE_LINES = 20, 8  #: characters of a tile
MARGIN_COLUMNS = 3  #: half a label beyond the outermost platform
MAX_TILES_ACROSS = 3  #: side by side in 72 columns
MAX_KEPT_MAPS = 512  #: maps whose lines are kept in memory
MAX_KEPT_PARTS = 4096  #: tiles and platforms that are

_MARGIN = " " * (MARGIN_COLUMNS + 1)
_MIDDLE = TILE_LINES // 2 - 1  #: of the lines within a tile
_EMPTY = (" " * TILE_COLUMNS,) * (TILE_LINES - 1)  #: where no tile lies

#: Column and line to the character there.
Canvas = dict[tuple[int, int], str]
#: What stands on a line: column, place and label.
Names = tuple[tuple[int, int, str], ...]


def icons(spot: Spot, spent: bool = False) -> str:
    """Return what is printed on a platform, in signs; used timers vanish (Z26).

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
    """Return a platform as it is drawn, at most seven characters.

    >>> label(Spot(11, factory="blue"), "leaf")
    '1+b[G]'
    """
    face = f"[{FACE[pawn]}]" if pawn else ""
    return f"{spot.place % 10}{icons(spot, spent)}{face}"


def draw(
    board: Board,
    pawns: Iterable[tuple[int, str]] = (),
    spent: tuple[int, ...] = (),
) -> tuple[tuple[str, ...], ...]:
    """Return the map as strips of lines, each at most three tiles wide, west first."""
    stands = dict(pawns)
    labels: dict[int, str] = {}  #: of what is not as it was laid, at all its names
    inside: dict[int, list[tuple[int, str]]] = {}  #: those of them in each tile
    for place in (*stands, *(place for place in spent if place not in stands)):
        if (spot := board.spots.get(place)) is not None:
            text = label(spot, stands.get(place, ""), place in spent)
            for name in spot.names:
                labels[name] = text
                inside.setdefault(name // 10, []).append((name % 10, text))
    return tuple(tuple(_lines(bands, labels, inside)) for bands in _strips(board))


class _Band(NamedTuple):
    """A row of tiles in a strip, with the line above them."""

    line: str  #: above the tiles, their corners only
    above: Names  #: names on it: column, place and label
    pieces: tuple[
        Piece | None, ...
    ]  #: the tiles from west to east; none: no row follows
    beside: Names  #: the names between tiles, likewise


def _lines(
    bands: Iterable[_Band],
    labels: dict[int, str],
    inside: dict[int, list[tuple[int, str]]],
) -> Iterator[str]:
    """Yield the lines of a strip."""
    for line, above, pieces, beside in bands:
        yield _labelled(line, above, labels)
        if pieces:
            drawn = [
                _inside(piece, tuple(inside.get(piece.number, ()))) if piece else _EMPTY
                for piece in pieces
            ]
            rows = [_MARGIN + "".join(parts) for parts in zip(*drawn, strict=True)]
            rows[_MIDDLE] = _labelled(rows[_MIDDLE] + _MARGIN[1:], beside, labels)
            yield from map(str.rstrip, rows)


def _labelled(line: str, names: Names, labels: dict[int, str]) -> str:
    """Return a line with the labels of the platforms on it."""
    for column, place, bare in names:
        text = labels.get(place, bare)
        start = column - len(text) // 2
        line = line[:start] + text + line[start + len(text) :]
    return line.rstrip()


@lru_cache(maxsize=MAX_KEPT_MAPS)
def _strips(board: Board) -> tuple[tuple[_Band, ...], ...]:
    """Return the strips of a map, as rows of tiles."""
    return tuple([tuple(_bands(board, columns)) for columns in _columns(board)])


def _columns(board: Board) -> list[range]:
    """Return the columns of tiles of each strip, about equally many."""
    west = min(x for x, _ in board.cells)
    width = max(x for x, _ in board.cells) - west + 1
    count = -(-width // MAX_TILES_ACROSS)
    ends = [west + width * index // count for index in range(count + 1)]
    return [range(a, b) for a, b in pairwise(ends)]


def _bands(board: Board, columns: range) -> Iterator[_Band]:
    """Yield the rows of tiles of a strip, and the line below the last of them."""
    pieces, cells = board.pieces, board.cells
    levels = [y for x, y in cells if x in columns]
    over: list[int] = [0] * len(columns)
    for y in range(min(levels), max(levels) + 2):
        here = [cells.get((x, y), 0) for x in columns]
        line = [" "] * (len(columns) * TILE_COLUMNS + 2 * MARGIN_COLUMNS + 1)
        above: dict[int, tuple[int, str]] = {}
        beside: dict[int, tuple[int, str]] = {}
        west = MARGIN_COLUMNS
        for tile, other in zip(here, over, strict=True):
            east = west + TILE_COLUMNS
            if tile or other:
                line[west] = line[east] = "+"
            if other:
                _name(board, above, west + POINTS[8][0], other * 10 + 8)
            if tile:
                _name(board, above, west + POINTS[2][0], tile * 10 + 2)
                _name(board, beside, west, tile * 10 + 4)
                _name(board, beside, east, tile * 10 + 6)
            west = east
        yield _Band(
            "".join(line),
            tuple([(column, *name) for column, name in above.items()]),
            tuple([pieces[n - 1] if n else None for n in here])
            if y <= max(levels)
            else (),
            tuple([(column, *name) for column, name in beside.items()]),
        )
        over = here


def _name(
    board: Board, names: dict[int, tuple[int, str]], column: int, place: int
) -> None:
    """Note the label of a platform, if there is one, in its column."""
    goes_by = board.at.get(place)
    if goes_by is not None:
        names[column] = place, _bare(board.spots[goes_by])


@lru_cache(maxsize=MAX_KEPT_PARTS)
def _bare(spot: Spot) -> str:
    return label(spot, "")


@lru_cache(maxsize=MAX_KEPT_PARTS)
def _inside(piece: Piece, labels: tuple[tuple[int, str], ...]) -> tuple[str, ...]:
    """Return the lines between a tile's upper and lower border, all but the first
    character of each; `labels`: those of platforms that are not as it was laid."""
    first, *others = _unnumbered(piece.form, labels)
    name = f"T{piece.number}"
    return name + first[len(name) :], *others


@lru_cache(maxsize=MAX_KEPT_PARTS)
def _unnumbered(form: Form, labels: tuple[tuple[int, str], ...]) -> list[str]:
    texts, lines = dict(labels), [*_roads(form)]
    for key, bare in _inner(form):
        column, row = POINTS[key]
        text = texts.get(key, bare)
        start = column - len(text) // 2 - 1
        line = lines[row - 1]
        lines[row - 1] = line[:start] + text + line[start + len(text) :]
    return lines


@lru_cache(maxsize=MAX_KEPT_PARTS)
def _inner(form: Form) -> list[tuple[int, str]]:
    """Return the labels of the platforms that no other tile touches, by their keys."""
    found: dict[int, Spot] = {}
    for key, platform in form.platforms:
        if key not in STEP:
            goes_by = form.at[key]
            show(found.setdefault(goes_by, Spot(goes_by)), key, platform, form.domed)
    return [(key, label(spot, "")) for spot in found.values() for key in spot.names]


@lru_cache(maxsize=MAX_KEPT_PARTS)
def _roads(form: Form) -> list[str]:
    """Return the lines of a tile with its roads only."""
    canvas: Canvas = {}
    for a, b, colour, oneway, bridge in form.roads:
        if form.at[a] != form.at[b]:
            ends = POINTS[a], POINTS[b]
            draw_road = _level_road if ends[0][1] == ends[1][1] else _steep_road
            draw_road(canvas, *ends, LETTER.get(colour, "."), oneway, bridge)
    return [
        "".join(canvas.get((x, y), " ") for x in range(1, TILE_COLUMNS + 1))
        for y in range(1, TILE_LINES)
    ]


def _write(canvas: Canvas, x: int, y: int, text: str) -> None:
    for offset, sign in enumerate(text):
        canvas[x + offset, y] = sign


def _steep_road(
    canvas: Canvas,
    a: tuple[int, int],
    b: tuple[int, int],
    letter: str,
    oneway: bool,
    bridge: bool,
) -> None:
    """Draw a road from a to b: its letter in the middle, an arrow at the far end."""
    down = a[1] < b[1]
    (x1, y1), (x2, y2) = (a, b) if down else (b, a)
    slope = "|" if x1 == x2 else "\\" if x1 < x2 else "/"
    line = ("." if letter == "." else "=") if bridge else slope
    arrow = ("v" if down else "^") if oneway else ""
    middle = (y1 + y2) // 2
    for y in range(y1 + 1, y2):
        x = x1 + round((x2 - x1) * (y - y1) / (y2 - y1) + (0.01 if x2 > x1 else -0.01))
        if y != middle:
            far = y == (y2 - 1 if down else y1 + 1)
            canvas[x, y] = arrow if arrow and far else line
        elif y2 - y1 == 2:
            _write(canvas, x - (x2 < x1), y, letter + line + arrow)
        else:
            canvas[x, y] = letter


def _level_road(
    canvas: Canvas,
    a: tuple[int, int],
    b: tuple[int, int],
    letter: str,
    oneway: bool,
    bridge: bool,
) -> None:
    """Draw a road between platforms on one line, likewise."""
    (x1, y), (x2, _) = min(a, b), max(a, b)
    line = "-" if not bridge else "." if letter == "." else "="
    for x in range(x1 + 4, x2 - 3):
        canvas[x, y] = line
    canvas[(x1 + x2) // 2, y] = letter
    if oneway:
        canvas[(x2 - 4, y) if a[0] < b[0] else (x1 + 4, y)] = "><"[a[0] > b[0]]
