"""What a server was ended for is quarantined, until the host takes it up again."""

from __future__ import annotations

from pbem.server.context import ServerContext, Transaction
from pbem.server.flow import dead_letters
from pbem.server.game import references
from pbem.server.guard import Work
from pbem.server.outbound import templates
from pbem.server.outbound.message import Message
from pbem.server.states import GOING_ON, LetterKind, LetterState, SeatState
from pbem.server.store import asides, claims, game_store, games, letters


def quarantine(context: ServerContext, work: Work, now: float) -> None:
    """Quarantine a game or a letter, once; the host and its players are notified."""
    with context.writing(now) as tx:
        if work.kind == "letter":
            row = letters.get(tx.conn, work.number)
            if row.state is LetterState.WAITING:
                dead_letters.quarantine(tx, row, "it took too long")
            return
        game = game_store.get(tx.conn, work.number)
        if not asides.add(tx.conn, game.id, now):
            return
        tx.audit("aside", game_id=game.id)
        tx.alert_host("aside", game=game.name, kind=game.kind)
        if game.state in GOING_ON:
            _tell_players(tx, game.id, "aside", name=game.name)


def retry(context: ServerContext, name: str, now: float) -> bool:
    """Take a quarantined game up again, with the same time left to its deadline; return
    False where no quarantined game has this name."""
    with context.writing(now) as tx:
        game = game_store.find(tx.conn, name)
        since = asides.since(tx.conn, game.id) if game is not None else None
        if game is None or since is None:
            return False
        asides.drop(tx.conn, game.id)
        gap = max(0.0, float(round(now - since)))
        games.shift_deadlines(tx.conn, since, now, gap, game.id)
        claims.wake(tx.conn, game.id, now)
        tx.audit("aside-over", f"{round(gap)} s", game_id=game.id)
        if game.state in GOING_ON:
            _tell_players(tx, game.id, "aside_over", name=game.name)
    return True


def _tell_players(tx: Transaction, game_id: int, what: str, *, name: str) -> None:
    deadline = game_store.get(tx.conn, game_id).deadline
    players = [
        seat.player_id
        for seat in game_store.seats(tx.conn, game_id)
        if seat.state is SeatState.IN
    ]
    for player_id in dict.fromkeys(players):
        until = references.player_deadline(tx, player_id, deadline)
        message = Message(
            subject=templates.subject(what, name=name),
            body=templates.blocks(what, name=name, until=until),
        )
        tx.send_about_no_game(player_id, message, kind=LetterKind.NOTICE)
