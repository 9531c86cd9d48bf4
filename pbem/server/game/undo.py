"""Turns undone: a branch of the record. What was undone stays in the store as
evidence, and everybody is told who may have learned what from it."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.plugins.games import Game
from pbem.protocol import Seat, visible_to
from pbem.record.replay import Story
from pbem.referee import Played
from pbem.report.model import Reader
from pbem.server.game import history, plans, report_mail
from pbem.server.game.notify import notify_masters
from pbem.server.game.report_mail import ReceiptPart
from pbem.server.game.session import GameSession
from pbem.server.game.window import open_window
from pbem.server.outbound import templates
from pbem.server.states import EntrySource, GameState
from pbem.server.store import game_store, reply_tokens
from pbem.server.store.game_store import AnyEntry, LogEntry, StoredEntry, TimeEntry


def turn_before(session: GameSession) -> int:
    """Return the turn that one undone turn leads back to: one that people were asked
    in, as bots alone would answer the same once more."""
    bots = {row.name for row in session.seats() if row.bot}
    before = max(0, session.serial - 1)
    if not bots:
        return before
    _, windows = history.replay_until(session.conn, session.game)
    asked = [one.serial for one in windows if not bots.issuperset(one.window.seats)]
    return max(asked, default=before)


def last_turn(session: GameSession) -> tuple[Played, Story] | None:
    """Return the last turn that was played, and the game as it was before anybody had
    answered in it; None before the first, or where a sheet leads past that."""
    conn, game = session.conn, session.game
    _, windows = history.replay_until(conn, game)
    if not windows:
        return None
    last = windows[-1]
    story = _replayed(session, game_store.entry_rows(conn, game.id), last.serial)[2]
    return (last, story) if story.table.serial == last.serial else None


def roll_back(
    session: GameSession,
    target: int,
    act_id: int | None,
    why: str = "",
    *,
    again: bool = False,
) -> int:
    """Take a game back to the beginning of a turn; return the turn that was reached.

    It can be an earlier one, where a sheet or a standing order would at once lead
    past the wished one. Where the turn is played `again` at once, nobody is asked.
    """
    conn, game = session.conn, session.game
    _, windows = history.replay_until(conn, game)
    undone = [one for one in windows if one.serial >= target]
    old = session.story
    rows = game_store.entry_rows(conn, game.id)
    remaining, trimmed, story = _replayed(session, rows, target)
    gone = [row.number for row in rows[remaining:]]
    game_store.void_entries(conn, game.id, gone, act_id)
    session.replace_story(story)
    if trimmed is not None:
        session.append(story, trimmed)
    reply_tokens.end_tokens(conn, game.id, target, session.now)
    reached = story.table.serial
    session.audit("undone", f"{old.table.serial} to {reached}")
    if session.game.state is GameState.OVER:
        session.game = session.game._replace(
            state=GameState.RUNNING, ended=None, result=""
        )
    session.played.clear()
    fired = [row.seat for row in rows[remaining:] if row.source is EntrySource.PLAN]
    plans.drop_all(session, "undone", filter(None, fired))
    if not again:
        open_window(session)
        session.later(_tell, session, old, reached, learned(old, undone), why)
    return reached


def _replayed(
    session: GameSession, rows: Sequence[StoredEntry], target: int
) -> tuple[int, LogEntry | None, Story]:
    """Return how many entries stay, the stump of a cut sheet, and their story."""
    story = game_store.begin_story(
        game_store.header(session.conn, session.game), session.game.position
    )
    for count, row in enumerate(rows):
        if row.serial >= target:
            return count, None, story
        trial = story.copy()
        trial.take(row.line.item())
        if trial.table.serial > target:
            return count, *_stump(story, row.line, target)
        story = trial
    return len(rows), None, story


def _stump(story: Story, line: AnyEntry, target: int) -> tuple[LogEntry | None, Story]:
    """Return the first lines of a sheet, as many as do not lead too far."""
    if isinstance(line, TimeEntry):
        return None, story
    texts = line.text.split("\n")
    for length in range(len(texts) - 1, 0, -1):
        text = "\n".join(texts[:length])
        short = LogEntry(line.serial, line.seat, text, EntrySource.UNDO)
        trial = story.copy()
        trial.take(short.item())
        if trial.table.serial <= target:
            return short, trial
    return None, story


def learned(
    story: Story, undone: Sequence[Played]
) -> tuple[list[str], dict[Seat, list[str]]]:
    """Return what everybody has seen of some turns, and what each seat alone has."""
    alone = {seat: _lines(story.game, undone, seat) for seat in story.header.seats}
    return _lines(story.game, undone, None), alone


def _lines(game: Game, undone: Sequence[Played], seat: Seat | None) -> list[str]:
    """Return what everybody (None), or a seat alone, has seen of some turns."""
    found: list[str] = []
    for one in undone:
        heard = (
            (visible_to(seat, event), visible_to(None, event)) for event in one.events
        )
        events = [
            own
            for own, known in heard
            if own is not None and (seat is None or own != known)
        ]
        view = game.rules.view(one.after, seat)
        found += history.event_lines(game, events, Reader(seat=seat), view)
    return found


def _tell(
    session: GameSession,
    old: Story,
    reached: int,
    news: tuple[list[str], dict[Seat, list[str]]],
    why: str,
) -> None:
    common, alone = news
    game = session.game
    given = {
        "name": game.name,
        "was": old.table.serial,
        "now": reached,
        "why": why,
        "common": common[:60],
        "chance": game.seed is not None,
    }
    counts = {seat: len(lines) for seat, lines in alone.items() if lines}
    for row in session.manned():
        own = alone.get(row.name, [])
        others = {seat: n for seat, n in counts.items() if seat != row.name}
        theirs = {"own": own, "others": others, "secrets": {}, "master": False}
        lead = ReceiptPart(templates.blocks("undone", **theirs, **given))
        report_mail.to_seat(session, game, session.story, row, lead=lead)
    given.pop("name")
    given |= {"own": [], "others": {}, "secrets": alone, "master": True}
    notify_masters(session, "undone", **given)
