"""Those who were asked for a seat and do not come, and how a game goes on without."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pbem.plugins import games
from pbem.server import naming
from pbem.server.context import Transaction
from pbem.server.game import references
from pbem.server.game.session import GameSession
from pbem.server.lobby import invitations
from pbem.server.outbound import templates
from pbem.server.outbound.message import Message
from pbem.server.states import OCCUPIED, GameState, LetterKind, SeatState
from pbem.server.store import game_store, players
from pbem.server.store.rows import GameRow, SeatRow


def decline(session: GameSession, seat: SeatRow) -> bool:
    """Take somebody who declines out of a game that has not begun.

    Return True where the seat is open to everybody again. Else: with two others left
    the starter is asked how to go on; with fewer the game is called off, and the
    others are written to."""
    if session.game.state is GameState.OPEN and seat.number > 0:
        game_store.remove_seat(session.conn, session.game.id, seat.number)
        return True
    session.change_seat(seat, seat._replace(state=SeatState.DECLINED))
    rows = game_store.seats(session.conn, session.game.id)
    left = [row for row in rows if row.state is not SeatState.DECLINED]
    if seat.number and len(left) > 1:
        tell_starter(session, session.game, "seat_declined", who=seat.name)
        return False
    invitations.cancel(session)
    _tell_all(session, "declined", but=seat.player_id, who=seat.name)
    return False


def tell_starter(tx: Transaction, game: GameRow, what: str, who: str) -> None:
    """Tell the starter that somebody will not come, and how it can go on."""
    rows = game_store.seats(tx.conn, game.id)
    coming = [row.name for row in rows if row.state in OCCUPIED]
    kind = games.find(game.kind)
    options = json.loads(game.options)
    fewer = invitations.unplayable(kind, options, len(coming)) is None
    message = Message(
        subject=templates.subject(what, name=game.name, who=who),
        body=templates.blocks(
            what,
            name=game.name,
            who=who,
            coming=coming,
            fewer=fewer,
            wanted=game.wanted,
        ),
        ref=references.ref(game, 0),
        thread=references.thread(game),
    )
    grant = references.grant(game, rows[0], -1)
    tx.send(rows[0].player_id, message, kind=LetterKind.NOTICE, grant=grant)


def replace_guest(
    session: GameSession, seat: SeatRow, called: str, address: str
) -> str:
    """Ask somebody else for a seat that nobody has taken; return their name there."""
    conn, game = session.conn, session.game
    player_id = players.get_or_create(conn, address, called, session.now)
    others = [row for row in session.seats() if row.number != seat.number]
    name = called or players.get(conn, player_id).name
    name = naming.unique_name(name, [row.name for row in others])
    state = SeatState.LISTED
    new = game_store.new_seat(game.id, seat.number, name, player_id, state)
    session.change_seat(seat, new)
    invitations.invite(session, session.game)
    return name


def drop_guests(session: GameSession, states: Sequence[SeatState]) -> list[str]:
    """Take away the seats that are in some states; return whose they were."""
    gone = [row for row in session.seats() if row.number and row.state in states]
    for row in reversed(gone):
        game_store.remove_seat(session.conn, session.game.id, row.number)
    return [row.name for row in gone]


def open_up(session: GameSession) -> int:
    """Let anybody take the seats of those who have declined; return how many are
    free."""
    seats = len(session.seats())
    drop_guests(session, (SeatState.DECLINED,))
    session.game = session.game._replace(wanted=seats, state=GameState.OPEN)
    return seats - len(session.seats())


def lapsed(session: GameSession, because: str = "") -> None:
    """Tell everybody that nobody waits longer for those who have not answered, or why a
    game master has called the game off."""
    seats = game_store.seats(session.conn, session.game.id)
    if seats[0].state is SeatState.ASKED:
        return  # It was only asked for, perhaps by somebody else.
    silent = [seat.name for seat in seats if seat.state not in OCCUPIED]
    _tell_all(session, "lapsed", but=None, silent=silent, because=because)


def _tell_all(session: GameSession, what: str, but: int | None, **given: Any) -> None:
    name = session.game.name
    for seat in game_store.seats(session.conn, session.game.id):
        if seat.player_id == but or seat.state is SeatState.LISTED:
            continue
        message = Message(
            subject=templates.subject(what, name=name),
            body=templates.blocks(what, name=name, seat=seat.name, **given),
            thread=references.thread(session.game),
        )
        session.send_about_no_game(seat.player_id, message, kind=LetterKind.NOTICE)
