"""Magma as the referee sees it."""

from __future__ import annotations

from pbem.protocol import (
    Anytime,
    Clock,
    Fault,
    Judged,
    Outcome,
    Places,
    Positions,
    Rules,
    Seat,
    Teams,
    Window,
)
from pbem.rules.magma import binding, bot, legal, resolve, setup, view
from pbem.rules.magma.binding import AnyBound
from pbem.rules.magma.orders import READERS, AnyOrder, Pass, Remove
from pbem.rules.magma.state import State, Terms


class Magma(
    Rules[Terms, State, AnyOrder, AnyBound],
    Positions[Terms, State],
    Anytime[State, AnyBound],
    Places[State, AnyOrder],
    Clock[State],
    Teams[State],
    Judged[State, AnyOrder],
):
    """Magma, rulings M1 to M27."""

    options = Terms
    readers = setup.Position.readers(READERS)
    place = staticmethod(setup.place)
    setup = staticmethod(setup.begin)
    legal_at = staticmethod(legal.legal_at)
    legal = staticmethod(legal.legal)
    bind = staticmethod(binding.bind)
    explain = staticmethod(resolve.explain)
    anytime = staticmethod(resolve.anytime)
    resolve = staticmethod(resolve.resolve)
    view = staticmethod(view.build)
    worth = staticmethod(bot.worth)
    sensible = staticmethod(bot.sensible)

    def window(self, state: State) -> Window | None:
        """Return one seat's turn, or the choice of a late player's neighbour (M15)."""
        if state.over is not None:
            return None
        if state.owed is not None:
            return Window("penalty", (state.owed.by,))
        return Window("turn", (state.home.seat,))

    def refusal(self, state: State, seat: Seat) -> Fault:
        """Return whose turn it is instead."""
        if state.owed is not None:
            given = {"by": state.owed.by, "late": state.owed.late}
            return Fault("illegal.penalty-pending", given=given)
        given = {"mover": state.home.seat, "colour": state.home.colour}
        return Fault("illegal.out-of-turn", given=given)

    def default(self, state: State, seat: Seat) -> AnyOrder | None:
        """Return a turn without a move (M22), or that no piece is taken (M15)."""
        return Pass(late=True) if state.owed is None else Remove(cell=None)

    def elapsed(self, state: State, seconds: int) -> State:
        """Return the state with so much more sand gone (M16)."""
        if not state.sand_runs:
            return state
        return state._replace(used=(state.used or 0) + seconds)

    def patience(self, state: State) -> int | None:
        """Return the seconds that the hourglass leaves (M16), or None."""
        if not state.sand_runs:
            return None
        return max(0, state.left - (state.used or 0))

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        """Return the seats of each colour, who win together (M12)."""
        return state.deal.teams

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended, or None."""
        return state.outcome
