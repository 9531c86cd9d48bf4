"""What is bold in a line, and what is around it: one order, or talk about one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from pbem.language import labels
from pbem.language.candidates import Candidate, Doubt, offers_of, parse, words_of
from pbem.language.one_line import labelled, order_in
from pbem.language.reading import Asking, Emphasis, MarkedLine, Orders
from pbem.language.readings import MAX_READINGS
from pbem.language.talk_words import Word, WordKind

#: What makes a bold order doubtful in front of it, and right behind it.
_BEFORE: tuple[WordKind, ...] = ("negation", "draft", "doubt", "alter", "later", "told")
_BEHIND: tuple[WordKind, ...] = ("draft", "doubt", "alter", "later")


def orders_in(asking: Asking, line: MarkedLine) -> list[Candidate]:
    """Return what may be orders in a line and in what is bold in it.

    People make a part of an order bold as well as all of it, so the whole line
    counts where it can be read: "I go to *E5* and cast *1N*" is one order. Where
    it may mean something else than what is bold, both are asked about.
    """
    found: list[Candidate] = []
    places: list[tuple[int, int]] = []
    end = 0
    for piece in line.bold:
        start = max(line.text.find(piece, end), end)
        end = start + len(piece)
        if labels.hashed(piece) is not None or labels.label(piece):
            found.append(labelled(asking, piece))
        elif piece != line.text and (one := order_in(asking, piece, Emphasis.BOLD)):
            found.append(one)
            places += [(start, end)] * (one.order is not None)
    good = [one for one in found if one.order is not None]
    if any(one.emphasis is Emphasis.LABELLED for one in good):
        return found
    if len(good) == 1 and good[0].exact and _apart(asking, line.text, *places[0]):
        return found
    bold = bool(good) or line.bold == (line.text,)
    whole = order_in(asking, line.text, Emphasis.BOLD if bold else Emphasis.PLAIN)
    if whole is not None and whole.order is not None:
        return [whole]
    if not good:
        asked = [one for one in found if one.doubt]
        return [*asked, whole] if whole else asked
    bold_orders = [one.orders for one in good]
    known = [_parsed(asking, one) for one in (*bold_orders, sum(bold_orders, ()))]
    offers = offers_of(whole.understood) if whole else ()
    others = [one for one in offers if _parsed(asking, one) not in known]
    if not others and not any(_doubts(asking, line.text, *one) for one in places):
        return found
    each = tuple(dict.fromkeys([*others, *bold_orders]))[:MAX_READINGS]
    return [Candidate(line.text, Emphasis.BOLD, doubt=Doubt("almost", line.text, each))]


def _parsed(asking: Asking, orders: Orders) -> list[object]:
    return [parse(asking, one) for one in orders]


def _apart(asking: Asking, text: str, start: int, end: int) -> bool:
    """Return whether an order says again what is before: "I fly: *- 5A1*".

    Where orders have a sign to begin with, one of several parts is whole.
    """
    words = words_of(asking).talk.words(text[end:])
    more = any(one.kind == "order" for one in words)
    lead = asking.game.spelling.lead
    whole = text[:start].rstrip().endswith((":", "(")) or (
        lead and not _doubts(asking, text, start, end)
    )
    return bool(whole) and not more and len(text[start:end].split()) > 1


def _doubts(asking: Asking, text: str, start: int, end: int) -> bool:
    """Return whether the words beside a stretch of a line make it doubtful."""
    talk = words_of(asking).talk
    before = _near(talk.words(text[:start])[::-1])
    words = talk.words(text[end:])
    behind = [one for one in _near(words) if one.kind not in ("small", "around")]
    stop = next((one.text for one in words if one.kind == "stop"), "")
    owned = any(x.kind == "name" and x.text.casefold().endswith("'s") for x in before)
    doubts = [x for x in before if x.kind in _BEFORE]
    doubts += [x for x in behind[:1] if x.kind in _BEHIND]
    return stop == "?" or owned or any(map(_firm, doubts))


def _near(words: Sequence[Word]) -> list[Word]:
    return list(takewhile(lambda one: not one.parts, words))


def _firm(one: Word) -> bool:
    """Return whether a word is more of a doubt than "I think" before what is bold."""
    return not one.text.casefold().startswith("i ")
