"""Lava, as the referee asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pbem.chance import Chance
from pbem.protocol import (
    Event,
    Fault,
    Options,
    Outcome,
    Rules,
    Seat,
    Step,
    Window,
)
from pbem.rules.lava import check, explain, legal, resolve, setup, view
from pbem.rules.lava.orders import READERS, AnyOrder
from pbem.rules.lava.state import State


class Lava(Rules[State, AnyOrder, view.View]):
    """Lava, rulings L1 to L28.

    A turn is one window: a die, its auto moves, the judgement. With two dice a
    turn the second may come in the same order or in one of its own (L19); with
    tumbling dice each die is named first, then laid (L18). There is no default:
    at a deadline the game waits on (L27).
    """

    readers: Mapping[str, Callable[..., Any]] = READERS

    def setup(
        self, seats: Sequence[Seat], options: Options, chance: Chance | None
    ) -> Step[State]:
        """Return an empty table; the first seat is to open."""
        return setup.begin(seats, options, chance)

    def place(
        self,
        seats: Sequence[Seat],
        options: Options,
        chance: Chance | None,
        lines: Sequence[Any],
    ) -> Step[State]:
        """Return a game from dice that lie already (L28). Raises Unplaceable."""
        return setup.place(seats, options, chance, lines)

    def window(self, state: State) -> Window | None:
        """Return one seat's turn, named for what it is to do next."""
        if state.mover is None:
            return None
        name = "second" if state.second else "turn"
        if state.terms.tumbling:
            name = "roll" if state.rolled is None else "rolled"
        elif not state.laid:
            name = "opening"
        return Window(name, (state.mover,))

    def legal(self, state: State, seat: Seat) -> Iterator[AnyOrder]:
        """Return every die that a seat may lay, or name."""
        return legal.legal(state, seat)

    def legal_at(self, state: State, seat: Seat, where: str) -> Iterator[AnyOrder]:
        """Return the dice that a seat may lay on one cell."""
        return legal.legal_at(state, seat, where)

    def check(self, state: State, seat: Seat, order: AnyOrder) -> tuple[Fault, ...]:
        """Return what is wrong with an order, and what would be right."""
        return check.check(state, seat, order)

    def refusal(self, state: State, seat: Seat) -> Fault:
        """Return why a seat may not speak: out of turn, or out of the game."""
        code = "illegal.out" if seat in state.out else "illegal.not-your-turn"
        return Fault(code, given={"to_move": state.mover})

    def resolve(self, state: State, orders: Mapping[Seat, AnyOrder]) -> Step[State]:
        """Return what the turn of the one seat that was asked brings."""
        ((seat, order),) = orders.items()
        return resolve.resolve(state, seat, order)

    def anytime(self, state: State, seat: Seat, order: AnyOrder) -> Step[State]:
        """Return what a resignation brings (L25)."""
        return resolve.anytime(state, seat, order)

    def reading(self, state: State, seat: Seat, order: AnyOrder) -> tuple[Event, ...]:
        """Return what an order would do."""
        return explain.explain(state, seat, order)

    def imagine(self, state: State, seat: Seat, chance: Chance) -> State:
        """Return the state with dice that fall differently from now on (L18)."""
        return state if state.chance is None else replace(state, chance=chance)

    def view(self, state: State, seat: Seat | None) -> view.View:
        """Return what lies on the table: all see the same."""
        return view.build(state)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended, or None."""
        return state.result
