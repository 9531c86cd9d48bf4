"""One letter a day for those who want no more: what was held back, in one."""

from __future__ import annotations

import sqlalchemy as sa

from pbem.report import page
from pbem.server.context import ServerContext, Transaction
from pbem.server.outbound import digest_queue, templates
from pbem.server.outbound.message import Message, quoted
from pbem.server.storage import game_store, schema

_outbox, _player = schema.outbox, schema.player


def step(context: ServerContext, now: float) -> bool:
    """Sends one digest that is due; whether there was one."""
    with context.database.reading() as link:
        due = sa.select(_player.c.id).where(_player.c.digest_at <= now).limit(1)
        if link.execute(due).first() is None:
            return False
    with context.writing(now) as tx:
        row = tx.link.execute(due).first()
        if row is None:
            return False
        _send(tx, row.id)
    return True


def _send(tx: Transaction, player_id: int) -> None:
    link = tx.link
    this = _player.c.id == player_id
    link.execute(_player.update().where(this).values(digest_at=None))
    mine = (_outbox.c.player_id == player_id) & (_outbox.c.state == "held")
    # What an older version held back has no blocks: it goes out as it is.
    digest_queue.release(link, mine & _outbox.c.blocks.is_(None), tx.now)
    rows = link.execute(sa.select(_outbox).where(mine).order_by(_outbox.c.id)).all()
    if not rows:
        return
    parts: list[page.Block] = []
    for row in rows:
        lines = quoted(digest_queue.unpack(row.blocks))
        game = game_store.get(link, row.game_id) if row.game_id else None
        parts += templates.blocks("digest_part", subject=row.subject, game=game)
        parts.append(page.Block("|", tuple(lines)))
    message = Message(
        subject=templates.subject("digest", count=len(rows)),
        body=[*templates.blocks("digest", count=len(rows)), *parts],
    )
    tx.send_about_no_game(player_id, message, kind="digest")
    done = {
        "state": "digested",
        "raw": None,
        "blocks": None,
        "settled": tx.now,
        "why": "",
    }
    link.execute(_outbox.update().where(mine).values(done))
