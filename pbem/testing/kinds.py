"""Whether rules give back what they are asked for, told by the name of the method.

What is of another kind breaks the referee in a line that is no author's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from itertools import islice
from typing import Any

from pbem.chance import Chance, mixed
from pbem.plugins.game import Game
from pbem.protocol import (
    Bound,
    Event,
    Hidden,
    Judged,
    Order,
    Outcome,
    Seat,
    Step,
    Teams,
    Unplayable,
    Window,
    failures,
)

WINDOWS = 8  #: that are checked
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


def _expect(name: str, value: Any, *kinds: type) -> Any:
    if isinstance(value, kinds):
        return value
    found, expected = _named(type(value)), " or ".join(map(_named, kinds))
    raise _Wrong(f"{name} gave back {found}, and should give {expected}")


def _named(kind: type) -> str:
    name = kind.__name__
    if kind is type(None):
        return "None"
    return f"{'an' if name[0] in 'AEIOUaeiou' else 'a'} {name}"


def parts(value: Any, at: str) -> Iterator[tuple[str, Any]]:
    """Yield a value and everything nested in it, each with its path.

    >>> [at for at, _ in parts({"Ann": (1, 2)}, "hands")]
    ['hands', "hands['Ann']", "hands['Ann'][0]", "hands['Ann'][1]"]
    """
    yield at, value
    inner: list[tuple[str, Any]] = []
    if is_dataclass(value):
        inner = [(f".{x.name}", getattr(value, x.name)) for x in fields(value)]
    elif isinstance(value, Mapping):
        inner = [(f"[{key!r}]", one) for key, one in value.items()]
    elif isinstance(value, tuple | list | set | frozenset):
        inner = [(f"[{number}]", one) for number, one in enumerate(value)]
    for step, one in inner:
        yield from parts(one, at + step)


#: What can be changed, and what to write in its place.
_FROZEN: Mapping[type, str] = {list: "a tuple", set: "a frozenset", bytearray: "bytes"}


def _frozen(value: Any) -> None:
    """Raise _Wrong where a part of a value could be changed behind the referee's back,
    or lies in another order each time (a set)."""
    for at, one in parts(value, type(value).__name__):
        if type(one) in _FROZEN:
            found = f"{at} is {_named(type(one))}, which can be changed"
            raise _Wrong(f"{found}: write {_FROZEN[type(one)]}")
        params = getattr(one, "__dataclass_params__", None)
        if params is not None and not params.frozen:
            kind = type(one).__name__
            raise _Wrong(
                f"{at} can be changed: write @dataclass(frozen=True) at {kind}"
            )


def _look(game: Game) -> None:
    rules, options = game.rules, game.read_options({})
    seats = tuple(f"Seat {at}" for at in range(1, game.facts["seats"][0] + 1))
    chance = Chance(mixed(bytes(32), {})) if game.needs_chance(options) else None
    step = rules.setup(seats, rules.options(**options), chance)
    earlier: list[Order] = []  # which mostly cannot be played any more
    for at in range(WINDOWS):
        state = _stepped("resolve" if at else "setup", step)
        for reader in (None, *seats):
            view = rules.view(state, reader)
            if not is_dataclass(view):
                kind = _named(type(view))
                raise _Wrong(f"view gave back {kind}, and should give a dataclass")
        if isinstance(rules, Hidden):
            found = rules.imagine(state, seats[0], Chance(b"imagined"))
            _expect("imagine", found, type(state))
        if isinstance(rules, Teams):
            _apart(rules.teams(state), seats)
        outcome = _expect("outcome", rules.outcome(state), Outcome, type(None))
        if outcome is not None:
            _expect("outcome, as its winners,", outcome.winners, tuple)
        window = _expect("window", rules.window(state), Window, type(None))
        if window is None:
            return
        _expect("window, as its seats,", window.seats, tuple)
        for seat in window.seats:
            _faults(rules, state, seat, earlier)
            earlier += islice(rules.legal(state, seat), ORDERS)
        found = {seat: _answer(rules, state, seat) for seat in window.seats}
        orders = {seat: order for seat, order in found.items() if order is not None}
        if not orders or len(orders) < len(window.seats):
            return
        step = rules.resolve(state, orders)


def _apart(teams: Any, seats: tuple[Seat, ...]) -> None:
    """Raise _Wrong where teams are not tuples of seats that each stand in one alone."""
    members = [seat for team in _expect("teams", teams, tuple) for seat in team]
    for seat in members:
        if seat not in seats or members.count(seat) > 1:
            where = "in two teams" if seat in seats else "who is no seat of the game"
            raise _Wrong(f"teams gave back {teams!r}, with {seat!r} {where}")


def _stepped(name: str, step: Any) -> Any:
    """Return the state of a step, looked through."""
    events = _expect(name, step, Step).events
    for event in _expect(f"{name}, as its events,", events, tuple):
        _expect(f"{name}, among its events,", event, Event)
        _frozen(event)
    _frozen(step.state)
    return step.state


def _faults(rules: Any, state: Any, seat: Seat, orders: Sequence[Order]) -> None:
    """Raise _Wrong where a fault of one of these orders has no place that can be."""
    for order in orders:
        for fault in failures.bind(rules, state, seat, order).faults:
            match fault.span:
                case (int(), int()):
                    continue
            raise _Wrong(
                f'the fault "{fault.code}" has the span {fault.span!r}, and should '
                "have two numbers: where it begins and ends in the order"
            )


def _answer(rules: Any, state: Any, seat: Seat) -> Any:
    """Return the first order of a seat that answers the window, bound; or None."""
    _expect("default", rules.default(state, seat), Order, type(None))
    found, orders = None, [*islice(rules.legal(state, seat), ORDERS)]
    for order in orders:
        _expect("legal, among its orders,", order, Order)
        bound = _expect("bind", rules.bind(state, seat, order), Bound)
        if bound.order is not None:
            _expect("explain", rules.explain(state, seat, bound.order), tuple)
            found = bound.order if found is None and not order.anytime else found
    if isinstance(rules, Judged):
        worth = rules.worth(state, seat)
        if not isinstance(worth, float | int) or not 0 <= worth <= 1:
            raise _Wrong(f"worth gave back {worth!r}, and should give 0 to 1")
        for order in rules.sensible(state, seat, orders):
            _expect("sensible, among its orders,", order, Order)
    return found
