"""Plans of posts into a record: what is sure is taken, the rest is asked.

A plan comes before the order of its post, so that it hears what comes of that. In a
thread everybody can read it, and can play by it; it counts all the same, as an order
that is in the open counts where orders are sealed, and the moderator is notified.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pbem.forum.annotations.evidence import PlacedPlan, Sheet
from pbem.forum.annotations.remembered import plain
from pbem.forum.scan.answers import KEEP, NOTHING
from pbem.forum.scan.assign_turn import TurnBounds
from pbem.forum.scan.known import Known, PostOutcome, find
from pbem.forum.scan.plan_answers import read_plan, spelt_plan
from pbem.forum.scan.plan_lines import PostPlan
from pbem.forum.scan.questions import PLAN, AcceptedPlan, Question
from pbem.forum.thread import Post
from pbem.language.reading import MarkedLine
from pbem.plans.syntax import PlanLine, PlanSyntaxError
from pbem.protocol import Closes, Fault, Seat
from pbem.record.header import Piece
from pbem.record.plan_trial import try_plan
from pbem.record.replay import Story
from pbem.record.tried_orders import pieces
from pbem.report.builder import is_doubt
from pbem.report.plans import plan_markup

_CLEAR = "clear"  #: an answer: the plan of the seat is withdrawn


@dataclass(frozen=True, slots=True)
class _PlanPost:
    """A post that is checked for a plan, and what is known there."""

    known: Known
    post: Post
    seat: Seat
    where: TurnBounds
    plan: PostPlan
    own: Sheet  #: the orders next to the plan

    @property
    def story(self) -> Story:
        """The game as the record tells it so far."""
        return self.known.annotated.story


def plan_of(
    known: Known, post: Post, seat: Seat, lines: Iterable[MarkedLine], where: TurnBounds
) -> tuple[list[MarkedLine], list[PostOutcome]]:
    """Take or ask about the plan of a post; return its other lines, and what came of
    the plan."""
    others, plan = known.finder.of(seat).split(lines)
    answer = known.memory.answer(f"{post.key}{PLAN}", post.digest())
    asking = known.asking(seat, known.plays(seat, where.low))
    own = find(others, asking).sheet if plan.lines else ()
    before = known.annotated.plans
    came = _came(_PlanPost(known, post, seat, where, plan, own), answer)
    outcomes = [came] if came is not None else []
    asked = isinstance(came, Question) and came.asks
    if plan.drops and (asked or answer is not None or post.key in before):
        others = [one for one in others if one.text != plan.drops]
    if asked or (isinstance(came, Question) and came.code == "plan-waits"):
        low = where.low if where.low is not None else known.annotated.serial
        known.plans_held.add((low, seat))
    if asked:
        return others, outcomes
    old = known.annotated.plans.get(post.key)
    texts = {one.text for one in _lines(old)} if old else set()
    loose = (one for at, one in plan.loose if plan.lines[at][0] not in texts)
    return [*others, *loose], outcomes


def _came(of: _PlanPost, answer: str | None) -> PostOutcome | None:
    """Return what comes of the plan of a post."""
    known, post, seat, where, plan = of.known, of.post, of.seat, of.where, of.plan
    old = known.annotated.plans.get(post.key)
    if answer is not None:
        return _decided(of, old, answer)
    readings = plan.readings if plan.lines else []
    if plan.owner and known.people.exactly(plan.owner) != seat:
        given = {"owner": plan.owner}
        text = plan.written[0]
        return Question("plan-other", text, given=given, asks=False, post=post)
    if old is not None:
        return _read_before(of, old, readings)
    drops = plan.drops and not readings and not plan.clears
    if not readings and not plan.clears and (not drops or _nothing_lies(of)):
        return None
    last = _last_plan(of)
    if last is not None and last.number > post.number:
        return None  # a later post of the seat has replaced it
    if past := _past(of):
        return past
    late = where.late(post.time) or where.edited_late(post.edited)
    seen = known.memory.seen.get(post.key)
    changed = (seen is not None and seen != post.digest()) or late
    edits = known.memory.policy("edits")
    if changed and not where.late(post.time) and edits == "ignore":
        return None
    good = _good(of, readings)
    if readings and not good:
        return _faulty(of, readings[0])
    if where.late(post.time) or (changed and edits == "ask"):
        code = "plan-late" if where.late(post.time) else "plan-edited"
        return _asked(of, code, good, empty=_CLEAR * plan.clears)
    if drops:
        return _asked(of, "plan-drop", (), before=plan.drops, empty=_CLEAR)
    if len(good) > 1 or plan.near:
        return _asked(of, "plan-meant" if len(good) == 1 else "plan-depth", good)
    if good and _in_part(of, good[0]):
        return _asked(of, "plan-less", good)
    return _recorded(of, good[0] if good else ())


def _decided(of: _PlanPost, old: PlacedPlan | None, answer: str) -> PostOutcome | None:
    """Do what the moderator has said of a plan."""
    lines = () if answer in NOTHING else read_plan(answer)
    if answer == _CLEAR:
        return None if _nothing_lies(of) else _recorded(of, ())
    if answer == KEEP or (old is None and not lines):
        return None
    mine = plain(spelt_plan(_lines(old))) if old is not None else None
    if mine == plain(spelt_plan(lines)):
        return None
    if lines and _fault(of, lines) is not None:
        return _faulty(of, lines)
    return _recorded(of, lines) if old is None or old == _last_plan(of) else None


def _read_before(
    of: _PlanPost, old: PlacedPlan, readings: Sequence[tuple[PlanLine, ...]]
) -> PostOutcome | None:
    """Look at a plan that was read before: only what has changed matters."""
    mine = spelt_plan(_lines(old))
    texts = [plain(spelt_plan(one)) for one in readings]
    same = plain(mine) in texts or (not readings and not old.lines)
    if same or old.seat != of.seat or old != _last_plan(of):
        return None
    if not readings and old.digest == of.post.digest():
        return None  # the moderator has typed it
    edits = of.known.memory.policy("edits")
    if edits == "ignore":
        return None
    good = _good(of, readings)
    if readings and not good:
        return _faulty(of, readings[0])
    if edits == "count" and len(good) < 2 and not of.plan.near:
        return _recorded(of, good[0] if good else ())
    return _asked(of, "plan-edited", good, before=mine, empty=NOTHING[0])


def _past(of: _PlanPost) -> Question | None:
    """Return why a plan cannot count any more, for who should know."""
    low, high, now = of.where.low, of.where.high, of.known.annotated.serial
    window, plan = of.story.window, of.plan
    closes = window is not None and window.closes is not Closes.FIRST
    if high is not None and now > high and low is not None:
        code = "plan-past"
    elif window is None and (low is None or low >= now):
        code = "plan-over"
    elif low is not None and low > now + closes:
        code = "plan-ahead"
    elif plan.clears and not plan.lines and _nothing_lies(of):
        code = "plan-none"
    elif of.known.waits(of.seat, low):
        code = "plan-waits"
    else:
        return None
    given, text = {"low": low, "serial": now}, (plan.written or [plan.drops])[0]
    return Question(code, text, given=given, asks=False, letter=PLAN, post=of.post)


def _nothing_lies(of: _PlanPost) -> bool:
    plan = of.story.plans.get(of.seat)
    return plan is None or plan.ended is not None


def _last_plan(of: _PlanPost) -> PlacedPlan | None:
    plans = of.known.annotated.plans.values()
    mine = [one for one in plans if one.seat == of.seat]
    return max(mine, key=lambda one: one.start, default=None)


def _turn(of: _PlanPost) -> int:
    """Return the turn that a post belongs to, as a plan counts it."""
    annotated, low = of.known.annotated, of.where.low
    now = annotated.serial
    if low is None or low == now:
        return now
    if low > now:
        return low
    sealed = annotated.closes.get(low) is Closes.ALL
    return low if sealed and low == now - 1 else now


def _recorded(of: _PlanPost, lines: Sequence[PlanLine]) -> PostOutcome:
    """Write a plan into the record."""
    annotated, seat, post, serial = of.known.annotated, of.seat, of.post, _turn(of)
    window, before = of.story.window, of.story.plans.get(seat)
    placed = annotated.add_plan(seat, post, lines, serial)
    if placed is None:
        given, text = {"serial": serial}, spelt_plan(lines)
        return Question("plan-unfit", text, given=given, asks=False, post=post)
    how = "new" if before is None or before.ended else "replaced"
    past = serial < annotated.serial
    story = of.story if past else _with(of, lines)
    shown = plan_markup(story, seat) if lines and seat in story.plans else ""
    sealed = window is not None and window.sealed and bool(lines)
    outcome = (placed.lines, how if lines else "cleared", shown, sealed)
    return AcceptedPlan(post, seat, serial, *outcome)


def _asked(
    of: _PlanPost,
    code: str,
    good: Sequence[tuple[PlanLine, ...]],
    *,
    before: str = "",
    empty: str = "",
) -> Question:
    """Ask which of some plans is meant; the likeliest is first, `empty` where
    there is none."""
    shown = {}
    for one in good:
        story = _with(of, one)
        markup = plan_markup(story, of.seat) if of.seat in story.plans else ""
        shown[spelt_plan(one)] = markup
    texts = sorted(shown, key=lambda one: shown[one].count("can never be played"))
    given = {"readings": tuple(texts), "before": before}
    text = texts[0] if texts else empty
    asked = Question(code, text, text, given, letter=PLAN, shown=shown)
    return replace(asked, post=of.post, seat=of.seat)


def _faulty(of: _PlanPost, lines: Sequence[PlanLine]) -> Question:
    """Ask about a plan that cannot be read, with the line that is wrong."""
    found = _fault(of, lines)
    assert found is not None
    index, fault = found
    line = lines[min(index, len(lines) - 1)].text
    given = {"line": index + 1, "plan": spelt_plan(lines)}
    one = Question("plan-fault", line, given=given, fault=fault, letter=PLAN)
    return replace(one, post=of.post, seat=of.seat)


def _good(
    of: _PlanPost, readings: Iterable[tuple[PlanLine, ...]]
) -> list[tuple[PlanLine, ...]]:
    """Return those that can be read, each line two columns below its own."""
    return [read_plan(spelt_plan(one)) for one in readings if _fault(of, one) is None]


def _fault(of: _PlanPost, lines: Sequence[PlanLine]) -> tuple[int, Fault] | None:
    """Return what is wrong with a plan, and in which of its lines, from 0."""
    try:
        of.story.read_plan(of.seat, lines)
    except PlanSyntaxError as error:
        return error.index, error.fault
    return None


def _with(of: _PlanPost, lines: Sequence[PlanLine]) -> Story:
    """Return the game with a plan in it, and the orders of its post behind it."""
    story = of.story.copy()
    story.plan(of.seat, [Piece(one.text, 0, one.indent + 1) for one in lines])
    for order in of.own:
        before = story.copy()
        if story.order(of.seat, pieces(order)).refused:
            story = before
    return story


def _in_part(of: _PlanPost, lines: Sequence[PlanLine]) -> bool:
    """Return whether a part of what a plan says would not count."""
    tried = try_plan(_with(of, lines), of.seat)
    return any(not is_doubt(note.fault) for one in tried for note in one.notes)


def _lines(placed: PlacedPlan) -> list[PlanLine]:
    return [
        PlanLine(one.lstrip(), len(one) - len(one.lstrip())) for one in placed.lines
    ]
