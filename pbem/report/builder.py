"""What a reader may see of a story.

Everything here passes through `Rules.view` and `protocol.told`, so a reader
gets what that reader may know and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from operator import attrgetter
from typing import Any

from pbem import protocol
from pbem.pages.wording import words
from pbem.plans.plan import Branch, Plan
from pbem.protocol import LEFT_OUT, AnyRules, Event, Fault, Hidden, Order, Seat
from pbem.record.explained import Explained, explain
from pbem.record.imagined import example
from pbem.record.located import LocatedFault
from pbem.record.replay import Story
from pbem.referee import Played
from pbem.report.model import Chapter, FaultMessage, Meaning, Reader, Report


def visible_events(events: Iterable[Event], reader: Reader) -> tuple[Event, ...]:
    """Return what a reader sees of events; a moderator sees all."""
    if not events or reader.moderator:
        return tuple(events)
    seat, tell = reader.seat, protocol.visible_to
    heard = [tell(seat, event) for event in events]
    return tuple([event for event in heard if event is not None])


def truth(rules: AnyRules, state: Any) -> Any:
    """Return all that there is to know of a state, for the moderator; where a game does
    not tell it, what all see."""
    whole = rules.truth(state) if isinstance(rules, Hidden) else None
    return rules.view(state, None) if whole is None else whole


def prompt(story: Story) -> str:
    """Return what may be sent in the open window, as everybody may see it; "" where the
    game is over."""
    if story.window is None:
        return ""
    view = story.game.rules.view(story.table.state, None)
    shown = partial(example, story, None)
    return words(story.game).prompt(story.window, view, None, shown)


def chapter(story: Story, played: Played, reader: Reader) -> Chapter:
    """A resolved window as a reader may see it."""
    events = visible_events(played.events, reader)
    view = story.game.rules.view(played.after, reader.seat)
    missed = played.missed
    if played.window.discreet and not reader.moderator:
        missed = tuple(seat for seat in missed if seat == reader.seat)
    return Chapter(played.serial, played.window, events, missed, view)


def opening(story: Story, reader: Reader) -> list[Chapter]:
    """What happened before the first window, if anything did."""
    events = visible_events(story.opening, reader)
    if not events:
        return []
    view = story.game.rules.view(story.table.state, reader.seat)
    return [Chapter(-1, None, events, (), view)]


def awaited(story: Story, reader: Reader) -> tuple[Seat, ...]:
    """Return the seats that the game waits for, as far as the reader may know.

    Where answers are discreet, all seats of the window seem to be awaited.
    """
    window = story.game.rules.window(story.table.state)
    if window is None or reader.moderator or not window.discreet:
        return story.awaited()
    answered = story.table.answers
    return tuple(
        [seat for seat in window.seats if seat != reader.seat or seat not in answered]
    )


def report(
    story: Story,
    reader: Reader,
    played: Sequence[Played] | None = None,
    deadline: str = "",
    *,
    whole: bool = False,
) -> Report:
    """The report of some resolved windows, by default of the last one; of all of them
    where it tells the `whole` story, with what happened before the first."""
    rules, table = story.game.rules, story.table
    state, window = table.state, rules.window(table.state)
    if played is None:
        played = (story.last,) if story.last else ()
    chapters = [chapter(story, one, reader) for one in played]
    if story.last is None or whole:
        chapters = [*opening(story, reader), *chapters]
    is_now = played and played[-1].after is state
    view = chapters[-1].view if is_now else rules.view(state, reader.seat)
    if news := visible_events(last_news(story), reader):
        last = chapters.pop() if chapters else Chapter(-1, None, (), (), view)
        chapters.append(last._replace(events=(*last.events, *news), view=view))
    since = () if window is None else visible_events(table.news, reader)
    answer = table.answers.get(reader.seat) if reader.seat else None
    stored = table.held.get(reader.seat, ()) if reader.seat else ()
    oldest = played[0].serial if played else table.serial - 1
    troubles = [*fault_messages(story, reader, oldest)] if story.faults else []
    lying = plans(story, reader) if story.plans else {}
    return Report(
        game=story.game,
        name=story.name,
        seats=story.header.seats,
        options=story.options,
        serial=table.serial,
        reader=reader,
        view=view,
        truth=truth(rules, state) if reader.moderator else None,
        chapters=chapters,
        since=since,
        window=window,
        example=partial(example, story, reader.seat),
        awaited=awaited(story, reader),
        outcome=rules.outcome(state),
        bots=story.header.bots,
        troubles=sorted(troubles, key=attrgetter("doubt")),
        sent=str(answer.order) if answer else "",
        held=tuple([str(line.order) for line in stored]),
        deadline=deadline,
        plans=lying,
        plan_answers=plan_answers(story, lying) if lying else {},
    )


def plans(story: Story, reader: Reader) -> dict[Seat, Plan]:
    """Return the plans that a reader is shown, by seat: its own, a moderator all."""
    return {
        seat: plan
        for seat, plan in story.plans.items()
        if plan.ended is None and (reader.moderator or seat == reader.seat)
    }


def plan_answers(story: Story, seats: Iterable[Seat]) -> dict[Seat, Branch]:
    """Return what plans of seats would play now if these stay silent."""
    from pbem.record.firing import answer_of  # few games have plans

    return {seat: branch for seat in seats if (branch := answer_of(story, seat))}


def report_after(story: Story, reader: Reader, played: Played) -> Report:
    """The report as it was when a window had just been resolved."""
    rules, state = story.game.rules, played.after
    one = chapter(story, played, reader)
    window = rules.window(state)
    return Report(
        game=story.game,
        name=story.name,
        seats=story.header.seats,
        options=story.options,
        serial=played.serial + 1,
        reader=reader,
        view=one.view,
        truth=truth(rules, state) if reader.moderator else None,
        chapters=(one,),
        window=window,
        awaited=window.seats if window else (),
        outcome=rules.outcome(state),
        bots=story.header.bots,
    )


def last_news(story: Story) -> tuple[Event, ...]:
    """What anytime orders brought that ended the game: no window follows."""
    over = story.game.rules.window(story.table.state) is None
    return story.table.news if over and story.table.news else ()


def faults(story: Story, reader: Reader) -> list[LocatedFault]:
    """The faults that a reader sees: a seat its own, a moderator all."""
    if reader.moderator:
        return story.faults
    return [fault for fault in story.faults if fault.seat == reader.seat]


def fault_messages(story: Story, reader: Reader, oldest: int) -> Iterable[FaultMessage]:
    """The orders refused from a window on, and all faults of the open one."""
    now, found = story.table.serial, []
    for fault in reversed(story.faults):  # they came last
        if fault.serial < oldest:
            break
        of_theirs = reader.moderator or fault.seat == reader.seat
        if of_theirs and (fault.fault.refuses or fault.serial == now):
            found.append(fault_message(story, fault))
    return found[::-1]


def fault_message(story: Story, fault: LocatedFault) -> FaultMessage:
    """A fault with its caret and its words."""
    source, at = fault.source, fault.at
    if len(source) > 60:
        cut = max(0, min(at - 20, len(source) - 60))
        source, at = source[cut : cut + 60], at - cut
    caret = " " * at + "^" * max(1, min(len(fault.text), len(source) - at))
    message = words(story.game).fault(fault.fault, fault.text)
    doubt = is_doubt(fault.fault)
    return FaultMessage(fault.seat, fault.line, source, caret, message, doubt)


def is_doubt(fault: Fault) -> bool:
    """Return whether an order with this fault counts all the same, all of it."""
    return not fault.refuses and not fault.part and fault.code != LEFT_OUT


def meanings(
    story: Story, seat: Seat, explained: Sequence[Explained], state: Any = None
) -> tuple[Meaning, ...]:
    """Return what orders of a seat would do, in the words of the game.

    `state` is what they were explained in (None: as it is).
    """
    own = words(story.game)
    view, reader = None, Reader(seat=seat)
    if any(own.voices[type(one.event)].takes > 1 for one in explained):
        state = story.table.state if state is None else state
        view = story.game.rules.view(state, seat)
    return tuple(
        Meaning(one.part, own.tell(one.event, view, reader, would=True))
        for one in explained
    )


def meaning_of(story: Story, seat: Seat, order: Order) -> tuple[Meaning, ...]:
    """Return what an order of a seat would do now, part by part."""
    return meanings(story, seat, explain(story, seat, [order]))
