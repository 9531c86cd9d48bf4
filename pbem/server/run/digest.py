"""One letter a day for those who want no more: what was held back, in one."""

from __future__ import annotations

from pbem.report import page
from pbem.server.context import ServerContext, Transaction
from pbem.server.database.queries import save
from pbem.server.outbound import digest_queue, templates
from pbem.server.outbound.message import Message, quoted
from pbem.server.queue import outgoing
from pbem.server.states import LetterKind
from pbem.server.storage import game_store, players


def step(context: ServerContext, now: float) -> bool:
    """Send one digest that is due; return whether there was one."""
    with context.database.reading() as link:
        if players.with_digest_due(link, now) is None:
            return False
    with context.writing(now) as tx:
        player_id = players.with_digest_due(tx.link, now)
        if player_id is None:
            return False
        _send(tx, player_id)
    return True


def _send(tx: Transaction, player_id: int) -> None:
    link = tx.link
    player = players.get(link, player_id)
    save(link, player, player._replace(digest_at=None))
    rows = outgoing.held_for(link, player_id)
    if not rows:
        return
    parts: list[page.Block] = []
    for row in rows:
        lines = quoted(digest_queue.unpack(row.blocks or b""))
        game = game_store.get(link, row.game_id) if row.game_id else None
        parts += templates.blocks("digest_part", subject=row.subject, game=game)
        parts.append(page.Block("|", tuple(lines)))
    message = Message(
        subject=templates.subject("digest", count=len(rows)),
        body=[*templates.blocks("digest", count=len(rows)), *parts],
    )
    tx.send_about_no_game(player_id, message, kind=LetterKind.DIGEST)
    outgoing.mark_digested(link, player_id, tx.now)
