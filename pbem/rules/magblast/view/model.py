"""The views: what can be seen, as a type of its own for each reader.

Nothing in a view can hold another's hand, the order of a deck, a standing order
or a vote of somebody else (B25).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from pbem.protocol import Seat
from pbem.rules.magblast.board_text import ShipView, head, ship_lines
from pbem.rules.magblast.fleet import ZONES


@dataclass(frozen=True, slots=True)
class CardView:
    """A card in one's own hand, by its number there."""

    number: int
    card: str
    icons: str
    label: str
    kind: str


@dataclass(frozen=True, slots=True)
class FleetView:
    """A fleet as everybody sees it."""

    flagship: str
    power: str
    hull: int
    damage: int
    beneath: tuple[str, ...]
    squadrons: tuple[str, ...]
    uses: int
    most: int  #: uses; 0: any number
    cards: int
    ships: dict[str, ShipView]
    clouds: tuple[tuple[str, Seat], ...]
    attackable: bool
    turns: int
    out: int | None

    def zone(self, name: str) -> list[tuple[str, ShipView]]:
        """Return the ships of a zone, each with its place ("B1")."""
        letter = name[0].upper()
        return [(at, ship) for at, ship in self.ships.items() if at[0] == letter]

    def drawn(self, seat: Seat, parting: str) -> str:
        """Return the fleet drawn in text, with what parts its lines."""
        lines = head(seat, self.flagship, self.hull, self.damage, self.cards)
        return parting.join([*lines, *ship_lines(self.ships)])

    @property
    def gaps(self) -> tuple[str, ...]:
        """The zones without ships, where the flagship can be shot at."""
        return tuple(name for name in ZONES if not self.zone(name))

    @property
    def mined(self) -> bool:
        """Whether a Minefield lies on the fleet."""
        return any(name == "Minefield" for name, _ in self.clouds)


@dataclass(frozen=True, slots=True)
class PlayedView:
    """A card on its way, for all to see."""

    seat: Seat
    card: str
    key: str
    count: int
    damage: int
    ship: str
    target: Seat
    where: str
    what: str
    noise: str


@dataclass(frozen=True, slots=True)
class HitView:
    """The blow that a Direct Hit may follow, or that one stands on."""

    ship: str
    target: Seat
    where: str
    what: str
    direct: bool


def _tally(names: tuple[str, ...]) -> str:
    counts = Counter(names).items()
    return ", ".join([f"{name} ({n})" if n > 1 else name for name, n in counts])


@dataclass(frozen=True, slots=True)
class View:
    """The table as everybody sees it."""

    deck: str
    turn: int
    round: int
    limit: int
    phase: str
    to_move: Seat | None
    mail: bool
    draw: int
    discards: tuple[str, ...]
    shipyard: int
    wrecks: tuple[str, ...]
    seats: dict[Seat, FleetView]
    stack: tuple[PlayedView, ...]
    hit: HitView | None
    last: str
    crowded: str  #: the zone that planned moves would overfill, or ""
    moves: tuple[tuple[str, str], ...]
    drawn: tuple[str, ...]
    waiting: int

    @property
    def zones(self) -> tuple[str, ...]:
        """The four zones, in ring order."""
        return ZONES

    @property
    def discarded(self) -> str:
        """The discards, each sort with its number."""
        return _tally(self.discards)

    @property
    def wrecked(self) -> str:
        """The wrecks, each type with its number."""
        return _tally(self.wrecks)


@dataclass(frozen=True, slots=True)
class SeatView(View):
    """The table as one seat sees it."""

    seat: Seat
    hand: tuple[CardView, ...]
    dealt: tuple[str, ...]
    standing: tuple[str, ...]
    passing: bool
    vote: Seat
    offered: tuple[str, ...]
    cheat: tuple[tuple[str, str], ...]  #: the quick list: a sort and an example


@dataclass(frozen=True, slots=True)
class Secrets:
    """What only the moderator sees of a seat."""

    hand: tuple[CardView, ...]
    dealt: tuple[str, ...]
    standing: tuple[str, ...]
    passing: bool
    vote: Seat


@dataclass(frozen=True, slots=True)
class Truth(View):
    """The whole truth."""

    hands: dict[Seat, tuple[str, ...]]
    secrets: dict[Seat, Secrets]
    deck_order: tuple[str, ...]
    shipyard_order: tuple[str, ...]
