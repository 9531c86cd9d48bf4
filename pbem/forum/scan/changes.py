"""An order that stands, as a few words of a later post change it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeAlias

#: The orders that a text is read as: one, or several where a game takes sheets.
Reading: TypeAlias = tuple[str, ...]
#: Whether orders could be played as they are, without any fault.
Plays: TypeAlias = Callable[[Reading], bool]


def substituted(had: str, parts: Iterable[str], plays: Plays) -> tuple[str, ...]:
    """Return an order with parts in the place of those that look like them.

    >>> substituted("D4 1NE", ["1SE"], lambda reading: True)
    ('D4 1SE',)
    """
    words = had.split()
    for part in parts:
        alike = [at for at, one in enumerate(words) if _shape(one) == _shape(part)]
        if len(alike) != 1:
            return ()
        words[alike[0]] = part
    text = " ".join(words)
    return (text,) if text != had and plays((text,)) else ()


def swapped(had: str, pair: tuple[str, ...], plays: Plays) -> tuple[str, ...]:
    """Return an order with one part in the place of another: "1W, not 1E".

    Of the two the one that is not in the order is what is meant.

    >>> swapped("C4 1E", ("1W", "1E"), lambda reading: True)
    ('C4 1W',)
    """
    if len(pair) != 2:
        return ()
    found = []
    for new, old in (pair, pair[::-1]):
        place = re.compile(rf"(?<![^\W\d_]){re.escape(old)}(?!\w)", re.IGNORECASE)
        places = list(place.finditer(had))
        if len(places) == 1:
            found.append(had[: places[0].start()] + new + had[places[0].end() :])
    good = len(found) == 1 and plays((found[0],))
    return (found[0],) if good else ()


def lacking(had: str, parts: Iterable[str], plays: Plays) -> tuple[str, ...]:
    """Return an order without some parts of it: "without the 1E, please".

    >>> lacking("C4 1E 1E", ["1e"], lambda reading: True)
    ('C4 1E',)
    """
    words = had.split()
    for part in parts:
        at = [x for x, one in enumerate(words) if one.casefold() == part.casefold()]
        if not at:
            return ()
        del words[at[-1]]
    text = " ".join(words)
    return (text,) if text and plays((text,)) else ()


def _shape(word: str) -> str:
    return re.sub(r"[a-z]+", "a", re.sub(r"\d+", "9", word.casefold()))
