"""What a game master does to a game. Every act names the turn that it means and gives
a reason; it can be tried first; it is announced, and is in the audit log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pbem.pages import page
from pbem.protocol import Seat
from pbem.schedule.phrases import format_duration, format_moment
from pbem.server.flow.turn import GameTransaction
from pbem.server.game import game_masters
from pbem.server.game.notify import notify
from pbem.server.game.press_quotes import folded
from pbem.server.game.session import GameSession
from pbem.server.gm import actions
from pbem.server.gm.actions import ActRefused
from pbem.server.gm.grammar import GmRequest
from pbem.server.outbound import templates
from pbem.server.outbound.message import quoted
from pbem.server.outbound.outbox import Queued
from pbem.server.states import SeatState
from pbem.server.store import game_store, players
from pbem.server.store.queries import delete, insert, save
from pbem.server.store.rows import ActRow, SeatRow


@dataclass(slots=True)
class GmResult:
    """What came of it."""

    refusal: str = ""  #: guard, serial, reason, act, or what the act itself says
    detail: str = ""
    changes: list[str] = field(default_factory=list)
    letters: list[tuple[str, str, str]] = field(default_factory=list)
    now: int = 0


def perform(session: GameSession, wish: GmRequest, who: str) -> GmResult:
    """Do it, or try it, or say why not."""
    done = GmResult(now=session.serial)
    if not wish.name:
        done.refusal, done.detail = "act", wish.at
    elif wish.serial is None:
        done.refusal = "guard"
    elif wish.serial != max(session.serial, 0):
        done.refusal = "serial"
    elif not wish.reason:
        done.refusal = "reason"
    elif wish.name == "master" and not _is_host(session, who):
        done.refusal = "host"
    elif _partial(session, wish, who):
        done.refusal = "partial"
    if done.refusal:
        return done
    if wish.trying:
        _try(session, wish, who, done)
    else:
        before = _shape(session)
        _do(session, wish, who, done)
        done.changes = _changes(before, _shape(session))
    return done


def _seat_of(session: GameSession, who: str) -> SeatRow | None:
    """Return the seat that a game master has in the game as a player."""
    me = players.owner(session.conn, who)
    return None if me is None else session.seat_of(me)


def _is_host(session: GameSession, who: str) -> bool:
    """Return whether the host acts, by letter or at the machine."""
    owner = players.owner(session.conn, who)
    return "@" not in who or game_masters.is_host(session, owner)


def _partial(session: GameSession, wish: GmRequest, who: str) -> bool:
    """Return whether it would show a game master who plays what others have sent or
    hold.

    Orders of others that are refused tell of hands; what is tried, of sealed orders
    and of what is drawn next.
    """
    seat = _seat_of(session, who)
    if seat is None:
        return False
    if wish.trying:
        return wish.name in ("act_as", "correct", "close", "process")
    if wish.name not in ("act_as", "correct"):
        return False
    return _acted_for(session, wish)[0] != seat.name


def _acted_for(session: GameSession, wish: GmRequest) -> tuple[Seat, str]:
    """Return the seat that orders are sent for, and these; "" if it is not one."""
    name, _, text = wish.words[0].partition(":")
    return session.called(name.strip()), text.strip()


def _do(session: GameSession, wish: GmRequest, who: str, done: GmResult) -> None:
    run: Callable[..., str] = actions.ACTS[wish.name]
    assert wish.serial is not None
    given = (wish.serial, who, wish.text[:400], wish.reason, "", session.now)
    act = ActRow(0, session.game.id, *given)
    act = act._replace(id=insert(session.conn, act))
    try:
        detail = run(session, *wish.words, act_id=act.id, why=wish.reason)
    except ActRefused as refusal:
        done.refusal, done.detail = refusal.what, refusal.detail
        delete(session.conn, act)
        return
    done.detail = detail
    save(session.conn, act, act._replace(detail=detail))
    session.audit("act", f"{who}: {wish.text} ({detail})")
    if wish.name not in actions.SELF_ANNOUNCED:
        session.later(_announce, session, wish)


def _announce(session: GameSession, wish: GmRequest) -> None:
    """Tell everybody what the game master did, and why."""
    acts = wish.name in ("act_as", "correct")
    whom, text = _acted_for(session, wish) if acts else ("", "")
    for row in session.manned():
        notify(
            session,
            row,
            "act",
            act=wish.name,
            words=wish.words,
            lines=folded(wish.words[0]) if wish.name == "note" else [],
            whom=whom,
            orders=text,
            reason=wish.reason,
            turn=max(session.serial, 0),
        )


def _try(session: GameSession, wish: GmRequest, who: str, done: GmResult) -> None:
    """Do everything as if it were done, and then undo all of it."""
    conn = session.conn
    before = _shape(session)
    # A game master who plays must not read what is for other seats.
    mine = _seat_of(session, who)
    savepoint = conn.begin_nested()
    try:
        session.save()
        trial = session.again(game_store.get(conn, session.game.id))
        with session.context.outbox.watched(conn) as letters:
            _do(trial, wish, who, done)
            if not done.refusal:
                GameTransaction(trial).finish(more=False)
        if not done.refusal:
            done.changes = _changes(before, _shape(trial))
            for one in letters:
                text = "\n".join(quoted(one.message.body))
                text = "" if mine and one.player_id != mine.player_id else text
                subject = one.message.subject[:300]
                done.letters.append((_named(session, who, one), subject, text))
    finally:
        savepoint.rollback()


def _named(session: GameSession, who: str, letter: Queued) -> str:
    """Return whom a letter would go to: by address for the host, by name for other
    masters."""
    conn, me = session.conn, players.owner(session.conn, who)
    by_address = me is None or game_masters.is_host(session, me)
    if by_address or letter.player_id is None:
        return letter.recipient
    return players.get(conn, letter.player_id).name


def _shape(session: GameSession) -> dict[str, str]:
    """Return what an act can change, in words."""
    zone = session.config.zone_info
    deadline = session.game.deadline
    shape = {
        "state": session.game.state,
        "turn": f"#{session.serial}" if session.serial >= 0 else "",
        "deadline": format_moment(deadline, zone) if deadline else "none",
        "clock": "stopped" if session.game.paused is not None else "running",
        "pace": session.game.timing,
        "grace": format_duration(session.game.grace) if session.game.grace else "",
        "silence": f"{session.game.silence} after {session.game.misses}",
        "press": session.game.press,
        "anonymous": "yes" if session.game.anonymous else "no",
        "hold": format_duration(session.game.hold) if session.game.hold else "",
        "delay": format_duration(session.game.delay) if session.game.delay else "",
        "reliable": str(session.game.reliable or ""),
    }
    for row in session.seats():
        shape[f"seat {row.name}"] = _seat(session, row)
    return shape


def _seat(session: GameSession, row: SeatRow) -> str:
    """Return who plays a seat, if anybody does."""
    if row.state is SeatState.GONE:
        return "free"
    if row.state is SeatState.BOT:
        return f"played by a bot ({row.bot})"
    name = players.get(session.conn, row.player_id).name
    return {
        SeatState.IN: f"played by {name}",
        SeatState.FREE: f"free, but {name} may come back",
    }.get(row.state, row.state.value)


def _changes(before: dict[str, str], after: dict[str, str]) -> list[str]:
    return [
        f"{key}: {before.get(key) or 'none'} -> {value or 'none'}"
        for key, value in after.items()
        if before.get(key) != value
    ]


def blocks(
    name: str, done: GmResult, *, tried: bool, by_letter: bool = True
) -> list[page.Block]:
    """Return what came of an act, for the one who did it, by letter or at the
    machine."""
    given: dict[str, Any] = {"name": name, "by_letter": by_letter}
    if done.refusal:
        given |= {"why": done.refusal, "detail": done.detail, "now": done.now}
        return templates.blocks("gm_refused", **given)
    return templates.blocks("gm_tried" if tried else "gm_done", done=done, **given)
