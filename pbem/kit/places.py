"""Spans of words in a line, and faults that point at them."""

from __future__ import annotations

from typing import Any, TypeAlias

from pbem.protocol import Fault, Token

Span: TypeAlias = tuple[int, int]
"""The offsets of the first character and of the end; (0, 0) is the whole line."""


def span(*tokens: Token | None) -> Span:
    """Return the span from the first of these tokens to the last; None is left out."""
    first, last = tokens[0], tokens[-1]
    if first is not None and last is not None:
        return first.start_pos, last.end_pos
    found = [token for token in tokens if token is not None]
    return found[0].start_pos, found[-1].end_pos


def _place(at: object) -> Span:
    """Return the span of a token, or of what has a `span`; else of a whole line."""
    if isinstance(at, tuple):
        return at
    start = getattr(at, "start_pos", None)
    if start is not None:
        return start, getattr(at, "end_pos", start)
    found: Span = getattr(at, "span", (0, 0))
    return found


class OrderRefused(Exception):
    """An order that is refused; `fault` says why and where.

    >>> OrderRefused("illegal.far", most=2).fault.given
    {'most': 2}
    """

    def __init__(self, code: str, at: object = None, /, **given: Any) -> None:
        super().__init__(code)
        self.fault = Fault(code, _place(at), given)
