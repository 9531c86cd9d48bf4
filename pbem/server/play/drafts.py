"""Draft orders: kept back until the player writes `ready` or the deadline passes."""

from __future__ import annotations

import json

from pbem.protocol import Seat
from pbem.server.database.rows import SeatRow
from pbem.server.game.request import Request
from pbem.server.game.session import GameSession
from pbem.server.play import orders
from pbem.server.play.offered import Offered
from pbem.server.states import EntrySource
from pbem.server.storage.game_store import LogEntry


def text(row: SeatRow) -> str:
    """Return the draft orders of a seat, "" for none."""
    return str(json.loads(row.drawer)["text"]) if row.drawer else ""


def save(request: Request, session: GameSession, seat: Seat, offered: Offered) -> None:
    """Keep orders back, in the place of those that were kept back before."""
    line = LogEntry(session.serial, seat, offered.text, EntrySource.DRAFT)
    salt = request.commit(session.game.name, line)
    kept = {"text": offered.text, "salt": salt, "received": request.row.received}
    kept["serial"] = line.serial
    row = session.seat(seat)
    set_aside(session, row)
    session.change_seat(row, row._replace(drawer=json.dumps(kept)))
    offered.draft, offered.resolved = True, False
    offered.played.clear()


def submit_draft(session: GameSession, seat: Seat) -> bool:
    """Play the draft of a seat; return whether that closed the window."""
    row = session.seat(seat)
    session.change_seat(row, row._replace(drawer="", waits=False))
    if not row.drawer:
        return False
    serial = session.serial
    kept = json.loads(row.drawer)
    offered = orders.offer_text(session.story, seat, kept["text"])
    if offered.story is None:
        set_aside(session, row)
        return False
    if offered.text != kept["text"]:
        set_aside(session, row)
    line = LogEntry(serial, seat, offered.text, EntrySource.DRAFT)
    session.has_answered(seat, again=False)
    salt = kept["salt"] if offered.text == kept["text"] else ""
    session.append(offered.story, line, received=kept["received"], salt=salt)
    session.played += offered.played
    return offered.resolved


def submit_all(session: GameSession) -> bool:
    """Play all drafts at the deadline; return whether the window is closed.

    The caller opens the next one.
    """
    return any(
        row.drawer and submit_draft(session, row.name) for row in session.seats()
    )


def discard_all(session: GameSession) -> None:
    """Forget all drafts: the window that they were for has closed."""
    for row in session.seats():
        if row.waits or row.drawer:
            set_aside(session, row)
            session.change_seat(row, row._replace(waits=False, drawer=""))


def set_aside(session: GameSession, row: SeatRow) -> None:
    """Keep a draft that will not be played as it is: its receipt has sealed it."""
    if row.drawer:
        kept = json.loads(row.drawer)
        serial = kept.get("serial", session.serial)
        line = LogEntry(serial, row.name, kept["text"], EntrySource.DRAFT)
        session.set_aside(line, kept["received"], kept["salt"])
