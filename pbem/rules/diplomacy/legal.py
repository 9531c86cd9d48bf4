"""The legal lines of each phase."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.protocol import Seat
from pbem.rules.diplomacy import adjustments
from pbem.rules.diplomacy.bound import Ordered, named
from pbem.rules.diplomacy.legality import Board
from pbem.rules.diplomacy.orders import Line
from pbem.rules.diplomacy.phases import Phase
from pbem.rules.diplomacy.state import State
from pbem.rules.diplomacy.units import Verb


def lines(state: State, seat: Seat) -> Iterator[Line]:
    """Yield each legal line of a seat in the open phase: all holds and moves first,
    then supports and convoys."""
    match state.phase:
        case Phase.MOVEMENT:
            yield from _movement(state, seat)
        case Phase.RETREATS:
            yield from _retreats(state, seat)
        case _:
            yield from _adjustments(state, seat)


def _movement(state: State, seat: Seat) -> Iterator[Line]:
    board = Board(state.world, state.units)
    for unit, command in board.commands(state.units_of(seat)):
        yield Ordered.on(state.units, unit, command).line


def _retreats(state: State, seat: Seat) -> Iterator[Line]:
    for lost in state.lost_of(seat):
        unit = named(str(lost.unit))
        yield Line(verb=Verb.DISBAND, unit=unit)
        for spot in lost.open:
            yield Line(verb=Verb.RETREAT, unit=unit, goals=(named(spot),))


def _adjustments(state: State, seat: Seat) -> Iterator[Line]:
    owed = adjustments.due(state, state.powers_of(seat))
    for power, number in owed.items():
        if number > 0:
            for unit in adjustments.sites(state, power):
                yield Line(verb=Verb.BUILD, unit=named(str(unit)))
        else:
            for unit in state.units.values():
                if unit.power == power:
                    yield Line(verb=Verb.REMOVE, unit=named(str(unit)))
    if any(number > 0 for number in owed.values()):
        yield Line(verb=Verb.WAIVE)
