"""Alternatives of a pattern put together by the letters that they can begin with.

`re` tries one after the other, and a place of a grammar may have forty words. Those
that begin with other letters are passed over together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

FEWEST = 5  #: alternatives that are worth it


def grouped(ways: Sequence[str]) -> list[str]:
    """Return patterns of which the first that can reads what the first of `ways` reads
    that can.

    >>> grouped(["fire", "end", "(?:ele)?vate", "fly", "go", "[^a]"])
    ['(?=(?i:[ev]))(?:end|(?:ele)?vate)', '(?=(?i:[f]))(?:fire|fly)', 'go', '[^a]']
    """
    if len(ways) < FEWEST:
        return [*ways]
    found, run = list[str](), list[tuple[set[str], list[str]]]()
    for way in ways:
        letters = _firsts(way)
        if not letters or "" in letters:  # it may begin with anything, or be nothing
            found += map(_guarded, run)
            run = []
            found.append(way)
            continue
        # Who shares a letter with somebody stays behind him.
        same = [one for one in run if one[0] & letters]
        run = [one for one in run if one not in same]
        together = [text for _, texts in same for text in texts]
        run.append((letters.union(*(one[0] for one in same)), [*together, way]))
    return [*found, *map(_guarded, run)]


def _guarded(group: tuple[set[str], list[str]]) -> str:
    letters, ways = group
    if len(ways) == 1:
        return ways[0]
    inside = "".join(map(re.escape, sorted(letters)))
    return f"(?=(?i:[{inside}]))(?:{'|'.join(ways)})"


def _firsts(way: str) -> set[str]:
    """Return the letters that a pattern can begin with, small, and "" where it can be
    empty; nothing where that is not known."""
    with suppress(ImportError, AttributeError, TypeError, ValueError):
        from re import _parser

        return _begun(_parser.parse(way))
    return set()


def _begun(items: Iterable[Any]) -> set[str]:
    """Return the same of a pattern that was parsed; raise ValueError if unknown."""
    found = set[str]()
    for kind, given in items:
        letters = _letters(str(kind), given)
        found |= letters - {""}
        if "" not in letters:
            return found
    return {*found, ""}


def _letters(kind: str, given: Any) -> set[str]:
    match kind:
        case "LITERAL":
            return {_small(given)}
        case "AT" | "ASSERT" | "ASSERT_NOT":
            return {""}
        case "SUBPATTERN":
            return _begun(given[3])
        case "BRANCH":
            return set[str]().union(*map(_begun, given[1]))
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            least, _, repeated = given
            return _begun(repeated) | (set() if least else {""})
        case "IN":
            return set[str]().union(*(_letters(str(one), it) for one, it in given))
        case "RANGE":
            first, last = given
            return {*map(_small, range(first, last + 1))}
    raise ValueError(kind)


def _small(number: int) -> str:
    """Return a letter as all that `re` takes for the same; raise ValueError if others
    than its capital are."""
    letter = chr(number).lower()
    if len(letter) != 1 or letter != letter.casefold():
        raise ValueError(letter)
    return letter
