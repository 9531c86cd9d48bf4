"""What words of a text are by those next to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise

from pbem.language.talk_words import Word, changing, counts

_WHOSE = ("his", "her", "their")
_OVER = ("over", "past")  #: before a part that is passed on the way
_SIGNS = ("minus", "-")  #: before a number


def turned(words: Sequence[Word]) -> Iterator[Word]:
    """Yield words as those next to them make them: "sorry" between two parts of orders
    corrects, "both" before people counts nothing, "his" behind "at" is as "the"."""
    begun = False
    for at, one in enumerate(words):
        begun = begun or one.kind == "order"
        behind = next((x for x in words[at + 1 :] if not x.parts), one)
        text = one.text.casefold()
        if text == "both" and behind.kind in ("name", "unknown"):
            one = one._replace(kind="unknown")
        if text in _WHOSE and behind.kind == "order" and at:
            aims = words[at - 1].text.casefold() in ("at", "on")
            one = one._replace(kind="small") if aims else one
        between = begun and behind.kind == "order"
        if between and one.kind == "before" and one.text.casefold() in changing():
            one = one._replace(kind="correction")
        yield one


def in_figures(words: Sequence[Word]) -> list[Word]:
    """Return words with figures for the numbers of a pair: "two, minus one"."""
    texts = [one.text.casefold() for one in words]
    figures = [counts().get(one, one if one.isdecimal() else "") for one in texts]
    at = [x for x, one in enumerate(figures) if one]
    between = {
        x
        for first, last in pairwise(at)
        for x in (first, last)
        if all(one in (*_SIGNS, ",") for one in texts[first + 1 : last])
    }
    return [
        Word(figures[x], "order") if x in between else one
        for x, one in enumerate(words)
    ]


def signed(words: Sequence[Word]) -> list[Word]:
    """Return words in which a dash, or "minus", is the sign of the number behind it."""
    found: list[Word] = []
    for one in words:
        last = found[-1] if len(found) > 1 else one
        sign = last.kind == "dash" or last.text.casefold() == "minus"
        if sign and one.kind == "order" and one.text[0].isdigit():
            one = Word(f"-{one.text}", "order")
            found.pop()
        found.append(one)
    return found


def cries(words: Sequence[Word]) -> Iterator[Word]:
    """Yield words, with those that are shouted behind others as one in quotation marks:
    "at Bob B1, PEW PEW!"."""
    at = 0
    for loud, run in groupby(words, _loud):
        row = [*run]
        end = at + len(row)
        ends = end == len(words) or words[end].text.startswith(("!", "\n"))
        if loud and ends and at > 1 and words[at - 1].parts:
            noise = " ".join(one.text for one in row).rstrip("!").capitalize()
            row = [Word(f'"{noise}!"', "order")]
        yield from row
        at = end


def _loud(one: Word) -> bool:
    """Return whether a word that nobody knows is in capitals."""
    return one.kind == "unknown" and one.text.isupper() and len(one.text) > 2


def without_passed(words: Sequence[Word]) -> list[Word]:
    """Return words without the parts of an order that are only passed on the way:
    "A1 over B2 to C3"."""
    before = ["", *(one.text.casefold().rpartition(" ")[2] for one in words)]
    return [
        one
        for one, said in zip(words, before, strict=False)
        if not (
            said in _OVER and one.kind == "order" and any(map(str.isdigit, one.text))
        )
    ]


def each_aimed(words: Sequence[Word], names: Callable[[Word], bool]) -> list[Word]:
    """Return words with the name of a part before each of its targets: "flames east
    and north"."""
    row: list[Word] = []
    named: Word | None = None
    for at, one in enumerate(words):
        joined = at > 1 and words[at - 1].text.casefold() == "and"
        if names(one):
            named = one
        elif joined and named and words[at - 2].kind == one.kind == "order":
            row.append(named)
        row.append(one)
    return row
