"""The boards of Magma, read from their pictures."""

from __future__ import annotations

import math
import tomllib
from pathlib import Path

BOARDS = Path(__file__).parents[2] / "games" / "magma" / "boards"
#: From a cell of a picture to the next in each direction: lines down, marks across.
WAYS = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)]

Spot = tuple[int, int]  # line and mark of the picture


class Board:
    """The cells of a board by their names, and its homes clockwise from the top."""

    def __init__(self, name: str) -> None:
        picture = tomllib.loads((BOARDS / f"{name}.toml").read_text())["picture"]
        self.spots: dict[str, Spot] = {}
        homes = []
        lines = [line for line in picture.split("\n") if line.strip()]
        for down, line in enumerate(lines):
            number = 0
            for across, mark in enumerate(line):
                if mark != " ":
                    number += 1
                    cell = f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[down]}{number}"
                    self.spots[cell] = (down, across)
                    if mark != ".":
                        homes.append(cell)
        self.names = {spot: cell for cell, spot in self.spots.items()}
        middle = (len(lines) - 1) / 2, sum(x for _, x in self.spots.values())
        centre = middle[1] / len(self.spots)

        def angle(cell: str) -> float:
            down, across = self.spots[cell]
            up = (middle[0] - down) * math.sqrt(3)
            return math.atan2(across - centre, up) % (2 * math.pi)

        around = sorted(homes, key=angle)
        first = around.index(homes[0])
        self.homes = around[first:] + around[:first]

    def next(self, cell: str, way: Spot, steps: int = 1) -> str | None:
        """The cell so many steps away, or None where the board ends."""
        down, across = self.spots[cell]
        return self.names.get((down + steps * way[0], across + steps * way[1]))

    def behind(self, home: str) -> list[str]:
        """The neighbours that a straight jump from off the board leads to."""
        found = []
        for way in WAYS:
            there = self.next(home, way)
            if there and self.next(home, way, -1) is None:
                found.append(there)
        return found
