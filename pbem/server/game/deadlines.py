"""The deadline of the open window: set, moved, paused; the time that has gone by."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from pbem.protocol import Rules
from pbem.report import builder
from pbem.report.model import Reader
from pbem.server.game import absences
from pbem.server.game.session import GameSession
from pbem.server.game.timers import Timer
from pbem.server.schedule import time_control
from pbem.server.schedule.parser import parse_time_control
from pbem.server.schedule.time_control import Duration, TimeControl
from pbem.server.storage.game_store import LogEntry

HOUR = 3600.0
REMINDERS = ((1, 24 * HOUR), (2, 3 * HOUR))  #: reminders, and how long before


def late(received: float, deadline: float | None) -> bool:
    """Whether a letter came after a deadline. Mail is stamped in whole seconds, and
    one that came in the very second of the deadline is in time.

    >>> late(100.9, 100.0), late(101.0, 100.9)
    (False, True)
    """
    return deadline is not None and int(received) > int(deadline)


def begin(session: GameSession) -> None:
    """A new window: its deadline, and its reminders."""
    since = session.as_of
    session.put(graced=False, moves=0, opened=since)
    if session.field("paused") is not None:
        session.put(remains=_length(session))
        session.deadline = None
        return
    set_to(session, compute(session, since))


def compute(session: GameSession, since: float) -> float:
    """The deadline of the open window, if it begins at `since`."""
    story = session.story
    sand = story.game.rules.patience(story.table.state)
    if sand is not None:
        return since + max(sand, time_control.MIN_TURN_SECONDS)
    pace = time_control_of(session)
    home = session.config.zone
    found = pace.after(since, home)
    # Where answers are discreet, the deadline must not tell who has given one.
    waiting = builder.awaited(story, Reader())
    players = [row.player_id for row in session.seats() if row.name in waiting]
    return absences.later(session.link, players, found, since, pace, home)


def time_control_of(session: GameSession) -> TimeControl:
    """How long a turn may take in this game."""
    words = session.field("timing")
    if words:
        return parse_time_control(words)
    return TimeControl(Duration(seconds=int(session.game.pace)))


def set_to(session: GameSession, deadline: float) -> None:
    """The deadline is now this, and reminders are due before it."""
    session.deadline = deadline
    session.put(wall=_wall(session, deadline))
    session.timers.cancel("reminder")
    left = deadline - session.as_of
    reminders = [
        Timer(deadline - lead, "reminder", level)
        for level, lead in REMINDERS
        if left > 2 * lead
    ]
    session.timers.add(*reminders)


def shift(session: GameSession, deadline: float) -> None:
    """The deadline of a window that is open already is moved."""
    session.put(moves=session.field("moves") + 1, graced=False)
    set_to(session, deadline)


def grant_grace(session: GameSession, deadline: float) -> None:
    """Give those who are still awaited until another moment, once in a window."""
    session.deadline = deadline
    moves = session.field("moves") + 1
    session.put(graced=True, moves=moves, wall=_wall(session, deadline))


def pause(session: GameSession) -> None:
    """Stops the clock."""
    deadline = session.deadline
    left = _length(session) if deadline is None else deadline - session.now
    session.put(paused=session.now, remains=max(left, HOUR))
    session.deadline = None
    session.timers.cancel("reminder")


def resume(session: GameSession) -> None:
    """Lets the clock run again, with the time that was left."""
    left = session.field("remains") or _length(session)
    session.put(paused=None, remains=None, opened=session.now)
    shift(session, session.now + left)


def elapse(session: GameSession, moment: float) -> None:
    """Tells the rules how much time has gone, in games that keep a clock."""
    rules = session.story.game.rules
    opened = session.field("opened")
    if type(rules).elapsed is Rules.elapsed or opened is None:
        return
    seconds = int(moment) - int(opened)
    state = session.story.table.state
    if seconds < 1 or rules.elapsed(state, seconds) == state:
        return
    cause = f"clock:{session.game.id}:{session.length}"
    line = LogEntry(session.story.table.serial, None, f"after {seconds}", cause)
    story = session.story.copy()
    story.take(line.item())
    session.append(story, line)
    session.put(opened=float(int(moment)))


def wake_at(session: GameSession) -> float | None:
    """When this game must be looked at again, letters apart."""
    if session.state in ("over", "dropped"):
        session.timers.clear()
    timer = session.timers.first()
    times = [] if timer is None else [timer.at]
    times += [] if session.deadline is None else [session.deadline]
    # The second of the deadline itself still belongs to the turn.
    return int(min(times)) + 1 + session.context.linger if times else None


def _length(session: GameSession) -> float:
    now = session.now
    return compute(session, now) - now


def _wall(session: GameSession, deadline: float) -> str:
    return wall_time(deadline, time_control_of(session).zone or session.config.zone)


def wall_time(moment: float, zone: str) -> str:
    """What the clocks of a zone show at a moment, with the zone.

    >>> wall_time(1700000000, "Europe/Paris")
    '2023-11-14 23:13 Europe/Paris'
    """
    return f"{datetime.fromtimestamp(moment, ZoneInfo(zone)):%Y-%m-%d %H:%M} {zone}"
