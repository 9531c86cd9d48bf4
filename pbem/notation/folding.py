"""Characters as people's devices write them, as the plain ones that they stand for.

Look-alike letters inside words, full-width forms, keycaps, emoji, characters that
nobody sees, odd hyphens and, where a game has numbers with a sign, blanks behind it.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from pbem.notation.lookalikes import twin

#: Turn the direction of writing: what is shown may be something else than what is read.
TURNS = re.compile("[\u202a-\u202e\u2066-\u2069]")
_KEYCAP = "\u20e3"
_HYPHENS = dict.fromkeys("\u2010\u2011\u2012\u2015\ufe58\ufe63", "-")
_QUOTES = {"\u2018": "'", "\u2019": "'", "\u02bc": "'"}
_ARROWS = frozenset("\u2192\u21d2\u2794\u279c\u2190")
_SIGN = re.compile(r"(?<![\w.)])[-\u2212\u2013\u2014][ \t]*(?=\d)")
_POINT = re.compile(r"(?<=\d)\.(?=[-\u2212\u2013]?\d)")
_WORD = re.compile(r"[^\W_]+")


class Folded(NamedTuple):
    """A folded text, and where in the written one each character stood."""

    text: str
    places: tuple[int, ...]  #: one more, of the end

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where a stretch of the folded text is in what was written."""
        last = len(self.text)
        first = self.places[min(start, last)]
        return first, max(first, self.places[min(max(end, 0), last)])


def fold(text: str, *, signed: bool = False) -> Folded:
    """Return a text in plain characters; `signed`: numbers may have a sign.

    >>> fold("D4 1\\ufe0f\\u20e3NE").text, fold("D4 1N\\u0415").text
    ('D4 1NE', 'D4 1NE')
    >>> fold("b 0,\\u2014 1", signed=True).text, fold("\\uff24\\uff14").text
    ('b 0,-1', 'D4')
    """
    chars = [*_characters(text)]
    if not text.isascii():
        chars = _plain_letters(chars)
    if signed:
        chars = _signs(chars)
    places = tuple(at for _, at in chars)
    return Folded("".join(one for one, _ in chars), (*places, len(text)))


def _characters(text: str) -> list[tuple[str, int]]:
    """Return characters with their places, those that nobody sees left out."""
    found: list[tuple[str, int]] = []
    for at, char in enumerate(text):
        if char.isascii():
            found.append((char, at))
            continue
        kind = unicodedata.category(char)
        if kind == "So" and char not in _ARROWS:
            found.append((" ", at))
        elif (
            kind == "Cf"
            or char == _KEYCAP
            or unicodedata.name(char, "").startswith(
                ("VARIATION SELECTOR", "COMBINING GRAPHEME", "EMOJI MODIFIER")
            )
        ):
            continue
        elif char in _HYPHENS or char in _QUOTES:
            found.append((_HYPHENS.get(char) or _QUOTES[char], at))
        elif unicodedata.decomposition(char).startswith(("<wide>", "<noBreak>")):
            plain = unicodedata.normalize("NFKC", char)
            found += ((one, at) for one in plain)
        elif unicodedata.combining(char) and found:
            both = unicodedata.normalize("NFC", found[-1][0] + char)
            if len(both) == 1:
                found[-1] = both, found[-1][1]
            else:
                found.append((char, at))
        else:
            found.append((char, at))
    return found


def _plain_letters(chars: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Return characters with twins for the odd ones of words that mix alphabets."""
    text = "".join(one for one, _ in chars)
    out = list(chars)
    for word in _WORD.finditer(text):
        if word[0].isascii() or not any(map(str.isascii, word[0])):
            continue
        twins = [one if one.isascii() else twin(one) for one in word[0]]
        if all(len(one) == 1 for one in twins):
            for at, one in enumerate(twins, word.start()):
                out[at] = one, chars[at][1]
    return out


def _signs(chars: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Return characters with no blank behind a sign, and a comma for a point."""
    text = "".join(one for one, _ in chars)
    drop: set[int] = set()
    swap: dict[int, str] = {at.start(): "," for at in _POINT.finditer(text)}
    for sign in _SIGN.finditer(text):
        if sign.end() > sign.start() + 1 or sign[0] == "\u2014":
            swap[sign.start()] = "-"
            drop.update(range(sign.start() + 1, sign.end()))
    return [
        (swap.get(i, one), at) for i, (one, at) in enumerate(chars) if i not in drop
    ]
