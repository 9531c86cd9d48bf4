"""What can happen: cards, ships, turns, and the game itself."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.protocol import Event, Seat, secret


@dataclass(frozen=True, slots=True, kw_only=True)
class Commanded(Event):
    """A seat was dealt its flagship."""

    seat: Seat
    flagship: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShipsDealt(Event):
    """A seat learnt which ships it is to place (secret)."""

    seat: Seat
    ships: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deployed(Event):
    """The ships of a seat were turned face up."""

    seat: Seat
    ships: tuple[str, ...]
    hulls: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened(Event):
    """The first player was found: the lowest hulls, or the draw among them."""

    seat: Seat
    tied: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan(Event):
    """A turn began."""

    seat: Seat
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded(Event):
    """A turn was over."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Drew(Event):
    """Cards came into a hand; `numbers` are their numbers there."""

    seat: Seat
    count: int
    cards: tuple[str, ...] | None = secret()
    numbers: tuple[int, ...] | None = secret()


@dataclass(frozen=True, slots=True, kw_only=True)
class Discarded(Event):
    """Cards went to the discards, face up."""

    seat: Seat
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchanged(Event):
    """Cards were given up for their resources."""

    seat: Seat
    cards: tuple[str, ...]
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
class ShipDrawn(Event):
    """A ship came out of the shipyard and waits for its zone."""

    seat: Seat
    ship: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered(Event):
    """Letnev saw two ships and chooses one."""

    seat: Seat
    count: int
    ships: tuple[str, ...] | None = secret()


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined(Event):
    """A ship joined a fleet."""

    seat: Seat
    ship: str
    berth: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Scrapped(Event):
    """The ship that Letnev did not choose went to the wrecks."""

    seat: Seat
    ship: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MovePlanned(Event):
    """A ship is to move when the movement phase is over."""

    seat: Seat
    ship: str
    berth: str
    zone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Event):
    """A ship moved; `berth` became `now`."""

    seat: Seat
    ship: str
    berth: str
    now: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MovementVoided(Event):
    """A zone would have held too many: nobody moved (B3)."""

    seat: Seat
    zone: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedCard(Event):
    """Any other card was played; on what, where that matters."""

    seat: Seat
    card: str
    target: Seat = ""
    what: str = ""
    where: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerUsed(Event):
    """A flagship's power was used; `left` uses remain, -1: any number."""

    seat: Seat
    flagship: str
    power: str
    left: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Stole(Event):
    """Cards changed hands (thief and victim know which)."""

    seat: Seat
    victim: Seat
    count: int
    cards: tuple[str, ...] | None = secret()


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingLeft(Event):
    """A standing order was left (secret)."""

    seat: Seat
    number: int
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingDone(Event):
    """A standing order was taken back or ran out (secret)."""

    seat: Seat
    rule: str
    why: str  #: "cancelled", "once", "turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingActed(Event):
    """A standing order answered (secret)."""

    seat: Seat
    number: int
    rule: str
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Voted(Event):
    """A vote for the worst noises was noted (secret)."""

    seat: Seat
    whom: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class WorstNoises(Event):
    """The votes for the worst noises were counted at the end."""

    worst: tuple[Seat, ...]
    votes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Resigned(Event):
    """A player gave up."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitReached(Event):
    """The last round was over."""

    rounds: int
