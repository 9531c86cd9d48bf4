"""Legal orders that are much like what somebody wrote: they are offered where nothing
that was written could be read, or what was read cannot be played. They choose nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from pbem.language.reading import Legal, Orders
from pbem.language.readings import MAX_READINGS

_PART = re.compile(r"(?<!\w)-?\d+|[^\W_]+")
_PREFIX = 3  #: letters by which a name is known: "Paris" is "Par"
MAX_WORDS = 2  #: beside the parts of an order, that say where it is in other words
MAX_MORE = 3  #: parts of an order besides those that were named
_CLOSE = 0.6  #: of the letters in common with an order


def nearest(legal: Legal, text: str) -> tuple[Orders, ...]:
    """Return legal orders like a refused one: with its parts, or written much alike."""
    if found := holding(legal, text.split()):
        return found
    known = {one.casefold(): one for one in legal()}
    close = get_close_matches(text.casefold(), known, 1, _CLOSE)
    return tuple((known[one],) for one in close if one != text.casefold())


def holding(
    legal: Legal, used: Iterable[str], *, in_turn: bool = False, more: int = MAX_MORE
) -> tuple[Orders, ...]:
    """Return the legal orders that hold parts of orders and few `more`, or, with
    nothing more, all but some words: those with the fewest parts; none where these
    are many.

    With `in_turn` the parts stand one behind the other. What is shouted in an order is
    its writer's own, so that none with such words is offered.
    """
    parts = _parts(" ".join(used))
    best: dict[tuple[int, int], list[str]] = {}
    for order in legal() if parts else ():
        own = _parts(order)
        places = [_place(own, one) for one in parts]
        held = [at for at in places if at >= 0]
        lacks = [one for one, at in zip(parts, places, strict=True) if at < 0]
        extra = len(own) - len({*held})
        words = len(lacks) <= MAX_WORDS and all(map(str.isalpha, lacks))
        complete = not lacks or (words and not extra and len(own) > 1)
        turned = in_turn and (lacks or held != sorted(held))
        if complete and extra <= more and not turned and '"' not in order:
            best.setdefault((len(lacks), len(own)), []).append(order)
    found = best[min(best)] if best else []
    return tuple((one,) for one in found) if len(found) <= MAX_READINGS else ()


def _parts(text: str) -> list[str]:
    return [*map(str.casefold, _PART.findall(text))]


def _place(parts: Sequence[str], part: str) -> int:
    """Return which part of an order a part is, in full or in short; -1: none."""
    short = (
        at
        for at, one in enumerate(parts)
        if one == part
        or (
            min(len(one), len(part)) >= _PREFIX
            and (one.startswith(part) or part.startswith(one))
        )
        or (len(part) > 1 and any(map(str.isdecimal, part)) and one.endswith(part))
    )
    return next(short, -1)
