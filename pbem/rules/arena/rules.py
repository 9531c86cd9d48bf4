"""Magic Arena as the referee sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

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
from pbem.rules.arena import check, explain, legal, resolve, setup, view
from pbem.rules.arena.events import Resigned
from pbem.rules.arena.orders import READERS, Act, Placement
from pbem.rules.arena.state import State


class Arena(Rules[State, Order, view.View]):
    """Magic Arena (version 0.4)."""

    readers = READERS

    def setup(
        self, seats: Sequence[Seat], options: Options, chance: Chance | None
    ) -> Step[State]:
        """Return an empty arena: everybody chooses types and a square first."""
        return Step(setup.begin(seats, options))

    def place(
        self,
        seats: Sequence[Seat],
        options: Options,
        chance: Chance | None,
        lines: Sequence[Placement],
    ) -> Step[State]:
        """Return the arena with everybody in place. Raises Unplaceable."""
        return Step(setup.place(seats, options, lines))

    def window(self, state: State) -> Window | None:
        """Return a window for everybody who is in, at once and in secret (A18)."""
        if resolve.outcome(state) is not None:
            return None
        name = "orders" if state.turn else "start"
        return Window(name, state.standing(), Closes.ALL, sealed=True)

    def check(self, state: State, seat: Seat, order: Order) -> tuple[Fault, ...]:
        """Return the parts that will be ignored (A16), or why all is refused."""
        return check.check(state, seat, order)

    def refusal(self, state: State, seat: Seat) -> Fault:
        """Return why a seat is not asked: it was removed, or it resigned."""
        return check.refusal(state, seat)

    def default(self, state: State, seat: Seat) -> Order | None:
        """Return what silence means: to stay; on turn 0 the game waits (A21)."""
        return Act(move="-") if state.turn else None

    def anytime(self, state: State, seat: Seat, order: Order) -> Step[State]:
        """Let a player resign, which takes effect at once (A24)."""
        return Step(resolve.resign(state, seat), (Resigned(seat=seat),))

    def resolve(self, state: State, orders: Mapping[Seat, Order]) -> Step[State]:
        """Resolve a turn of everybody who is in."""
        return resolve.resolve(state, orders)

    def legal(self, state: State, seat: Seat) -> Iterator[Order]:
        """Yield a sample: every place to go, alone and with each magic in reach."""
        return legal.legal(state, seat)

    def reading(self, state: State, seat: Seat, order: Order) -> tuple[Event, ...]:
        """Return what each part of an order does and costs."""
        return explain.explain(state, seat, order)

    def view(self, state: State, seat: Seat | None) -> view.View:
        """Return the arena, which is all public: orders are no part of it (A18)."""
        return view.build(state)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended; None while it goes on."""
        return resolve.outcome(state)
