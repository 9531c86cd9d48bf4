"""Lava: the class that implements `Rules` (windows, binding, resolution, views)."""

from __future__ import annotations

from dataclasses import replace

from pbem.chance import Chance
from pbem.protocol import (
    Anytime,
    Fault,
    Hidden,
    Judged,
    Overheard,
    Places,
    Positions,
    Rules,
    Seat,
    Window,
)
from pbem.rules.lava import binding, bot, legal, resolve, setup, view
from pbem.rules.lava.orders import READERS, AnyOrder
from pbem.rules.lava.resolve import AnyBound
from pbem.rules.lava.state import LavaOptions, State


def _window(name: str, mover: Seat) -> Window:
    return Window(name, (mover,))


class Lava(
    Rules[LavaOptions, State, AnyOrder, AnyBound],
    Positions[LavaOptions, State],
    Anytime[State, AnyBound],
    Places[State, AnyOrder],
    Hidden[State],
    Judged[State, AnyOrder],
    Overheard[State, AnyOrder],
):
    """Lava, rulings L1 to L28.

    A turn is one window: a die, its auto moves, the judgement. With two dice a
    turn the second may come in the same order or in one of its own (L19); with
    tumbling dice each die is named first, then laid (L18). There is no default:
    at a deadline the game waits on (L27).
    """

    options = LavaOptions
    readers = setup.Position.readers(READERS)
    place = staticmethod(setup.place)
    setup = staticmethod(setup.begin)
    legal_at = staticmethod(legal.legal_at)
    legal = staticmethod(legal.legal)
    bind = staticmethod(binding.bind)
    explain = staticmethod(binding.explain)
    anytime = staticmethod(resolve.resign)
    outcome = staticmethod(resolve.outcome)
    resolve = staticmethod(resolve.resolve)
    view = staticmethod(view.build)
    worth = staticmethod(bot.worth)
    sensible = staticmethod(bot.sensible)

    def window(self, state: State) -> Window | None:
        """Return one seat's turn, named for what it is to do next."""
        mover = state.mover
        if mover is None:
            return None
        name = "second" if state.second else "turn"
        if state.options.tumbling:
            name = "roll" if state.rolled is None else "rolled"
        elif not state.laid:
            name = "opening"
        return _window(name, mover)

    def refusal(self, state: State, seat: Seat) -> Fault:
        """Return why a seat may not speak: out of turn, or out of the game."""
        code = "illegal.out" if seat in state.out else "illegal.not-your-turn"
        return Fault(code, given={"to_move": state.mover})

    def imagine(self, state: State, seat: Seat | None, chance: Chance) -> State:
        """Return the state with dice that fall differently from now on (L18)."""
        return state if state.chance is None else replace(state, chance=chance)
