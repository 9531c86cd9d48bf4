"""Events and views of games with hidden hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pbem.protocol import Event, Seat


class Sea(NamedTuple):
    """A board of named squares, some of them marked, for the picture."""

    title: str
    marks: Mapping[str, str]  #: of squares: "o" a miss, "x" a hit, "ship"
    last: str = ""  #: the square of the last shot


class Shown(NamedTuple):
    """What a style shows of a position to one player."""

    hand: tuple[str, ...] = ()  #: what the player holds
    holds: str = ""  #: what that is called: "hand", "dice"
    open: Mapping[str, str] = {}  #: what lies open, by what it is
    #: Of each player, as everybody knows it, by what it is: {"points": "12"}.
    facts: tuple[Mapping[str, str], ...] = ()
    drawing: tuple[str, ...] = ()  #: in lines of text
    boards: tuple[Sea, ...] = ()
    listed: Mapping[str, str] = {}  #: what the drawing shows, in words


@dataclass(frozen=True, slots=True)
class View:
    """What a seat may know."""

    asked: tuple[Seat, ...]  #: who may speak now; (): the game is over
    deal: int  #: the number of this deal, from 1
    deals: int  #: of the game
    hand: tuple[str, ...]  #: what the seat holds
    holds: str  #: what that is called: "hand", "dice"
    open: Mapping[str, str]  #: what lies open, by what it is
    #: Of each seat, as everybody knows it, by what it is.
    facts: dict[Seat, Mapping[str, str]]
    totals: dict[Seat, float]  #: won and lost in the deals that are over
    turns: tuple[tuple[Seat, str], ...]  #: of this deal, as everybody knows them
    unit: str  #: what is won
    ask: str  #: what a player is asked for
    drawing: tuple[str, ...]  #: the board in lines of text
    listed: Mapping[str, str]  #: what the drawing shows, in words
    _boards: tuple[Sea, ...]

    def boards(self) -> tuple[Sea, ...]:
        """Return the boards of a picture."""
        return self._boards


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn(Event):
    """A seat was dealt cards, or threw dice that only it can see."""

    seat: Seat
    things: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned(Event):
    """A card was turned up for all to see."""

    what: str  #: "The card on the table", "The prize"
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Acted(Event):
    """A seat did something: it bets, bids, plays a card."""

    seat: Seat
    text: str
    deed: str  #: what kind of thing that is: "bet", "bid", "card"


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed(Event):
    """A seat showed what it held."""

    seat: Seat
    things: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken(Event):
    """Cards were compared: each seat's, and who took the prize."""

    cards: dict[Seat, str]
    winner: Seat  #: "": nobody
    prize: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted(Event):
    """Dice were counted, after a bid was doubted."""

    bid: str
    count: int
    doubter: Seat
    bidder: Seat
    true: bool  #: the bid was


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready(Event):
    """All ships are at sea."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot(Event):
    """A seat has shot at a square."""

    seat: Seat
    text: str
    hit: bool
    sunk: str = ""  #: the ship that went down by it


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored(Event):
    """A deal is over: what it brought, and what all deals have brought so far."""

    points: dict[Seat, float]
    totals: dict[Seat, float]
    deals: int
    unit: str  #: what is won
