"""What the readings of a post come to for its moderator: orders, and what is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pbem.forum.annotations.evidence import Sheet
from pbem.forum.scan.questions import FOR, Question, by_owner, together
from pbem.language.reading import Certainty, Change, Emphasis, Kind, Orders, Reading
from pbem.notation.lookalikes import UNSEEN, strange

TAKES_BACK = "takes-back"


@dataclass(frozen=True, slots=True)
class PostReading:
    """What a post orders."""

    sheet: Sheet = ()
    turn: int | None = None  #: where the writer names it
    level: int = 0  #: an `Emphasis`; 0 without an order
    questions: tuple[Question, ...] = ()
    choices: tuple[str, ...] = ()  #: plain lines of which one may be meant
    change: Change | None = None  #: what its only order makes of an earlier one
    takes_back: Reading | None = None  #: a line about what was ordered before
    rows: tuple[str | int, ...] = ()  #: sure lines and places of questions, in order
    talk: Reading | None = None  #: a line with parts of orders that was passed over
    left: tuple[str, ...] = ()  #: all lines of talk with words of orders


def found_in(readings: Sequence[Reading], *, sheets: bool) -> PostReading:
    """Return what readings order; `sheets`: each line is an order by itself."""
    sure = [one for one in readings if one.kind is Kind.ORDER and one.orders]
    back = next((one for one in readings if one.why == TAKES_BACK), None)
    talks = [one for one in readings if one.kind is Kind.TALK]
    passed = [one for one in readings if one.may_order or (one.why and one in talks)]
    talk = max(passed, key=lambda one: one.may_order, default=None)
    left = tuple(one.written for one in talks if one.left)
    asked = [
        one
        for one in readings
        if one.certainty is not Certainty.SURE and one is not back
    ]
    last = [one for one in asked if one.why in ("several", "turns")]
    several = next(iter(last), None)
    own = [one for one in asked if not one.seat and one is not several]
    others = [_question(one) for one in asked if one.seat]
    questions = [*map(_question, own), *by_owner(others, sheets=sheets)]
    if several is not None and several.why == "turns":
        return PostReading(questions=(*questions, _question(several)), left=left)
    level: int = max((one.emphasis for one in (*sure, *last)), default=0)
    turn = next((x.turn for x in (*sure, *last) if x.turn is not None), None)
    choices: tuple[str, ...] = ()
    sheet, change = _sheet(sure, sheets=sheets), None
    rows: list[str | int] = []
    if sheets:
        rows = _rows(readings)
    elif several is None:
        questions = questions if sure else together(questions)
        change = _only(sure).change if len(sheet) == 1 else None
    elif several.emphasis is Emphasis.PLAIN:
        choices = tuple(map(spelt_offer, reversed(several.offers)))
    else:
        sheet, questions = (), [*questions, _question(several)]
    parts = (tuple(questions), choices, change, back, tuple(rows))
    return PostReading(sheet, turn, level, *parts, talk=talk, left=left)


def _rows(readings: Sequence[Reading]) -> list[str | int]:
    """Return the sure lines of a sheet and the places of questions, in their order."""
    rows: list[str | int] = []
    asked, apart = 0, (TAKES_BACK, "several", "turns")
    for one in readings:
        if one.kind is Kind.ORDER and one.orders:
            rows += one.orders
        elif one.certainty is not Certainty.SURE and not (one.seat or one.why in apart):
            rows.append(asked)
            asked += 1
    return rows


def _only(sure: Sequence[Reading]) -> Reading:
    """Return the reading of an order that is given once, or in several words."""
    return next((one for one in sure if not one.anytime), sure[0])


def _sheet(sure: Sequence[Reading], *, sheets: bool) -> Sheet:
    if sheets:
        lines = tuple(line for one in sure for line in one.orders)
        return (lines,) if lines else ()
    asides = [one.orders for one in sure if one.anytime]
    main = [one.orders for one in sure if not one.anytime]
    return tuple(dict.fromkeys([*asides, *main[:1]]))


def spelt_offer(orders: Orders) -> str:
    """Return orders on one line, as the moderator can write them in an answer."""
    return " / ".join(orders)


def _question(one: Reading) -> Question:
    """Return a reading that is not sure as a question to the moderator."""
    offers = tuple(map(spelt_offer, one.offers))
    given: dict[str, Any] = {"readings": offers, "unread": one.left}
    given |= {"seat": one.seat, "beside": one.beside, "had": one.beside}
    given |= {"texts": offers[::-1], "other": next(iter(offers[1:]), "")}
    given["names"] = strange(one.written)
    return Question(
        one.why,
        visible(one.written) if one.why == "unseen" else one.written,
        next(iter(offers), ""),
        given,
        one.fault,
        letter=FOR + one.seat if one.seat else "",
        change=one.change,
    )


def visible(text: str) -> str:
    """Return a text in which what nobody sees is written out.

    >>> visible("D4\\u202e 1N")
    'D4<U+202E> 1N'
    """
    return UNSEEN.sub(lambda found: f"<U+{ord(found[0]):04X}>", text)
