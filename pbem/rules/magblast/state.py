"""What lies on the table in Mag-Blast.

Cards are their places in the box: an action card is a number into
`Box.actions`, a ship into `Box.ships`. A fleet has twelve berths, three a
zone; a berth is `zone * 3 + number - 1`, with the zones in ring order (B2).
"""

from __future__ import annotations

from dataclasses import dataclass

from pbem.chance import Chance
from pbem.kit.change import changed
from pbem.protocol import Seat
from pbem.rules.magblast.cards import ActionCard, Box, FlagshipCard, ShipCard, box
from pbem.rules.magblast.orders.orders import Rule

ZONES = ("yellow", "green", "red", "blue")
BERTHS = tuple(f"{zone[0].upper()}{number}" for zone in ZONES for number in (1, 2, 3))
NO_SHIPS: tuple[Ship | None, ...] = (None,) * 12
FLAGSHIP = -1  #: in place of a berth
GAP = -1  #: a number in hand that no card has

#: The phases of a turn; between the first two the hand is filled (B24).
SETUP, DISCARD, SHIPS, MOVEMENT, ACTION = range(5)
PHASES = ("setup", "discard", "ships", "movement", "action")


@dataclass(frozen=True, slots=True)
class Ship:
    """A ship in a fleet, with what lies beneath its card."""

    card: int
    damage: tuple[int, ...] = ()  #: blast cards
    wing: tuple[int, ...] = ()  #: squadrons that strike at it this turn
    upgrades: tuple[int, ...] = ()
    fired: int = 0  #: blasts this turn
    boarded: bool = False  #: stolen this turn (B15)


@dataclass(frozen=True, slots=True)
class Fleet:
    """A seat's flagship, ships and secrets."""

    seat: Seat
    flagship: int
    uses: int = 0  #: how often the flagship's power was used
    damage: tuple[int, ...] = ()
    wing: tuple[int, ...] = ()
    ships: tuple[Ship | None, ...] = NO_SHIPS
    hand: tuple[int, ...] = ()  #: by number less one; GAP: none
    turns: int = 0  #: turns begun
    dealt: tuple[int, ...] = ()  #: ships still to be placed, at the start
    standing: tuple[Rule, ...] = ()
    passing: bool = False  #: lets everything pass until the turn is over
    vote: Seat = ""
    out: int | None = None  #: the turn of the elimination
    resigned: bool = False


@dataclass(frozen=True, slots=True)
class Target:
    """A flagship or the ship in a berth."""

    fleet: int
    berth: int


