"""Lines about a game that go elsewhere than by mail, to who is awaited."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.server.context import Transaction
from pbem.server.outbound import digest_queue, templates
from pbem.server.outbound import hooks as services
from pbem.server.states import LetterKind
from pbem.server.store import hooks
from pbem.server.store.rows import GameRow


def tell(
    tx: Transaction,
    game: GameRow,
    player_id: int,
    line: Mapping[str, object],
    *,
    rings: bool,
) -> bool:
    """Have the hooks of a player show a line about a game, of a turn, a reminder, a
    wait, or the end; return whether it goes in the place of a letter."""
    if not services.is_there(tx.config.notify):
        return False
    found = hooks.of_game(tx.conn, player_id, game.id)
    text = templates.subject("elsewhere", **line) if found else ""
    quiet = digest_queue.quiet_until(
        *(tx.conn, tx.config, player_id, LetterKind.REMINDER, game.deadline, tx.now)
    )
    for row in found:
        hooks.show(tx.conn, row, game.id, text, quiet or tx.now, rings=rings)
    return any(row.instead for row in found)
