"""The state of a game, and its options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from pbem.kit.calendar import Moment
from pbem.protocol import Options, Seat
from pbem.rules.diplomacy.bound import Ordered
from pbem.rules.diplomacy.orders import Line
from pbem.rules.diplomacy.units import Area, Power, Spot, Unit
from pbem.rules.diplomacy.verdicts import Verdict
from pbem.rules.diplomacy.world import World, world


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms(Options):
    """The options of a game, as game.toml has them."""

    map: str = "standard"
    powers: str = "table"
    prefer: str = "-"
    victory: int = 0
    years: int = 0
    builds: str = "home"
    rulebook: str = "2023"
    draws: str = "shared"
    votes: str = "hidden"
    concessions: bool = True
    gunboat: bool = False
    talk: str = "all"
    talk_in: str = "every"
    black: bool = False
    fog: bool = False


class Barred(StrEnum):
    """Why a unit may not retreat to an adjacent place."""

    OCCUPIED = "occupied"
    STANDOFF = "standoff"
    ATTACKER = "attacker"


@dataclass(frozen=True, slots=True)
class Dislodged:
    """A unit that lost its place."""

    unit: Unit
    by: Area  #: where the unit came from that dislodged it
    open: tuple[Spot, ...]  #: where it may go
    barred: Mapping[Spot, Barred]  #: where it may not go, and why
    by_sea: bool = False  #: the other came by convoy


class Fog(NamedTuple):
    """What hides the rest of a game in a state as a seat knows it (D37)."""

    seat: Seat | None
    seen: frozenset[Area]  #: the provinces that it sees
    left: tuple[Power, ...]  #: who is left, which everybody is told


@dataclass(frozen=True, slots=True)
class State:
    """A position, and what the last phases came to."""

    options: Terms
    seats: tuple[Seat, ...]
    players: Mapping[Power, Seat]  #: powers that nobody plays are left out (D24)
    moment: Moment
    units: Mapping[Area, Unit]
    owners: Mapping[Area, Power]  #: of the centres that somebody owns
    dislodged: Mapping[Area, Dislodged] = field(default_factory=dict)
    contested: frozenset[Area] = frozenset()
    verdicts: tuple[Verdict, ...] = ()  #: on the orders of the last movement phase
    #: What each seat ordered in the last movement phase.
    ordered: Mapping[Seat, tuple[Ordered, ...]] = field(default_factory=dict)
    #: What seats have ordered for phases to come (D35).
    ahead: Mapping[Seat, tuple[Line, ...]] = field(default_factory=dict)
    ending: str = ""  #: why the game is over; "" while it goes on
    sharers: tuple[Power, ...] = ()  #: who has what a vote gave away (D28, D29)
    fog: Fog | None = None  #: None: all is here, whatever players see of it

    @property
    def of_2000(self) -> bool:
        """Whether the rules of 2000 are played (D30 to D33)."""
        return self.options.rulebook == "2000"

    @property
    def world(self) -> World:
        """The map."""
        return world(self.options.map)

    @property
    def phase(self) -> str:
        """What is ordered now: a `Phase`."""
        return self.moment.phase

    @property
    def victory(self) -> int:
        """How many centres win (D25)."""
        return self.options.victory or self.world.victory

    @property
    def survivors(self) -> tuple[Power, ...]:
        """The powers that somebody plays and that have a unit or a centre (D28)."""
        if self.fog is not None:
            return self.fog.left
        return tuple(power for power in self.present if power in self.players)

    @property
    def present(self) -> tuple[Power, ...]:
        """The powers that have a unit or a centre."""
        there = {*self.owners.values(), *(unit.power for unit in self.units.values())}
        there |= {lost.unit.power for lost in self.dislodged.values()}
        return tuple(power for power in self.world.nations if power in there)

    @property
    def unseen(self) -> frozenset[Area]:
        """The provinces that are out of sight (D37)."""
        if self.fog is None:
            return frozenset()
        return frozenset(self.world.atlas.areas) - self.fog.seen

    def powers_of(self, seat: Seat) -> tuple[Power, ...]:
        """Return the powers that a seat plays."""
        return tuple(power for power, one in self.players.items() if one == seat)

    def units_of(self, seat: Seat) -> tuple[Unit, ...]:
        """Return the units on the board that a seat commands."""
        players = self.players
        return tuple(u for u in self.units.values() if players.get(u.power) == seat)

    def lost_of(self, seat: Seat) -> tuple[Dislodged, ...]:
        """Return the dislodged units that a seat commands."""
        players, lost = self.players, self.dislodged.values()
        return tuple(one for one in lost if players.get(one.unit.power) == seat)

    def seats_of(self, powers: Iterable[Power]) -> tuple[Seat, ...]:
        """Return the seats that play some of these powers."""
        theirs = {self.players.get(power) for power in powers}
        return tuple(seat for seat in self.seats if seat in theirs)

    def centres_of(self, power: Power) -> tuple[Area, ...]:
        """Return the centres of a power, in order."""
        return tuple(sorted(a for a, owner in self.owners.items() if owner == power))
