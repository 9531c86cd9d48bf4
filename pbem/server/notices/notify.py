"""A letter from a template to the player of a seat."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbem.server.game.session import GameSession
from pbem.server.notices import references
from pbem.server.outbound import templates
from pbem.server.outbound.message import Message
from pbem.server.states import LetterKind
from pbem.server.storage import players
from pbem.server.storage.rows import SeatRow

#: Letters after which the deadline may be another: calendars follow.
_MOVES_DEADLINE = frozenset({"act", "reminder", "seat_taken"})


def notify(session: GameSession, seat: SeatRow, what: str, /, **given: Any) -> None:
    """Send templates/mail/<what>.j2 to the player of a seat."""
    game = session.game
    more = given.pop("more", [])
    level = {"level": given["level"]} if "level" in given else {}
    until = references.player_deadline(session, seat.player_id, session.game.deadline)
    given = {"name": game.name, "seat": seat.name, "until": until, **given}
    message = Message(
        subject=templates.subject(what, name=game.name, **level),
        body=[*templates.blocks(what, **given), *more],
        ref=references.ref(game, session.serial),
        thread=references.thread(session, game),
        due=session.game.deadline if seat.name in session.awaited() else None,
    )
    if what in _MOVES_DEADLINE and players.get(session.link, seat.player_id).calendar:
        entry = references.calendar_file(session, game, seat, message)
        message = replace(message, calendar=entry)
    session.send(
        seat.player_id,
        message,
        kind=LetterKind.REMINDER if what == "reminder" else LetterKind.NOTICE,
        grant=references.grant(game, seat, session.serial),
    )
