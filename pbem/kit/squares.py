"""Geometry of square boards, and their drawing in text.

A square is an index: rank * size + file, both from 0, A1 (south-west) first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

#: Directions as steps of file and rank, by the points of the compass (A13).
COMPASS = {
    "N": (0, 1),
    "NE": (1, 1),
    "E": (1, 0),
    "SE": (1, -1),
    "S": (0, -1),
    "SW": (-1, -1),
    "W": (-1, 0),
    "NW": (-1, 1),
}

ROOMY = 20  #: the largest board that is drawn with three columns a square
_MARGIN = 3  #: columns to the left of a board, with the numbers of its ranks

_NAME = re.compile(r"([A-Z])([1-9][0-9]?)")


def name(square: int, size: int) -> str:
    """The name of a square.

    >>> name(0, 8), name(35, 8)
    ('A1', 'D5')
    """
    rank, file = divmod(square, size)
    return f"{chr(65 + file)}{rank + 1}"


def find(text: str, size: int) -> int | None:
    """The square of a name in letters of any size, or None if it is not on the board.

    >>> find("D5", 8), find("d5", 8), find("I1", 8), find("A9", 8)
    (35, 35, None, None)
    """
    match = _NAME.fullmatch(text.upper())
    if match is None:
        return None
    file, rank = ord(match[1]) - 65, int(match[2]) - 1
    return rank * size + file if file < size and rank < size else None


def at(text: str, size: int) -> int:
    """The square of a name that is on the board. Raises KeyError for others."""
    square = find(text, size)
    if square is None:
        raise KeyError(text)
    return square


def ray(square: int, direction: str, size: int) -> tuple[int, ...]:
    """The squares from the next one to the edge.

    >>> [name(s, 8) for s in ray(find("F6", 8), "NE", 8)]
    ['G7', 'H8']
    """
    rank, file = divmod(square, size)
    step_file, step_rank = COMPASS[direction]
    found: list[int] = []
    while True:
        rank, file = rank + step_rank, file + step_file
        if not (0 <= rank < size and 0 <= file < size):
            return tuple(found)
        found.append(rank * size + file)


def draw(size: int, pieces: Mapping[int, str]) -> list[str]:
    """The board in text, north at the top; dark squares are colons, light ones dots.

    What stands on a square is one character or two, on a large board one.

    >>> for line in draw(2, {0: "A"}): print(line)
         A  B
      2  .  :  2
      1  A  .  1
         A  B
    """
    wide, blank, places = _blank(size)
    lines = [*blank]
    for square, text in pieces.items():
        row, start, end = places[square]
        line = lines[row]
        lines[row] = line[:start] + text.rjust(wide) + line[end:]
    return lines


def _blank(size: int) -> tuple[int, tuple[str, ...], list[tuple[int, int, int]]]:
    """The width of a square, the lines of a board on which nothing stands, and of each
    square its line, and where it begins and ends there."""
    wide = 3 if size <= ROOMY else 2
    files = "".join(f"{chr(65 + file):>{wide}}" for file in range(size))
    lines = [f"{'':{_MARGIN}}{files}"]
    for rank in range(size - 1, -1, -1):
        row = (f"{'.' if (rank + file) % 2 else ':':>{wide}}" for file in range(size))
        lines.append(f"{rank + 1:>{_MARGIN}}{''.join(row)}  {rank + 1}")
    places = []
    for square in range(size * size):
        rank, file = divmod(square, size)
        start = _MARGIN + wide * file
        places.append((size - rank, start, start + wide))
    return wide, (*lines, lines[0]), places
