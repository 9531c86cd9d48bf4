"""A fleet of Mag-Blast: its ships in their berths, and its secrets."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.protocol import Seat
from pbem.rules.magblast.orders.parts import Rule

ZONES = ("yellow", "green", "red", "blue")
BERTHS = tuple(f"{zone[0].upper()}{number}" for zone in ZONES for number in (1, 2, 3))
NO_SHIPS: tuple[Ship | None, ...] = (None,) * 12
GAP = -1  #: a number in hand that no card has


@dataclass(frozen=True, slots=True)
class Ship:
    """A ship in a fleet, with what lies beneath its card."""

    card: int
    damage: tuple[int, ...] = ()  #: blast cards
    squadrons: tuple[int, ...] = ()  #: squadrons that strike at it this turn
    upgrades: tuple[int, ...] = ()
    fired: int = 0  #: blasts this turn, cancelled ones included (B11)
    boarded: bool = False  #: stolen this turn (B15)


@dataclass(frozen=True, slots=True)
class Fleet:
    """A seat's flagship, ships and secrets."""

    seat: Seat
    flagship: int
    uses: int = 0  #: how often the flagship's power was used
    damage: tuple[int, ...] = ()
    squadrons: tuple[int, ...] = ()
    ships: tuple[Ship | None, ...] = NO_SHIPS  #: by berth
    hand: tuple[int, ...] = ()  #: by number less one; GAP: none (B28)
    turns: int = 0  #: turns begun
    dealt: tuple[int, ...] = ()  #: ships still to be placed, at the start
    standing: tuple[Rule, ...] = ()
    passing: bool = False  #: lets everything pass until the turn is over
    vote: Seat = ""
    out: int | None = None  #: the turn of the elimination
    resigned: bool = False

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards in the hand, in the order of their numbers."""
        hand = self.hand
        return tuple(filter(GAP.__ne__, hand)) if GAP in hand else hand

    def berthed(self) -> list[tuple[int, Ship]]:
        """Return the ships with their berths."""
        return [(n, ship) for n, ship in enumerate(self.ships) if ship is not None]

    @property
    def berths(self) -> list[int]:
        """The berths that have a ship."""
        return [n for n, ship in enumerate(self.ships) if ship is not None]

    def in_zone(self, zone: int) -> int:
        """Return how many ships stand in a zone."""
        one, two, three = self.ships[zone * 3 : zone * 3 + 3]
        return (one is not None) + (two is not None) + (three is not None)

    def free_berth(self, zone: int) -> int | None:
        """Return the first free berth of a zone; None where it is full."""
        berths = range(zone * 3, zone * 3 + 3)
        return next((berth for berth in berths if self.ships[berth] is None), None)

    @property
    def counts(self) -> tuple[int, ...]:
        """How many ships stand in each zone."""
        return tuple([self.in_zone(zone) for zone in range(4)])

    @property
    def free_zones(self) -> tuple[str, ...]:
        """The zones with room for another ship (B4)."""
        return tuple(
            [name for name, n in zip(ZONES, self.counts, strict=True) if n < 3]
        )

    @property
    def spaces(self) -> int:
        """How many more ships there is room for (B4)."""
        return self.ships.count(None)
