"""Which game is checked next: the one that has waited longest.

While two versions share a store the newer one begins games by rules that the older one
does not know; it leaves them, with their letters and bots, to anyone who does.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.plugins.games import everywhere
from pbem.server.store import asides, schema
from pbem.server.store.queries import fetch_first
from pbem.server.store.rows import GameRow

_game = schema.game
_ASLEEP = sa.or_(_game.c.wake_at.is_(None), _game.c.wake_at > sa.bindparam("now"))
_WAKE = (
    _game.update()
    .where(_game.c.id == sa.bindparam("number"), _ASLEEP)
    .values(wake_at=sa.bindparam("now"))
)


#: The newest rules of each game that this version knows, by its name.
Versions: TypeAlias = tuple[tuple[str, int], ...]


def versions() -> Versions:
    """Return the versions of the rules that can be played here."""
    return tuple((one.name, one.version) for one in everywhere().values())


def playable(known: Versions) -> sa.ColumnElement[bool]:
    """Whether a game can be opened: it is not quarantined, and this version knows the
    rules that it is played by."""
    of_version: dict[int, list[str]] = {}
    for kind, version in known:
        of_version.setdefault(version, []).append(kind)
    newest = sa.case(
        *((_game.c.kind.in_(kinds), version) for version, kinds in of_version.items()),
        else_=_game.c.rules,
    )
    return sa.and_(_game.c.id.not_in(asides.numbers()), _game.c.rules <= newest)


# They compare thirty kinds of games: built once, a letter is answered 2 ms sooner.
@lru_cache(maxsize=1)
def _queries(known: Versions) -> tuple[sa.Select[Any], sa.Select[float | None]]:
    """Return what asks for the game that has waited longest, and for the next time."""
    due = sa.select(_game).where(_game.c.wake_at <= sa.bindparam("now"))
    longest = due.where(playable(known)).order_by(_game.c.wake_at, _game.c.id).limit(1)
    first = sa.select(sa.func.min(_game.c.wake_at)).where(playable(known))
    return longest, first


def claim(conn: Connection, now: float, *, lock: bool) -> GameRow | None:
    """Return the due game that has waited longest."""
    query, _ = _queries(versions())
    if lock:
        query = query.with_for_update(skip_locked=True)
    return fetch_first(conn, GameRow, query, {"now": now})


def next_wake(conn: Connection) -> float | None:
    """Return the time at which the next game is due."""
    _, query = _queries(versions())
    return conn.execute(query).scalar()


def wake(conn: Connection, game_id: int, now: float) -> None:
    """Have a worker look at a game as soon as one is free."""
    conn.execute(_WAKE, {"number": game_id, "now": now})
