"""An order that stands, as a few words of a later post change it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from pbem.language.reading import Change, Plays
from pbem.language.talk_words import DOUBTFUL, Word

_AWAY = ("correction", "negation")  #: before what is not meant any more
_MORE = ("and", "then", "&", "+", "plus", "also", "another", "add", "adding", "extra")


def changed(had: str, change: Change, offer: str, plays: Plays) -> tuple[str, ...]:
    """Return what an order that was sent may become by a change, the likeliest first;
    `offer` is what the change would order by itself."""
    used = change.used
    found = list(swapped(had, change.swap, plays))
    found += lacking(had, used, plays) if change.denies else ()
    found += substituted(had, used, plays) if used else ()
    first = had.split()[0]
    found += (first,) if change.less and first != had and plays((first,)) else ()
    if change.led:
        found += kept_first(had, offer, plays)
    added = " ".join((had, *used))
    if change.adds is not None and plays((added,)):
        found.insert(0 if change.adds else len(found), added)
    return tuple(found)


def in_place_of(
    had: str, change: Change, own: Sequence[str], plays: Plays, fits: bool
) -> tuple[str, ...]:
    """Return what a writer who has sent an order before may intend, the likeliest
    first: that order as changed, and the orders that the change offers by itself, which
    come first where the text is exact and `fits`."""
    found = changed(had, change, next(iter(own), ""), plays)
    rows = (*own, *found) if change.exact and fits else (*found, *own)
    return tuple(dict.fromkeys(rows))


def substituted(had: str, parts: Iterable[str], plays: Plays) -> tuple[str, ...]:
    """Return an order in which parts replace the parts that look like them.

    >>> substituted("D4 1NE", ["1SE"], lambda orders: True)
    ('D4 1SE',)
    >>> substituted("B2-C3", ["C4"], lambda orders: True)
    ('B2-C4',)
    """
    parts = tuple(parts)
    found = (
        _put_in(had.split(), parts, " "),
        _put_in(had.split("-"), parts, "-"),
        _turned(had, parts),
    )
    good = (text for text in found if text not in ("", had) and plays((text,)))
    return tuple(good)[:1]


def _put_in(words: list[str], parts: Iterable[str], sign: str) -> str:
    """Return words with parts in the place of those that look like them; "" where one
    has no place, or several. The last of two that a dash joins is where it goes."""
    for part in parts:
        alike = [at for at, one in enumerate(words) if _shape(one) == _shape(part)]
        joined = sign != " " and len(alike) == len(words) == 2
        if not joined and len(alike) != 1:
            return ""
        words[alike[-1]] = part
    return sign.join(words)


def _turned(had: str, parts: Sequence[str]) -> str:
    """Return an order with other letters behind the one number that has some, as in
    "D4 1NE" by "N"; "" where there is no such place, or several."""
    places = [*re.finditer(r"(?<!\w)\d+[a-z]+(?!\w)", had, re.IGNORECASE)]
    if len(parts) != 1 or not parts[0].isalpha() or len(places) != 1:
        return ""
    number = re.match(r"\d+", places[0][0])
    at = places[0].start() + (number.end() if number else 0)
    return had[:at] + parts[0] + had[places[0].end() :]


def swapped(had: str, pair: tuple[str, ...], plays: Plays) -> tuple[str, ...]:
    """Return an order with one part in the place of another: "1W, not 1E".

    Of the two the one that is not in the order is what is meant.

    >>> swapped("C4 1E", ("1W", "1E"), lambda orders: True)
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


def kept_first(had: str, reading: str, plays: Plays) -> tuple[str, ...]:
    """Return a reading whose first word was left out with the one that stands.

    >>> kept_first("D6 1C3", "- 1G2", lambda orders: True)
    ('D6 1G2',)
    """
    text = " ".join([*had.split()[:1], *reading.split()[1:]])
    return (text,) if text not in (had, reading) and plays((text,)) else ()


def lacking(had: str, parts: Iterable[str], plays: Plays) -> tuple[str, ...]:
    """Return an order without some parts of it: "without the 1E, please".

    >>> lacking("C4 1E 1E", ["1e"], lambda orders: True)
    ('C4 1E',)
    """
    words = had.split()
    for part in parts:
        at = [x for x, one in enumerate(words) if one.casefold() == part.casefold()]
        if not at:
            return ()
        del words[at[-1]]
    text = " ".join(words)
    return (text,) if text not in ("", had) and plays((text,)) else ()


def _shape(word: str) -> str:
    return re.sub(r"[a-z]+", "a", re.sub(r"-?\d+", "9", word.casefold()))


def adds(words: Sequence[Word]) -> bool:
    """Return whether something is added to an earlier order: "and 1W too"."""
    texts = [one.text.casefold() for one in words if not one.parts]
    begins = bool(texts) and texts[0].split()[0] in _MORE
    return begins or any(one in ("too", "also", "as well", "on top") for one in texts)


def swap(words: Sequence[Word]) -> tuple[str, ...]:
    """Return the two parts of orders with a word between that puts one for the other.

    As in "1W instead of 1E", "not D5 but D6", "NE should be SE", "forget D5, D6".
    """
    plain = [one for one in words if not one.parts]
    found, turns = _sides(plain)
    if not (turns and len(found) > 1):
        found, turns = _sides(words)
        alike = len({_shape(one) for one in found}) == 1
        turns = alike and any(one.kind in _AWAY for one in words[:1])
    differ = len({one.casefold() for one in found}) > 1
    return tuple(found) if len(found) == 2 and turns and differ else ()


def _sides(words: Sequence[Word]) -> tuple[list[str], bool]:
    """Return the stretches that are parts of orders, and whether a word that changes
    one is before or between them."""
    inner = [one for one in words if one.kind != "small"]
    groups = [
        (kind, " ".join(one.text for one in run))
        for kind, run in ((k, list(r)) for k, r in groupby(inner, _side))
        if kind != "talk"
    ]
    found = [text for kind, text in groups if kind == "order"]
    return found, any(kind == "turn" for kind, _ in groups[:-1])


def _side(one: Word) -> str:
    if one.kind == "order" or (one.kind == "unknown" and one.text.isupper()):
        return "order"
    return "turn" if one.kind in DOUBTFUL else "talk"


def said_twice(text: str, reads: Callable[[str], bool]) -> str:
    """Return what a text says twice, in whole parts of an order; "" where nothing.

    >>> said_twice("make x lay y make x lay y", lambda one: len(one.split()) > 1)
    'make x lay y'
    """
    words = text.split()
    half = len(words) // 2
    if [one.casefold() for one in words[:half] * 2] != [x.casefold() for x in words]:
        return ""
    cuts = ((" ".join(words[:at]), " ".join(words[at:half])) for at in range(1, half))
    parted = any(reads(first) and reads(second) for first, second in cuts)
    return " ".join(words[:half]) if parted else ""
