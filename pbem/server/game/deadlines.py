"""The deadline of the open window: set, moved, paused; the time that has gone by."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from pbem.plugins.games import find
from pbem.protocol import Clock
from pbem.record.replay import Story
from pbem.report import builder
from pbem.report.model import Reader
from pbem.schedule import time_control, zones
from pbem.schedule.parser import parse_time_control
from pbem.schedule.time_control import Duration, TimeControl
from pbem.schedule.units import HOUR
from pbem.server.game import absences
from pbem.server.game.session import GameSession
from pbem.server.game.timers import Timer
from pbem.server.states import EntrySource, GameState, TimerKind
from pbem.server.store.game_store import TimeEntry

REMINDERS = ((1, 24 * HOUR), (2, 3 * HOUR))  #: reminders, and how long before


def late(received: float, deadline: float | None) -> bool:
    """Return whether a letter came after a deadline. Mail is stamped in whole seconds,
    and one that came in the very second of the deadline is in time.

    >>> late(100.9, 100.0), late(101.0, 100.9)
    (False, True)
    """
    return deadline is not None and int(received) > int(deadline)


def begin(session: GameSession) -> None:
    """Set the deadline of a new window, and its reminders."""
    since = session.as_of
    session.game = session.game._replace(graced=False, moves=0, opened=since)
    if session.game.paused is not None:
        left = _length(session)
        session.game = session.game._replace(remains=left, deadline=None)
        return
    set_to(session, compute(session, since))


def hourglass(story: Story) -> int | None:
    """Return the seconds that the rules leave the open window; None: any number."""
    rules = story.game.rules
    return rules.patience(story.table.state) if isinstance(rules, Clock) else None


def compute(session: GameSession, since: float) -> float:
    """Return the deadline of the open window, if it begins at `since`."""
    story = session.story
    sand = hourglass(story)
    if sand is not None:
        return since + max(sand, time_control.MIN_TURN_SECONDS)
    pace = time_control_of(session)
    home = session.config.zone
    found = pace.after(since, home)
    # Where answers are discreet, the deadline must not tell who has given one.
    waiting = builder.awaited(story, Reader())
    players = [row.player_id for row in session.seats() if row.name in waiting]
    conn, number = session.conn, session.game.id
    return absences.later(conn, number, players, found, since, pace, home)


def time_control_of(session: GameSession) -> TimeControl:
    """Return how long a turn may take in this game."""
    words = session.game.timing
    if words:
        pace = parse_time_control(words, stored=True)
        if not pace.phases:
            return pace
        kinds = find(session.game.kind).facts.get("phases", ())
        window = session.story.window
        return pace.named(kinds).of(window.name if window else "")
    return TimeControl(Duration(seconds=int(session.game.pace)))


def set_to(session: GameSession, deadline: float) -> None:
    """Set the deadline, and the reminders before it."""
    wall = _wall(session, deadline)
    session.game = session.game._replace(deadline=deadline, wall=wall)
    session.timers.cancel(TimerKind.REMINDER)
    left = deadline - session.as_of
    reminders = [
        Timer(deadline - lead, TimerKind.REMINDER, level)
        for level, lead in REMINDERS
        if left > 2 * lead
    ]
    session.timers.add(*reminders)


def shift(session: GameSession, deadline: float) -> None:
    """Move the deadline of a window that is open already."""
    moves = session.game.moves + 1
    session.game = session.game._replace(moves=moves, graced=False)
    set_to(session, deadline)


def grant_grace(session: GameSession, deadline: float) -> None:
    """Give those who are still awaited until another moment, once in a window."""
    session.game = session.game._replace(
        deadline=deadline,
        graced=True,
        moves=session.game.moves + 1,
        wall=_wall(session, deadline),
    )


def pause(session: GameSession) -> None:
    """Stop the clock."""
    deadline = session.game.deadline
    left = _length(session) if deadline is None else deadline - session.now
    session.game = session.game._replace(
        paused=session.now, remains=max(left, HOUR), deadline=None
    )
    session.timers.cancel(TimerKind.REMINDER)


def resume(session: GameSession) -> None:
    """Let the clock run again, with the time that was left."""
    left = session.game.remains or _length(session)
    session.game = session.game._replace(paused=None, remains=None, opened=session.now)
    shift(session, session.now + left)


def elapse(session: GameSession, moment: float) -> None:
    """Tell the rules how much time has gone, in games that keep a clock."""
    rules = session.story.game.rules
    opened = session.game.opened
    if not isinstance(rules, Clock) or opened is None:
        return
    seconds = int(moment) - int(opened)
    state = session.story.table.state
    if seconds < 1 or rules.elapsed(state, seconds) == state:
        return
    line = TimeEntry(session.story.table.serial, seconds, EntrySource.CLOCK)
    story = session.story.copy()
    story.take(line.item())
    session.append(story, line)
    session.game = session.game._replace(opened=float(int(moment)))


def wake_at(session: GameSession) -> float | None:
    """Return the time at which the game is next due, letters apart."""
    if session.game.state in (GameState.OVER, GameState.DROPPED):
        session.timers.clear()
    timer = session.timers.first()
    times = [] if timer is None else [timer.at]
    times += [] if session.game.deadline is None else [session.game.deadline]
    # The second of the deadline itself still belongs to the turn.
    return int(min(times)) + 1 + session.context.linger if times else None


def _length(session: GameSession) -> float:
    return compute(session, session.now) - session.now


def _wall(session: GameSession, deadline: float) -> str:
    return wall_time(deadline, time_control_of(session).zone, session.config.zone)


def wall_time(moment: float, zone: str, home: str) -> str:
    """Return what the clocks of a zone show at a moment, with the zone; those of the
    host's zone where it is "" or not known now.

    >>> wall_time(1700000000, "Europe/Paris", "UTC")
    '2023-11-14 23:13 Europe/Paris'
    """
    zone = zones.known_or_home(zone, home)
    return f"{datetime.fromtimestamp(moment, ZoneInfo(zone)):%Y-%m-%d %H:%M} {zone}"
