"""Numbers and lists as people say them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any


def listed(things: Sequence[Any], last: str = "and") -> str:
    """Things as people list them.

    >>> listed(["Ann", "Bob", "Cid"]), listed(["Ann"]), listed([1, 2], "or")
    ('Ann, Bob and Cid', 'Ann', '1 or 2')
    """
    names = [*map(str, things)]
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def tallied(things: Iterable[Any]) -> Iterable[tuple[Any, int]]:
    """Things, each once, with how often it is there.

    >>> [*tallied(["mine", "laser", "mine"])]
    [('mine', 2), ('laser', 1)]
    """
    return Counter(things).items()


_SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun, small ones in words.

    >>> counted(1, "mail"), counted(3, "die", "dice"), counted(0, "point")
    ('one mail', 'three dice', 'no points')
    """
    word = _SMALL[number] if 0 <= number < len(_SMALL) else str(number)
    return f"{word} {_noun(number, one, many)}"


def figures(number: int, one: str, many: str = "") -> str:
    """A number in figures with its noun, one or many.

    >>> [figures(number, "player") for number in (0, 1, 2)]
    ['0 players', '1 player', '2 players']
    """
    return f"{number} {_noun(number, one, many)}"


def _noun(number: int, one: str, many: str) -> str:
    return one if number == 1 else many or one + "s"
