"""Lava once more, slowly and from the rules alone, to count against.

Shares nothing with `pbem.rules.lava`: faces are typed out, neighbours are
compared corner by corner, blobs are searched afresh each time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

At = tuple[int, int]
Dice = dict[At, str]

TABLE = """
a gRgR  b RgRg  c bRbR  d RbRb  e gRbR  f RgRb  g bRgR  h RbRg
i rGrG  j GrGr  k bGbG  l GbGb  m rGbG  n GrGb  o bGrG  p GbGr
q rBrB  r BrBr  s gBgB  t BgBg  u rBgB  v BrBg  w gBrB  x BgBr
"""
FACES = dict(zip(TABLE.split()[::2], TABLE.split()[1::2], strict=True))
SIGNS = {face: corners.lower() for face, corners in FACES.items()}
CORNERS: tuple[At, ...] = ((0, 1), (1, 1), (1, 0), (0, 0))  # clockwise from NW
SIDES: tuple[At, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
COLOURS = "rgb"


def points(at: At) -> tuple[At, ...]:
    """Return the corner points of a cell."""
    return tuple((at[0] + x, at[1] + y) for x, y in CORNERS)


def round_point(point: At) -> tuple[At, ...]:
    """Return the four cells that meet in a point."""
    return tuple((point[0] - x, point[1] - y) for x, y in CORNERS)


def fits(dice: Dice, at: At, face: str) -> bool:
    """Return whether a face agrees with all dice round an empty cell."""
    for mine, point in zip(SIGNS[face], points(at), strict=True):
        for other in round_point(point):
            if other in dice:
                where = points(other).index(point)
                if SIGNS[dice[other]][where] != mine:
                    return False
    return True


def fitting(dice: Dice, at: At) -> str:
    """Return all faces that agree there."""
    return "".join(face for face in FACES if fits(dice, at, face))


def beside(at: At) -> list[At]:
    """Return the four cells at the sides of one."""
    return [(at[0] + x, at[1] + y) for x, y in SIDES]


def is_concave(dice: Dice, at: At) -> bool:
    """Return whether two neighbours stand at right angles."""
    north, east, south, west = (near in dice for near in beside(at))
    return (north or south) and (east or west)


def empty_cells(dice: Dice) -> set[At]:
    """Return the empty cells with a die at a side."""
    return {near for at in dice for near in beside(at)} - dice.keys()


def forced_cells(dice: Dice) -> list[tuple[At, str]]:
    """Return the concave corners that one face alone fits, in reading order."""
    found = []
    for at in sorted(empty_cells(dice), key=lambda cell: (-cell[1], cell[0])):
        faces = fitting(dice, at)
        if is_concave(dice, at) and len(faces) == 1:
            found.append((at, faces))
    return found


@dataclass(frozen=True)
class Blob:
    """A blob as a search finds it."""

    colour: str
    points: frozenset[At]
    necks: int
    closed: bool

    @property
    def extent(self) -> int:
        """Columns or rows between its outermost points."""
        xs = [x for x, _ in self.points]
        ys = [y for _, y in self.points]
        return max(max(xs) - min(xs), max(ys) - min(ys))


def blobs(dice: Dice) -> set[Blob]:
    """Return all blobs: points joined through bodies."""
    colour: dict[At, str] = {}
    joined: dict[At, set[At]] = {}
    bodies = []
    for at, face in dice.items():
        body = [p for p, c in zip(points(at), FACES[face], strict=True) if c.isupper()]
        bodies.append(body[0])
        for point, sign in zip(points(at), SIGNS[face], strict=True):
            colour[point] = sign
            joined.setdefault(point, set())
        joined[body[0]].add(body[1])
        joined[body[1]].add(body[0])
    found, left = set(), set(colour)
    while left:
        todo, group = [left.pop()], set()
        while todo:
            point = todo.pop()
            group.add(point)
            todo.extend(joined[point] - group)
        left -= group
        closed = all(cell in dice for point in group for cell in round_point(point))
        necks = sum(end in group for end in bodies)
        found.add(Blob(colour[min(group)], frozenset(group), necks, closed))
    return found


@dataclass(frozen=True)
class SlowGame:
    """A game of Lava without tumbling dice."""

    seats: tuple[str, ...]
    dice: Dice
    stock: dict[str, int]
    mover: str | None
    extent: int = 8
    size: int = 0
    own: bool = False
    lose: bool = True
    two: bool = False
    adjacent: bool = False
    out: tuple[str, ...] = ()
    second: tuple[At, ...] = ()  #: cells of the first die of this turn
    winners: tuple[str, ...] | None = None
    reason: str = ""

    def moves(self) -> list[str]:
        """Return all dice that the mover may lay, as orders."""
        if self.mover is None:
            return []
        return [f"{face} {x},{y}" for (x, y), face in self._moves()]

    def _moves(self) -> Iterator[tuple[At, str]]:
        mine = COLOURS[self.seats.index(self.mover or "")]
        for at in empty_cells(self.dice) if self.dice else {(0, 0)}:
            for face, corners in FACES.items():
                body = next(c for c in corners if c.isupper()).lower()
                if self.own and body != mine:
                    continue
                if not self.stock[body] or not fits(self.dice, at, face):
                    continue
                if not self.dice and len(set(corners.lower())) < 3:
                    continue
                near = set(self.second) & set(beside(at))
                if not (self.second and self.adjacent) or near:
                    yield at, face

    def after(self, order: str) -> SlowGame:
        """Return the game after a die, its auto moves and the judgement."""
        face, cell = order.split()
        x, y = cell.split(",")
        new = [(int(x), int(y))]
        dice = {**self.dice, new[0]: face}
        stock = dict(self.stock)
        stock[die(face)] -= 1
        while True:
            forced = [(at, f) for at, f in forced_cells(dice) if stock[die(f)]]
            if not forced:
                break
            at, only = forced[0]
            dice[at] = only
            stock[die(only)] -= 1
            new.append(at)
        laid = replace(self, dice=dice, stock=stock, second=())
        return laid._judged(self, set(new))._passed(self, new)

    def _owner(self, colour: str) -> str | None:
        index = COLOURS.index(colour)
        if index < len(self.seats) and self.seats[index] not in self.out:
            return self.seats[index]
        return None

    def _judged(self, before: SlowGame, new: set[At]) -> SlowGame:
        mover = self.mover or ""
        mine = COLOURS[self.seats.index(mover)]
        all_blobs = blobs(self.dice)
        old = {b.points for b in blobs(before.dice) if b.closed}
        closed = {
            b.colour
            for b in all_blobs
            if b.closed and b.points not in old and b.necks >= self.size
        }
        game = self
        if self.lose:
            bad, good = mine in closed, bool(closed - {mine})
        else:
            others = {c for c in closed - {mine} if self._owner(c)}
            bad, good = bool(others), mine in closed
        if bad:
            game = replace(game, out=(*game.out, mover))
        elif good:
            return replace(game, mover=None, winners=(mover,), reason="closed")
        return game._extents(all_blobs, mover)

    def _extents(self, found: set[Blob], mover: str) -> SlowGame:
        left = [s for s in self.seats if s not in self.out]
        if len(left) > 1 and self.extent:
            wide = {b.colour for b in found if not b.closed and b.extent >= self.extent}
            doomed = [s for s in left if COLOURS[self.seats.index(s)] in wide]
            if len(doomed) == len(left):
                winners = tuple(s for s in left if s != mover)
                out = self.out if mover in self.out else (*self.out, mover)
                return replace(
                    self, out=out, mover=None, winners=winners, reason="all-stretched"
                )
            self = replace(self, out=(*self.out, *doomed))
            left = [s for s in left if s not in doomed]
        if len(left) == 1:
            last = tuple(left)
            return replace(self, mover=None, winners=last, reason="last-standing")
        return self

    def _passed(self, before: SlowGame, new: list[At]) -> SlowGame:
        if self.mover is None:
            return self
        if not any(self.stock.values()):
            return replace(self, mover=None, winners=(), reason="dice-out")
        first = self.two and before.dice and not before.second
        if first and self.mover not in self.out:
            more = replace(self, second=tuple(new))
            if more.moves():
                return more
        place = self.seats.index(self.mover)
        order = self.seats[place + 1 :] + self.seats[:place]
        game = replace(self, mover=next(s for s in order if s not in self.out))
        if game.moves():
            return game
        return replace(game, mover=None, winners=(), reason="no-placement")


def die(face: str) -> str:
    """Return the colour of the die that shows a face."""
    return next(c for c in FACES[face] if c.isupper()).lower()


def perft(game: SlowGame, depth: int) -> int:
    """Return how many lines of play there are, of this many dice."""
    moves = game.moves()
    if depth == 1:
        return len(moves)
    return sum(perft(game.after(move), depth - 1) for move in moves)
