"""One letter a day for those who want no more: what was held back, in one."""

from __future__ import annotations

from pbem.pages import page
from pbem.server.context import ServerContext, Transaction
from pbem.server.outbound import digest_queue, templates
from pbem.server.outbound.message import Message, quoted
from pbem.server.states import LetterKind
from pbem.server.store import game_store, outgoing, players
from pbem.server.store.queries import save


def step(context: ServerContext, now: float) -> bool:
    """Send one digest that is due; return whether there was one."""
    with context.database.reading() as conn:
        if players.with_digest_due(conn, now) is None:
            return False
    with context.writing(now) as tx:
        player_id = players.with_digest_due(tx.conn, now)
        if player_id is None:
            return False
        _send(tx, player_id)
    return True


def _send(tx: Transaction, player_id: int) -> None:
    conn = tx.conn
    player = players.get(conn, player_id)
    save(conn, player, player._replace(digest_at=None))
    rows = outgoing.held_for(conn, player_id)
    if not rows:
        return
    parts: list[page.Block] = []
    for row in rows:
        lines = quoted(digest_queue.unpack(row.blocks or b""))
        game = game_store.get(conn, row.game_id) if row.game_id else None
        parts += templates.blocks("digest_part", subject=row.subject, game=game)
        parts.append(page.Block("|", tuple(lines)))
    message = Message(
        subject=templates.subject("digest", count=len(rows)),
        body=[*templates.blocks("digest", count=len(rows)), *parts],
    )
    tx.send_about_no_game(player_id, message, kind=LetterKind.DIGEST)
    outgoing.mark_digested(conn, player_id, tx.now)
