"""What a game raises at one order: a fault of that order, which stops nothing else.

The record, the thread and the server go on. The order is refused, and the traceback is
logged. What hangs on no order of a player (`resolve`, `view`) is not caught here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from pbem.protocol.faults import Fault
from pbem.protocol.orders import Bound, Order
from pbem.protocol.rules import AnyRules
from pbem.protocol.seats import Seat

FAILED = "failed.game"
"""The code of a fault that refuses an order because its game raised an exception.

Given are the `error`, its `kind` ("KeyError"), and the `module` and `line` that raised
it. Its message may hold secrets, so players are not shown that.
"""

T = TypeVar("T")


def failed(error: BaseException) -> Fault:
    """Return the fault of an order at which a game raised an error, and log that."""
    import logging  # which few commands need
    from traceback import walk_tb

    steps = [
        (str(frame.f_globals.get("__name__", "")), line)
        for frame, line in walk_tb(error.__traceback__)
    ]
    module, line = steps[-1] if steps else ("", 0)
    kind = type(error).__name__
    places = " ".join(f"{name}:{number}" for name, number in steps[-6:])
    extra = {"error": kind, "places": places}
    log = logging.getLogger("pbem.plugins.game")
    if not log.handlers:
        log.addHandler(logging.NullHandler())  # programs say where it goes
    log.error("a game failed at an order", exc_info=error, extra=extra)
    given = {"error": error, "kind": kind, "module": module, "line": line}
    return Fault(FAILED, given=given)


def attempt(call: Callable[[], T]) -> T | Fault:
    """Return what code of a game returns for one order, or the fault that it failed."""
    try:
        return call()
    except (Exception, SystemExit) as error:
        return failed(error)


def bind(rules: AnyRules, state: Any, seat: Seat, order: Order) -> Bound[Any]:
    """Return an order bound to a state; one at which the rules fail is refused."""
    try:
        bound, faults = rules.bind(state, seat, order)
        return Bound(bound, tuple(faults))
    except (Exception, SystemExit) as error:
        return Bound.no(failed(error))


def errors(faults: Iterable[Fault]) -> list[BaseException]:
    """Return what a game raised at orders, for those who write it."""
    return [one.given["error"] for one in faults if one.code == FAILED]
