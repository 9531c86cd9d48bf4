"""Parts of an order that are to come several times: "x2", "twice", "3 times"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

MAX_REPEATED = 5  #: words in the part that a "twice" may be about
_COUNTED = {"two": "2", "three": "3", "four": "4", "five": "5"}
_TIMES = {"twice": 2, "thrice": 3}
_TIMES_APART = re.compile(
    r"(?<![\w.,-])(?:x[ ](?=[2-9](?![\w.,]))"
    r"|(?:[2-9]|two|three|four|five)[ ](?:x|times)(?!\w))",
    re.IGNORECASE,
)  #: "x 3", "3 x", "two times"
_TIMES_SIGN = re.compile(r"[x×*]([2-9])|([2-9])[x×*]", re.IGNORECASE)


class PlacedToken(NamedTuple):
    """A stretch of a text, with its place in what was written."""

    kind: str
    text: str
    start: int
    end: int


def repeated(tokens: Sequence[PlacedToken]) -> Iterator[list[PlacedToken]]:
    """Yield tokens with the part that is to come twice written twice."""
    for at, one in enumerate(tokens):
        times = _times(one)
        if not times:
            continue
        for before in (True, False):
            run = _run(tokens, at, before)
            for size in range(1, min(len(run), MAX_REPEATED) + 1):
                part = run[-size:] if before else run[:size]
                first, last = part[0], part[-1] + 1
                gap = PlacedToken("gap", " ", one.start, one.start)
                copied = [gap, *tokens[first:last]] * (times - 1)
                rest = [*tokens[:at], gap, *tokens[at + 1 :]]
                yield [*rest[:last], *copied, *rest[last:]]
        return


def _times(one: PlacedToken) -> int:
    return times(one.text) if one.kind == "word" else 0


def times(word: str) -> int:
    """Return how often a part is to come: 2 for "x2" or "twice", else 0."""
    match = _TIMES_SIGN.fullmatch(word)
    return int(match[1] or match[2]) if match else _TIMES.get(word.casefold(), 0)


def is_sign(word: str) -> bool:
    """Return whether a word is a number of times in signs: "x2" or "2*"."""
    return _TIMES_SIGN.fullmatch(word) is not None


def apart(text: str) -> bool:
    """Return whether a number of times is in a text as two words: "two times"."""
    return _TIMES_APART.search(text) is not None


def together(text: str) -> str:
    """Return a text with "x2" for "two times", as long as it was, so that places stay
    true.

    >>> together("1NE two times"), together("1NE x 3")
    ('1NE x2       ', '1NE  x3')
    """
    return _TIMES_APART.sub(_together, text)


def _together(match: re.Match[str]) -> str:
    """Return "two times" as "x2", as long as it was, so that places stay true."""
    text = match[0]
    if text[0] in "xX":
        return f" {text[0]}"
    number = _COUNTED.get(text.split()[0].casefold(), text[0])
    return f"x{number}".ljust(len(text))


def _run(tokens: Sequence[PlacedToken], at: int, before: bool) -> list[int]:
    """Return the words next to a place, up to a comma or whatever parts them."""
    found: list[int] = []
    step = -1 if before else 1
    at += step
    while 0 <= at < len(tokens):
        one = tokens[at]
        if one.kind == "word" and not _times(one):
            found.append(at)
        elif not (one.kind == "gap" and one.text.isspace()) and (
            found or one.text not in "("
        ):
            break
        at += step
    return found[::-1] if before else found
