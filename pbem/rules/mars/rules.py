"""The rules of Magic Maze on Mars by mail: rounds of sealed plans."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pbem.chance import Chance
from pbem.kit.positions import Lines
from pbem.protocol import (
    Anytime,
    Closes,
    Fault,
    Hidden,
    Judged,
    Order,
    Outcome,
    Overheard,
    Places,
    Positions,
    Press,
    Rules,
    Seat,
    Stages,
    Step,
    Teams,
    Window,
    seems,
)
from pbem.rules.mars import binding, bot, legal, resolve, view
from pbem.rules.mars.binding import AnyBound
from pbem.rules.mars.map.tiles import standard_box
from pbem.rules.mars.orders import READERS, Plan, Talk
from pbem.rules.mars.setup import Position, another_deck, bare_table, begin, settings_of
from pbem.rules.mars.state import MarsOptions, State


class Mars(
    Rules[MarsOptions, State, Order, AnyBound],
    Positions[MarsOptions, State],
    Anytime[State, AnyBound],
    Places[State, Order],
    Press[State, Order],
    Hidden[State],
    Overheard[State, Order],
    Teams[State],
    Stages[State, AnyBound],
    Judged[State, Order],
):
    """Magic Maze on Mars, rulings Z1 to Z32."""

    options = MarsOptions
    readers = Position.readers(READERS)
    legal_at = staticmethod(legal.legal_orders_at)
    legal = staticmethod(legal.legal_orders)
    bind = staticmethod(binding.bind)
    explain = staticmethod(binding.explain)
    anytime = staticmethod(resolve.carry_out)
    stages = staticmethod(resolve.stages)
    resolve = staticmethod(resolve.resolve_round)
    truth = staticmethod(view.truth_of)
    view = staticmethod(view.view_of)
    worth = staticmethod(bot.worth)
    searched = staticmethod(bot.searched)

    def setup(
        self, seats: Sequence[Seat], options: MarsOptions, chance: Chance | None
    ) -> Step[State]:
        """Return the start tile, a shuffled deck (Z19), and an action tile each."""
        settings = settings_of(options, seats)
        return begin(standard_box(), tuple(seats), settings, chance)

    def place(
        self,
        seats: Sequence[Seat],
        options: MarsOptions,
        chance: Chance | None,
        lines: Lines,
    ) -> Step[State]:
        """Return a table laid out line by line. Raises Unplaceable."""
        settings = settings_of(options, seats)
        bare = bare_table(standard_box(), tuple(seats), settings)
        return Step(Position(bare, lines).state)

    def window(self, state: State) -> Window | None:
        """Let everybody plan at once, in secret (Z23); in the end nobody."""
        if state.ended:
            return None
        return Window("plans", state.seats, Closes.ALL, sealed=True)

    def default(self, state: State, seat: Seat) -> Order | None:
        """Return the plan of the silent: nothing, for a round."""
        return Plan()

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended: all win together, or nobody does (Z12)."""
        if not state.ended:
            return None
        winners = state.seats if state.ended == "home" else ()
        return Outcome(winners, state.ended)

    def press(self, state: State, sender: Seat, to: Sequence[Seat]) -> Fault | None:
        """Return why a letter between players may not pass now, or None (Z22)."""
        return None if state.ended else binding.silence(state)

    def pressed(self, state: State, sender: Seat, to: Sequence[Seat]) -> Order | None:
        """Return the order that a delivered letter stands for: it takes its sand.

        None where talking is free (Z22).
        """
        return Talk() if state.talk_price and not state.ended else None

    def imagine(self, state: State, seat: Seat | None, chance: Chance) -> State:
        """Return the table with another deck: nobody has seen which X tiles are in
        it, nor their order (Z18, Z19)."""
        return replace(state, deck=another_deck(state, chance))

    def hears(
        self, state: State, seat: Seat, wanted: Order, orders: Mapping[Seat, Order]
    ) -> bool:
        """Compare `wanted` with what a plan visibly did; actions after the sand ran out
        were seen by nobody (Z21)."""
        return seems(self, state, seat, wanted, orders)

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        """Return all together."""
        return (state.seats,)
