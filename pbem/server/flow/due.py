"""Lets everything happen that was due, in the order in which it was due."""

from __future__ import annotations

from pbem.server.game import (
    bots,
    deadlines,
    drafts,
    endings,
    missed_turns,
    plans,
    votes,
)
from pbem.server.game.session import GameSession
from pbem.server.game.timers import Timer
from pbem.server.game.window import keep_waiting, open_window, remind
from pbem.server.lobby import erase_player, guests, invitations, leaving, standby
from pbem.server.states import NOT_BEGUN, TimerKind

MAX_STEPS = 200  #: timers and deadlines that one look at a game lets happen


def run_until(session: GameSession, moment: float) -> None:
    """Let everything happen that was due before a moment, in order."""
    for _ in range(MAX_STEPS):
        timer = session.timers.first()
        deadline = session.game.deadline
        over = deadlines.late(moment, deadline)
        first = deadline is None or (timer is not None and timer.at <= deadline)
        if timer is not None and first and deadlines.late(moment, timer.at):
            _ring(session, timer)
            plans.fire(session)
            continue
        if not over:
            return
        _close(session)
        plans.fire(session)


def _ring(session: GameSession, timer: Timer) -> None:
    """Let happen what a timer was set for."""
    session.timers.remove(timer)
    session.as_of = timer.at
    if timer.what is TimerKind.FORGET:
        session.as_of = session.now
        erase_player.leave(session, timer.number)
    elif timer.what is TimerKind.LEAVE:
        session.as_of = session.now
        leaving.leave(session, timer.number)
    elif timer.what is TimerKind.BANNED:
        session.as_of = session.now
        leaving.leave(session, timer.number, "banned")
    elif timer.what is TimerKind.EMPTY:
        session.as_of = session.now
        if session.running and not session.manned():
            endings.end(session, [], "empty")
    elif timer.what is TimerKind.OFFER:
        standby.lapse(session, timer.number)
    elif timer.what is TimerKind.HOLD:
        if drafts.release(session, timer.number):
            open_window(session)
    elif timer.what is TimerKind.VOTE:
        votes.lapse(session, timer.number)
    elif session.running:
        # Where we were late ourselves a reminder may have nothing to say any more.
        deadline = session.game.deadline
        if deadline is not None and session.now < deadline:
            remind(session, session.story.awaited(), timer.number)


def _close(session: GameSession) -> None:
    """Let the deadline pass."""
    if session.game.state in NOT_BEGUN:
        invitations.cancel(session)
        guests.lapsed(session)
    elif session.running:
        session.game = session.game._replace(quiet=session.game.quiet + 1)
        session.closing = session.serial
        _close_window(session)
    else:
        session.game = session.game._replace(deadline=None)


def _close_window(session: GameSession) -> None:
    """Let the deadline pass in a running game."""
    at = session.game.deadline
    assert at is not None
    session.as_of = at
    if drafts.submit_all(session):
        open_window(session)
        return
    story = session.story
    waiting = story.awaited()
    # An hourglass is a rule of the game: where one runs, nobody waits longer.
    glass = deadlines.hourglass(story) is not None
    grace = 0 if glass else session.game.grace
    if grace and waiting and not session.game.graced:
        deadlines.grant_grace(session, at + grace)
        if session.now < at + grace:
            remind(session, waiting, 3)
        return
    if plans.fire(session, closing=True):
        return
    waiting = session.story.awaited()
    deadlines.elapse(session, at)
    if bots.stand_in(session, waiting):
        missed_turns.count(session, waiting)
        return
    if not missed_turns.close(session, waiting):
        keep_waiting(session)
        return
    open_window(session)
    for seat in missed_turns.to_be_replaced(session, waiting):
        standby.free_seat(session, seat, "silence")
