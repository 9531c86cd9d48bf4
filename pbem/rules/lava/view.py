"""What everybody sees: the dice, the blobs, and what is known of empty cells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pbem.protocol import Seat
from pbem.rules.lava.blob_views import At, BlobView, blob_views
from pbem.rules.lava.board_text import panels
from pbem.rules.lava.empty_cells import (
    DEAD,
    FORCED,
    ONLY,
    SHORT,
    Special,
    known_cells,
)
from pbem.rules.lava.faces import COLOURS, LETTERS, SIDES, SPELT
from pbem.rules.lava.grid import adjacent_to, cell, coordinates
from pbem.rules.lava.legal import fitting, nameable, placements
from pbem.rules.lava.state import State, Tile

_ORDER = {colour: place for place, colour in enumerate(COLOURS)}


@dataclass(frozen=True, slots=True)
class RolledView:
    """The side of a die that was rolled and is to be laid (L18)."""

    die: str
    face: str
    letters: str


@dataclass(frozen=True, slots=True)
class View:
    """The table as all see it."""

    tiles: tuple[Tile, ...]
    dice: dict[str, int]
    out: tuple[Seat, ...]
    to_move: Seat | None
    colours: dict[Seat, str]
    turn: int
    second: bool  #: the mover has the second die of two to lay
    rolled: RolledView | None
    blob_extent: int  #: extent that puts a colour's owner out; 0: none
    blob_size: int
    blobs: tuple[BlobView, ...]
    corners: dict[str, int]  #: open blobs of a single point, by colour
    cells: tuple[Special, ...]
    latest: tuple[Tile, ...]  #: the dice of the latest turn
    example: str  #: an order that could be sent now
    nameable: tuple[str, ...]  #: the dice that could be rolled now (L18)
    dice_own: bool
    dice_per_turn: int
    adjacent: bool
    win_own_colour: bool

    def board(self) -> tuple[tuple[str, ...], ...]:
        """Return the board in lines of text, in several parts where it is wide."""
        return panels(self.tiles, len(self.latest), self.cells)

    def has_auto(self) -> bool:
        """Return whether a die of the latest turn has been laid by itself."""
        return any([tile.auto for tile in self.latest])

    def bounds(self) -> tuple[int, int, int, int]:
        """Return west, east, south and north of the board, an empty cell all round."""
        xs = [tile.at[0] for tile in self.tiles] or [0]
        ys = [tile.at[1] for tile in self.tiles] or [0]
        return min(xs) - 1, max(xs) + 1, min(ys) - 1, max(ys) + 1

    def near(self) -> list[At]:
        """Return the empty cells next to dice of which nothing special is known."""
        occupied = {tile.at for tile in self.tiles} | {one.at for one in self.cells}
        found = {
            (x + dx, y + dy)
            for x, y in (tile.at for tile in self.tiles)
            for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))
        }
        return sorted(found - occupied)

    def focus(self) -> tuple[int, int, int, int]:
        """Return west, east, south and north of what is round the latest dice."""
        west, east, south, north = self.bounds()
        xs = [tile.at[0] for tile in self.latest or self.tiles] or [0]
        ys = [tile.at[1] for tile in self.latest or self.tiles] or [0]
        return (
            max(west, min(xs) - 4),
            min(east, max(xs) + 4),
            max(south, min(ys) - 3),
            min(north, max(ys) + 3),
        )

    def points(self) -> Iterator[tuple[int, int, str]]:
        """Return the corner points of the dice with their colours' initials.

        A point lies north-west of the cell whose x and y it has.
        """
        found: dict[At, str] = {}
        for tile in self.tiles:
            x, y = tile.at
            round_it = ((x, y), (x + 1, y), (x + 1, y - 1), (x, y - 1))
            found.update(zip(round_it, self.spelt(tile.face).lower(), strict=True))
        return ((x, y, initial) for (x, y), initial in found.items())

    def shown(self) -> list[str]:
        """Return the faces that lie on the table, each once."""
        return sorted({tile.face for tile in self.tiles})

    def alphabet(self) -> str:
        """Return the letters of all faces."""
        return LETTERS

    def rows(self) -> Iterator[tuple[int, list[Tile]]]:
        """Yield the dice row by row, north to south, each west to east."""
        by_row: dict[int, list[Tile]] = {}
        for tile in self.tiles:
            by_row.setdefault(tile.at[1], []).append(tile)
        for y in sorted(by_row, reverse=True):
            yield y, sorted(by_row[y], key=lambda tile: tile.at)

    def of_kind(self, kind: str) -> list[Special]:
        """Return the special cells of one kind, in reading order."""
        return [special for special in self.cells if special.kind == kind]

    def open_blobs(self, least: int) -> list[BlobView]:
        """Return the open blobs of this extent at least, by colour, widest first."""
        found = [b for b in self.blobs if b.extent >= least and not b.closed]
        found.sort(key=lambda blob: (_ORDER[blob.colour], -blob.extent, -blob.necks))
        return found

    def smaller(self, least: int) -> list[tuple[str, int]]:
        """Return how many open blobs there are of less extent, by colour."""
        counts = dict(self.corners)
        for blob in self.blobs:
            if blob.extent < least and not blob.closed:
                counts[blob.colour] += 1
        return [(colour, count) for colour, count in counts.items() if count]

    def kinds(self) -> list[str]:
        """Return the kinds of special cells that there are."""
        found = {special.kind for special in self.cells}
        return [kind for kind in (DEAD, ONLY, FORCED, SHORT) if kind in found]

    def notes(self) -> Iterator[tuple[str, str]]:
        """Yield the special cells of each kind, in a line of text."""
        for kind in self.kinds():
            found = ((*s.at, s.letters) for s in self.of_kind(kind))
            yield kind, "; ".join(f"{x},{y} {fits}".rstrip() for x, y, fits in found)

    def spelt(self, letter: str) -> str:
        """Return the corners of a face, the body in capitals."""
        return SPELT[LETTERS.index(letter)]

    def faces(self) -> Iterator[tuple[str, list[str]]]:
        """Yield the faces of each die with their corners."""
        for die, colour in enumerate(COLOURS):
            numbers = range(8 * die, 8 * die + 8)
            yield colour, [f"{LETTERS[face]} {SPELT[face]}" for face in numbers]

    def shares(self) -> list[tuple[str, str, int, int, Seat | None]]:
        """Return each colour with its initial, the dice left of it, the most dice that
        are left of a colour, and its owner."""
        most, owners = max(*self.dice.values(), 1), self.owners()
        return [
            (colour, colour[0].upper(), left, most, owners.get(colour))
            for colour, left in self.dice.items()
        ]

    def owners(self) -> dict[str, Seat]:
        """Return who plays each colour that is not neutral."""
        return {own: seat for seat, own in self.colours.items() if seat not in self.out}

    def owner(self, colour: str) -> Seat | None:
        """Return who plays a colour; None for a neutral one."""
        return self.owners().get(colour)


def build(state: State, seat: Seat | None = None) -> View:
    """Return the view of a state, the same for everybody."""
    options, latest = state.options, state.laid[len(state.laid) - state.recent :]
    rolled = None
    if state.rolled is not None:
        faces = SIDES[state.rolled[0]][state.rolled[1]]
        letters = "".join(LETTERS[face] for face in faces)
        rolled = RolledView(COLOURS[state.rolled[0]], SPELT[faces[0]], letters)
    marked = known_cells(state)
    dead = frozenset([at for at, special in marked.items() if special.kind == DEAD])
    blobs, lone = blob_views(state, dead)
    return View(
        tiles=state.laid,
        dice=dict(zip(COLOURS, state.stock, strict=True)),
        out=state.out,
        to_move=state.mover,
        colours=dict(zip(state.seats, COLOURS, strict=False)),
        turn=state.turn,
        second=state.second,
        rolled=rolled,
        blob_extent=options.blob_extent,
        blob_size=options.blob_size,
        blobs=tuple(blobs),
        corners=dict(zip(COLOURS, lone, strict=True)),
        cells=tuple(marked.values()),
        latest=latest,
        example=_example(state),
        nameable=_nameable(state),
        dice_own=options.dice_own,
        dice_per_turn=options.dice_per_turn,
        adjacent=options.adjacent,
        win_own_colour=not options.lose_own_colour,
    )


def _example(state: State) -> str:
    """Return a die that the mover could lay: next to the latest one, if it can be."""
    mover = state.mover
    if mover is None or (state.options.tumbling and state.rolled is None):
        return ""
    found: list[tuple[int, int]] = []
    if state.laid and state.rolled is None and not state.second:
        near = sorted(adjacent_to([cell(*state.laid[-1].at)]) - state.board.dice.keys())
        found = [(w, face) for w in near for face in fitting(state, mover, w)]
    found = found or placements(state, mover)
    if not found:
        return ""
    where, face = found[0]
    x, y = coordinates(where)
    return f"{LETTERS[face]} {x},{y}"


def _nameable(state: State) -> tuple[str, ...]:
    if state.mover is None or not state.options.tumbling or state.rolled is not None:
        return ()
    return tuple(COLOURS[die] for die in nameable(state, state.mover))
