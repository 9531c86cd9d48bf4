"""Orders of posts into a record: what is sure is taken, the rest is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pbem.forum.annotations.evidence import Placed, Sheet, same
from pbem.forum.annotations.known_posts import DELETED
from pbem.forum.scan.answers import KEEP, NOTHING
from pbem.forum.scan.assign_turn import DECIDED, Assignment, TurnBounds, choose
from pbem.forum.scan.found import TAKES_BACK, PostReading
from pbem.forum.scan.known import LASTING, Known, PostOutcome
from pbem.forum.scan.questions import (
    AcceptedOrders,
    Question,
    part_key,
    read_sheet,
    spelt,
)
from pbem.forum.thread import Post
from pbem.language.reading import Change
from pbem.protocol import Fault, Seat

_NOT_OWN = ("other-seat",)  #: questions that do not touch the writer's own order
_PLAIN = ("almost", TAKES_BACK)  #: a line that may be an order of some turn


def passed_on(
    known: Known, post: Post, found: PostReading, where: TurnBounds
) -> tuple[PostReading, list[PostOutcome]]:
    """Take orders for other seats as far as the moderator has said so.

    Return what is found besides, and what came of them.
    """
    questions: list[Question] = []
    outcomes: list[PostOutcome] = []
    for one in found.questions:
        part = replace(post, key=part_key(post.key, one.letter))
        answer = known.memory.answer(part.key, post.digest()) if one.owner else None
        if answer is None:
            questions.append(one)
            continue
        for came in answered_order(known, part, one.owner, answer, where):
            if isinstance(came, Question):
                came = replace(came, letter=one.letter, post=post)
            outcomes.append(came)
    return replace(found, questions=tuple(questions)), outcomes


def new_orders(
    known: Known, post: Post, seat: Seat, found: PostReading, where: TurnBounds
) -> list[PostOutcome]:
    """Take a post that no order in the record comes from; return what came of it."""
    if known.superseded(post, seat, where.low):
        lasting = (one for one in found.questions if one.code in LASTING)
        found = PostReading(questions=tuple(lasting))
    if known.has_answered(seat, where):
        found = replace(found, questions=tuple(filter(_applies, found.questions)))
    text = spelt(found.sheet)
    outcomes: list[PostOutcome] = []
    for one in found.questions:
        if text and len(found.questions) == 1 and known.amends:
            one = _with_lines(one, text, found.rows)
        asked = _in_context(known, one, text, seat, where)
        outcomes.append(_unless_reported(known, asked, post, seat, where))
    if any(one.code not in _NOT_OWN for one in found.questions):
        return outcomes
    change = _change(known, found, text, seat, where)
    if change is not None:
        asked = known.as_change(change, seat, where)
        return [*outcomes, _unless_reported(known, asked, post, seat, where)]
    if not (found.sheet or found.choices):
        return outcomes
    if found.level <= 1 and _says_less(known, seat, text, where):
        return outcomes
    if found.choices:
        chosen = choose(known.annotated, seat, found, where)
        if isinstance(chosen, Question):
            return [*outcomes, _unless_reported(known, chosen, post, seat, where)]
        found, text = chosen, spelt(chosen.sheet)
    late = _late(known, post, seat, text, where)
    if late is not None:
        return [*outcomes, *late]
    return [*outcomes, *_offer(known, post, seat, found, where)]


def _with_lines(one: Question, text: str, rows: Sequence[str | int]) -> Question:
    """Return a question about a line of many whose readings are of the whole post, the
    sure lines alone being the last of them."""
    whole = (
        " / ".join(reading if isinstance(row, int) else row for row in rows)
        for reading in one.readings
        if one.proposal
    )
    readings = (*whole, text)
    given = {**one.given, "readings": readings}
    return replace(one, proposal=readings[0], given=given)


def _in_context(
    known: Known, one: Question, text: str, seat: Seat, where: TurnBounds
) -> Question:
    """Return what is asked about a line, for what is next to it and before."""
    if text and one.code in ("almost", "word") and not one.proposal:
        given = {**one.given, "beside": one.text}
        one = Question("beside", text, text, given, change=one.change)
    one = known.as_change(one, seat, where)
    plain = not one.readings and one.code in _PLAIN
    if plain and known.waits(seat, where.low):
        return Question("waits", one.text, asks=False)
    return one


def _change(
    known: Known, found: PostReading, text: str, seat: Seat, where: TurnBounds
) -> Question | None:
    """Return what is asked of a post that changes what its seat has ordered."""
    mine, back = known.standing(seat, where.low), found.takes_back
    had = spelt(mine.sheet) if mine else ""
    changes = back.change if back is not None else None
    if back is not None and changes is not None:
        anew = changes.clears and len(text.split()) >= len(had.split())
        awaited = seat in known.annotated.story.awaited()
        if not anew and (mine or (changes.repeats and awaited)):
            now, given = text or " / ".join(found.choices), {"had": had}
            return Question(TAKES_BACK, back.written, now, given, change=changes)
    change = found.change
    if change is None or not (found.sheet or found.choices):
        return None
    if (change.led or change.adds) and mine is not None:
        on_top = Change(used=change.used, adds=bool(change.adds), applies=True)
        return Question(TAKES_BACK, text, text, change=on_top)
    if change.less and found.level <= 1 and _says_less(known, seat, text, where):
        return Question(TAKES_BACK, text, text, change=Change(applies=True))
    return None


def _late(
    known: Known, post: Post, seat: Seat, text: str, where: TurnBounds
) -> list[PostOutcome] | None:
    """Return None where a post counts as it is now; else what is to be asked, or
    nothing where it is to be passed over."""
    seen = known.memory.seen.get(post.key)
    changed = seen is not None and seen != post.digest()
    is_late = where.late(post.time)
    late = where.edited_late(post.edited) and not is_late
    edits = known.memory.policy("edits")
    if (changed or late) and edits == "ignore":
        return []
    if (changed or late) and edits == "ask":
        code = "edited-late" if late else "edited"
        given = {"before": "", "after": text}
        return [known.about(Question(code, text, text, given), post, seat)]
    if not is_late:
        return None
    times = {"until": where.until, "time": post.time}
    why = _unplayable(known, seat, text, where)
    one = Question("late", text, "" if why else text, times, why)
    return [_unless_reported(known, one, post, seat, where)]


def _unplayable(known: Known, seat: Seat, text: str, where: TurnBounds) -> Fault | None:
    """Return why orders for the open turn cannot be played; None where they can."""
    awaited = seat in known.annotated.story.awaited()
    if not awaited or where.low != known.annotated.serial:
        return None
    tried = known.annotated.try_(seat, read_sheet(text))
    return tried.faults[0].fault if tried.refused and tried.faults else None


def _unless_reported(
    known: Known, one: Question, post: Post, seat: Seat, where: TurnBounds
) -> Question:
    """Return a question about a post, or that its turn is reported: nothing changes
    that."""
    if known.over(where) and one.asks and one.code not in LASTING:
        one = Question("past", one.text, NOTHING[0], {"serial": where.low})
    return known.about(one, post, seat)


def _says_less(known: Known, seat: Seat, text: str, where: TurnBounds) -> bool:
    """Return whether a plain line only repeats a part of a seat's order."""
    mine = known.standing(seat, where.low)
    if mine is None or not text:
        return False
    words, had = text.split(), spelt(mine.sheet).split()
    return len(words) < len(had) and had[: len(words)] == words


