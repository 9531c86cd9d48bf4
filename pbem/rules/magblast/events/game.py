"""What can happen: cards, ships, turns, and the game itself."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.protocol import Event, Seat, secret
from pbem.rules.magblast.events.shared import OfBerth, OfCard, OfCards, OfSeat


@dataclass(frozen=True, slots=True, kw_only=True)
class Commanded(OfSeat):
    """A seat was dealt its flagship."""

    flagship: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShipsDealt(OfSeat):
    """A seat learnt which ships it is to place (secret)."""

    ships: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deployed(OfSeat):
    """The ships of a seat were turned face up."""

    ships: tuple[str, ...]
    hulls: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened(OfSeat):
    """The first player was found: the lowest hulls, or the draw among them."""

    tied: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan(OfSeat):
    """A turn began."""

    turn: int


class TurnEnded(OfSeat):
    """A turn was over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drew(OfSeat):
    """Cards came into a hand; `numbers` are their numbers there."""

    count: int
    cards: tuple[str, ...] | None = secret()
    numbers: tuple[int, ...] | None = secret()


class Discarded(OfCards):
    """Cards went to the discards, face up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchanged(OfCards):
    """Cards were given up for their resources."""

    ships: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reshuffled(Event):
    """Discards became a new deck: "actions" or "shipyard"."""

    pile: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NoneLeft(Event):
    """There was nothing left to draw from "actions" or "shipyard"."""

    pile: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShipDrawn(OfSeat):
    """A ship came out of the shipyard and waits for its zone."""

    ship: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered(OfSeat):
    """Letnev saw two ships and chooses one."""

    count: int
    ships: tuple[str, ...] | None = secret()


class Joined(OfBerth):
    """A ship joined a fleet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scrapped(OfSeat):
    """The ship that Letnev did not choose went to the wrecks."""

    ship: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MovePlanned(OfBerth):
    """A ship is to move when the movement phase is over."""

    zone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(OfBerth):
    """A ship moved; `berth` became `now`."""

    now: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MovementVoided(OfSeat):
    """A zone would have held too many: nobody moved (B3)."""

    zone: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedCard(OfCard):
    """Any other card was played; on what, where that matters."""

    target: Seat = ""
    what: str = ""
    where: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerUsed(OfSeat):
    """A flagship's power was used; `left` uses remain, -1: any number."""

    flagship: str
    power: str
    left: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Stole(OfSeat):
    """Cards changed hands (thief and victim know which)."""

    victim: Seat
    count: int
    cards: tuple[str, ...] | None = secret()


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingLeft(OfSeat):
    """A standing order was left (secret)."""

    number: int
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingFollowed(OfSeat):
    """A standing order names a ship that has moved by its new name (secret)."""

    number: int
    ship: str  #: its name now
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingDone(OfSeat):
    """A standing order was taken back or ran out (secret)."""

    rule: str
    why: str  #: "cancelled", "once", "turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingActed(OfSeat):
    """A standing order answered (secret)."""

    number: int
    rule: str
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Voted(OfSeat):
    """A vote for the worst noises was noted (secret)."""

    whom: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class WorstNoises(Event):
    """The votes for the worst noises were counted at the end."""

    worst: tuple[Seat, ...]
    votes: int


class Resigned(OfSeat):
    """A player gave up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitReached(Event):
    """The last round was over."""

    rounds: int
