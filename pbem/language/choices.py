"""Texts that name several orders of which one is meant: both halves of an "if". They
are offered, and none is taken."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from pbem.language.reading import Asking, Orders
from pbem.language.understand import Understanding

_ELSE = re.compile(
    r"[\s,;.]*\b(?:or else|else|otherwise|if not)\b[\s,:]*|[.;!]\s+(?=(?:but )?if\b)",
    re.IGNORECASE,
)
_IF = re.compile(r"\b(?:if|unless|when|in case|as long as)\b", re.IGNORECASE)
#: Where the order behind a condition may begin.
_THEN = re.compile(
    r"[,:]\s+(?:then\s+)?|\b(?:then|just)\s+|(?=\bI(?:['’]ll|['’]m)?\s)",
    re.IGNORECASE,
)
_PARTS = re.compile(r"(?<=[.!?:])\s+")


def chosen_from(
    asking: Asking, understanding: Understanding, text: str
) -> tuple[Orders, ...]:
    """Return the orders of both halves of a condition; () for any other text."""

    def read(cuts: Iterable[str]) -> tuple[Orders, ...]:
        each = (
            understanding.understand(x, asking.could_play, eager=True) for x in cuts
        )
        return next((one.readings for one in each if one.sure), ())

    halves = [read(cuts) for cuts in _halves(text)]
    return tuple(dict.fromkeys(chain(*halves))) if all(halves) else ()


def _halves(text: str) -> Iterator[list[str]]:
    """Yield both halves of a condition, each with the ways in which it may be cut."""
    first, *rest = _ELSE.split(text, maxsplit=1)
    condition = _IF.search(first)
    if condition is None or not rest:
        return
    before = first[: condition.start()]
    said = [before, *_PARTS.split(before)[-1:]]
    yield said if before.strip(" ,") else _behind(first)
    yield [*rest, *_behind(rest[0])]


def _behind(text: str) -> list[str]:
    """Return what may be the order behind a condition: the most of it first."""
    return [text[cut.end() :] for cut in _THEN.finditer(text)]
