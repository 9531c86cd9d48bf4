"""The magics of Magic Arena as the naive referee knows them."""

from __future__ import annotations

from typing import Any

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
TYPES = {"F": "fire", "W": "water", "E": "earth", "A": "air"}

#: By type and number: cost, damage, what it is aimed at, the name in full.
MAGICS = {
    "F1": (1, 2, "direction", "FLAME THROWER"),
    "F2": (7, 4, "", "FIRE CROSS"),
    "F3": (10, 5, "", "FIRE STAR"),
    "F4": (14, 6, "", "FIRE STORM"),
    "F5": (12, 8, "", "METEOR"),
    "W1": (2, 1, "corner", "TIDE"),
    "W2": (3, 4, "", "FLUSH"),
    "W3": (9, 4, "corner", "FLOOD"),
    "W4": (13, 5, "", "ICE STORM"),
    "W5": (3, 0, "square", "SAIL"),
    "E1": (2, 2, "line", "ROLLING STONE"),
    "E2": (6, 3, "", "QUAKE"),
    "E3": (7, 3, "corner", "QUARTER OF EARTH"),
    "E4": (12, 7, "square", "VOLCANO"),
    "E5": (2, 0, "", "BURROW"),
    "A1": (1, 4, "square", "LIGHTNING"),
    "A2": (4, 3, "square", "TORNADO"),
    "A3": (13, 5, "square", "HURRICANE"),
    "A4": (18, 7, "square", "THUNDER STORM"),
    "A5": (4, 0, "square", "FLY"),
    "W": (11, 3, "", "WHITE STORM"),
    "B": (11, 3, "", "BLACK STORM"),
}
MOVING = ("W5", "E5", "A5")
#: By name: cost, hit points that come back.
HEALINGS = {"H1": (7, 1), "H2": (12, 3), "H3": (18, 5), "H4": (25, 8)}
DIRECTIONS = {
    "N": (0, 1),
    "NE": (1, 1),
    "E": (1, 0),
    "SE": (1, -1),
    "S": (0, -1),
    "SW": (-1, -1),
    "W": (-1, 0),
    "NW": (-1, 1),
}
CORNERS = ("NE", "SE", "SW", "NW")

Square = tuple[int, int]  # column and row, from 1


def hit(size: int, here: Square, there: Square, magic: str, target: Any) -> int:
    """The damage that a magic does to a player there, its caster being here."""
    damage = MAGICS[magic][1]
    across, up = there[0] - here[0], there[1] - here[1]
    straight = across == 0 or up == 0
    dark = (there[0] + there[1]) % 2 == 0
    half = size // 2
    if magic == "F1":
        dx, dy = target
        ray = [(here[0] + n * dx, here[1] + n * dy) for n in range(1, size)]
        struck = there in ray
    elif magic == "F2":
        struck = straight
    elif magic == "F3":
        struck = straight or abs(across) == abs(up)
    elif magic in ("F4", "B"):
        struck = dark
    elif magic in ("W4", "W"):
        struck = not dark
    elif magic == "F5":
        struck = far(here, there) <= 1
    elif magic == "W1":
        struck = depth(size, target, there) <= half + 1
    elif magic == "W3":
        struck = depth(size, target, there) <= half + 3
    elif magic == "W2":
        struck = middle(size, there, 2)
    elif magic == "E1":
        struck = there[1] == target or LETTERS[there[0] - 1] == target
    elif magic == "E2":
        struck = middle(size, there, half if half % 2 == 0 else half + 1)
    elif magic == "E3":
        north, east = there[1] > half, there[0] > half
        struck = target == ("N" if north else "S") + ("E" if east else "W")
    elif magic == "E4":
        struck = far(target, there) <= 2
        damage = {0: 7, 1: 5, 2: 3}.get(far(target, there), 0)
    else:
        reach = {"A1": 0, "A2": 1, "A3": 2, "A4": 3}[magic]
        struck = far(target, there) <= reach
    return damage if struck else 0


def depth(size: int, corner: str, square: Square) -> int:
    """Column and row together, counted from a corner."""
    column, row = square
    if "E" in corner:
        column = size + 1 - column
    if "N" in corner:
        row = size + 1 - row
    return column + row


def middle(size: int, square: Square, side: int) -> bool:
    """Whether a square lies in the middle block of so many squares a side."""
    first = size // 2 - side // 2 + 1
    return all(first <= x < first + side for x in square)


def far(one: Square, other: Square) -> int:
    """Steps from one square to another, diagonal ones too."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
