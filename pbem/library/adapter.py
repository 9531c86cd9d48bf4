"""What games of the library share: OpenSpiel's rules, asked through the protocol."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from typing import Any, TypeVar

import msgspec

from pbem.kit.turns import Resign
from pbem.library.engine import Engine, terms
from pbem.library.play import Left, Play, State, draw, offering, resign
from pbem.protocol import (
    Anytime,
    Bound,
    Event,
    Judged,
    Options,
    Order,
    Outcome,
    Rules,
    Seat,
    Step,
)

S = TypeVar("S", bound=State)


class Adapter(Rules[Options, S, Order, Any], Anytime[S, Any], Judged[S, Order]):
    """A game as its data file describes it, and its style of notation."""

    def __init__(self, facts: Mapping[str, Any], engine: Mapping[str, Any]) -> None:
        self.engine = msgspec.convert(engine, Engine)
        self.options = terms(facts.get("options", {}))
        module = import_module(f"pbem.library.styles.{self.engine.style}")
        self.style: Any = module.Style(self.engine)
        self.readers = {
            "resign": resign,
            "draw": draw,
            "offering": offering,
            **self.style.readers,
        }

    @abstractmethod
    def bind_play(self, state: S, seat: Seat, order: Play) -> Bound[Any]:
        """Return the turn that an order means, or why it means none."""

    @abstractmethod
    def explain_play(self, state: S, seat: Seat, turn: Any) -> Event:
        """Return what a turn would do."""

    @abstractmethod
    def result(self, state: S) -> Outcome:
        """Return the result of a finished game."""

    def bind(self, state: S, seat: Seat, order: Order) -> Bound[Any]:
        """Return the turn that an order means; an order to resign as it is."""
        if isinstance(order, Play):
            return self.bind_play(state, seat, order)
        return Bound(order)

    def explain(self, state: S, seat: Seat, order: Any) -> tuple[Event, ...]:
        """Return what an order would do."""
        if isinstance(order, Resign):
            return (Left(seat=seat),)
        return (self.explain_play(state, seat, order),)

    def anytime(self, state: S, seat: Seat, order: Any) -> Step[S]:
        """Return the step in which a seat resigns."""
        return Step(replace(state, resigned=seat), (Left(seat=seat),))

    def outcome(self, state: S) -> Outcome | None:
        """Return who has won, and by what."""
        if state.resigned:
            others = tuple(seat for seat in state.seats if seat != state.resigned)
            return Outcome(others, "resigned")
        return self.result(state) if state.engine.is_terminal() else None
