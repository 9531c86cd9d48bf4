"""The rules of Magic Maze on Mars by mail: rounds of sealed plans."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pbem.chance import Chance
from pbem.protocol import (
    Anytime,
    Bound,
    Closes,
    Event,
    Fault,
    Hidden,
    Order,
    Outcome,
    Places,
    Positions,
    Press,
    Rules,
    Seat,
    Step,
    Teams,
    Window,
)
from pbem.rules.mars.check import check_communication, check_plan, silence
from pbem.rules.mars.explain import explain_plan
from pbem.rules.mars.legal import legal_orders, legal_orders_at
from pbem.rules.mars.map.tiles import house_box
from pbem.rules.mars.orders import READERS, Communication, Plan, Talk
from pbem.rules.mars.resolve import carry_out, resolve_round
from pbem.rules.mars.setup import (
    POSITION_READERS,
    PositionLine,
    another_deck,
    begin,
    from_position,
    settings_of,
)
from pbem.rules.mars.state import MarsOptions, State
from pbem.rules.mars.view import View, truth_of, view_of

_READERS = {**READERS, **POSITION_READERS}


class Mars(
    Rules[MarsOptions, State, Order, Order],
    Positions[MarsOptions, State],
    Anytime[State, Order],
    Places[State, Order],
    Press[State, Order],
    Hidden[State],
    Teams[State],
):
    """Magic Maze on Mars, rulings Z1 to Z32."""

    options = MarsOptions
    readers = _READERS
    legal = staticmethod(legal_orders)
    legal_at = staticmethod(legal_orders_at)
    truth = staticmethod(truth_of)

    def setup(
        self, seats: Sequence[Seat], options: MarsOptions, chance: Chance | None
    ) -> Step[State]:
        """Return the start tile, a shuffled deck (Z19), and an action tile each."""
        return begin(
            house_box(), tuple(seats), settings_of(options, len(seats)), chance
        )

    def place(
        self,
        seats: Sequence[Seat],
        options: MarsOptions,
        chance: Chance | None,
        lines: Sequence[PositionLine],
    ) -> Step[State]:
        """Return a table laid out line by line, from the bare start tile on.

        Raise Unplaceable.
        """
        return from_position(
            house_box(), tuple(seats), settings_of(options, len(seats)), lines
        )

    def window(self, state: State) -> Window | None:
        """Let everybody plan at once, in secret (Z23); in the end nobody."""
        if state.ended:
            return None
        return Window("plans", state.seats, Closes.ALL, sealed=True)

    def bind(self, state: State, seat: Seat, order: Order) -> Bound[Order]:
        """Return a plan or communication, with what is wrong with it."""
        if isinstance(order, Plan):
            faults = check_plan(state, seat, order)
        else:
            faults = check_communication(state, seat, _communication(order))
        return Bound(None if any(one.refuses for one in faults) else order, faults)

    def default(self, state: State, seat: Seat) -> Order | None:
        """Return the plan of the silent: nothing, for a round."""
        return Plan()

    def anytime(self, state: State, seat: Seat, order: Order) -> Step[State]:
        """Carry communication out: at once, and no action (Z27)."""
        return carry_out(state, seat, _communication(order))

    def resolve(self, state: State, orders: Mapping[Seat, Order]) -> Step[State]:
        """Play one round, tick by tick."""
        plans = {s: order for s, order in orders.items() if isinstance(order, Plan)}
        return resolve_round(state, plans)

    def explain(self, state: State, seat: Seat, order: Order) -> tuple[Event, ...]:
        """Return what a plan would do, action by action."""
        if isinstance(order, Plan) and not check_plan(state, seat, order):
            return explain_plan(state, seat, order)
        return ()

    def view(self, state: State, seat: Seat | None) -> View:
        """Return the table; all seats see the same of it."""
        return view_of(state)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended: all win together, or nobody does (Z12)."""
        if not state.ended:
            return None
        winners = state.seats if state.ended == "home" else ()
        return Outcome(winners, state.ended)

    def press(self, state: State, sender: Seat, to: Sequence[Seat]) -> Fault | None:
        """Return why a letter between players may not pass now, or None (Z22)."""
        return None if state.ended else silence(state)

    def pressed(self, state: State, sender: Seat, to: Sequence[Seat]) -> Order | None:
        """Return the order that a delivered letter stands for: it takes its sand.

        None where talking is free (Z22).
        """
        return Talk() if state.talk_price and not state.ended else None

    def imagine(self, state: State, seat: Seat | None, chance: Chance) -> State:
        """Return the table with another deck: nobody has seen which X tiles are in
        it, nor their order (Z18, Z19)."""
        return replace(state, deck=another_deck(state, chance))

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        """Return all together."""
        return (state.seats,)


def _communication(order: Order) -> Communication:
    assert isinstance(order, Communication)
    return order
