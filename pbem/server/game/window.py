"""A window opens, waits for who is silent, reminds, and sleeps when nobody writes."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.protocol import Seat
from pbem.record.firing import answer_of
from pbem.report.builder import meaning_of
from pbem.server.game import deadlines, drafts, elsewhere, offered, references
from pbem.server.game.notify import notify
from pbem.server.game.session import GameSession
from pbem.server.outbound import rate_limits
from pbem.server.states import GameState
from pbem.server.store import game_store

MAX_QUIET = 5  #: deadlines in a row without any letter, after which a game sleeps
LATE = 600.0  #: seconds after which a window counts from now, not from what was due


def begin_game(session: GameSession, seed: bytes | None) -> None:
    """Begin the game: all have accepted. Raises Unreadable."""
    session.game = session.game._replace(state=GameState.RUNNING, seed=seed)
    session.replace_story(game_store.load_story(session.conn, session.game))
    session.begun = True
    open_window(session)
    session.audit("begun")


def open_window(session: GameSession) -> None:
    """Discard the drafts of the window before, and set the deadline of the new one."""
    drafts.discard_all(session)
    if session.now - session.as_of > LATE:
        session.as_of = session.now
    deadlines.begin(session)
    if session.game.quiet >= MAX_QUIET:
        _sleep(session)


def wake(session: GameSession) -> None:
    """Set the open window's deadline anew where a letter ends a sleep.

    Drafts stay, and a pause goes on.
    """
    asleep = session.running and session.game.deadline is None
    if asleep and session.game.paused is None:
        deadlines.begin(session)


def keep_waiting(session: GameSession) -> None:
    """Give the open window another deadline: silence says nothing in it."""
    if session.game.quiet >= MAX_QUIET:
        _sleep(session)
        return
    session.as_of = session.now
    deadlines.shift(session, deadlines.compute(session, session.now))
    remind(session, session.story.awaited(), 4)


def remind(session: GameSession, seats: Sequence[Seat], level: int) -> None:
    """Remind those who are awaited, the more urgently the higher the level."""
    story, conn, now = session.story, session.conn, session.now
    for seat in session.manned():
        if seat.name not in seats or drafts.held_until(seat) is not None:
            continue
        if not rate_limits.may_remind(conn, seat.player_id, session.game.id, now):
            continue
        until = references.player_deadline(
            session, seat.player_id, session.game.deadline
        )
        game = session.game
        line = {"what": "reminder", "name": game.name, "serial": session.serial}
        line |= {"until": until}
        if elsewhere.tell(session, game, seat.player_id, line, rings=True):
            continue
        means = story.game.rules.default(story.table.state, seat.name)
        read = meaning_of(story, seat.name, means) if means else []
        sent = story.table.answers.get(seat.name)
        lacking, unsaid = offered.unsaid(story, seat.name, sent)
        notify(
            session,
            seat,
            "reminder",
            level=level,
            turn=session.serial,
            means=None if means is None else str(means),
            reads=[one.words for one in read],
            plan=answer_of(story, seat.name),
            draft=bool(seat.draft),
            lacking=lacking,
            unsaid=unsaid,
            policy=session.game.silence,
            left=session.game.misses - seat.misses,
        )


def _sleep(session: GameSession) -> None:
    """Stop the clock: nobody writes any more, and neither do we until somebody does."""
    session.game = session.game._replace(deadline=None)
    for seat in session.seats():
        notify(session, seat, "asleep")
    session.audit("asleep")
