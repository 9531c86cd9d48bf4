"""The state of a game of Lava, and what may be laid in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from pbem.chance import Chance
from pbem.protocol import Options, Outcome, Seat
from pbem.rules.lava.board import SIDES as TOWARDS
from pbem.rules.lava.board import Board, cell, place
from pbem.rules.lava.faces import COLOURS, FACES, FITS_OF, LETTERS
from pbem.rules.lava.faces import SIDES as SIDES_OF


@dataclass(frozen=True, slots=True)
class Terms:
    """The options of a game."""

    num_dice: int = 48
    blob_size: int = 0
    blob_extent: int = 8
    dice_own: bool = False
    lose_own_colour: bool = True
    dice_per_turn: int = 1
    adjacent: bool = False
    tumbling: bool = False

    @classmethod
    def of(cls, options: Options) -> Terms:
        """The terms that these options spell."""
        values = {name: options[name] for name in cls.__slots__ if name in options}
        if "dice_per_turn" in values:
            values["dice_per_turn"] = int(values["dice_per_turn"])
        return cls(**values)


@dataclass(frozen=True, slots=True)
class Tile:
    """A die as it lies: where, which face, who laid it, and whether forced."""

    at: tuple[int, int]
    face: str
    by: Seat | None
    auto: bool


@dataclass(frozen=True, slots=True)
class State:
    """The whole of a game. Nobody hides anything but the dice to come."""

    seats: tuple[Seat, ...]
    terms: Terms
    board: Board
    laid: tuple[Tile, ...]  #: in the order they were laid
    stock: tuple[int, ...]  #: dice left: red, green, blue
    mover: Seat | None  #: None when the game is over
    out: tuple[Seat, ...] = ()
    recent: int = 0  #: how many of `laid` belong to the latest turn
    second: bool = False  #: the mover has laid the first of two dice
    rolled: tuple[int, int] | None = None  #: die and side (L18)
    turn: int = 1
    chance: Chance | None = field(default=None, repr=False)
    result: Outcome | None = None

    @property
    def left_in(self) -> tuple[Seat, ...]:
        """The seats that are not out."""
        return tuple(seat for seat in self.seats if seat not in self.out)

    def colour(self, seat: Seat) -> int:
        """The colour that a seat plays."""
        return self.seats.index(seat)

    def owner(self, colour: int) -> Seat | None:
        """Who plays a colour; None for one that is neutral (L14, L15)."""
        if colour < len(self.seats) and self.seats[colour] not in self.out:
            return self.seats[colour]
        return None

    def recent_cells(self) -> set[int]:
        """The cells of the dice of the latest turn."""
        tail = self.laid[len(self.laid) - self.recent :]
        return {cell(*tile.at) for tile in tail}


OPENING = tuple(face for face in range(24) if len(set(FACES[face])) == 3)
"""The faces that may open a game: those with all three colours (L2)."""


def dice_for(state: State, seat: Seat) -> int:
    """The dice that a seat may lay by stock and option, a bit each (L3, L23)."""
    dice = sum(1 << colour for colour, left in enumerate(state.stock) if left)
    if state.terms.dice_own:
        dice &= 1 << state.colour(seat)
    return dice


def placements(state: State, seat: Seat, *, named: bool = False) -> list[int]:
    """What a seat could lay now: cell * 32 + face, in reading order.

    With `named` the face that was rolled is left out of account.
    """
    dice = dice_for(state, seat)
    if not state.laid:
        found = [face for face in OPENING if dice >> (face >> 3) & 1]
    else:
        found = [where << 5 | face for where, face in state.board.placements(dice)]
    if state.rolled is not None and not named:
        body, which = state.rolled
        faces = SIDES_OF[body][which]
        found = [spot for spot in found if spot & 31 in faces]
    if state.second and state.terms.adjacent:
        near = beside(state.recent_cells())
        found = [spot for spot in found if spot >> 5 in near]
    return found


def can_lay(state: State, seat: Seat) -> bool:
    """Whether a seat that is to lay a die has any that fits (L4)."""
    if not state.laid or (state.second and state.terms.adjacent):
        return bool(placements(state, seat, named=True))
    table = FITS_OF[dice_for(state, seat)]
    return any(rim > 255 and table[rim & 255] for rim in state.board.rim.values())


def beside(cells: set[int]) -> set[int]:
    """The cells with a side in common with one of these.

    >>> sorted(beside({0}))
    [-256, -1, 1, 256]
    """
    return {where + offset for where in cells for offset, _ in TOWARDS}


def nameable(state: State, seat: Seat) -> tuple[int, ...]:
    """The dice that a seat may have rolled: those with a side that fits (L24)."""
    faces = {spot & 31 for spot in placements(state, seat, named=True)}
    return tuple(sorted({face >> 3 for face in faces}))


def tiles(dice: list[tuple[int, int]], seat: Seat | None, auto: bool) -> Iterator[Tile]:
    """Cells and faces as the dice of a seat."""
    for where, face in dice:
        yield Tile(place(where), LETTERS[face], seat, auto)


def stock_of(num_dice: int) -> tuple[int, ...]:
    """An equal share of the dice for each colour (L26)."""
    return (num_dice // len(COLOURS),) * len(COLOURS)
