"""What everybody sees: the dice, the blobs, and what is known of empty cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from pbem.protocol import Seat
from pbem.rules.lava.board import FORCED as FORCED_FACE
from pbem.rules.lava.board import cell, place
from pbem.rules.lava.drawing import (
    AUTO,
    DEAD,
    FORCED,
    NEW,
    ONLY,
    SHORT,
    mark_of,
    panels,
)
from pbem.rules.lava.faces import COLOURS, FITS, LETTERS, SIDES, SPELT
from pbem.rules.lava.judge import span
from pbem.rules.lava.state import State, Tile, dice_for

At = tuple[int, int]


@dataclass(frozen=True, slots=True)
class BlobView:
    """An open blob with at least one neck, or a closed one."""

    colour: str
    owner: Seat | None  #: None: neutral
    necks: int
    extent: int
    columns: At | None  #: first and last that its necks span
    rows: At | None
    closed: bool
    open_at: tuple[At, ...]  #: empty cells beside it
    dead_at: tuple[At, ...]  #: those of them that nothing can fill (L10)

    @property
    def at(self) -> At:
        """A cell to find it by where it spans neither columns nor rows."""
        return self.open_at[0] if self.open_at else (0, 0)


@dataclass(frozen=True, slots=True)
class Special:
    """An empty cell of which something special is known.

    `kind` is "dead" (nothing fits), "only" (one face fits), "forced" (and it
    will be played with the next die), or "short" (the dice that fit are used
    up or not the mover's).
    """

    at: At
    kind: str
    letters: str


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

    def board(self) -> tuple[tuple[str, ...], ...]:
        """The board in lines of text, in several parts where it is wide."""
        dice = {cell(*tile.at): LETTERS.index(tile.face) for tile in self.tiles}
        fresh = {cell(*tile.at): AUTO if tile.auto else NEW for tile in self.latest}
        marks = [(cell(*s.at), mark_of(s.kind, s.letters)) for s in self.cells]
        return panels(dice, fresh, marks)

    def rows(self) -> Iterator[tuple[int, list[Tile]]]:
        """The dice row by row, north to south, each west to east."""
        by_row: dict[int, list[Tile]] = {}
        for tile in self.tiles:
            by_row.setdefault(tile.at[1], []).append(tile)
        for y in sorted(by_row, reverse=True):
            yield y, sorted(by_row[y], key=lambda tile: tile.at)

    def of_kind(self, kind: str) -> list[Special]:
        """The special cells of one kind, in reading order."""
        return [special for special in self.cells if special.kind == kind]

    def blobs_of(self, colour: str) -> list[BlobView]:
        """The open blobs of a colour, the widest first."""
        found = [b for b in self.blobs if b.colour == colour and not b.closed]
        return sorted(found, key=lambda blob: (-blob.extent, -blob.necks))

    def owner(self, colour: str) -> Seat | None:
        """Who plays a colour; None for a neutral one."""
        for seat, played in self.colours.items():
            if played == colour and seat not in self.out:
                return seat
        return None


def view_of(state: State) -> View:
    """The view of a state, the same for everybody."""
    board = state.board
    specials = tuple(
        Special(place(where), kind, letters)
        for where, kind, letters in sorted(known_cells(state))
    )
    dead = {cell(*special.at) for special in specials if special.kind == DEAD}
    rolled = None
    if state.rolled is not None:
        faces = SIDES[state.rolled[0]][state.rolled[1]]
        letters = "".join(LETTERS[face] for face in faces)
        rolled = RolledView(COLOURS[state.rolled[0]], SPELT[faces[0]], letters)
    blobs = [number for number, blob in board.blobs.items() if blob.necks]
    blobs += [n for n, gaps in board.gaps.items() if not gaps and n not in blobs]
    lone = Counter(
        COLOURS[blob.colour]
        for number, blob in board.blobs.items()
        if not blob.necks and board.gaps[number]
    )
    return View(
        tiles=state.laid,
        dice=dict(zip(COLOURS, state.stock, strict=True)),
        out=state.out,
        to_move=state.mover,
        colours=dict(zip(state.seats, COLOURS, strict=False)),
        turn=state.turn,
        second=state.second,
        rolled=rolled,
        blob_extent=state.terms.blob_extent,
        blob_size=state.terms.blob_size,
        blobs=tuple(_blob(state, number, dead) for number in sorted(blobs)),
        corners={colour: lone[colour] for colour in COLOURS},
        cells=specials,
        latest=state.laid[len(state.laid) - state.recent :],
    )


def _blob(state: State, number: int, dead: set[int]) -> BlobView:
    blob = state.board.blobs[number]
    open_cells = state.board.open_cells(number)
    columns, rows = span(blob)
    return BlobView(
        colour=COLOURS[blob.colour],
        owner=state.owner(blob.colour),
        necks=blob.necks,
        extent=blob.extent,
        columns=columns,
        rows=rows,
        closed=not state.board.gaps[number],
        open_at=tuple(place(where) for where in open_cells),
        dead_at=tuple(place(where) for where in open_cells if where in dead),
    )


def board_text(state: State) -> str:
    r"""The board of a state as one text, drawn straight from the board.

    >>> from pbem.rules.lava.board import Board
    >>> from pbem.rules.lava.state import Terms
    >>> board = Board().laid([(0, 4)])
    >>> tile = Tile((0, 0), "e", "Ann", False)
    >>> print(board_text(State(("Ann",), Terms(), board, (tile,), (9, 9, 9), "Ann")))
          -1   0   1
      1                 1
             G---R
      0      | / |      0
             R---B
     -1                -1
          -1   0   1
    """
    tail = state.laid[len(state.laid) - state.recent :]
    fresh = {cell(*tile.at): AUTO if tile.auto else NEW for tile in tail}
    marks = [(at, mark_of(kind, letters)) for at, kind, letters in known_cells(state)]
    parts = panels(state.board.dice, fresh, marks)
    return "\n\n".join("\n".join(part) for part in parts)


def known_cells(state: State) -> Iterator[tuple[int, str, str]]:
    """The empty cells that are worth a mark, their kind and what fits.

    Dead ones (L10), forced ones that are still to be filled (L7), ones for
    which the dice have run out (L9), and ones that a single face fits.
    """
    had = dice_for(state, state.mover) if state.mover is not None else 7
    for where, rim in state.board.rim.items():
        kind, letters, dice = KNOWN[rim]
        if kind == FORCED and not state.stock[DIE_OF[letters]]:
            yield where, SHORT, letters
        elif kind:
            yield where, kind if dice & had or kind == DEAD else SHORT, letters
        elif dice and not dice & had:
            yield where, SHORT, letters


def _known(rim: int) -> tuple[str, str, int]:
    """The kind of an empty cell, what fits, and the dice that show that."""
    fits = FITS[rim & 255]
    if not fits:
        return DEAD, "", 0
    if rim < 256:
        return "", "", 0
    letters = "".join(LETTERS[face] for face in fits)
    dice = 0
    for face in fits:
        dice |= 1 << (face >> 3)
    kind = ONLY if len(fits) == 1 else ""
    return FORCED if FORCED_FACE[rim] >= 0 else kind, letters, dice


KNOWN = tuple(_known(rim) for rim in range(1 << 12))
DIE_OF = {letter: face >> 3 for face, letter in enumerate(LETTERS)}
