"""Things that are said twice and count once: a name and its notation for the same part
of an order, as in "Flame Thrower NE (1NE)", or an order and the same again in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from pbem.notation.folding import Folded
from pbem.notation.parser import Notation
from pbem.notation.spelling import Spelling

_WORD = re.compile(r"[^\s,;:()\[\]=/]+")
_BRACKETS = re.compile(r"[(\[]([^()\[\]]+)[)\]]")
_JOINS = frozenset(("and", "then", "plus"))  #: between two parts, not in one
_MAX_WORDS = 3  #: in a name, or in what stands for a target


class _Mention(NamedTuple):
    """A part of an order, in words or in the notation."""

    things: frozenset[str]  #: names that it may stand for
    named: bool
    start: int  #: characters
    end: int
    name: tuple[int, int]  #: where its name or its sign stands
    target: tuple[int, int] | None  #: where what it is aimed at stands
    aim: str  #: that, in the notation


def once(notation: Notation, spelling: Spelling, text: Folded) -> Folded:
    """Return a text in which each part is named once: what repeats it in other words is
    dropped, its target is kept."""
    found = _without_same_order(notation, spelling, text)
    if not spelling.same:
        return found
    mentions = [*_mentions(notation, spelling, found.text)]
    for one, other in pairwise(mentions):
        if _glosses(found.text, one, other):
            named = one if one.named else other
            aimed = one if one.target else other
            indices = [*range(*named.name)]
            tail = [*range(*aimed.target)] if aimed.target else []
            return once(notation, spelling, _spliced(found, one, other, indices, tail))
    return found


def _without_same_order(notation: Notation, spelling: Spelling, text: Folded) -> Folded:
    """Return a text without brackets that hold the order which is before them."""
    for found in _BRACKETS.finditer(text.text):
        before, inner = text.text[: found.start()].strip(" ,"), found[1].strip()
        if before and inner and _same(notation, spelling, before, inner):
            rest = text.text[: found.start()] + text.text[found.end() :]
            places = text.places[: found.start()] + text.places[found.end() :]
            return Folded(rest, places)
    return text


def _same(notation: Notation, spelling: Spelling, one: str, other: str) -> bool:
    """Return whether two texts are orders, and the same."""
    orders = []
    for text in (one, other):
        if notation.reads_all(text) and not notation.left(text):
            orders.append(notation.parse(text))
        elif reading := spelling.only(text):
            orders.append(reading[1])
    return len(orders) == 2 and str(orders[0]) == str(orders[1])


def _glosses(text: str, one: _Mention, other: _Mention) -> bool:
    """Return whether two parts of an order stand side by side and are the same."""
    between = text[one.end : other.start].replace("i.e.", "").replace("aka", "")
    apart = between.strip(" \t,;:()[]=/-\N{EN DASH}\N{EM DASH}")
    same = bool(one.things & other.things) and one.named != other.named
    return same and not apart and (not one.aim or not other.aim or one.aim == other.aim)


def _spliced(
    text: Folded, one: _Mention, other: _Mention, name: list[int], target: list[int]
) -> Folded:
    """Return a text with one part in the place of two."""
    end = other.end
    opened = re.search(r"[(\[][^)\]]*$", text.text[one.end : other.start])
    closed = re.match(r"\s*[)\]]", text.text[end:])
    if opened and closed:
        end += closed.end()
    chars = [(text.text[at], text.places[at]) for at in name]
    chars += [(" ", one.start)] * bool(target)
    chars += [(text.text[at], text.places[at]) for at in target]
    before = [*zip(text.text[: one.start], text.places, strict=False)]
    after = [*zip(text.text[end:], text.places[end:], strict=False)]
    row = [*before, *chars, *after]
    places = tuple(at for _, at in row)
    return Folded("".join(char for char, _ in row), (*places, text.places[-1]))


def _mentions(notation: Notation, spelling: Spelling, text: str) -> Iterator[_Mention]:
    """Yield the parts of an order that have a name, in words or in the notation."""
    words = [*_WORD.finditer(text)]
    at = 0
    while at < len(words):
        first = words[at].start()
        size, name = _name(spelling, words[at:])
        if size:
            end = words[at + size - 1].end()
            target = _target(notation, spelling, words[at + size :])
            stop = target[1] if target else end
            spot = (target[0], target[1]) if target else None
            things, aim = frozenset((name,)), target[2] if target else ""
            yield _Mention(things, True, first, stop, (first, end), spot, aim)
            at += sum(words[at].start() <= one.start() < stop for one in words)
            continue
        word = words[at][0].casefold()
        for cut in range(min(len(word), 2), 0, -1):
            sign, aim = word[:cut], word[cut:]
            things = frozenset(x for x, codes in spelling.same.items() if sign in codes)
            apart = None if aim else _target(notation, spelling, words[at + 1 :])
            good = not aim or _aim(notation, spelling, [aim])
            if things and good:
                end = first + cut
                spot = (end, words[at].end()) if aim else None
                if apart:
                    spot, good = (apart[0], apart[1]), apart[2]
                stop = spot[1] if spot else words[at].end()
                spelled = good if isinstance(good, str) else ""
                yield _Mention(things, False, first, stop, (first, end), spot, spelled)
                at += bool(apart)
                break
        at += 1


def _name(spelling: Spelling, words: Sequence[re.Match[str]]) -> tuple[int, str]:
    """Return how many words at the beginning are a name, and of what."""
    for size in range(min(len(words), _MAX_WORDS), 0, -1):
        key = tuple(one[0].casefold() for one in words[:size])
        if (name := spelling.phrases.get(key, "")) in spelling.same:
            return size, name
    return 0, ""


def _target(
    notation: Notation, spelling: Spelling, words: Sequence[re.Match[str]]
) -> tuple[int, int, str] | None:
    """Return where a target is behind words that say nothing, and what it is."""
    at = 0
    while at < len(words) and spelling.says_nothing(words[at][0]):
        if words[at][0].casefold() in _JOINS:
            return None
        at += 1
    for size in (2, 1):
        run = [one[0] for one in words[at : at + size]]
        if len(run) == size and (aim := _aim(notation, spelling, run)):
            return words[at].start(), words[at + size - 1].end(), aim
    return None


def _aim(notation: Notation, spelling: Spelling, run: Sequence[str]) -> str:
    """Return words as a target in the notation, in capitals; "" where they are none,
    such as the name of a part."""
    words = tuple(one.casefold() for one in run)
    canonical = spelling.phrases.get(words)
    if canonical in spelling.same:
        return ""
    if canonical is not None:
        return canonical.upper() if canonical and notation.uses(canonical) else ""
    plain = len(words) == 1 and notation.uses(words[0]) and words[0][0].isalpha()
    sign = any(words[0] in codes for codes in spelling.same.values()) if plain else True
    return words[0].upper() if plain and not sign else ""
