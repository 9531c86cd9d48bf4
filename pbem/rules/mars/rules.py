"""The rules of Magic Maze on Mars by mail: rounds of sealed plans."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pbem.chance import Chance
from pbem.protocol import (
    Closes,
    Event,
    Fault,
    Options,
    Order,
    Outcome,
    Rules,
    Seat,
    Step,
    Window,
)
from pbem.rules.mars.check import check_plan
from pbem.rules.mars.explain import read_plan
from pbem.rules.mars.legal import sample, touching
from pbem.rules.mars.map.tiles import house
from pbem.rules.mars.orders import READERS, Plan, Talk
from pbem.rules.mars.resolve import play
from pbem.rules.mars.setup import (
    POSITION_READERS,
    Put,
    begin,
    from_position,
    settings_of,
)
from pbem.rules.mars.signs import Sign, check_sign, give, hush, price
from pbem.rules.mars.state import State
from pbem.rules.mars.view import View, build

_READERS = {**READERS, **POSITION_READERS}


class Mars(Rules[State, Order, View]):
    """Magic Maze on Mars, rulings Z1 to Z27."""

    readers = _READERS

    def setup(
        self, seats: Sequence[Seat], options: Options, chance: Chance | None
    ) -> Step[State]:
        """The start tile, a shuffled deck (Z19), and an action tile each."""
        return begin(house(), tuple(seats), settings_of(options), chance)

    def place(
        self,
        seats: Sequence[Seat],
        options: Options,
        chance: Chance | None,
        lines: Sequence[Put],
    ) -> Step[State]:
        """A table laid out line by line, from the bare start tile on."""
        return from_position(house(), tuple(seats), settings_of(options), lines)

    def window(self, state: State) -> Window | None:
        """Everybody plans at once, in secret; in the end nobody."""
        if state.ended:
            return None
        return Window("plans", state.seats, Closes.ALL, sealed=True)

    def check(self, state: State, seat: Seat, order: Order) -> tuple[Fault, ...]:
        """What is wrong with a plan or a sign."""
        if isinstance(order, Plan):
            return check_plan(state, seat, order)
        return check_sign(state, seat, _sign(order))

    def default(self, state: State, seat: Seat) -> Order | None:
        """Silence is doing nothing for a round."""
        return Plan()

    def anytime(self, state: State, seat: Seat, order: Order) -> Step[State]:
        """Talk, stares and the pawn: at once, and no action."""
        return give(state, seat, _sign(order))

    def resolve(self, state: State, orders: Mapping[Seat, Order]) -> Step[State]:
        """One round, tick by tick."""
        plans = {s: order for s, order in orders.items() if isinstance(order, Plan)}
        return play(state, plans)

    def legal(self, state: State, seat: Seat) -> Iterator[Order]:
        """A sample of plans and signs."""
        return sample(state, seat)

    def legal_at(self, state: State, seat: Seat, where: str) -> Iterator[Order]:
        """Every single action at one place of the map."""
        return touching(state, seat, where)

    def reading(self, state: State, seat: Seat, order: Order) -> tuple[Event, ...]:
        """The plan action by action."""
        if isinstance(order, Plan) and not check_plan(state, seat, order):
            return read_plan(state, seat, order)
        return ()

    def view(self, state: State, seat: Seat | None) -> View:
        """The table; all seats see the same of it."""
        return build(state)

    def truth(self, state: State) -> View:
        """The table with the order of the deck."""
        return build(state, truth=True)

    def outcome(self, state: State) -> Outcome | None:
        """All win together, or nobody does (Z12)."""
        if not state.ended:
            return None
        winners = state.seats if state.ended == "home" else ()
        return Outcome(winners, state.ended)

    def press(self, state: State, sender: Seat, to: Sequence[Seat]) -> Fault | None:
        """Why a letter between players may not pass now, or None (Z20).

        One that passes in a talking time is put on record as the order that
        `pressed` gives, so that it takes its sand.
        """
        return None if state.ended else hush(state)

    def pressed(self, state: State, sender: Seat, to: Sequence[Seat]) -> Order | None:
        """The order that a delivered letter stands for; None: it is free."""
        if state.ended or not price(state):
            return None
        return Talk()

    def imagine(self, state: State, seat: Seat, chance: Chance) -> State:
        """Another order of the deck (Z19)."""
        deck, _ = chance.shuffled(sorted(state.deck), "imagined")
        return replace(state, deck=deck)

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        """All together."""
        return (state.seats,)


def _sign(order: Order) -> Sign:
    assert isinstance(order, Sign)
    return order
