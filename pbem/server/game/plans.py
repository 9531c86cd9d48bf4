"""Plans of players: kept, carried out when what they wait for is heard, and dropped.

All of it happens in the transaction of the game: an order that a plan plays, the line
to its owner and the report are there together, or none of them is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.plans.plan import Plan
from pbem.protocol import Seat
from pbem.record.firing import Fired, ended, next_fired, without
from pbem.record.located import LocatedFault
from pbem.record.replay import Story
from pbem.report import builder
from pbem.server.game.notify import notify
from pbem.server.game.session import GameSession
from pbem.server.game.window import open_window
from pbem.server.outbound import templates
from pbem.server.states import EntrySource, SeatState, SilencePolicy
from pbem.server.store import plans
from pbem.server.store.game_store import LogEntry
from pbem.server.store.rows import PlanRow


def tried(story: Story, seat: Seat, lines: Sequence[str]) -> Story | LocatedFault:
    """Return a game with a plan of a seat in it, or what is wrong with the plan."""
    story = story.copy()
    fault = story.plan(seat, plans.plan_pieces(lines))
    return story if fault is None else fault


def keep(session: GameSession, seat: Seat, lines: Sequence[str]) -> LocatedFault | None:
    """Keep a plan of a seat from the open turn on; return what is wrong with it."""
    story = tried(session.story, seat, lines)
    if isinstance(story, LocatedFault):
        return story
    game, text = session.game, "\n".join(story.plans[seat].lines)
    where = (game.id, session.seat(seat).number, game.length)
    plans.put(session.conn, PlanRow(*where, text, session.now))
    session.replace_story(story)
    return None


def drop(session: GameSession, *seats: Seat) -> list[Seat]:
    """Forget the plans of some seats; return whose there were."""
    gone = [seat for seat in seats if seat in session.story.plans]
    if gone:
        plans.drop(session.conn, session.game.id, *gone)
        session.replace_story(without(session.story, *gone))
    return gone


def drop_all(session: GameSession, why: str, played: Iterable[Seat] = ()) -> None:
    """Delete all plans of a game and notify their owners with the reason, also the
    owners of plans that the turns in `played`, now undone, had completed."""
    rows = plans.of(session.conn, session.game.id)
    seats = [row.seat for row in rows]
    plans.drop(session.conn, session.game.id, *seats)
    session.replace_story(without(session.story, *seats))
    for seat in dict.fromkeys((*seats, *played)):
        tell(session, seat, why=why)


def fire(session: GameSession, *, closing: bool = False) -> bool:
    """Play what plans answer now; return whether that closed a window.

    With `closing` the deadline of the open window has passed, and silence will count.
    """
    closed = False
    while session.running and session.story.plans:
        _forget_ended(session)
        story = session.story
        may_close = closing and not closed and _closes(session)
        one = next_fired(story, closing=may_close)
        if one is None:
            break
        if one.story is None:
            _stop(session, one)
            continue
        session.has_answered(one.seat, again=False)
        line = LogEntry(one.serial, one.seat, one.text, EntrySource.PLAN)
        session.append(one.story, line)
        session.played += one.resolved
        played = " / ".join(one.text.split("\n"))
        if one.last:
            drop(session, one.seat)
        given = {"played": played, "last": one.last}
        _tell_line(session, one.seat, one.plan, one.line, **given)
        if one.resolved:
            closed = True
            open_window(session)
    return closed


def _closes(session: GameSession) -> bool:
    """Return whether a deadline closes the window: where the game waits, only if plans
    answer for all who are awaited."""
    if session.game.silence is not SilencePolicy.WAIT:
        return True
    story, lying = session.story, session.story.plans
    if not all(seat in lying for seat in story.awaited()):
        return False
    while (one := next_fired(story, closing=True)) is not None:
        if one.story is None or one.resolved:
            return bool(one.resolved)
        story = one.story
    return False


def _forget_ended(session: GameSession) -> None:
    """Forget plans that are at their end, and tell those who did not see it."""
    for plan in ended(session.story):
        why = plan.ended.why if plan.ended else ""
        line = plan.ended.line if plan.ended else 0
        drop(session, plan.seat)
        _tell_line(session, plan.seat, plan, line, why=why)


def _stop(session: GameSession, one: Fired) -> None:
    """Forget a plan that ends where it is."""
    given = {}
    if one.fault is not None:
        given["trouble"] = builder.fault_message(session.story, one.fault)
    drop(session, one.seat)
    _tell_line(session, one.seat, one.plan, one.line, why=one.why, **given)


def _tell_line(
    session: GameSession, seat: Seat, plan: Plan, line: int, **given: object
) -> None:
    text = plan.lines[line - 1].strip() if line else ""
    tell(session, seat, line=line, said=text, **given)


def tell(session: GameSession, seat: Seat, **given: object) -> None:
    """Tell the owner of a plan, and nobody else, what became of it: in the report of
    what happened, or in a letter of its own."""
    row = session.seat(seat)
    if row.state is SeatState.IN:
        whole = {"line": 0, "said": "", "played": "", "why": "", "trouble": None}
        whole["last"] = False
        session.later(_tell, session, seat, whole | given)


def _tell(session: GameSession, seat: Seat, given: dict[str, object]) -> None:
    row = next((one for one in session.seats() if one.name == seat), None)
    if session.has_report:
        found = session.own_remarks.setdefault(seat, [])
        found += templates.blocks("plan_told", heading=not found, **given)
    elif row is not None and row.state is SeatState.IN:
        more = templates.blocks("plan_told", heading=False, **given)
        notify(session, row, "plan_news", more=more)
