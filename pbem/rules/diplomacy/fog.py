"""Fog of war: which provinces a seat sees, and what it is told of the rest (D37)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pbem.kit.maps import Atlas, area_of
from pbem.protocol import Event, Seat
from pbem.rules.diplomacy.events import (
    Captured,
    Disbanded,
    Dislodging,
    OfPower,
    OfUnit,
    Removal,
    Retreat,
)
from pbem.rules.diplomacy.state import Dislodged, Fog, State
from pbem.rules.diplomacy.units import ROADS, Area
from pbem.rules.diplomacy.verdicts import Ruling, Verdict

SOMEWHERE = "?"  #: a place out of sight
SOMEBODY = "a unit out of sight"
_TRIED = {"-": Ruling.FAILS, "S": Ruling.SUPPORTS, "C": Ruling.CONVOYS}
"""What is told of an order that leads out of sight, by the sign of its verb."""


def hides(state: State) -> bool:
    """Return whether a game hides anything by fog now: till its end."""
    return state.options.fog and not state.ending


def sight(state: State, seat: Seat | None) -> frozenset[Area]:
    """Return the provinces that a seat sees in fog: those of its units, dislodged ones
    among them, and of the centres that it owns, with all that border on them."""
    if seat is None:
        return frozenset()
    atlas, powers = state.world.atlas, {*state.powers_of(seat)}
    own = {area for area, unit in state.units.items() if unit.power in powers}
    own |= {area for area, lost in state.dislodged.items() if lost.unit.power in powers}
    own |= {area for area, owner in state.owners.items() if owner in powers}
    return frozenset(own).union(*(_around(atlas, area) for area in own))


def _around(atlas: Atlas, area: Area) -> frozenset[Area]:
    return frozenset().union(*(atlas.areas_around(x, area) for x in ROADS.values()))


def known(state: State, seat: Seat | None) -> State:
    """Return a state with all that a seat (None: the public) knows of it, and nothing
    else: no orders that others gave ahead and, in fog, what it sees."""
    own = {who: lines for who, lines in state.ahead.items() if who == seat}
    if not hides(state):
        return replace(state, ahead=own)
    seen, players = sight(state, seat), state.players
    # Sorted: what happened out of sight decides the order of the true tables.
    lost = {
        area: _of_own(one, state.world.atlas)
        if players.get(one.unit.power) == seat
        else Dislodged(one.unit, "", (), {})
        for area, one in sorted(state.dislodged.items())
        if area in seen
    }
    near = frozenset().union(*(one.barred for one in lost.values() if one.barred))
    return replace(
        state,
        units={area: x for area, x in sorted(state.units.items()) if area in seen},
        owners={area: x for area, x in sorted(state.owners.items()) if area in seen},
        dislodged=lost,
        contested=state.contested.intersection(map(area_of, near)),
        verdicts=tuple(
            x for x in state.verdicts if x.known_to is None or seat in x.known_to
        ),
        ordered={who: x for who, x in state.ordered.items() if who == seat},
        ahead=own,
        fog=Fog(seat, seen, state.survivors),
    )


def _of_own(lost: Dislodged, atlas: Atlas) -> Dislodged:
    """Return an own dislodged unit: an attacker that came by sea came from anywhere."""
    near = lost.by in _around(atlas, lost.unit.area)
    return lost if near else replace(lost, by="")


def shared(state: State, events: Iterable[Event]) -> Iterator[Event]:
    """Yield events, each for the seats that see all of it from a position, and once
    more for those that see a part (`OfPower.partial`)."""
    if not hides(state):
        yield from events
        return
    sights = {seat: sight(state, seat) for seat in state.seats}
    for event in events:
        if not isinstance(event, OfPower):
            yield event
            continue
        forms: dict[OfPower, set[Seat]] = {event: set()}  # nobody may see all of it
        for seat, seen in sights.items():
            own = state.players.get(event.power) == seat
            form = _seen(event, _Sight(seen, state.world.atlas), own=own)
            if form is not None:
                forms.setdefault(form, set()).add(seat)
        for form, seats in forms.items():
            partial = form is not event
            yield replace(form, known_to=frozenset(seats), partial=partial)


class _Sight:
    """What a seat sees."""

    def __init__(self, seen: frozenset[Area], atlas: Atlas) -> None:
        self._seen, self._atlas = seen, atlas

    def sees(self, text: str) -> bool:
        """Return whether all places of a text, such as "A Bur - Mun", are in sight."""
        areas = map(area_of, text.split())
        return all(one in self._seen for one in areas if one in self._atlas.areas)

    def units(self, texts: Iterable[str]) -> tuple[str, ...]:
        """Return units, or orders, with those out of sight not named."""
        return tuple(one if self.sees(one) else SOMEBODY for one in texts)


def _seen(event: OfPower, view: _Sight, *, own: bool) -> OfPower | None:
    """Return an event as a seat is told of it; None: not at all."""
    if isinstance(event, Captured):
        return event if view.sees(event.area) else None
    if not isinstance(event, OfUnit):
        return event if own else None  # of builds that are not made
    if not own and not view.sees(event.unit):
        return None
    match event:
        case Verdict():
            return _verdict(event, view, own=own)
        case Dislodging():
            by = event.by if view.sees(event.by) else SOMEBODY
            open_spots, barred = (event.open, event.barred) if own else ((), ())
            return replace(event, by=by, open=open_spots, barred=barred)
        case Retreat() if not view.sees(event.spot):
            return replace(event, spot=SOMEWHERE)
        case Disbanded() if not own:
            return replace(event, why="")
        case Removal() if not own:
            return replace(event, ordered=True)
    return event


def _verdict(one: Verdict, view: _Sight, *, own: bool) -> Verdict:
    """Return what a seat is told of the order of a unit that it sees."""
    by, helped = view.units(one.by), view.units(one.helped)
    illegal = Ruling.ILLEGAL in (one.verdict, one.failed)
    if own or (view.sees(one.order) and not illegal):
        if one.verdict in (Ruling.VOID, Ruling.DISRUPTED, Ruling.PARADOX):
            by = tuple(unit for unit in by if unit != SOMEBODY)
        return replace(one, by=by, helped=helped)
    lost = one.verdict is Ruling.DISLODGED
    verb = "" if illegal else one.order.split()[2]
    if lost or (one.verdict is Ruling.MOVES):
        verdict = one.verdict
    else:
        verdict = _TRIED.get(verb, Ruling.NO_ORDER)
    return Verdict(
        power=one.power,
        unit=one.unit,
        order=f"{one.unit} {verb} {SOMEWHERE}" if verb else "",
        verdict=verdict,
        by=by[:1] if lost else (),
    )
