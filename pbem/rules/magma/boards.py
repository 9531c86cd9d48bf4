"""The boards of Magma: data in the game's box, checked when they are opened."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from pbem.kit.hexes import BadPicture, Grid
from pbem.system.resources import folder

COLOURS = {"R": "red", "B": "blue", "Y": "yellow"}
RING = ("red", "blue", "yellow", "red", "blue", "yellow")
"""The colours of the homes, clockwise from the top (M26)."""

#: For a number of players, the corners in play, each with its colour (M8).
PLACES: Mapping[int, tuple[tuple[int, str], ...]] = {
    2: ((0, "red"), (3, "blue")),
    3: ((0, "red"), (2, "yellow"), (4, "blue")),
    4: ((0, "red"), (1, "blue"), (3, "red"), (4, "blue")),
    5: tuple(enumerate(RING)),
    6: tuple(enumerate(RING)),
}
SOLO = 2  #: of five seats, the one that has two homes (M14)

Jumps: TypeAlias = tuple[tuple[int, int, int], ...]
"""From one cell: the bit jumped over, the bit landed on, and its index."""


class BadBoard(ValueError):
    """A board file that cannot be played on, with what to fix."""


class Board:
    """A grid with six homes (M26), and the steps and jumps of each cell."""

    def __init__(self, name: str, title: str, about: str, grid: Grid) -> None:
        self.name, self.title, self.about, self.grid = name, title, about, grid
        self.homes = grid.clockwise(
            cell for cell in grid.names if grid.marks[cell] in COLOURS
        )
        _check_homes(name, grid, self.homes)
        self.colours = {home: COLOURS[grid.marks[home]] for home in self.homes}
        cells = {grid.index[cell]: cell for cell in grid.names}
        #: Of each cell, by its index: the neighbours, as a mask.
        self.steps = {at: grid.mask(grid.around(cells[at])) for at in cells}
        #: Of each cell, by its index: the straight jumps over a neighbour (M1).
        self.jumps = {at: _jumps(grid, cells[at]) for at in cells}
        #: Where a new piece lands when it comes in over the piece at home:
        #: the neighbours that a straight jump from off the board leads to (M23).
        self.inward = {
            home: grid.mask(
                near for near in grid.around(home) if grid.beyond(near, home) is None
            )
            for home in self.homes
        }

    def __reduce__(self) -> tuple[Callable[[str], Board], tuple[str]]:
        """Return how to find it again: a board is opened once in a process."""
        return board, (self.name,)


def _jumps(grid: Grid, cell: str) -> Jumps:
    """Return the straight jumps from a cell over one neighbour (M1)."""
    found = []
    for over in grid.around(cell):
        to = grid.beyond(cell, over)
        if to is not None:
            found.append((grid.bit[over], grid.bit[to], grid.index[to]))
    return tuple(found)


def _check_homes(name: str, grid: Grid, homes: Sequence[str]) -> None:
    """Raise BadBoard unless there are six homes of the right colours (M26)."""
    strange = sorted(set(grid.marks.values()) - {*COLOURS, "."})
    if strange:
        cell = grid.marked(strange[0])[0]
        raise BadBoard(
            f"board {name}: {cell} is marked {strange[0]!r}; a cell is '.',"
            " a home R, B or Y"
        )
    found = tuple(COLOURS[grid.marks[home]] for home in homes)
    if found != RING:
        pairs = ", ".join(map(" ".join, zip(homes, found, strict=True))) or "none"
        raise BadBoard(
            f"board {name}: the homes clockwise from the top must be"
            f" {', '.join(RING)}; found {pairs}"
        )
    for home in homes:
        if any(near in homes for near in grid.around(home)):
            raise BadBoard(f"board {name}: the home {home} is next to another home")


def read(name: str, facts: Mapping[str, Any]) -> Board:
    """Return a board from the facts of its file. Raises BadBoard."""
    unknown = sorted(set(facts) - {"title", "about", "picture"})
    if unknown:
        raise BadBoard(
            f"board {name}: unknown key {unknown[0]!r};"
            " a board has title, about and picture"
        )
    for key in ("title", "picture"):
        if not isinstance(facts.get(key), str):
            raise BadBoard(f"board {name}: {key} is missing, or is no text")
    about = facts.get("about", "")
    try:
        grid = Grid(facts["picture"].splitlines())
    except BadPicture as error:
        raise BadBoard(f"board {name}: {error}") from None
    return Board(name, facts["title"], str(about), grid)


def box() -> Path:
    """Return the folder with the boards, a file each."""
    return folder("games") / "magma" / "boards"


def names() -> tuple[str, ...]:
    """Return the names of the boards that there are."""
    return tuple(sorted(path.stem for path in box().glob("*.toml")))


# A file: each move would wait for it.
@cache
def board(name: str) -> Board:
    """Return the board of this name, opened once. Raises BadBoard."""
    path = box() / f"{name}.toml"
    if name not in names():
        raise BadBoard(f"no board {name!r}; there are {', '.join(names())}")
    try:
        facts = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadBoard(f"board {name}: {error}") from None
    return read(name, facts)
