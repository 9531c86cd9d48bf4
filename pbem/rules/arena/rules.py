"""Magic Arena as the referee sees it."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.chance import Chance
from pbem.protocol import (
    Anytime,
    Closes,
    Order,
    Positions,
    Rules,
    Seat,
    Step,
    Window,
)
from pbem.rules.arena import check, explain, legal, resolve, setup, view
from pbem.rules.arena.events import Resigned
from pbem.rules.arena.orders import READERS, Act, Placement
from pbem.rules.arena.state import Settings, State


class Arena(
    Rules[Settings, State, Order, Order],
    Positions[Settings, State],
    Anytime[State, Order],
):
    """Magic Arena (version 0.4)."""

    options = Settings
    readers = READERS
    refusal = staticmethod(check.refusal)
    bind = staticmethod(check.bind)
    outcome = staticmethod(resolve.outcome)
    resolve = staticmethod(resolve.resolve)
    legal = staticmethod(legal.legal)
    explain = staticmethod(explain.explain)

    def setup(
        self, seats: Sequence[Seat], options: Settings, chance: Chance | None
    ) -> Step[State]:
        """Return an empty arena: everybody chooses types and a square first."""
        return Step(State(options, tuple(seats), 0))

    def place(
        self,
        seats: Sequence[Seat],
        options: Settings,
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

    def default(self, state: State, seat: Seat) -> Order | None:
        """Return what silence means: to stay; on turn 0 the game waits (A21)."""
        return Act(move="-") if state.turn else None

    def anytime(self, state: State, seat: Seat, order: Order) -> Step[State]:
        """Let a player resign, which takes effect at once (A24)."""
        return Step(resolve.resign(state, seat), (Resigned(seat=seat),))

    def view(self, state: State, seat: Seat | None) -> view.View:
        """Return the arena, which is all public: orders are no part of it (A18)."""
        return view.build(state)
