"""Games that were quarantined, as their code took too long: nothing opens them, and
letters for them wait.

Each is a fact of the store, not a column of its game: another server may hold that row
while it runs the same code.
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.server.store import schema
from pbem.server.store.queries import drop_fact, insert_new, last_done

_LEAD = "aside "
_meta = schema.meta


def numbers() -> sa.Select[int]:
    """Return the query for the numbers of these games."""
    number = sa.cast(sa.func.substr(_meta.c.name, len(_LEAD) + 1), sa.Integer)
    return sa.select(number).where(_meta.c.name.startswith(_LEAD))


def everyone(conn: Connection) -> list[int]:
    """Return the numbers of these games, in order."""
    return sorted(row[0] for row in conn.execute(numbers()))


def add(conn: Connection, game_id: int, now: float) -> bool:
    """Quarantine a game; False: it was already."""
    row = {"name": f"{_LEAD}{game_id}", "value": repr(now)}
    return bool(insert_new(conn, _meta, row))


def since(conn: Connection, game_id: int) -> float | None:
    """Return when a game was quarantined; None: it was not."""
    return last_done(conn, f"{_LEAD}{game_id}")


def drop(conn: Connection, game_id: int) -> None:
    """Have a game opened again."""
    drop_fact(conn, f"{_LEAD}{game_id}")