@dataclass(frozen=True, slots=True)
class Played:
    """Cards on their way: they take effect once nobody objects."""

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
    """A blast that hit and did not destroy: a Direct Hit may follow (B8)."""

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
    moves: tuple[tuple[int, int], ...] = ()  #: berth to zone
    drawn: Drawn | None = None
    stack: tuple[Played, ...] = ()
    hit: Hit | None = None
    last: str = ""  #: how the last card fared: see orders.When
    clouds: tuple[Cloud, ...] = ()
    landing: tuple[tuple[int, int], ...] = ()  #: fleet and squadron, at turn's end
    over: str = ""  #: the reason, once the game is over

    @property
    def box(self) -> Box:
        """The cards that this game is played with."""
        return box(self.deck)

    def action(self, card: int) -> ActionCard:
        """What is printed on an action card."""
        return box(self.deck).actions[card]

    def key(self, card: int) -> str:
        """What the rules call an action card."""
        return box(self.deck).actions[card].key

    def printed(self, ship: Ship) -> ShipCard:
        """What is printed on a ship."""
        return box(self.deck).ships[ship.card]

    def flagship(self, fleet: int) -> FlagshipCard:
        """What is printed on a fleet's flagship."""
        return box(self.deck).flagships[self.fleets[fleet].flagship]

    def power(self, fleet: int) -> str:
        """The power of a fleet's flagship."""
        return self.flagship(fleet).power

    def seat(self, seat: Seat) -> int:
        """The place of a seat at the table."""
        for index, fleet in enumerate(self.fleets):
            if fleet.seat == seat:
                return index
        raise KeyError(seat)

    def ship(self, target: Target) -> Ship | None:
        """The ship at a target; None for a flagship or an empty berth."""
        if target.berth == FLAGSHIP:
            return None
        return self.fleets[target.fleet].ships[target.berth]

    def living(self) -> tuple[int, ...]:
        """Who is still in the game."""
        return tuple(i for i, fleet in enumerate(self.fleets) if fleet.out is None)

    def clockwise(self, start: int) -> tuple[int, ...]:
        """All others still in, beginning to the left of `start`."""
        fleets = self.fleets
        ring = (*range(start + 1, len(fleets)), *range(start))
        return tuple([i for i in ring if fleets[i].out is None])

    def neighbours(self, fleet: int) -> tuple[int, ...]:
        """Whom a fleet may attack: all others, or its neighbours (B22)."""
        others = self.clockwise(fleet)
        if len(others) < 4 or len(self.fleets) <= 4:
            return others
        return others[0], others[-1]

    def clouded(self, fleet: int, key: str) -> bool:
        """Whether a Minefield or Asteroids lie on a fleet."""
        for cloud in self.clouds:
            if cloud.on == fleet and self.key(cloud.card) == key:
                return True
        return False

    def damage(self, cards: tuple[int, ...]) -> int:
        """What cards beneath a ship come to."""
        actions = box(self.deck).actions
        return sum(actions[card].damage for card in cards)

    def hull_left(self, target: Target) -> int:
        """How much more a target bears; 0 or less: it is destroyed."""
        ship = self.ship(target)
        if ship is not None:
            return self.printed(ship).hull - self.damage(ship.damage + ship.wing)
        fleet = self.fleets[target.fleet]
        hull = self.flagship(target.fleet).hull
        return hull - self.damage(fleet.damage + fleet.wing)

    def with_fleet(self, index: int, fleet: Fleet) -> State:
        """The state with one fleet put in place of another."""
        fleets = (*self.fleets[:index], fleet, *self.fleets[index + 1 :])
        return changed(self, fleets=fleets)


def held(fleet: Fleet) -> tuple[int, ...]:
    """The cards in a hand, by number."""
    return tuple(card for card in fleet.hand if card != GAP)


def in_zone(fleet: Fleet, zone: int) -> int:
    """How many ships stand in a zone."""
    return sum(ship is not None for ship in fleet.ships[zone * 3 : zone * 3 + 3])


def room(fleet: Fleet, zone: int) -> int:
    """The first free berth of a zone, or FLAGSHIP where it is full."""
    for berth in range(zone * 3, zone * 3 + 3):
        if fleet.ships[berth] is None:
            return berth
    return FLAGSHIP


def spaces(fleet: Fleet) -> int:
    """How many more ships a fleet has room for (B4)."""
    return sum(ship is None for ship in fleet.ships)


def taken(hand: tuple[int, ...], cards: tuple[int, ...]) -> tuple[int, ...]:
    """A hand without these cards; the others keep their numbers.

    >>> taken((7, 8, 9), (8,)), taken((7, 8, 9), (9, 8))
    ((7, -1, 9), (7,))
    """
    rest = [GAP if card in cards else card for card in hand]
    while rest and rest[-1] == GAP:
        rest.pop()
    return tuple(rest)


def given(hand: tuple[int, ...], cards: tuple[int, ...]) -> tuple[int, ...]:
    """A hand with these cards too; each takes the lowest free number.

    >>> given((7, -1, 9), (5, 6))
    (7, 5, 9, 6)
    """
    rest = list(hand)
    for card in cards:
        if GAP in rest:
            rest[rest.index(GAP)] = card
        else:
            rest.append(card)
    return tuple(rest)
