"""What lies on the table in Mag-Blast.

Cards are their places in the box: an action card is a number into
`Box.actions`, a ship into `Box.ships`. A fleet has twelve berths, three a
zone; a berth is `zone * 3 + number - 1`, with the zones in ring order (B2).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypedDict

from pbem.chance import Chance
from pbem.protocol import Options, Seat
from pbem.rules.magblast.cards import ActionCard, Box, FlagshipCard, ShipCard
from pbem.rules.magblast.decks import box
from pbem.rules.magblast.fleet import BERTHS, Fleet, Ship

FLAGSHIP = -1  #: in place of a berth
HAND_CARDS = 5  #: dealt at the start, and drawn up to
HACAN_CARDS = 6  #: drawn up to with Hacan's power
DEALT_SHIPS = 4  #: at the start (B19)

#: The phases of a turn; between the first two the hand is filled (B24).
SETUP, DISCARD, SHIPS, MOVEMENT, ACTION = range(5)
PHASES = ("setup", "discard", "ships", "movement", "action")


@dataclass(frozen=True, slots=True, kw_only=True)
class MagBlastOptions(Options):
    """The options of a game."""

    reactions: str = "windows"  #: or "standing": only standing orders answer
    deck: str = "house"
    rounds: int = 100


@dataclass(frozen=True, slots=True)
class Target:
    """A flagship or the ship in a berth."""

    fleet: int
    berth: int


class Whereabouts(TypedDict):
    """A target as fields of an event."""

    target: Seat
    what: str  #: its type, or "flagship"
    where: str  #: its berth; empty for a flagship


@dataclass(frozen=True, slots=True)
class Played:
    """Cards on their way: they take effect once nobody objects (B33)."""

    by: int
    key: str
    cards: tuple[int, ...]
    ship: int = FLAGSHIP  #: the ship that fires, launches or is worked on
    target: Target | None = None
    zone: int = -1
    noise: str = ""
    chosen: tuple[int, ...] = ()  #: blast cards that a Spacedock removes


@dataclass(frozen=True, slots=True)
class Hit:
    """A blast that hit and did not destroy: a Direct Hit may follow (B8, B32)."""

    ship: int  #: that fired
    target: Target
    direct: bool = False  #: the Direct Hit stands


@dataclass(frozen=True, slots=True)
class Cloud:
    """A Minefield or Asteroids on a fleet (B12)."""

    card: int
    by: int
    on: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """Ships drawn and not yet placed."""

    ships: tuple[int, ...] = ()  #: to choose from, or the one to place
    more: int = 0  #: ships still to be drawn after this one
    zones: tuple[int, ...] = ()  #: where the next go, said in advance


@dataclass(frozen=True, slots=True)
class State:
    """A game of Mag-Blast."""

    deck: str  #: name of the deck
    mail: bool  #: whether opponents are asked; else standing orders only
    limit: int  #: rounds; 0: no limit
    fleets: tuple[Fleet, ...]  #: clockwise
    chance: Chance
    draw: tuple[int, ...] = ()  #: the action deck, its top last
    discards: tuple[int, ...] = ()
    yard: tuple[int, ...] = ()  #: the shipyard, its top last
    wrecks: tuple[int, ...] = ()
    phase: int = SETUP
    active: int = 0
    first: int = 0  #: who took the first turn
    turn: int = 0
    round: int = 1
    moves: tuple[tuple[int, int], ...] = ()  #: berth to zone (B35)
    drawn: Drawn | None = None
    stack: tuple[Played, ...] = ()
    hit: Hit | None = None
    last: str = ""  #: how the last card fared: see orders.When
    clouds: tuple[Cloud, ...] = ()
    returning: tuple[tuple[int, int], ...] = ()  #: fleet and squadron (B14)
    over: str = ""  #: the reason, once the game is over

    @property
    def box(self) -> Box:
        """The cards that this game is played with."""
        return box(self.deck)

    def action(self, card: int) -> ActionCard:
        """Return what is printed on an action card."""
        return self.box.actions[card]

    def key(self, card: int) -> str:
        """Return what the rules call an action card."""
        return self.box.actions[card].key

    def held(self, fleet: int, number: int) -> str:
        """Return what the rules call the card with a number in a hand."""
        return self.key(self.fleets[fleet].hand[number - 1])

    def printed(self, ship: Ship) -> ShipCard:
        """Return what is printed on a ship."""
        return self.box.ships[ship.card]

    def flagship(self, fleet: int) -> FlagshipCard:
        """Return what is printed on a fleet's flagship."""
        return self.box.flagships[self.fleets[fleet].flagship]

    def power(self, fleet: int) -> str:
        """Return the power of a fleet's flagship."""
        return self.flagship(fleet).power

    def seat(self, seat: Seat) -> int:
        """Return the index of a seat's fleet; raise KeyError for an unknown seat."""
        for index, fleet in enumerate(self.fleets):
            if fleet.seat == seat:
                return index
        raise KeyError(seat)

    def seats(self, fleets: Iterable[int]) -> tuple[Seat, ...]:
        """Return the seats of fleets."""
        return tuple([self.fleets[index].seat for index in fleets])

    def ship(self, target: Target) -> Ship | None:
        """Return the ship at a target; None for a flagship or an empty berth."""
        if target.berth == FLAGSHIP:
            return None
        return self.fleets[target.fleet].ships[target.berth]

    def ship_in(self, fleet: int, berth: int) -> Ship:
        """Return the ship in a berth that is not empty."""
        ship = self.fleets[fleet].ships[berth]
        assert ship is not None
        return ship

    def what(self, target: Target) -> str:
        """Return the type of a target; "flagship" where it is no ship."""
        ship = self.ship(target)
        return "flagship" if ship is None else self.printed(ship).type

    def title(self, key: str) -> str:
        """Return the title of a card, also of one that the deck does not have."""
        key = "fighter" if key == "defend" else key
        return self.box.titles.get(key, key.replace("-", " "))

    def labels(self, cards: Iterable[int]) -> tuple[str, ...]:
        """Return cards with their icons, for events."""
        actions = self.box.actions
        return tuple([actions[card].label for card in cards])

    def ship_names(self, cards: Iterable[int]) -> tuple[str, ...]:
        """Return ships by type and hull."""
        ships = self.box.ships
        return tuple([str(ships[card]) for card in cards])

    def can_use(self, fleet: int, power: str) -> bool:
        """Return whether a fleet has a power, and a use of it left (B23)."""
        card = self.flagship(fleet)
        left = not card.uses or self.fleets[fleet].uses < card.uses
        return card.power == power and left

    def room(self, fleet: int) -> int:
        """Return how many cards a fleet may draw in its turn (B26)."""
        full = HACAN_CARDS if self.power(fleet) == "hacan" else HAND_CARDS
        return max(0, full - len(self.fleets[fleet].cards))

    def living(self) -> tuple[int, ...]:
        """Return the fleets that are still in the game."""
        return tuple([i for i, fleet in enumerate(self.fleets) if fleet.out is None])

    def clockwise(self, start: int) -> tuple[int, ...]:
        """Return all others still in, beginning to the left of `start`."""
        ring = (*range(start + 1, len(self.fleets)), *range(start))
        return tuple([i for i in ring if self.fleets[i].out is None])

    def neighbours(self, fleet: int) -> tuple[int, ...]:
        """Return whom a fleet may attack: all others, or its neighbours (B21, B22).

        Those count who are in the game now (B50).
        """
        others = self.clockwise(fleet)
        if len(others) < 4 or len(self.fleets) <= 4:
            return others
        return others[0], others[-1]

    def clouded(self, fleet: int, key: str) -> bool:
        """Return whether a Minefield or Asteroids lie on a fleet (B12, B31)."""
        for cloud in self.clouds:
            if cloud.on == fleet and self.key(cloud.card) == key:
                return True
        return False

    def damage(self, cards: tuple[int, ...]) -> int:
        """Return what cards beneath a ship come to."""
        return sum([self.action(card).damage for card in cards])

    def bearer(self, target: Target) -> Ship | Fleet:
        """Return what bears damage at a target: a ship, or a fleet's flagship."""
        fleet, berth = self.fleets[target.fleet], target.berth
        return (None if berth == FLAGSHIP else fleet.ships[berth]) or fleet

    def hull(self, target: Target) -> int:
        """Return how much damage destroys a target."""
        bearer = self.bearer(target)
        if isinstance(bearer, Ship):
            return self.printed(bearer).hull
        return self.flagship(target.fleet).hull

    def hull_left(self, target: Target) -> int:
        """Return how much more a target bears (B14); 0 or less: it is destroyed."""
        bearer = self.bearer(target)
        return self.hull(target) - self.damage(bearer.damage + bearer.squadrons)

    def is_second_blast(self, ship: int, target: Target) -> bool:
        """Return whether a blast of a ship at a target is the one that a Direct Hit
        allows: the same ship once more at the same target (B8)."""
        return self.hit == Hit(ship, target, direct=True)

    def whereabouts(self, target: Target) -> Whereabouts:
        """Return a target as fields of an event: whose it is, what it is, and where."""
        seat, where = self.fleets[target.fleet].seat, berth_name(target.berth)
        return {"target": seat, "what": self.what(target), "where": where}

    def with_fleet(self, index: int, fleet: Fleet) -> State:
        """Return the state with one fleet put in place of another."""
        fleets = (*self.fleets[:index], fleet, *self.fleets[index + 1 :])
        return replace(self, fleets=fleets)


def berth_name(berth: int) -> str:
    """Return the name of a berth; empty for a flagship."""
    return BERTHS[berth] if berth != FLAGSHIP else ""
