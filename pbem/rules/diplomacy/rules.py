"""Diplomacy as the referee sees it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

from pbem.protocol import (
    Compound,
    CompoundRules,
    DataFiles,
    Event,
    Fault,
    Hidden,
    Judged,
    Mistake,
    Order,
    Overheard,
    Positions,
    Press,
    Seat,
    Stages,
    Standing,
    Step,
)
from pbem.rules.diplomacy import (
    ahead,
    amending,
    binding,
    bot,
    fog,
    legality,
    mapcheck,
    setup,
    turns,
    view,
)
from pbem.rules.diplomacy.bound import AnyBound, Illegal
from pbem.rules.diplomacy.events import Orders, Understood
from pbem.rules.diplomacy.names import all_names, on_map
from pbem.rules.diplomacy.orders import Line
from pbem.rules.diplomacy.phases import Phase
from pbem.rules.diplomacy.reading import READERS
from pbem.rules.diplomacy.state import State, Terms
from pbem.rules.diplomacy.units import Verb
from pbem.rules.diplomacy.verdicts import Verdict
from pbem.rules.diplomacy.world import map_files

R = TypeVar("R")


def _known(state: State, seat: Seat) -> State:
    return fog.known(state, seat) if fog.hides(state) else state


def _by_sight(ask: Callable[..., R]) -> Callable[..., R]:
    """Return a function of a state and a seat that looks at what the seat knows."""

    @wraps(ask)
    def asked(state: State, seat: Seat, *given: Any) -> R:
        return ask(_known(state, seat), seat, *given)

    return asked


class Diplomacy(
    CompoundRules[Terms, State, Line, AnyBound],
    Positions[Terms, State],
    Press[State, Order],
    Standing[State, Order],
    Hidden[State],
    Overheard[State, Order],
    Judged[State, Order],
    Stages[State, Compound[AnyBound]],
    DataFiles,
):
    """Diplomacy: orders for all units, in secret, carried out at once."""

    options = Terms
    readers = setup.Position.readers(READERS)
    place = staticmethod(setup.place)
    position = staticmethod(setup.position)
    setup = staticmethod(setup.begin)
    window = staticmethod(turns.window)
    resolve = staticmethod(turns.resolve)
    outcome = staticmethod(turns.outcome)
    imagine = staticmethod(view.imagine)
    truth = staticmethod(view.truth)
    view = staticmethod(view.build)
    bind_line = staticmethod(_by_sight(binding.bind_line))
    legal_lines = staticmethod(_by_sight(legality.lines))
    amended = staticmethod(_by_sight(amending.amended))
    lacking = staticmethod(_by_sight(amending.lacking))
    doubts = staticmethod(_by_sight(amending.doubts))
    unsaid = staticmethod(_by_sight(amending.unsaid))
    searched = staticmethod(bot.searched)
    worth = staticmethod(bot.worth)
    first_guess = staticmethod(bot.first_guess)
    sensible = staticmethod(bot.sensible)

    def standing(self, state: State, seat: Seat) -> Compound[Line] | None:
        """Return what a seat ordered ahead; nothing at all for one that has no choice,
        and is asked as others may not know that (D37)."""
        known = _known(state, seat)
        own = ahead.standing(known, seat)
        idle = state.phase != Phase.MOVEMENT and seat not in turns.choosing(known)
        return Compound() if own is None and idle else own

    def stages(
        self, state: State, orders: Mapping[Seat, Compound[AnyBound]]
    ) -> Iterator[Step[State]]:
        """Yield the orders of a movement phase on the position that they were given
        in, and then what they came to."""
        if state.phase == Phase.MOVEMENT:
            after = turns.resolve(state, orders)
            shown = tuple(one for one in after.events if isinstance(one, Verdict))
            yield Step(state, (Orders(phase=str(state.moment)), *shown))
            yield after

    def mistakes(self, files: Sequence[Path]) -> Iterator[Mistake]:
        """Yield what is wrong with maps."""
        for file in files or map_files():
            yield from mapcheck.mistakes(file)

    def places(self) -> frozenset[str]:
        """Return what places are called on any map."""
        return frozenset(
            " ".join(called).replace(" - ", "-")
            for world in all_names().worlds
            for called in world.atlas.names.known()
        )

    def called(self, state: State) -> Mapping[str, Seat]:
        """Return who plays each power."""
        return state.players

    def also_called(self, state: State) -> Mapping[str, Seat]:
        """Return who plays each power, by all that it is called: "russian"."""
        nations = state.world.nations
        return {
            " ".join(called): seat
            for power, seat in state.players.items()
            for called in nations[power].names
        }

    def press(self, state: State, sender: Seat, to: Sequence[Seat]) -> Fault | None:
        """Return why words may not pass (D34)."""
        options, others = state.options, {*state.seats} - {sender}
        if options.gunboat or options.talk == "none":
            return Fault("illegal.no-talk")
        if options.talk_in == "movement" and state.phase != Phase.MOVEMENT:
            return Fault("illegal.no-talk-now", given={"phase": str(state.moment)})
        if options.talk == "public" and {*to} != others:
            return Fault("illegal.public-only")
        return None

    def letters(self, state: State) -> Mapping[str, Seat]:
        """Return who plays the power that a letter stands for."""
        nations = state.world.nations
        return {nations[p].letter.casefold(): x for p, x in state.players.items()}

    def masks(self, state: State) -> bool:
        """Return whether words may bear the name of another player (D34)."""
        return state.options.black

    def headed(self, lines: Sequence[Line]) -> Sequence[Line | None]:
        """Return the lines of a letter, each for the phase of the heading above it."""
        return ahead.headed(lines)

    def hears(
        self, state: State, seat: Seat, wanted: Order, orders: Mapping[Seat, Order]
    ) -> bool | None:
        """Return whether a seat gave all orders that somebody waits for, and has units
        where somebody waits for that ("takes Gal", "A Gal")."""
        if state.options.fog:
            return False  # who may know it is not the same for all
        lines = wanted.lines if isinstance(wanted, Compound) else (wanted,)
        come = (Verb.TAKE, Verb.NAME)
        rest = tuple(x for x in lines if not (isinstance(x, Line) and x.verb in come))
        if len(rest) < len(lines):
            after = turns.resolve(state, self._all_bound(state, orders)).state
            there = all(
                _come(state, after, seat, one)
                for one in lines
                if isinstance(one, Line) and one.verb in come
            )
            if not there or not rest:
                return there
            wanted = Compound(lines=rest)
        found = [self.bind(state, seat, one).order for one in (wanted, orders[seat])]  # type: ignore[arg-type]
        asked, own = ({*map(str, one.lines)} if one else set() for one in found)
        return bool(asked) and asked <= own

    def _all_bound(
        self, state: State, orders: Mapping[Seat, Order]
    ) -> dict[Seat, Compound[AnyBound]]:
        bound = {
            who: self.bind(state, who, one).order  # type: ignore[arg-type]
            for who, one in orders.items()
        }
        return {who: one for who, one in bound.items() if one is not None}

    def unit(self, line: Line) -> Hashable:
        """Return the unit that a line names."""
        return str(line.unit)

    def explain_line(
        self, state: State, seat: Seat, line: AnyBound
    ) -> tuple[Event, ...]:
        """Return how a line was understood."""
        return () if isinstance(line, Illegal) else (Understood(part=str(line)),)


def _come(before: State, after: State, seat: Seat, wanted: Line) -> bool:
    """Return whether a seat has the unit that somebody waits for: "A Gal" where it is
    there, "takes Gal" where it got there."""
    named = wanted.goals[0] if wanted.verb is Verb.TAKE else wanted.unit
    units = {*after.units_of(seat)}
    if wanted.verb is Verb.TAKE:
        old = {unit.area for unit in before.units_of(seat)}
        units = {unit for unit in units if unit.area not in old}
    areas = on_map(named, after.world).areas if named else ()
    kind = named.kind if named else ""
    return any(unit.area in areas and kind in ("", unit.kind) for unit in units)
