"""The state of a game of Lava."""

from __future__ import annotations

from dataclasses import dataclass, field

from pbem.chance import Chance
from pbem.protocol import Options, Outcome, Seat
from pbem.rules.lava.board import Board
from pbem.rules.lava.grid import cell


@dataclass(frozen=True, slots=True, kw_only=True)
class LavaOptions(Options):
    """Options of a game."""

    num_dice: int = 48
    blob_size: int = 0  #: necks that a closed blob must have (L22)
    blob_extent: int = 8  #: columns or rows that put an owner out (L14); 0: none
    dice_own: bool = False  #: everybody lays dice of the own colour only (L3, L23)
    lose_own_colour: bool = True  #: closing the own colour loses; else it wins (L21)
    dice_per_turn: int = 1  #: 1 or 2 (L19)
    adjacent: bool = False  #: the two dice of a turn lie side by side (L20)
    tumbling: bool = False  #: faces are rolled (L18)


@dataclass(frozen=True, slots=True)
class Tile:
    """A die as it lies: where, which face, who laid it, and whether by itself."""

    at: tuple[int, int]
    face: str
    by: Seat | None
    auto: bool


@dataclass(frozen=True, slots=True)
class State:
    """The whole of a game; nothing is hidden but the rolls to come."""

    seats: tuple[Seat, ...]
    options: LavaOptions
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
        """Seats that are not out."""
        return tuple(seat for seat in self.seats if seat not in self.out)

    def colour(self, seat: Seat) -> int:
        """Return the number of the colour that a seat plays."""
        return self.seats.index(seat)

    def owner(self, colour: int) -> Seat | None:
        """Return who plays a colour; None for one that is neutral (L14, L15)."""
        if colour < len(self.seats) and self.seats[colour] not in self.out:
            return self.seats[colour]
        return None

    def recent_cells(self) -> set[int]:
        """Return the cells of the dice of the latest turn."""
        tail = self.laid[len(self.laid) - self.recent :]
        return {cell(*tile.at) for tile in tail}
