"""Texts that name several orders of which one is meant: both halves of an "if", and
what somebody comes to who thinks aloud. They are offered, and none is taken."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from pbem.language.reading import Asking, Orders
from pbem.language.understand import Understanding

_ELSE = re.compile(
    r"[\s,;.]*\b(?:or else|else|otherwise|if not)\b[\s,:]*", re.IGNORECASE
)
_IF = re.compile(r"\b(?:if|unless|when|in case|as long as)\b", re.IGNORECASE)
#: Where the order behind a condition may begin.
_THEN = re.compile(
    r"[,:]\s+(?:then\s+)?|\bthen\s+|(?=\bI(?:['’]ll|['’]m)?\s)", re.IGNORECASE
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


def chosen_from(
    asking: Asking, understanding: Understanding, text: str
) -> tuple[Orders, ...]:
    """Return the orders of both halves of a condition, or of the sentence that ends a
    question of its writer's own; () for any other text."""

    def read(cuts: Iterable[str]) -> tuple[Orders, ...]:
        each = (
            understanding.understand(x, asking.could_play, eager=True) for x in cuts
        )
        return next((one.readings for one in each if one.sure), ())

    halves = [read(cuts) for cuts in _halves(text)]
    found = [*chain(*halves)] if halves and all(halves) else [*read(_last(text))]
    return tuple(dict.fromkeys(found))


def _halves(text: str) -> Iterator[list[str]]:
    """Yield both halves of a condition, each with the ways in which it may be cut."""
    first, *rest = _ELSE.split(text, maxsplit=1)
    condition = _IF.search(first)
    if condition is None or not rest:
        return
    before, behind = first[: condition.start()], first[condition.end() :]
    cuts = [behind[cut.end() :] for cut in _THEN.finditer(behind)]
    yield [before] if before.strip(" ,") else cuts
    yield rest


def _last(text: str) -> Iterator[str]:
    """Yield the last sentence of a text that asks before."""
    *before, last = _SENTENCE.split(text.strip())
    if any(one.endswith("?") for one in before) and not last.endswith("?"):
        yield last
