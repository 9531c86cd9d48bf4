"""A letter from a template to the player of a seat, or to the game masters."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbem.server.game import game_masters, references
from pbem.server.game.session import GameSession
from pbem.server.outbound import templates
from pbem.server.outbound.message import Message
from pbem.server.states import LetterKind
from pbem.server.store import players
from pbem.server.store.rows import SeatRow

#: Letters after which the deadline may be another: calendars follow.
_MOVES_DEADLINE = frozenset({"act", "reminder", "seat_taken"})


def notify(session: GameSession, seat: SeatRow, what: str, /, **given: Any) -> None:
    """Send templates/mail/<what>.j2 to the player of a seat."""
    game = session.game
    more = given.pop("more", [])
    level = {"level": given["level"]} if "level" in given else {}
    until = references.player_deadline(session, seat.player_id, session.game.deadline)
    given = {"name": game.name, "seat": seat.name, "until": until, **given}
    given["linger"] = round(session.context.linger)
    message = Message(
        subject=templates.subject(what, name=game.name, **level),
        body=[*templates.blocks(what, **given), *more],
        ref=references.ref(game, session.serial),
        thread=references.thread(game),
        due=session.game.deadline if seat.name in session.awaited() else None,
    )
    if what in _MOVES_DEADLINE and players.get(session.conn, seat.player_id).calendar:
        entry = references.calendar_file(session, game, seat, message)
        message = replace(message, calendar=entry)
    session.send(
        seat.player_id,
        message,
        kind=LetterKind.REMINDER if what == "reminder" else LetterKind.NOTICE,
        grant=references.grant(game, seat, session.serial),
    )


def notify_masters(session: GameSession, what: str, **given: Any) -> int:
    """Write to all masters of a game, whom an answer lets act; return to how many."""
    conn, game = session.conn, session.game
    host = session.config.host.lower()
    if host and players.owner(conn, host) is None:
        players.get_or_create(conn, host, "", session.now, proven=True)
    notified = 0
    for player_id in game_masters.of(session, game.id):
        plays = session.seat_of(player_id) is not None
        shown = given | {"secrets": {}} if plays else given
        message = Message(
            subject=templates.subject("to_master", name=game.name),
            body=templates.blocks(what, name=game.name, to=player_id, **shown),
            thread=references.thread(game),
        )
        notified += session.send_about_no_game(
            player_id, message, kind=LetterKind.MASTER
        )
    return notified
