"""Answers about a state, a view or a part of one, kept for those who ask again.

What several seats are told is made once so; nothing that hangs on who asks may be kept
by a state alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from types import CodeType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def kept(function: F) -> F:
    """Keep what a function of a state answers, until another state is asked about.

    >>> asked = []
    >>> twice = kept(lambda state: asked.append(state) or 2 * state)
    >>> state, other = (3,), (4,)
    >>> twice(state), twice(state), twice(other), asked
    ((3, 3), (3, 3), (4, 4), [(3,), (4,)])
    """
    last: tuple[Any, Any] = (object(), None)

    @wraps(function)
    def ask(state: Any) -> Any:
        nonlocal last
        now = last
        if now[0] is not state:
            now = last = (state, function(state))
        return now[1]

    return ask  # type: ignore[return-value]


def kept_by_part(most: int) -> Callable[[F], F]:
    """Keep what a function of frozen things answers for these very things.

    A turn changes a few parts of a state, and the others stay the same objects: what is
    made of those need not be made again. `most` answers are kept, with what they are
    about; those go first that nobody asked for again.

    >>> asked = []
    >>> double = kept_by_part(9)(lambda part: asked.append(part) or 2 * part)
    >>> part, twin = (1,), (1, 2)[:1]
    >>> double(part), double(part), double(twin), asked
    ((1, 1), (1, 1), (1, 1), [(1,), (1,)])
    """

    def around(function: F) -> F:
        known: dict[Any, tuple[Any, Any]] = {}

        def make(numbers: Any, *things: Any) -> Any:
            # The things are kept too, so that nothing else can get their numbers.
            found = things, function(*things)
            if len(known) >= most:
                try:  # noqa: SIM105  (`suppress` takes as long as the rest)
                    known.pop(next(iter(known)), None)
                except RuntimeError:  # another thread asks as well
                    pass
            known[numbers] = found
            return found[1]

        code: Any = function.__code__
        several = code.co_flags & _VARARGS
        own: dict[str, Any] = {"known": known, "make": make}
        exec(_asking(None if several else code.co_argcount), own)
        ask: Any = wraps(function)(own["ask"])
        return ask  # type: ignore[no-any-return]

    return around


_VARARGS = 4  #: `inspect.CO_VARARGS`, which takes long to import


@cache
def _asking(count: int | None) -> CodeType:
    """Return code that asks about so many things (None: any number).

    Asking takes half of the time where they are written out.
    """
    if count is None:
        things, numbers = "*things", "tuple(map(id, things))"
    else:
        names = [f"thing{number}" for number in range(count)]
        things = ", ".join(names)
        numbers = ", ".join([f"id({name})" for name in names])
    return compile(_ASK.format(things=things, numbers=numbers), __file__, "exec")


_ASK = """
def ask({things}):
    numbers = {numbers}
    found = known.pop(numbers, None)
    if found is None:
        return make(numbers, {things})
    known[numbers] = found
    return found[1]
"""
