"""Answers about a state, a view or a part of one, kept for those who ask again.

What several seats are told is made once so; nothing that hangs on who asks may be kept
by a state alone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import wraps
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def kept(function: F) -> F:
    """Keep what a function of a state answers, until another state is asked about.

    >>> asked = []
    >>> twice = kept(lambda state, n: asked.append(n) or 2 * n)
    >>> state = object()
    >>> twice(state, 3), twice(state, 3), twice(object(), 3), asked
    (6, 6, 6, [3, 3])
    """
    last: tuple[Any, dict[Hashable, Any]] = (None, {})

    @wraps(function)
    def ask(state: Any, *rest: Hashable) -> Any:
        nonlocal last
        now = last
        if now[0] is not state:
            now = last = (state, {})
        if rest not in now[1]:
            now[1][rest] = function(state, *rest)
        return now[1][rest]

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
        known: dict[tuple[int, ...], tuple[Any, Any]] = {}

        @wraps(function)
        def ask(*things: Any) -> Any:
            numbers = tuple(map(id, things))
            found = known.pop(numbers, None)
            if found is None:
                # The things are kept too, so that nothing else can get their numbers.
                found = things, function(*things)
                if len(known) >= most:
                    with suppress(RuntimeError):  # another thread asks as well
                        known.pop(next(iter(known)), None)
            known[numbers] = found
            return found[1]

        return ask  # type: ignore[return-value]

    return around
