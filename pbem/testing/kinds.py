"""Whether rules give back what they are asked for, told by the name of the method.

What is of another kind breaks the referee in a line that is no author's.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from pbem.chance import Chance, mixed
from pbem.game import Game
from pbem.protocol import (
    Bound,
    Event,
    Hidden,
    Judged,
    Order,
    Outcome,
    Seat,
    Step,
    Unplayable,
    Window,
)

WINDOWS = 8  #: that are looked at
ORDERS = 12  #: of a seat


def wrong_kind(game: Game) -> str | None:
    """Return what a game's rules give back that is of another kind than it must be.

    The fewest players play by the first orders that can be used. None: nothing was
    found. Raises what the rules raise.
    """
    try:
        _look(game)
    except _Wrong as wrong:
        return str(wrong)
    except Unplayable:
        return None
    return None


class _Wrong(Exception):
    """Something of another kind."""


def _wanted(name: str, value: Any, *kinds: type) -> Any:
    if isinstance(value, kinds):
        return value
    named = [f"a {kind.__name__}" for kind in kinds if kind is not type(None)]
    named += ["None"] * (type(None) in kinds)
    found = "None" if value is None else f"a {type(value).__name__}"
    raise _Wrong(f"{name} gave back {found}, and should give {' or '.join(named)}")


def _look(game: Game) -> None:
    rules, options = game.rules, game.read_options({})
    seats = tuple(f"Seat {at}" for at in range(1, game.facts["seats"][0] + 1))
    chance = Chance(mixed(bytes(32), {})) if game.needs_chance(options) else None
    step = rules.setup(seats, rules.options(**options), chance)
    for at in range(WINDOWS):
        state = _stepped("resolve" if at else "setup", step)
        for reader in (None, *seats):
            rules.view(state, reader)
        if isinstance(rules, Hidden):
            found = rules.imagine(state, seats[0], Chance(b"imagined"))
            _wanted("imagine", found, type(state))
        _wanted("outcome", rules.outcome(state), Outcome, type(None))
        window = _wanted("window", rules.window(state), Window, type(None))
        if window is None:
            return
        found = {seat: _answer(rules, state, seat) for seat in window.seats}
        orders = {seat: order for seat, order in found.items() if order is not None}
        if not orders or len(orders) < len(window.seats):
            return
        step = rules.resolve(state, orders)


def _stepped(name: str, step: Any) -> Any:
    """Return the state of a step, looked through."""
    events = _wanted(name, step, Step).events
    for event in _wanted(f"{name}, as its events,", events, tuple):
        _wanted(f"{name}, among its events,", event, Event)
    return step.state


def _answer(rules: Any, state: Any, seat: Seat) -> Any:
    """Return the first order of a seat that answers the window, bound; or None."""
    _wanted("default", rules.default(state, seat), Order, type(None))
    found, orders = None, [*islice(rules.legal(state, seat), ORDERS)]
    for order in orders:
        _wanted("legal, among its orders,", order, Order)
        bound = _wanted("bind", rules.bind(state, seat, order), Bound)
        if bound.order is not None:
            _wanted("explain", rules.explain(state, seat, bound.order), tuple)
            found = bound.order if found is None and not order.anytime else found
    if isinstance(rules, Judged):
        worth = rules.worth(state, seat)
        if not isinstance(worth, float | int) or not 0 <= worth <= 1:
            raise _Wrong(f"worth gave back {worth!r}, and should give 0 to 1")
        for order in rules.sensible(state, seat, orders):
            _wanted("sensible, among its orders,", order, Order)
    return found
