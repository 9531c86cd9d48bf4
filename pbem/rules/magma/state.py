"""A game of Magma at one moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pbem.protocol import Seat
from pbem.rules.magma.boards import Board, board
from pbem.rules.magma.reach import Tally, tally


@dataclass(frozen=True, slots=True)
class Home:
    """A corner in play: where a seat's pieces come in, and its turns begin."""

    cell: str
    seat: Seat
    colour: str


@dataclass(frozen=True, slots=True)
class Deal:
    """What stays the same for a whole game."""

    board: str
    seats: tuple[Seat, ...]
    homes: tuple[Home, ...]  #: in order of play; a round is one turn for each
    colours: tuple[str, ...]
    doors: tuple[tuple[tuple[str, int], ...], ...]  #: homes by colour, and whose
    clock: str = "none"  #: "none", "hot" or "white-hot" (M15, M16)
    sand: str = "used"  #: what the next player gets: "used" or "glass" (M20)
    glass: int = 0  #: seconds
    floor: int = 0  #: seconds that a player has at the least (M20)

    def colour(self, seat: Seat) -> str:
        """The colour that a seat plays."""
        return next(home.colour for home in self.homes if home.seat == seat)

    def team(self, colour: str) -> tuple[Seat, ...]:
        """The seats that play a colour."""
        homes = (home.seat for home in self.homes if home.colour == colour)
        return tuple(dict.fromkeys(homes))

    def homes_of(self, seat: Seat) -> tuple[str, ...]:
        """The home of a seat, or the two of the solo player (M14)."""
        return tuple(home.cell for home in self.homes if home.seat == seat)


@dataclass(frozen=True, slots=True)
class Last:
    """What the last turn did, for the marks on the board."""

    seat: Seat
    colour: str
    kind: str  #: "move", "enter", "pass", "missed" or "removed"
    path: tuple[str, ...] = ()
    over: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Owed:
    """A penalty that waits for a neighbour's choice (M15)."""

    late: Seat
    by: Seat


class State(NamedTuple):
    """A position, whose turn it is, and what the ends of the game hang on.

    A tuple, because one is made for every turn and a tuple is made quickest.
    """

    deal: Deal
    pieces: tuple[int, ...]  #: by colour, as masks
    reserve: tuple[int, ...]  #: by seat
    tallies: tuple[Tally, ...]  #: by colour, kept current
    turns: int = 0  #: turns taken; says whose turn it is
    passes: int = 0  #: in a row
    agreed: tuple[Seat, ...] = ()  #: in playing order
    seen: tuple[int, ...] = ()  #: positions that can come again (M17)
    last: Last | None = None
    owed: Owed | None = None
    left: int = 0  #: seconds that the player to move has (M16)
    used: int | None = None  #: seconds of them that are gone; None: not told
    over: str | None = None  #: how the game ended

    @property
    def board(self) -> Board:
        """The board that the game is played on."""
        return board(self.deal.board)

    @property
    def home(self) -> Home:
        """The home whose turn it is."""
        return self.deal.homes[self.turns % len(self.deal.homes)]

    @property
    def vacant(self) -> int:
        """The cells without a piece."""
        taken = 0
        for own in self.pieces:
            taken |= own
        return self.board.grid.full & ~taken

    def own(self, colour: str) -> int:
        """The cells that hold a colour's pieces."""
        return self.pieces[self.deal.colours.index(colour)]

    def held_by(self, bit: int) -> str | None:
        """The colour of the piece on a cell."""
        for colour, own in zip(self.deal.colours, self.pieces, strict=True):
            if own & bit:
                return colour
        return None

    def stock(self, seat: Seat) -> int:
        """How many pieces a seat can still bring in."""
        return self.reserve[self.deal.seats.index(seat)]

    def recent(self) -> tuple[str, ...]:
        """The colours that have had a turn, the most recent first (M13)."""
        homes = self.deal.homes
        back = range(1, min(self.turns, len(homes)) + 1)
        colours = (homes[(self.turns - n) % len(homes)].colour for n in back)
        return tuple(dict.fromkeys(colours))

    def leaders(self) -> tuple[str, ...]:
        """The colours that would win if the game ended now (M12, M13)."""
        best = max(one.score for one in self.tallies)
        tied = [
            colour
            for colour, one in zip(self.deal.colours, self.tallies, strict=True)
            if one.score == best
        ]
        if len(tied) == 1:
            return tuple(tied)
        played = [colour for colour in self.recent() if colour in tied]
        return (played[0],) if played else tuple(tied)  # M21: nobody had a turn


def tallies(
    deal: Deal, pieces: tuple[int, ...], reserve: tuple[int, ...]
) -> tuple[Tally, ...]:
    """Every colour's tally in a position (M11, M12)."""
    open_ = [[cell for cell, at in doors if reserve[at]] for doors in deal.doors]
    return tally(board(deal.board), pieces, open_)


def key(
    deal: Deal, pieces: tuple[int, ...], reserve: tuple[int, ...], turns: int
) -> int:
    """A position with its player to move, as one number (M17, M24)."""
    number = turns % len(deal.homes)
    for stock in reserve:
        number = number << 8 | stock
    size = board(deal.board).grid.full.bit_length()
    for own in pieces:
        number = number << size | own
    return number
