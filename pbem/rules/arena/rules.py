"""Magic Arena as the referee sees it."""

from __future__ import annotations

from pbem.protocol import (
    Anytime,
    Closes,
    Judged,
    Order,
    Positions,
    Rules,
    Seat,
    Window,
)
from pbem.rules.arena import binding, bot, legal, resolve, setup, view
from pbem.rules.arena.binding import AnyBound
from pbem.rules.arena.orders import READERS, Act
from pbem.rules.arena.state import Settings, State


class Arena(
    Rules[Settings, State, Order, AnyBound],
    Positions[Settings, State],
    Anytime[State, AnyBound],
    Judged[State, Order],
):
    """Magic Arena (version 0.4)."""

    options = Settings
    readers = setup.Position.readers(READERS)
    place = staticmethod(setup.place)
    setup = staticmethod(setup.begin)
    legal = staticmethod(legal.legal)
    refusal = staticmethod(binding.refusal)
    bind = staticmethod(binding.bind)
    explain = staticmethod(binding.explain)
    anytime = staticmethod(resolve.resign)
    outcome = staticmethod(resolve.outcome)
    resolve = staticmethod(resolve.resolve)
    view = staticmethod(view.build)
    worth = staticmethod(bot.worth)
    sensible = staticmethod(bot.sensible)
    searched = staticmethod(bot.searched)

    def window(self, state: State) -> Window | None:
        """Return a window for everybody who is in, at once and in secret (A18)."""
        standing = state.standing()
        if resolve.is_over(state, standing):
            return None
        name = "orders" if state.turn else "start"
        return Window(name, standing, Closes.ALL, sealed=True)

    def default(self, state: State, seat: Seat) -> Order | None:
        """Return what silence means: to stay; on turn 0 the game waits (A21)."""
        return Act(move="-") if state.turn else None
