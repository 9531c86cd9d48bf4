"""Words of the host to players: of one game, or of all that go on."""

from __future__ import annotations

from pbem.server.context import Transaction
from pbem.server.game import press_quotes, references
from pbem.server.outbound import templates
from pbem.server.outbound.message import Message
from pbem.server.states import GOING_ON, SEATED, LetterKind
from pbem.server.store import game_store, games
from pbem.server.store.rows import GameRow


def send(tx: Transaction, text: str, game: GameRow | None) -> list[int]:
    """Write to all players of a game, or of all games that go on; return to whom.

    Each gets one letter, whatever number of seats; nobody who was only invited does.
    """
    chosen = [game] if game else games.in_state(tx.conn, GOING_ON)
    readers = {
        row.player_id: None
        for one in chosen
        for row in game_store.seats(tx.conn, one.id)
        if row.state in SEATED
    }
    name = game.name if game else ""
    message = Message(
        subject=templates.subject("announcement", name=name),
        body=templates.blocks(
            "announcement", name=name, lines=press_quotes.folded(text)
        ),
        thread=references.thread(game) if game else "",
    )
    kind = LetterKind.NOTICE
    return [one for one in readers if tx.send_about_no_game(one, message, kind=kind)]
