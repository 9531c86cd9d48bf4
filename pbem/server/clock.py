"""The time of a game: its deadline, grace, reminders, pauses, and what silence does.

All of it happens in a sitting, at the moment it was due, in the order it was due.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from pbem.protocol import Rules
from pbem.report import builder
from pbem.report.model import Reader
from pbem.server import absence, drawers, silence, timing
from pbem.server.gamebook import Line
from pbem.server.timers import Timer

if TYPE_CHECKING:
    from pbem.server.sitting import Sitting

HOUR = 3600.0
LEADS = ((1, 24 * HOUR), (2, 3 * HOUR))  #: reminders, and how long before


def late(received: float, deadline: float | None) -> bool:
    """Whether a letter came after a deadline. Mail is stamped in whole seconds, and
    one that came in the very second of the deadline is in time.

    >>> late(100.9, 100.0), late(101.0, 100.9)
    (False, True)
    """
    return deadline is not None and int(received) > int(deadline)


def until(sitting: Sitting, moment: float) -> None:
    """Lets everything happen that was due before a moment, in order."""
    for _ in range(200):
        timer = sitting.timers.first()
        deadline = sitting.deadline
        over = late(moment, deadline)
        first = timer is not None and (
            deadline is None or not over or timer.at <= deadline
        )
        if timer is not None and first and late(moment, timer.at):
            _ring(sitting, timer)
            continue
        if not over:
            return
        sitting.close()


def begin(sitting: Sitting) -> None:
    """A new window: its deadline, and its reminders."""
    since = sitting.happened
    sitting.put(graced=False, moves=0, opened=since)
    if sitting.field("paused") is not None:
        sitting.put(remains=_length(sitting))
        sitting.deadline = None
        return
    set_to(sitting, fresh(sitting, since))


def fresh(sitting: Sitting, since: float) -> float:
    """The deadline of the open window, if it begins at `since`."""
    story = sitting.story
    sand = story.game.rules.patience(story.table.state)
    if sand is not None:
        return since + max(sand, timing.LEAST)
    pace = pace_of(sitting)
    home = sitting.office.config.zone
    found = pace.after(since, home)
    # Where answers are discreet, the deadline must not tell who has given one.
    waiting = builder.awaited(story, Reader())
    players = [row.player_id for row in sitting.seats() if row.name in waiting]
    return absence.later(sitting.link, players, found, since, pace, home)


def pace_of(sitting: Sitting) -> timing.Pace:
    """How long a turn may take in this game."""
    words = sitting.field("timing")
    if words:
        return timing.pace(words)
    return timing.Pace(timing.Stretch(seconds=int(sitting.game.pace)))


def set_to(sitting: Sitting, deadline: float) -> None:
    """The deadline is now this, and reminders are due before it."""
    sitting.deadline = deadline
    sitting.put(wall=_wall(sitting, deadline))
    forget(sitting, "reminder")
    left = deadline - sitting.happened
    reminders = [
        Timer(deadline - lead, "reminder", level)
        for level, lead in LEADS
        if left > 2 * lead
    ]
    sitting.timers.add(*reminders)


def shift(sitting: Sitting, deadline: float) -> None:
    """The deadline of a window that is open already is moved."""
    sitting.put(moves=sitting.field("moves") + 1, graced=False)
    set_to(sitting, deadline)


def pause(sitting: Sitting) -> None:
    """Stops the clock."""
    deadline = sitting.deadline
    left = _length(sitting) if deadline is None else deadline - sitting.now
    sitting.put(paused=sitting.now, remains=max(left, HOUR))
    sitting.deadline = None
    forget(sitting, "reminder")


def resume(sitting: Sitting) -> None:
    """Lets the clock run again, with the time that was left."""
    left = sitting.field("remains") or _length(sitting)
    sitting.put(paused=None, remains=None, opened=sitting.now)
    shift(sitting, sitting.now + left)


def close(sitting: Sitting) -> None:
    """The deadline has passed in a running game."""
    at = sitting.deadline
    assert at is not None
    sitting.happened = at
    if drawers.open_all(sitting):
        return
    waiting = sitting.story.awaited()
    story = sitting.story
    # An hourglass is a rule of the game: where one runs, nobody waits longer.
    glass = story.game.rules.patience(story.table.state) is not None
    grace = 0 if glass else sitting.field("grace")
    if grace and waiting and not sitting.field("graced"):
        sitting.put(graced=True, moves=sitting.field("moves") + 1)
        sitting.deadline = at + grace
        sitting.put(wall=_wall(sitting, sitting.deadline))
        if sitting.now < sitting.deadline:
            sitting.remind(waiting, 3)
        return
    elapse(sitting, at)
    silence.close(sitting, waiting)


def elapse(sitting: Sitting, moment: float) -> None:
    """Tells the rules how much time has gone, in games that keep a clock."""
    rules = sitting.story.game.rules
    opened = sitting.field("opened")
    if type(rules).elapsed is Rules.elapsed or opened is None:
        return
    seconds = int(moment) - int(opened)
    state = sitting.story.table.state
    if seconds < 1 or rules.elapsed(state, seconds) == state:
        return
    cause = f"clock:{sitting.game.id}:{sitting.length}"
    line = Line(sitting.story.table.serial, None, f"after {seconds}", cause)
    story = sitting.story.copy()
    story.take(line.item())
    sitting.take(story, line)
    sitting.put(opened=float(int(moment)))


def remember(sitting: Sitting, at: float, what: str, number: int = 0) -> None:
    """Has something happen at a time."""
    sitting.timers.add(Timer(at, what, number))


def forget(sitting: Sitting, what: str, number: int | None = None) -> None:
    """Has it not happen after all."""
    sitting.timers.remove(
        *(
            one
            for one in sitting.timers.all()
            if one.what == what and number in (None, one.number)
        )
    )


def wake_at(sitting: Sitting) -> float | None:
    """When this game must be looked at again, letters apart."""
    if sitting.state in ("over", "dropped"):
        sitting.timers.clear()
    timer = sitting.timers.first()
    times = [] if timer is None else [timer.at]
    times += [] if sitting.deadline is None else [sitting.deadline]
    # The second of the deadline itself still belongs to the turn.
    return int(min(times)) + 1 + sitting.office.linger if times else None


def _ring(sitting: Sitting, timer: Timer) -> None:
    """What was to happen at a time happens."""
    from pbem.server import offers, votes

    sitting.timers.remove(timer)
    sitting.happened = timer.at
    if timer.what == "offer":
        offers.lapse(sitting, timer.number)
    elif timer.what == "vote":
        votes.lapse(sitting, timer.number)
    elif timer.what == "reminder" and sitting.state == "running":
        # Where we were late ourselves a reminder may have nothing to say any more.
        deadline = sitting.deadline
        if deadline is not None and sitting.now < deadline:
            sitting.remind(sitting.story.awaited(), timer.number)


def _length(sitting: Sitting) -> float:
    now = sitting.now
    return fresh(sitting, now) - now


def _wall(sitting: Sitting, deadline: float) -> str:
    return wall(deadline, pace_of(sitting).zone or sitting.office.config.zone)


def wall(moment: float, zone: str) -> str:
    """What the clocks of a zone show at a moment, with the zone.

    >>> wall(1700000000, "Europe/Paris")
    '2023-11-14 23:13 Europe/Paris'
    """
    return f"{datetime.fromtimestamp(moment, ZoneInfo(zone)):%Y-%m-%d %H:%M} {zone}"


def awaited(sitting: Sitting) -> Sequence[str]:
    """The seats that the open window waits for."""
    return sitting.story.awaited() if sitting.state == "running" else ()
