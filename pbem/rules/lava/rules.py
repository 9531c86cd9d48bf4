"""Lava, as the referee asks for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, TypeAlias

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
from pbem.rules.lava.board import Board, place
from pbem.rules.lava.check import check_die, check_place
from pbem.rules.lava.events import Began, WouldRoll
from pbem.rules.lava.faces import COLOURS, LETTERS
from pbem.rules.lava.orders import READERS, Place, Resign, Spot, Tumble
from pbem.rules.lava.position import placed
from pbem.rules.lava.state import State, Terms, nameable, placements, stock_of
from pbem.rules.lava.turn import left, played, tumbled
from pbem.rules.lava.view import View, view_of

AnyOrder: TypeAlias = Place | Tumble | Resign

WHERE = re.compile(r"\s*([-+]?\d{1,4})[\s,]+([-+]?\d{1,4})\s*")


class Lava(Rules[State, AnyOrder, View]):
    """A turn is one window: a die, its auto moves, the judgement.

    With two dice a turn the second may come in the same order or in one of
    its own; with tumbling dice each die is named first, then laid.
    """

    readers: Mapping[str, Callable[..., Any]] = READERS

    def setup(
        self, seats: Sequence[Seat], options: Options, chance: Chance | None
    ) -> Step[State]:
        """An empty table; the first seat is to open."""
        terms = Terms.of(options)
        stock = stock_of(terms.num_dice)
        state = State(tuple(seats), terms, Board(), (), stock, seats[0], chance=chance)
        colours = tuple(zip(state.seats, COLOURS, strict=False))
        began = Began(colours=colours, dice=(stock[0], stock[1], stock[2]))
        return Step(state, (began,))

    def place(
        self,
        seats: Sequence[Seat],
        options: Options,
        chance: Chance | None,
        lines: Sequence[Any],
    ) -> Step[State]:
        """A game from dice that lie already (L28)."""
        return placed(self.setup(seats, options, chance), lines)

    def window(self, state: State) -> Window | None:
        """One seat's turn; named for what it is to do next."""
        if state.mover is None:
            return None
        name = "second" if state.second else "turn"
        if state.terms.tumbling:
            name = "roll" if state.rolled is None else "rolled"
        elif not state.laid:
            name = "opening"
        return Window(name, (state.mover,))

    def legal(self, state: State, seat: Seat) -> Iterator[AnyOrder]:
        """Every die that may be laid, or named; one order for each."""
        if seat != state.mover:
            return
        if state.terms.tumbling and state.rolled is None:
            for die in nameable(state, seat):
                yield Tumble(COLOURS[die])
            return
        for spot in placements(state, seat):
            yield _order(spot)

    def legal_at(self, state: State, seat: Seat, where: str) -> Iterator[AnyOrder]:
        """The dice that may be laid on one cell, written like "3,-2"."""
        found = WHERE.fullmatch(where)
        if found is None:
            return
        at = (int(found[1]), int(found[2]))
        for order in self.legal(state, seat):
            if isinstance(order, Place) and order.spots[0].at == at:
                yield order

    def check(self, state: State, seat: Seat, order: AnyOrder) -> tuple[Fault, ...]:
        """What is wrong with an order, and what would be right."""
        if isinstance(order, Place):
            return check_place(state, seat, order)
        if isinstance(order, Tumble):
            return check_die(state, seat, order)
        return (Fault("illegal.out"),) if seat in state.out else ()

    def refusal(self, state: State, seat: Seat) -> Fault:
        """Out of turn, or out of the game."""
        code = "illegal.out" if seat in state.out else "illegal.not-your-turn"
        return Fault(code, given={"to_move": state.mover})

    def resolve(self, state: State, orders: Mapping[Seat, AnyOrder]) -> Step[State]:
        """The turn of the one seat that was asked."""
        (order,) = orders.values()
        if isinstance(order, Place):
            return played(state, order)
        assert isinstance(order, Tumble)
        return tumbled(state, "rgb".index(order.word[0]))

    def anytime(self, state: State, seat: Seat, order: AnyOrder) -> Step[State]:
        """A resignation."""
        return left(state, seat)

    def reading(self, state: State, seat: Seat, order: AnyOrder) -> tuple[Event, ...]:
        """All that an order would bring; of a roll nothing can be said."""
        if isinstance(order, Place):
            return played(state, order).events
        if isinstance(order, Resign):
            return left(state, seat).events
        named = "rgb".find(order.word[0])
        return (WouldRoll(seat=seat, die=COLOURS[named]),) if named >= 0 else ()

    def imagine(self, state: State, seat: Seat, chance: Chance) -> State:
        """Dice that fall differently from now on (L18)."""
        return state if state.chance is None else replace(state, chance=chance)

    def view(self, state: State, seat: Seat | None) -> View:
        """What lies on the table: all see the same."""
        return view_of(state)

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended."""
        return state.result


@cache
def _order(spot: int) -> Place:
    x, y = place(spot >> 5)
    return Place((Spot(LETTERS[spot & 31], x, y),))


RULES = Lava()
