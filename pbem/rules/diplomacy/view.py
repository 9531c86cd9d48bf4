"""What a seat may know of a game: all but the orders of the open phase, and what is out
of sight in fog."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pbem.chance import Chance
from pbem.protocol import Event, Seat
from pbem.rules.diplomacy import adjustments, picture, setup
from pbem.rules.diplomacy.fog import hides, known
from pbem.rules.diplomacy.state import State
from pbem.rules.diplomacy.units import ROADS, Area, Power, Spot


@dataclass(frozen=True, slots=True)
class View:
    """The position, as JSON and templates have it."""

    season: str
    year: int
    phase: str  #: "movement", "retreats" or "adjustments"
    units: Mapping[Power, tuple[str, ...]]
    dislodged: Mapping[Power, tuple[str, ...]]  #: those that have a choice
    centres: Mapping[Power, tuple[Area, ...]]
    retreats: Mapping[str, tuple[Spot, ...]]  #: of units, where they may go
    due: Mapping[Power, int]  #: units to be built, or removed where negative
    contested: tuple[Area, ...]
    verdicts: tuple[Mapping[str, Any], ...]  #: on the orders of the last movement
    players: Mapping[Power, Seat | None]
    victory: int
    map: str
    ahead: tuple[str, ...]  #: what the seat has ordered for phases to come
    seen: tuple[Area, ...] | None  #: in fog: what the seat sees; None: all (D37)
    _state: State

    def board(self) -> tuple[str, ...]:
        """Return the position as lines that a turn file takes."""
        return setup.position(self._state)

    def moment(self) -> str:
        """Return the open phase: "Fall 1901 retreats"."""
        return str(self._state.moment)

    def powers_of(self, seat: Seat | None) -> tuple[Power, ...]:
        """Return the powers that a seat plays."""
        return self._state.powers_of(seat) if seat else ()

    def mine(self, seat: Seat | None, table: Mapping[Power, Any]) -> dict[Power, Any]:
        """Return the part of a table by power that is about a seat."""
        return {p: table[p] for p in self.powers_of(seat) if table.get(p)}

    def sites(self, power: Power) -> tuple[str, ...]:
        """Return what a power could build now."""
        return tuple(map(str, adjustments.sites(self._state, power)))

    def empty(self, power: Power) -> tuple[Area, ...]:
        """Return where a power could build now."""
        sites = adjustments.sites(self._state, power)
        return tuple(dict.fromkeys(unit.area for unit in sites))

    def by_province(self) -> dict[str, str]:
        """Return what stands where, by the full names of provinces, for those who are
        shown no map."""
        found = {
            self.title(unit.spot): f"{unit.power}'s {unit.road}"
            for unit in self._state.units.values()
        }
        return dict(sorted(found.items()))

    def barred(self, unit: str) -> dict[Spot, str]:
        """Return where a dislodged unit may not go, and why."""
        lost = self._state.dislodged.values()
        found = (one.barred for one in lost if str(one.unit) == unit)
        return {spot: str(why) for spot, why in next(found, {}).items()}

    def chart(self, events: Iterable[Event]) -> picture.Chart:
        """Return the map as it is drawn, with what was done last."""
        return picture.chart(self, events)

    def title(self, spot: Spot) -> str:
        """Return the full name of a place."""
        area, _, coast = spot.partition("/")
        name = self._state.world.atlas.areas[area].title
        return f"{name} ({coast})" if coast else name

    def by_name(self) -> bool:
        """Return whether each power is called as its player is."""
        return all(power == seat for power, seat in self.players.items())

    def titles(self, spots: Iterable[Spot]) -> tuple[str, ...]:
        """Return the full names of places."""
        return tuple(map(self.title, spots))

    def stand(self, units: Iterable[str]) -> tuple[str, ...]:
        """Return units in words: "army in Paris", "fleet in Spain (sc)"."""
        return tuple(f"{ROADS[one[0]]} in {self.title(one[2:])}" for one in units)


def imagine(state: State, seat: Seat | None, chance: Chance) -> State:
    """Return the state as it could be for all that a seat knows."""
    return known(state, seat)


def build(state: State, seat: Seat | None) -> View:
    """Return what a seat may know."""
    return _view(known(state, seat), seat)


def truth(state: State) -> View | None:
    """Return all that there is to see, for the moderator of a game in fog."""
    return _view(replace(state, ahead={}), None) if hides(state) else None


def _view(state: State, seat: Seat | None) -> View:
    """Return a state as templates have it."""
    nations = state.world.nations

    def by_power(units: Any) -> dict[Power, tuple[str, ...]]:
        every = [*units]
        return {
            power: tuple(sorted(str(one) for one in every if one.power == power))
            for power in nations
        }

    lost = [*state.dislodged.values()]
    all_seen = state.fog is None
    asked = state.players if all_seen else state.powers_of(seat) if seat else ()
    owed = adjustments.due(state, asked)
    return View(
        season=state.moment.season,
        year=state.moment.year,
        phase=state.phase,
        units=by_power(state.units.values()),
        dislodged={
            power: units
            for power, units in by_power(one.unit for one in lost).items()
            if units
        },
        centres={power: state.centres_of(power) for power in nations},
        retreats={str(one.unit): one.open for one in lost},
        due={power: owed[power] for power in nations if power in owed},
        contested=tuple(sorted(state.contested)),
        verdicts=tuple(
            {
                "power": one.power,
                "unit": one.unit,
                "order": one.order,
                "verdict": str(one.verdict),
                "reason": one.reason,
            }
            for one in state.verdicts
            if not (state.fog is None and one.partial)
        ),
        players={power: state.players.get(power) for power in nations},
        victory=state.victory,
        map=state.options.map,
        ahead=tuple(map(str, state.ahead.get(seat, ()))) if seat else (),
        seen=tuple(sorted(state.fog.seen)) if state.fog else None,
        _state=state,
    )
