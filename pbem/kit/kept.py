"""Answers about a state or a view, kept while it is the one that is asked about.

What several seats are told is made once so; nothing that hangs on who asks may be kept
by a state alone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
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
