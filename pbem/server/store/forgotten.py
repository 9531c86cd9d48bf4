"""What the store knows of a player, taken out of it: what is left is a number."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.server.states import LetterState, OutboxState
from pbem.server.store import players, schema
from pbem.server.store.queries import save

#: What is a player's alone, and goes.
_OWN = (
    *(schema.address, schema.address_change, schema.token, schema.absence),
    *(schema.bench, schema.watcher, schema.master, schema.pause),
    *(schema.misread, schema.ping, schema.hook),
)
#: Words in which a player's address may stand.
_WORDS = (
    *(schema.audit.c.detail, schema.act.c.who, schema.act.c.what),
    *(schema.act.c.detail, schema.act.c.reason, schema.vote.c.more),
    *(schema.press.c.text, schema.letter.c.why, schema.outbox.c.why),
    *(schema.letter.c.lines, schema.letter.c.answer, schema.ban.c.shown),
)


def alias_of(player_id: int) -> str:
    """Return what a forgotten player is called."""
    return f"Player{player_id}"


def erase(conn: Connection, player_id: int, now: float) -> None:
    """Take a player's name and addresses out of everything but the records of games."""
    addresses = players.addresses(conn, player_id)
    alias = alias_of(player_id)
    own = players.get(conn, player_id)
    new = own._replace(name=alias, display="board", zone="", digest="")
    new = new._replace(digest_at=None, calendar=False, digest_time="", quiet="")
    save(conn, own, new)
    for table in _OWN:
        conn.execute(table.delete().where(table.c.player_id == player_id))
    for column in _WORDS:
        for address in addresses:
            replaced = sa.func.replace(column, address, alias)
            held = column.contains(address, autoescape=True)
            conn.execute(
                column.table.update().where(held).values({column.name: replaced})
            )
    audit = schema.audit
    mine = audit.c.player_id == player_id
    conn.execute(audit.update().where(mine).values(detail=""))
    _erase_letters(conn, player_id, addresses)
    _erase_outbox(conn, player_id, addresses, now)


def _erase_letters(conn: Connection, player_id: int, addresses: Sequence[str]) -> None:
    table = schema.letter
    mine = (table.c.player_id == player_id) | table.c.sender.in_(addresses)
    gone = {"raw": b"", "content": None, "recipient": None, "sender": ""}
    gone |= {"domain": "", "why": "", "lines": "", "answer": ""}
    waits = table.c.state.in_((LetterState.NEW, LetterState.WAITING))
    state = sa.case((waits, LetterState.DONE.value), else_=table.c.state)
    conn.execute(table.update().where(mine).values(**gone, state=state))


def _erase_outbox(
    conn: Connection, player_id: int, addresses: Sequence[str], now: float
) -> None:
    table = schema.outbox
    mine = (table.c.player_id == player_id) | table.c.recipient.in_(addresses)
    waits = table.c.state.in_((OutboxState.WAITING, OutboxState.HELD))
    dropped = {"state": OutboxState.REFUSED, "settled": now}
    conn.execute(table.update().where(mine, waits).values(dropped))
    gone = {"recipient": "", "subject": "", "raw": None, "blocks": None, "mark": ""}
    conn.execute(table.update().where(mine).values(gone))
