"""Draft orders: kept back until the player writes `ready` or the deadline passes.

An order that was read freely, and would close the window, is held in the same way, for
a few minutes, in which its player can take it back."""

from __future__ import annotations

import json

from sqlalchemy.engine import Connection

from pbem.protocol import Seat
from pbem.server.game import orders
from pbem.server.game.notify import notify
from pbem.server.game.offered import Offered
from pbem.server.game.request import Request
from pbem.server.game.session import GameSession
from pbem.server.game.timers import Timer
from pbem.server.states import EntrySource, TimerKind
from pbem.server.store import game_store
from pbem.server.store.game_store import LogEntry
from pbem.server.store.rows import SeatRow


def text(row: SeatRow) -> str:
    """Return the draft orders of a seat, "" for none."""
    return str(json.loads(row.draft)["text"]) if row.draft else ""


def held_until(row: SeatRow) -> float | None:
    """Return until when an order of a seat is held; None: no order is."""
    return json.loads(row.draft).get("until") if row.draft else None


def all_held(conn: Connection) -> dict[int, list[tuple[Seat, float]]]:
    """Return the seats whose orders are held, and until when, by game."""
    found: dict[int, list[tuple[Seat, float]]] = {}
    for row in game_store.seats_with_timer(conn, TimerKind.HOLD):
        until = held_until(row)
        if until is not None:
            found.setdefault(row.game_id, []).append((row.name, until))
    return found


def letter_of(row: SeatRow) -> int | None:
    """Return the letter that brought the order that a seat holds; None: no order is."""
    return json.loads(row.draft).get("letter") if row.draft else None


def hold_from(session: GameSession) -> float | None:
    """Return until when an order is held that comes now: for the time that the game is
    set to, at most to the deadline; None: it is not held."""
    game = session.game
    until = session.now + game.hold
    until = until if game.deadline is None else min(until, game.deadline)
    return until if until > session.now else None


def save(
    request: Request,
    session: GameSession,
    seat: Seat,
    offered: Offered,
    until: float | None = None,
) -> None:
    """Store orders as a draft, which replaces the one before: until `ready` or the
    deadline, or, with `until`, up to that time."""
    line = LogEntry(session.serial, seat, offered.text, EntrySource.DRAFT)
    salt = request.commit(session.game.name, line)
    stored = {"text": offered.text, "salt": salt, "received": request.row.received}
    stored["serial"] = line.serial
    row = session.seat(seat)
    retire(session, row)
    if until is not None:
        stored |= {"until": until, "letter": request.row.id}
        session.timers.add(Timer(until, TimerKind.HOLD, row.number))
    session.change_seat(row, row._replace(draft=json.dumps(stored)))
    offered.draft, offered.resolved = until is None, False
    offered.played.clear()


def wait(session: GameSession, row: SeatRow) -> None:
    """Keep back what a seat sends, and what it holds now, until `ready`."""
    session.timers.cancel(TimerKind.HOLD, row.number)
    draft = row.draft
    if held_until(row) is not None:
        stored = json.loads(draft)
        del stored["until"], stored["letter"]
        draft = json.dumps(stored)
    session.change_seat(row, row._replace(waits=True, draft=draft))


def hold_longer(session: GameSession, row: SeatRow) -> None:
    """Restart the time that an order is held: its player has written again."""
    until = hold_from(session)
    if held_until(row) is None or until is None:
        return
    session.timers.cancel(TimerKind.HOLD, row.number)
    session.timers.add(Timer(until, TimerKind.HOLD, row.number))
    stored = json.loads(row.draft) | {"until": until}
    session.change_seat(row, row._replace(draft=json.dumps(stored)))


def drop(session: GameSession, row: SeatRow) -> None:
    """Forget what a seat keeps back."""
    retire(session, row)
    session.change_seat(row, row._replace(draft=""))


def release(session: GameSession, number: int) -> bool:
    """Play the order that the seat of a number held; return whether that closed the
    window. The caller opens the next one."""
    row = next((one for one in session.seats() if one.number == number), None)
    held = session.running and row is not None and held_until(row) is not None
    return held and row is not None and submit_draft(session, row.name)


def submit_draft(session: GameSession, seat: Seat) -> bool:
    """Play the draft of a seat; return whether that closed the window."""
    row = session.seat(seat)
    session.change_seat(row, row._replace(draft="", waits=False))
    if not row.draft:
        return False
    session.timers.cancel(TimerKind.HOLD, row.number)
    serial = session.serial
    stored = json.loads(row.draft)
    letter = stored.get("letter")
    offered = orders.offer_noted(session.story, seat, stored["text"])
    if offered.story is None:
        retire(session, row)
        if letter is not None:  # its receipt has said when it is played
            notify(session, row, "held_refused", one=offered)
        return False
    if offered.text != stored["text"]:
        retire(session, row)
    source = EntrySource.DRAFT if letter is None else EntrySource.LETTER
    line = LogEntry(serial, seat, offered.text, source, letter)
    session.has_answered(seat, again=False)
    salt = stored["salt"] if offered.text == stored["text"] else ""
    session.append(offered.story, line, received=stored["received"], salt=salt)
    session.played += offered.played
    return offered.resolved


def submit_all(session: GameSession) -> bool:
    """Play all drafts at the deadline; return whether the window is closed.

    The caller opens the next one.
    """
    return any(row.draft and submit_draft(session, row.name) for row in session.seats())


def discard_all(session: GameSession) -> None:
    """Forget all drafts: the window that they were for has closed."""
    for row in session.seats():
        if row.waits or row.draft:
            retire(session, row)
            session.change_seat(row, row._replace(waits=False, draft=""))


def retire(session: GameSession, row: SeatRow) -> None:
    """Log a draft that will not be played, since its receipt already showed the
    commitment to it."""
    session.timers.cancel(TimerKind.HOLD, row.number)
    if row.draft:
        stored = json.loads(row.draft)
        serial = stored.get("serial", session.serial)
        line = LogEntry(serial, row.name, stored["text"], EntrySource.DRAFT)
        session.log_unplayed(line, stored["received"], stored["salt"])
