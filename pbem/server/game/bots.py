"""Bots in a game by mail: what they are to think about, and what comes of it."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pbem.bots.levels import USUAL
from pbem.protocol import Press, Seat
from pbem.record.trial import try_orders
from pbem.server.game import deadlines
from pbem.server.game.session import GameSession
from pbem.server.game.window import open_window
from pbem.server.outbound import templates
from pbem.server.states import EntrySource, PressPolicy, SeatState, SilencePolicy
from pbem.server.store import bot_jobs as thoughts
from pbem.server.store import game_store, games
from pbem.server.store.game_store import LogEntry
from pbem.server.store.queries import delete, insert
from pbem.server.store.rows import BotJobRow, PressRow, SeatRow

STAND_IN = 900.0  #: seconds after a deadline in which a bot may answer for somebody


def ask(session: GameSession) -> None:
    """Have bots think about what they are asked now, and about nothing else."""
    game, conn = session.game, session.conn
    bots = {row.number for row in session.seats() if row.state is SeatState.BOT}
    if not bots and game.silence is not SilencePolicy.BOT:
        return
    awaited = session.awaited()
    asked = {row.number for row in session.seats() if row.name in awaited}
    known = set()
    for row in thoughts.of_game(conn, game.id):
        if row.serial == session.serial and row.number in asked:
            known.add(row.number)
        else:
            delete(conn, row)
    for number in sorted(asked & bots - known):
        _want(session, number, session.now + game.delay)


def stand_in(session: GameSession, missing: Sequence[Seat]) -> bool:
    """Have bots think for those who are silent at the deadline, as the game is set.

    Return False where they do not, or had their time: what they failed at may be tried
    again then.
    """
    known = set()
    for row in thoughts.of_game(session.conn, session.game.id):
        if row.at >= thoughts.NEVER:
            delete(session.conn, row)  # the next window may go better
        known.add(row.number)
    if session.game.silence is not SilencePolicy.BOT:
        return False
    silent = [row.number for row in session.manned() if row.name in missing]
    fresh = [number for number in silent if number not in known]
    for number in fresh:
        _want(session, number, session.now)
    if fresh:
        deadlines.grant_grace(session, session.now + STAND_IN)
    return bool(fresh)


def _want(session: GameSession, number: int, at: float) -> None:
    where = (session.game.id, number, session.serial)
    insert(session.conn, BotJobRow(0, *where, at, 0, session.now))
    session.context.bots_asked = True


def level_of(row: SeatRow) -> str:
    """Return how hard a bot thinks in the place of a seat."""
    return row.bot or USUAL.name


def answer(session: GameSession, seat: Seat, lines: Sequence[str]) -> bool:
    """Lay what a bot has found on the table; return False where that cannot be."""
    story, row = session.story, session.seat(seat)
    if seat not in story.awaited():
        return True
    tried = try_orders(story, seat, lines)
    if tried.refused:
        return False
    own = row.state is SeatState.BOT
    source = EntrySource.BOT if own else EntrySource.STAND_IN
    line = LogEntry(story.table.serial, seat, tried.text, source)
    session.append(tried.story, line)
    session.played += tried.resolved
    if row.state is SeatState.BOT:
        _talk(session, row)
    if tried.resolved:
        open_window(session)
    return True


def tell_stand_ins(session: GameSession) -> None:
    """Have the reports say in whose place bots have answered, where anybody may learn
    who answers."""
    if session.game.silence is not SilencePolicy.BOT:
        return
    reported = [one.serial for one in session.played if not one.window.discreet]
    for row in game_store.last_entries(session.conn, session.game.id, reported):
        if row.source is EntrySource.STAND_IN:
            given = {"order": row.text.replace("\n", "; "), "why": "bot"}
            session.remarks += templates.blocks("silent", seat=row.seat, **given)


def _talk(session: GameSession, row: SeatRow) -> None:
    """Say a word with the first order, where players may; it says whose it is."""
    game, rules = session.game, session.story.game.rules
    quiet = game.press is PressPolicy.OFF or isinstance(rules, Press)
    if quiet or session.serial > len(session.seats()):
        return
    if any(one.seat == row.name for one in games.press_of(session.conn, game.id)):
        return
    text = templates.markup("bot_says", level=row.bot).strip()
    words = PressRow(
        *(0, game.id, session.serial, row.number, row.player_id),
        to=json.dumps([]),
        text=text,
        anonymous=False,
        told=False,
        made=session.now,
    )
    insert(session.conn, words)
