"""Games that were set aside, as their code took too long: nothing opens them, and
letters for them wait.

Each is a fact of the store, not a column of its game: another server may hold that row
while it runs the same code.
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.server.database import schema
from pbem.server.database.queries import drop_fact, insert_new, last_done

_LEAD = "aside "
_meta = schema.meta


def numbers() -> sa.Select[int]:
    """Return the query for the numbers of these games."""
    number = sa.cast(sa.func.substr(_meta.c.name, len(_LEAD) + 1), sa.Integer)
    return sa.select(number).where(_meta.c.name.startswith(_LEAD))


def everyone(link: Connection) -> list[int]:
    """Return the numbers of these games, in order."""
    return sorted(row[0] for row in link.execute(numbers()))


def add(link: Connection, game_id: int, now: float) -> bool:
    """Set a game aside; False: it was already."""
    row = {"name": f"{_LEAD}{game_id}", "value": repr(now)}
    return bool(insert_new(link, _meta, row))


def since(link: Connection, game_id: int) -> float | None:
    """Return when a game was set aside; None: it was not."""
    return last_done(link, f"{_LEAD}{game_id}")


def drop(link: Connection, game_id: int) -> None:
    """Have a game opened again."""
    drop_fact(link, f"{_LEAD}{game_id}")
