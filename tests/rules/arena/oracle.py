"""The areas of all magics said a second time, square by square, from the text.

A square is a pair (column, row), both from 1; nothing here uses the rules.
"""

from __future__ import annotations

from collections.abc import Iterator

Square = tuple[int, int]

STEPS = {
    "N": (0, 1), "NE": (1, 1), "E": (1, 0), "SE": (1, -1),
    "S": (0, -1), "SW": (-1, -1), "W": (-1, 0), "NW": (-1, 1),
}  # fmt: skip
COSTS = {
    "F1": 1, "F2": 7, "F3": 10, "F4": 14, "F5": 12,
    "W1": 2, "W2": 3, "W3": 9, "W4": 13, "W5": 3,
    "E1": 2, "E2": 6, "E3": 7, "E4": 12, "E5": 2,
    "A1": 1, "A2": 4, "A3": 13, "A4": 18, "A5": 4,
    "W": 11, "B": 11,
}  # fmt: skip
FLAT = {
    "F1": 2, "F2": 4, "F3": 5, "F4": 6, "F5": 8, "W1": 1, "W2": 4, "W3": 4,
    "W4": 5, "E1": 2, "E2": 3, "E3": 3, "A1": 4, "A2": 3, "A3": 5, "A4": 7,
    "W": 3, "B": 3,
}  # fmt: skip
RADIUS = {"A1": 0, "A2": 1, "A3": 2, "A4": 3}


def board(size: int) -> Iterator[Square]:
    """All squares of a board."""
    return ((x, y) for x in range(1, size + 1) for y in range(1, size + 1))


def read(name: str) -> Square:
    """A square by its name."""
    return ord(name[0]) - 64, int(name[1:])


def targets(key: str, size: int) -> list[str]:
    """All that a magic can be aimed at."""
    letters = [chr(64 + x) for x in range(1, size + 1)]
    if key == "F1":
        return list(STEPS)
    if key in ("W1", "W3", "E3"):
        return ["NE", "NW", "SE", "SW"]
    if key == "E1":
        return [*letters, *(str(y) for y in range(1, size + 1))]
    if key in RADIUS or key == "E4":
        return [f"{x}{y}" for x in letters for y in range(1, size + 1)]
    return [""]


def hurt(key: str, target: str, caster: Square, square: Square, size: int) -> int:
    """The damage of one cast on one square."""
    if key == "E4":
        away = _away(read(target), square)
        return (7, 5, 3)[away] if away <= 2 else 0
    return FLAT[key] if _is_hit(key, target, caster, square, size) else 0


def _away(one: Square, other: Square) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def _is_hit(key: str, target: str, caster: Square, square: Square, size: int) -> bool:
    x, y = square
    dx, dy = x - caster[0], y - caster[1]
    if key == "F1":
        step = STEPS[target]
        return any((dx, dy) == (step[0] * n, step[1] * n) for n in range(1, size))
    if key == "F2":
        return dx == 0 or dy == 0
    if key == "F3":
        return dx == 0 or dy == 0 or abs(dx) == abs(dy)
    if key == "F5":
        return _away(caster, square) <= 1
    if key in ("F4", "B"):
        return (x + y) % 2 == 0
    if key in ("W4", "W"):
        return (x + y) % 2 == 1
    if key in ("W1", "W3"):
        # Seen from its corner, column and row add up to half the board and one.
        across = x if target[1] == "W" else size + 1 - x
        up = y if target[0] == "S" else size + 1 - y
        return across + up <= size // 2 + (1 if key == "W1" else 3)
    if key == "E3":
        east, north = x > size // 2, y > size // 2
        return target == ("N" if north else "S") + ("E" if east else "W")
    if key == "E1":
        return y == int(target) if target.isdigit() else x == ord(target) - 64
    if key in ("W2", "E2"):
        side = 2 if key == "W2" else _nearest_even(size)
        edge = (size - side) // 2
        return edge < x <= size - edge and edge < y <= size - edge
    return _away(read(target), square) <= RADIUS[key]


def _nearest_even(size: int) -> int:
    """The even number nearest to half the board, the larger of two (A23)."""
    return max(range(2, size, 2), key=lambda side: (-abs(side - size / 2), side))