def orders_again(
    known: Known, post: Post, old: Placed, found: PostReading, where: TurnBounds
) -> list[PostOutcome]:
    """Look at a post that was read before; return what has changed."""
    unchanged = old.digest == post.digest() or same(old.sheet, found.sheet)
    if not old.seat or unchanged or known.memory.policy("edits") == "ignore":
        return []
    text = spelt(found.sheet)
    given: dict[str, Any] = {"before": spelt(old.sheet), "after": text}
    unsure = [one for one in found.questions if one.asks and one.text and not text]
    given["unsure"] = unsure[0].text if unsure else ""
    if where.high is not None:
        one = Question("edited-late", text, KEEP, given)
    elif DELETED in post.odd:
        given["readings"] = (NOTHING[0],)
        one = Question("edited", proposal=KEEP, given=given)
    elif known.memory.policy("edits") == "count" and not found.questions:
        return [_replaced(known, post, old, found.sheet)]
    else:
        one = Question("edited", text, text or NOTHING[0], given)
        if unsure and unsure[0].readings:
            given["readings"] = unsure[0].readings
            text, proposal = unsure[0].text, unsure[0].proposal
            one = Question("edited", text, proposal, given)
    return [known.about(one, post, old.seat)]


def answered_order(
    known: Known, post: Post, seat: Seat, answer: str, where: TurnBounds
) -> list[PostOutcome]:
    """Do what the moderator has decided about a post; return what came of it."""
    old = known.annotated.placed.get(post.key)
    had = old if old is not None and old.seat else None
    if answer == KEEP:
        return []
    if answer in NOTHING:
        return [_replaced(known, post, had, ())] if had else []
    name, colon, rest = answer.partition(":")
    if colon and known.people.exactly(name) == seat:
        answer = rest.strip()
    sheet = read_sheet(answer)
    if had is None:
        return _offer(known, post, seat, PostReading(sheet, level=DECIDED), where)
    return [] if same(had.sheet, sheet) else [_replaced(known, post, had, sheet)]


def _replaced(known: Known, post: Post, old: Placed, sheet: Sheet) -> PostOutcome:
    """Put other orders in the place of those of a post."""
    if not known.annotated.replace(old, sheet, post):
        return known.about(Question("unfit", spelt(sheet), KEEP), post, old.seat)
    how = "replaced" if sheet else "removed"
    return AcceptedOrders(post, old.seat, old.serial, sheet, how)


def _offer(
    known: Known, post: Post, seat: Seat, found: PostReading, where: TurnBounds
) -> list[PostOutcome]:
    """Offer orders to the window that they are meant for."""
    first = known.memory.policy("orders") == "first"
    orders = Assignment(known.annotated, post, seat, found, first, known.reached)
    result = orders.to(where, known.held | known.plans_held)
    if isinstance(result, Question):
        return [known.about(replace(result, text=spelt(found.sheet)), post, seat)]
    if result is None:
        return []
    low = where.low if where.low is not None else result.serial
    known.held.discard((low, seat))
    return [result]


def _applies(one: Question) -> bool:
    """Return whether a question matters to an order that stands already."""
    return one.code != "almost" or one.change is None or one.change.applies
