"""Orders with a word in them that is misspelt or shortened: what they may have meant.

Nothing of this is taken by itself: it is offered where somebody is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher, get_close_matches

from pbem.language.reading import Asking, Orders
from pbem.language.readings import MAX_READINGS
from pbem.language.understand import LIKE_PART, Understanding
from pbem.plugins.games import Game

MAX_STRANGE = 2  #: words of a line that may be misspelt
_CLOSE = 0.75  #: of the letters in common
_VOWELS = re.compile(r"(?<!^)[aeiou]")


def near(game: Game, word: str) -> list[str]:
    """Return the words of orders that a word may be, with a letter too many, too few or
    wrong, or without its vowels; a part of an order with letters turned round."""
    if LIKE_PART.fullmatch(word) and word.isascii():
        turned = (
            word[:at] + word[at + 1] + word[at] + word[at + 2 :]
            for at in range(len(word) - 1)
        )
        fewer = (word[:at] + word[at + 1 :] for at in range(len(word)))
        fits = game.notation.fits
        return [*dict.fromkeys(x for x in (*turned, *fewer) if x != word and fits(x))]
    typed = word.casefold()
    known = game.spelling.vocabulary
    words = [one for one in known if one[0] == typed[0] and one != typed]
    bare = [one for one in words if _VOWELS.sub("", one) == typed]
    close = get_close_matches(typed, words, 3, _CLOSE)
    how = [SequenceMatcher(None, one, typed).ratio() for one in close]
    best = (
        one for one, how_close in zip(close, how, strict=True) if how_close == how[0]
    )
    return [*dict.fromkeys((*bare, *best))]


def meant_instead(
    asking: Asking, understanding: Understanding, text: str, depth: int = MAX_STRANGE
) -> tuple[Orders, ...]:
    """Return the orders of a text with its unknown words replaced by known ones, where
    the rest is understood; else ()."""
    words = understanding.talk.words(text)
    strange = [one.text for one in words if one.kind == "unknown"]
    if not 0 < len(strange) <= depth + 1:
        return ()
    found: dict[Orders, None] = {}
    for word in strange:
        for other in _with_others(asking.game, text, word):
            understood = understanding.understand(other, asking.could_play, eager=True)
            if (
                understood.whole
                and understood.plays
                and not (understood.marks or understood.asks or understood.named)
            ):
                found |= dict.fromkeys(understood.readings)
            elif not understood.plays and depth > 1 and len(strange) > 1:
                more = meant_instead(asking, understanding, other, depth - 1)
                found |= dict.fromkeys(more)
    return tuple(found)[:MAX_READINGS]


def _with_others(game: Game, text: str, word: str) -> Iterator[str]:
    """Yield a text with each word in the place of one that it may be."""
    at = text.find(word)
    if at >= 0 and len(word) > 1:
        for other in near(game, word):
            yield text[:at] + other + text[at + len(word) :]
