"""Magma played slowly, by the rule text alone: what the fast rules must equal.

It shares nothing with the game: boards are made from formulas, cells live in
dictionaries, and each piece looks for its landings by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

Cube = tuple[int, int, int]
WAYS: tuple[Cube, ...] = (
    (1, -1, 0),
    (1, 0, -1),
    (0, 1, -1),
    (-1, 1, 0),
    (-1, 0, 1),
    (0, -1, 1),
)
RED, BLUE, YELLOW = "red", "blue", "yellow"


def add(a: Cube, b: Cube, times: int = 1) -> Cube:
    """Return a place some steps further on."""
    return a[0] + times * b[0], a[1] + times * b[1], a[2] + times * b[2]


def tips(k: int) -> Callable[[Cube], bool]:
    """Return what tells the cells of hexagons with six tips."""
    return lambda c: max(abs(c[0] - c[1]), abs(c[1] - c[2]), abs(c[2] - c[0])) <= k


def hexhex(side: int) -> Callable[[Cube], bool]:
    """Return what tells the cells of plain hexagons."""
    return lambda c: max(map(abs, c)) < side


def star(arm: int) -> Callable[[Cube], bool]:
    """Return what tells the cells of six-pointed stars: two triangles."""
    return lambda c: min(c) >= -arm or max(c) <= arm


SHAPES: dict[str, Callable[[Cube], bool]] = {
    "magma43": tips(6),
    "magma91": tips(9),
    "magma157": tips(12),
    "hexhex5": hexhex(5),
    "hexhex6": hexhex(6),
    "hexhex7": hexhex(7),
    "star73": star(3),
    "star121": star(4),
}

#: Homes of the boards whose corners are tips, clockwise from the top.
SEATS: dict[int, list[tuple[int, str, str]]] = {
    2: [(0, "S1", RED), (3, "S2", BLUE)],
    3: [(0, "S1", RED), (2, "S2", YELLOW), (4, "S3", BLUE)],
    4: [(0, "S1", RED), (1, "S2", BLUE), (3, "S3", RED), (4, "S4", BLUE)],
    5: [
        (0, "S1", RED),
        (1, "S2", BLUE),
        (2, "S3", YELLOW),
        (3, "S4", RED),
        (4, "S5", BLUE),
        (5, "S3", YELLOW),
    ],
    6: [
        (0, "S1", RED),
        (1, "S2", BLUE),
        (2, "S3", YELLOW),
        (3, "S4", RED),
        (4, "S5", BLUE),
        (5, "S6", YELLOW),
    ],
}


class SlowBoard:
    """Cells by name and by place; a row is a line of one x."""

    def __init__(self, name: str) -> None:
        inside, reach = SHAPES[name], range(-15, 16)
        cells = [(x, y, -x - y) for x in reach for y in reach]
        rows: dict[int, list[Cube]] = {}
        for cell in filter(inside, cells):
            rows.setdefault(cell[0], []).append(cell)
        self.place: dict[str, Cube] = {}
        for letter, x in zip(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZ", sorted(rows)[::-1], strict=False
        ):
            for number, cell in enumerate(sorted(rows[x]), 1):
                self.place[f"{letter}{number}"] = cell
        self.name = {place: name for name, place in self.place.items()}
        if name.startswith("hexhex"):
            n = max(x for x, _, _ in self.name)
            corners = [(n, -n, 0), (n, 0, -n), (0, n, -n)]
        else:
            n = max(x for x, _, _ in self.name) // 2
            corners = [(2 * n, -n, -n), (n, n, -2 * n), (-n, 2 * n, -n)]
        opposite = [(-x, -y, -z) for x, y, z in corners]
        self.homes = [self.name[corner] for corner in corners + opposite]


Position = dict[str, str]  #: cell to colour


def steps(board: SlowBoard, position: Position, cell: str) -> set[str]:
    """Return the vacant neighbours of a cell."""
    near = (add(board.place[cell], way) for way in WAYS)
    names = {board.name[place] for place in near if place in board.name}
    return names - set(position)


def jumps(
    board: SlowBoard, position: Position, colour: str, start: set[str]
) -> set[str]:
    """Return all cells where chains of jumps from some cells land."""
    found: set[str] = set()
    todo = list(start)
    while todo:
        here = board.place[todo.pop()]
        for way in WAYS:
            over = board.name.get(add(here, way))
            to = board.name.get(add(here, way, 2))
            if over is None or to is None:
                continue
            vacant = to not in position and to not in found
            if vacant and position.get(over) == colour:
                found.add(to)
                todo.append(to)
    return found


def landings(board: SlowBoard, position: Position, cell: str) -> set[str]:
    """Return where the piece on a cell can end its move."""
    lifted = {name: colour for name, colour in position.items() if name != cell}
    by_jumps = jumps(board, lifted, position[cell], {cell})
    return (steps(board, position, cell) | by_jumps) - {cell}


def entries(board: SlowBoard, position: Position, colour: str, home: str) -> set[str]:
    """Return where a new piece of a colour can end its entry through a home."""
    if home not in position:
        return {home}
    if position[home] != colour:
        return set()
    first = set()
    for way in WAYS:
        outside = add(board.place[home], way, -1)
        if outside not in board.name:  # it jumps in from off the board
            to = board.name.get(add(board.place[home], way))
            if to is not None and to not in position:
                first.add(to)
    return first | jumps(board, position, colour, first)


def exclusive(
    board: SlowBoard, position: Position, open_homes: dict[str, list[str]]
) -> dict[str, set[str]]:
    """Return the cells that only one colour reaches."""
    reached: dict[str, set[str]] = {colour: set() for colour in open_homes}
    for cell, owner in position.items():
        reached[owner] |= landings(board, position, cell)
    for colour, homes in open_homes.items():
        for home in homes:
            reached[colour] |= entries(board, position, colour, home)
    return {
        colour: {
            cell
            for cell in cells
            if not any(cell in reached[one] for one in reached if one != colour)
        }
        for colour, cells in reached.items()
    }


def scores(
    board: SlowBoard, position: Position, open_homes: dict[str, list[str]]
) -> dict[str, tuple[int, int, int]]:
    """Return pieces, exclusive cells and score of every colour."""
    alone = exclusive(board, position, open_homes)
    held = list(position.values())
    return {
        colour: (
            held.count(colour),
            len(alone[colour]),
            3 * len(alone[colour]) + held.count(colour),
        )
        for colour in open_homes
    }


@dataclass
class SlowGame:
    """A game that is copied for every move."""

    board: SlowBoard
    players: int
    position: Position
    reserve: dict[str, int]
    turn: int = 0
    passes: int = 0

    @classmethod
    def start(cls, name: str, players: int) -> SlowGame:
        """Return a piece on every home in play."""
        board = SlowBoard(name)
        position = {board.homes[at]: colour for at, _, colour in SEATS[players]}
        reserve: dict[str, int] = {}
        for _, seat, _ in SEATS[players]:
            reserve[seat] = reserve.get(seat, 0) + 24
        return cls(board, players, position, reserve)

    def moves(self) -> Iterator[str]:
        """Yield all orders of the seat to move but agreeing, as text."""
        at, seat, colour = SEATS[self.players][self.turn]
        home = self.board.homes[at]
        for cell, owner in self.position.items():
            if owner == colour:
                for to in landings(self.board, self.position, cell):
                    yield f"{cell}-{to}"
        if self.reserve[seat]:
            for to in entries(self.board, self.position, colour, home):
                yield "enter" if to == home else f"enter {to}"
        yield "pass"

    def after(self, move: str) -> SlowGame:
        """Return the game after a move."""
        at, seat, colour = SEATS[self.players][self.turn]
        position, reserve = dict(self.position), dict(self.reserve)
        if move.startswith("enter"):
            position[move[6:] or self.board.homes[at]] = colour
            reserve[seat] -= 1
        elif move != "pass":
            start, to = move.split("-")
            del position[start]
            position[to] = colour
        passes = self.passes + 1 if move == "pass" else 0
        turn = (self.turn + 1) % len(SEATS[self.players])
        return SlowGame(self.board, self.players, position, reserve, turn, passes)

    def over(self) -> bool:
        """Return whether a whole round was passed."""
        return self.passes >= len(SEATS[self.players])

    def scores(self) -> dict[str, tuple[int, int, int]]:
        """Return every colour's pieces, exclusive cells and score."""
        homes: dict[str, list[str]] = {}
        for at, seat, colour in SEATS[self.players]:
            open_ = [self.board.homes[at]] if self.reserve[seat] else []
            homes.setdefault(colour, []).extend(open_)
        return scores(self.board, self.position, homes)


def perft(game: SlowGame, depth: int) -> int:
    """Return how many lines of play there are, of this many turns."""
    if depth == 0:
        return 1
    if game.over():
        return 0
    return sum(perft(game.after(move), depth - 1) for move in game.moves())
