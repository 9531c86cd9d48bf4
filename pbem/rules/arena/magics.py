"""The magics of Magic Arena: what each costs, wants and reaches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from pbem.kit import squares
from pbem.rules.arena import areas

SCHOOLS = ("fire", "water", "earth", "air")
LETTERS = {school[0].upper(): school for school in SCHOOLS}  #: "F": "fire"
CORNERS = ("NE", "NW", "SE", "SW")
HEALING = {1: (7, 1), 2: (12, 3), 3: (18, 5), 4: (25, 8)}  #: level: cost, hit points


@dataclass(frozen=True, slots=True)
class Magic:
    """One magic, and what must be named as its target."""

    key: str  #: "F1", "W5", "W" and "B" for the storms
    name: str
    cost: int  #: magic points
    wants: str = ""  #: "direction", "corner", "line", "square", or nothing
    damage: int = 0  #: hit points; of a volcano, in its middle
    moves: bool = False  #: a movement magic (A3)

    @property
    def school(self) -> str:
        """The type of magic that it belongs to; none for the two storms (A14)."""
        return LETTERS[self.key[0]] if len(self.key) > 1 else ""


_TABLE = (
    Magic("F1", "Flame Thrower", 1, "direction", 2),
    Magic("F2", "Fire Cross", 7, "", 4),
    Magic("F3", "Fire Star", 10, "", 5),
    Magic("F4", "Fire Storm", 14, "", 6),
    Magic("F5", "Meteor", 12, "", 8),
    Magic("W1", "Tide", 2, "corner", 1),
    Magic("W2", "Flush", 3, "", 4),
    Magic("W3", "Flood", 9, "corner", 4),
    Magic("W4", "Ice Storm", 13, "", 5),
    Magic("W5", "Sail", 3, "square", moves=True),
    Magic("E1", "Rolling Stone", 2, "line", 2),
    Magic("E2", "Quake", 6, "", 3),
    Magic("E3", "Quarter of Earth", 7, "corner", 3),
    Magic("E4", "Volcano", 12, "square", 7),
    Magic("E5", "Burrow", 2, "", moves=True),
    Magic("A1", "Lightning", 1, "square", 4),
    Magic("A2", "Tornado", 4, "square", 3),
    Magic("A3", "Hurricane", 13, "square", 5),
    Magic("A4", "Thunder Storm", 18, "square", 7),
    Magic("A5", "Fly", 4, "square", moves=True),
    Magic("W", "White Magic Storm", 11, "", 3),
    Magic("B", "Black Magic Storm", 11, "", 3),
)
MAGICS = {magic.key: magic for magic in _TABLE}

#: The words that name a magic in full, in capitals (A22), to its key.
NAMES = {magic.name.upper(): magic.key for magic in _TABLE} | {
    "TUNDER STORM": "A4",
    "WHITE STORM": "W",
    "BLACK STORM": "B",
}


# A fact of the board, asked for by every order: the replay of a long game waits for it.
@cache
def targets(wants: str, size: int) -> Mapping[str, None]:
    """Return all that can be named as a target, in order.

    A square aimed at must be on the board (A11).

    >>> "H" in targets("line", 8), "I" in targets("line", 8)
    (True, False)
    """
    match wants:
        case "direction":
            return dict.fromkeys(squares.COMPASS)
        case "corner":
            return dict.fromkeys(CORNERS)
        case "line":
            columns = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:size]
            return dict.fromkeys((*columns, *map(str, range(1, size + 1))))
        case "square":
            board = range(size * size)
            return dict.fromkeys(squares.name(square, size) for square in board)
    return {"": None}


# A fact of the board. A bot asks for it in every playout of its answer.
@cache
def reach(key: str, target: str, origin: int, size: int) -> dict[int, int]:
    """Return the squares that a magic hits, with the damage on each.

    `origin` is the caster's square, where it matters. What an area would cover
    beyond the edge is lost (A11).
    """
    damage = MAGICS[key].damage
    if key == "E4":
        middle = squares.at(target, size)
        rings = {square: 3 for square in areas.around(middle, 2, size)}
        rings.update(dict.fromkeys(areas.around(middle, 1, size), 5))
        return {**rings, middle: damage}
    return dict.fromkeys(_area(key, target, origin, size), damage)


def _area(key: str, target: str, origin: int, size: int) -> tuple[int, ...]:
    """Return the squares of a magic that does the same damage everywhere.

    The Thrower begins on the next square, so it spares those on the caster's;
    Cross, Star and Meteor do not (A10). North is the last row, east the last
    column (A13). Storms go by the colour of A1, which is dark (A14).
    """
    half = size // 2
    match key:
        case "F1":
            return squares.ray(origin, target, size)
        case "F2":
            return _rays(origin, ("N", "E", "S", "W"), size)
        case "F3":
            return _rays(origin, tuple(squares.COMPASS), size)
        case "F5":
            return areas.around(origin, 1, size)
        case "F4" | "B" | "W4" | "W":
            dark = key in ("F4", "B")
            board = range(size * size)
            return tuple(s for s in board if areas.is_dark(s, size) == dark)
        case "W1":
            return areas.corner(target, half, size)
        case "W3":
            return areas.corner(target, half + 2, size)
        case "W2":
            return _middle(2, size)
        case "E2":
            # The even side nearest to half the board, the larger of two (A23).
            return _middle(2 * ((size + 2) // 4), size)
        case "E1":
            return _line(target, size)
        case "E3":
            low, high = (0, half - 1), (half, size - 1)
            files = high if target[1] == "E" else low
            return areas.block(files, high if target[0] == "N" else low, size)
    radius = {"A1": 0, "A2": 1, "A3": 2, "A4": 3}[key]
    return areas.around(squares.at(target, size), radius, size)


def _rays(origin: int, points: tuple[str, ...], size: int) -> tuple[int, ...]:
    """Return every square in these directions, and the one that they start from."""
    found = (square for p in points for square in squares.ray(origin, p, size))
    return (origin, *found)


def _middle(side: int, size: int) -> tuple[int, ...]:
    """Return the square block in the middle of the board; sides are even (A25)."""
    low = (size - side) // 2
    span = (low, low + side - 1)
    return areas.block(span, span, size)


def _line(target: str, size: int) -> tuple[int, ...]:
    """Return a row or a column."""
    if target.isdecimal():
        rank = int(target) - 1
        return areas.block((0, size - 1), (rank, rank), size)
    file = ord(target) - 65
    return areas.block((file, file), (0, size - 1), size)
