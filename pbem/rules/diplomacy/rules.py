"""Diplomacy as the referee sees it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from pathlib import Path

from pbem.protocol import (
    Closes,
    Compound,
    CompoundRules,
    DataFiles,
    Event,
    Judged,
    Mistake,
    Order,
    Positions,
    Seat,
    Stages,
    Step,
    Window,
)
from pbem.rules.diplomacy import (
    amending,
    binding,
    bot,
    legal,
    mapcheck,
    setup,
    turns,
    view,
)
from pbem.rules.diplomacy.bound import AnyBound
from pbem.rules.diplomacy.events import Orders, Understood
from pbem.rules.diplomacy.orders import Line
from pbem.rules.diplomacy.phases import Phase
from pbem.rules.diplomacy.reading import READERS
from pbem.rules.diplomacy.state import State, Terms
from pbem.rules.diplomacy.verdicts import Verdict
from pbem.rules.diplomacy.world import map_files


class Diplomacy(
    CompoundRules[Terms, State, Line, AnyBound],
    Positions[Terms, State],
    Judged[State, Order],
    Stages[State, Compound[AnyBound]],
    DataFiles,
):
    """Diplomacy: orders for all units, in secret, carried out at once."""

    options = Terms
    readers = setup.Position.readers(READERS)
    place = staticmethod(setup.place)
    setup = staticmethod(setup.begin)
    resolve = staticmethod(turns.resolve)
    outcome = staticmethod(turns.outcome)
    view = staticmethod(view.build)
    bind_line = staticmethod(binding.bind_line)
    legal_lines = staticmethod(legal.lines)
    amended = staticmethod(amending.amended)
    lacking = staticmethod(amending.lacking)
    doubts = staticmethod(amending.doubts)
    rehearsed = True
    worth = staticmethod(bot.worth)
    first_guess = staticmethod(bot.first_guess)
    sensible = staticmethod(bot.sensible)

    def window(self, state: State) -> Window | None:
        """Return a window for all who have a choice in the open phase (D1)."""
        if state.ending:
            return None
        name = str(state.phase)
        return Window(name, turns.asked(state), Closes.ALL, sealed=True)

    def stages(
        self, state: State, orders: Mapping[Seat, Compound[AnyBound]]
    ) -> Iterator[Step[State]]:
        """Yield the orders of a movement phase on the position that they were given
        in, and then what they came to."""
        if state.phase is Phase.MOVEMENT:
            after = turns.resolve(state, orders)
            shown = tuple(one for one in after.events if isinstance(one, Verdict))
            yield Step(state, (Orders(phase=str(state.moment)), *shown))
            yield after

    def mistakes(self, files: Sequence[Path]) -> Iterator[Mistake]:
        """Yield what is wrong with maps."""
        for file in files or map_files():
            yield from mapcheck.mistakes(file)

    def called(self, state: State) -> Mapping[str, Seat]:
        """Return who plays each power."""
        return state.players

    def unit(self, line: Line) -> Hashable:
        """Return the unit that a line names."""
        return str(line.unit)

    def explain_line(
        self, state: State, seat: Seat, line: AnyBound
    ) -> tuple[Event, ...]:
        """Return how a line was understood."""
        return (Understood(part=str(line)),)
