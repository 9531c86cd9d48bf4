"""A game of Magma at one moment."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from pbem.protocol import Options, Outcome, Seat
from pbem.rules.magma.boards import Board
from pbem.rules.magma.reach import Reach, Tally, tally


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms(Options):
    """The options of a game."""

    board: str = "magma91"
    clock: str = "none"  #: "none", "hot" or "white-hot" (M15, M16)
    glass: int = 48  #: hours
    sand: str = "used"  #: what the next player gets: "used" or "glass" (M20)
    floor: int = 0  #: minutes that a player has at the least (M20)


@dataclass(frozen=True, slots=True)
class Home:
    """A corner in play: where a seat's pieces come in, and its turns begin."""

    cell: str
    seat: Seat
    colour: str


@dataclass(frozen=True, slots=True)
class Deal:
    """What stays the same for a whole game."""

    board: Board
    seats: tuple[Seat, ...]
    homes: tuple[Home, ...]  #: in order of play; a round is one turn for each
    colours: tuple[str, ...]  #: in order of their first turns
    clock: str = "none"  #: "none", "hot" or "white-hot" (M15, M16)
    sand: str = "used"  #: what the next player gets: "used" or "glass" (M20)
    glass: int = 0  #: seconds
    floor: int = 0  #: seconds that a player has at the least (M20)

    @property
    def teams(self) -> tuple[tuple[Seat, ...], ...]:
        """Seats of each colour."""
        return tuple(map(self.team, self.colours))

    def colour(self, seat: Seat) -> str:
        """Return the colour that a seat plays."""
        return next(home.colour for home in self.homes if home.seat == seat)

    def team(self, colour: str) -> tuple[Seat, ...]:
        """Return the seats that play a colour."""
        team = [home.seat for home in self.homes if home.colour == colour]
        return tuple(dict.fromkeys(team))

    def homes_of(self, seat: Seat) -> tuple[str, ...]:
        """Return the home of a seat, or the two of the solo player (M14)."""
        return tuple(home.cell for home in self.homes if home.seat == seat)

    def gates(self, seats: Collection[Seat]) -> tuple[int, ...]:
        """Return the homes of these seats, a mask for each colour."""
        found = dict.fromkeys(self.colours, 0)
        for home in self.homes:
            if home.seat in seats:
                found[home.colour] |= self.board.grid.bit[home.cell]
        return tuple(found.values())


@dataclass(frozen=True, slots=True)
class Action:
    """What an order does in its position, and the board marks when it is done."""

    seat: Seat
    colour: str  #: of the piece
    kind: str  #: "move", "enter", "pass", "missed", "removed" or "spared"
    path: tuple[str, ...] = ()  #: each landing; of a move, where it began before them
    over: tuple[str, ...] = ()  #: the cells jumped over


@dataclass(frozen=True, slots=True)
class Owed:
    """A penalty that waits for a neighbour's choice (M15)."""

    late: Seat
    by: Seat


Position: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Pieces and stores as a state has them (M24)."""


def times(seen: tuple[Position, ...], turns: int) -> int:
    """Return how often the last of these positions occurred with the same player to
    move (M17).

    A round has so many turns.
    """
    return seen[-1::-turns].count(seen[-1])


class State(NamedTuple):
    """A position, whose turn it is, and what the ends of the game hang on."""

    deal: Deal
    pieces: tuple[int, ...]  #: by colour, as masks
    reserve: tuple[int, ...]  #: by seat
    turns: int = 0  #: turns taken; says whose turn it is
    passes: int = 0  #: in a row
    agreed: tuple[Seat, ...] = ()  #: in playing order
    seen: tuple[Position, ...] = ()  #: that can come again (M17), one a turn
    last: Action | None = None
    owed: Owed | None = None
    left: int = 0  #: seconds that the player to move has (M16)
    used: int | None = None  #: seconds of them that are gone; None: not told
    over: str | None = None  #: how the game ended

    @property
    def board(self) -> Board:
        """Board that the game is played on."""
        return self.deal.board

    @property
    def home(self) -> Home:
        """Home whose turn it is; a round is a turn for each (M8, M14)."""
        homes = self.deal.homes
        return homes[self.turns % len(homes)]

    @property
    def vacant(self) -> int:
        """Cells without a piece."""
        return self.deal.board.grid.full ^ sum(self.pieces)

    @property
    def tally(self) -> Tally:
        """Whose the vacant cells are, and the scores."""
        stocks = zip(self.deal.seats, self.reserve, strict=True)
        gates = self.deal.gates([seat for seat, stock in stocks if stock])
        return tally(self.board, self.pieces, gates)

    @property
    def sand_runs(self) -> bool:
        """Whether the open window is a turn on the hourglass (M16, M20)."""
        return self.deal.clock == "white-hot" and not self.owed and not self.over

    @property
    def sand_is_out(self) -> bool:
        """Whether the turn has taken longer than it may (M16)."""
        return self.used is not None and self.used > self.left

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended: the highest score wins, partners together (M12)."""
        if self.over is None:
            return None
        seats, won = self.deal.seats, self.leaders()
        scores = dict(zip(self.deal.colours, self.tally.scores, strict=True))
        winners = tuple(seat for seat in seats if self.deal.colour(seat) in won)
        return Outcome(winners, self.over, scores)

    def own(self, colour: str) -> int:
        """Return the cells that hold a colour's pieces, of all partners (M4)."""
        return self.pieces[self.deal.colours.index(colour)]

    def reach(self, colour: str) -> Reach:
        """Return what tells where pieces of a colour can go."""
        return Reach(self.board, self.own(colour), self.vacant)

    def held_by(self, bit: int) -> str | None:
        """Return the colour of the piece on a cell, or None."""
        pairs = zip(self.deal.colours, self.pieces, strict=True)
        return next((colour for colour, own in pairs if own & bit), None)

    def stock(self, seat: Seat) -> int:
        """Return how many pieces a seat can still bring in."""
        return self.reserve[self.deal.seats.index(seat)]

    def recent(self) -> tuple[str, ...]:
        """Return the colours that have had a turn, the most recent first (M13)."""
        homes = self.deal.homes
        back = range(1, min(self.turns, len(homes)) + 1)
        colours = (homes[(self.turns - n) % len(homes)].colour for n in back)
        return tuple(dict.fromkeys(colours))

    def leaders(self) -> tuple[str, ...]:
        """Return the colours that would win if the game ended now (M13)."""
        scores = self.tally.scores
        best, scored = max(scores), zip(self.deal.colours, scores, strict=True)
        tied = [colour for colour, score in scored if score == best]
        if len(tied) == 1:
            return tuple(tied)
        played = [colour for colour in self.recent() if colour in tied]
        return (played[0],) if played else tuple(tied)  # nobody had a turn (M21)
