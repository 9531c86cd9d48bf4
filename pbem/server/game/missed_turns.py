"""What becomes of those who send nothing: as the game is set (SilencePolicy)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from pbem.chance import Chance, mixed
from pbem.protocol import Order, Seat
from pbem.record.replay import NoDefault, Story
from pbem.record.trial import try_orders
from pbem.server.game.notify import notify, notify_masters
from pbem.server.game.session import GameSession
from pbem.server.outbound import templates
from pbem.server.states import EntrySource, SilencePolicy
from pbem.server.store import players
from pbem.server.store.game_store import LogEntry, TimeEntry
from pbem.server.store.rows import SeatRow

MAX_LEGAL = 2000  #: legal orders among which one is drawn
_PASSES = ("pass", "-")


def close(session: GameSession, missing: Sequence[Seat]) -> bool:
    """Close the open window for seats that have sent nothing in time.

    Return False where the game waits for them; the caller opens the next window.
    """
    policy = session.game.silence
    if policy is not SilencePolicy.BOT:  # players whom a bot replaces are counted
        count(session, missing)
    if policy is SilencePolicy.WAIT and missing:
        return False
    if policy is SilencePolicy.RESIGN:
        for seat in _missed_too_often(session, missing):
            _append(session, seat, "resign", EntrySource.RESIGNED)
    elif policy is SilencePolicy.RANDOM:
        for seat in missing:
            order = drawn(session.story, seat)
            if order is not None:
                _append(session, seat, str(order), EntrySource.DRAWN)
    elif policy is SilencePolicy.SKIP:
        for seat in missing:
            story = session.story
            if story.game.rules.default(story.table.state, seat) is None:
                for text in _PASSES:
                    if _append(session, seat, text, EntrySource.SKIPPED):
                        break
    serial = session.story.table.serial
    return serial != session.closing or default(session)


def to_be_replaced(session: GameSession, missing: Sequence[Seat]) -> list[Seat]:
    """Return the seats that another player is to have."""
    if session.game.silence is not SilencePolicy.REPLACE:
        return []
    return _missed_too_often(session, missing)


def drawn(story: Story, seat: Seat) -> Order | None:
    """Return the legal order that the game's seed chooses for a seat.

    Anybody can draw it again once the seed is told.
    """
    rules, table = story.game.rules, story.table
    legal = list(islice(rules.legal(table.state, seat), MAX_LEGAL))
    legal = [order for order in legal if not order.anytime]
    seed = story.header.seed
    if not legal or seed is None:
        return None
    key = mixed(seed, dict(story.header.words))
    found: Order
    found, _ = Chance(key).pick(legal, f"silence {table.serial} {seat}")
    return found


def _append(session: GameSession, seat: Seat, text: str, why: EntrySource) -> bool:
    """Play an order in the place of a silent seat; return whether that could be."""
    story = session.story
    window = story.window
    if window is None or seat not in window.seats:
        return False
    tried = try_orders(story, seat, text.split("\n"))
    if tried.refused:
        return False
    serial = story.table.serial
    session.played += tried.resolved
    session.append(tried.story, LogEntry(serial, seat, text, why))
    if not window.discreet:
        session.remarks += templates.blocks("silent", seat=seat, order=text, why=why)
    return True


def default(session: GameSession) -> bool:
    """Close the window as the rules say; return False where silence says nothing."""
    trial = session.story.copy()
    serial = trial.table.serial
    try:
        session.played += trial.close()
    except NoDefault:
        return False
    session.append(trial, TimeEntry(serial, None, EntrySource.DEADLINE))
    return True


def count(session: GameSession, missing: Sequence[Seat]) -> None:
    """Count a miss where it is the player's own: not where we cannot reach them, and
    not for a seat that nobody has. What everybody is told of a player counts no
    window in which answers are discreet."""
    conn, discreet = session.conn, session.discreet
    for row in session.manned():
        if row.name not in missing:
            continue
        session.change_seat(row, row._replace(misses=row.misses + 1))
        if row.since is not None and not row.misses:
            _tell_of_silent(session, row)
        reached = players.working_address(conn, row.player_id) is not None
        if reached and not discreet:
            players.count_missed(conn, row.player_id)


def _tell_of_silent(session: GameSession, newcomer: SeatRow) -> None:
    """Tell the others and the game masters that who was given a seat has never written:
    nobody has proven the address, and nothing more is written to it."""
    if not players.waits_for_word(session.conn, newcomer.player_id):
        return
    turn, seat = max(session.serial, 0), newcomer.name
    for row in session.manned():
        if row.number != newcomer.number:
            session.later(notify, session, row, "newcomer_silent", taken=seat)
    given = {"taken": seat, "serial": turn}
    session.later(notify_masters, session, "newcomer_silent_master", **given)


def _missed_too_often(session: GameSession, missing: Sequence[Seat]) -> list[Seat]:
    most = session.game.misses
    return [
        row.name
        for row in session.manned()
        if row.name in missing and row.misses >= most
    ]
