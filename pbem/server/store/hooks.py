"""Places outside of mail that notify players of their turn, and what they show."""

from __future__ import annotations

import hashlib

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.server.states import HookService
from pbem.server.store import schema
from pbem.server.store.queries import delete, fetch, fetch_first, insert, save
from pbem.server.store.rows import HookRow, PingRow

NO_GAME = 0  #: the number of no game: a line with a code
_hook, _ping = schema.hook, schema.ping


def of_player(conn: Connection, player_id: int) -> list[HookRow]:
    """Return the hooks of a player, proven or not, the oldest first."""
    mine = sa.select(_hook).where(_hook.c.player_id == player_id)
    return fetch(conn, HookRow, mine.order_by(_hook.c.id))


def of_game(conn: Connection, player_id: int, game_id: int) -> list[HookRow]:
    """Return the proven hooks that tell a player about a game."""
    rows = [one for one in of_player(conn, player_id) if not one.code]
    return [one for one in rows if one.game_id in (None, game_id)]


def add(
    conn: Connection,
    player_id: int,
    url: str,
    service: HookService,
    game_id: int | None,
    now: float,
    *,
    instead: bool,
    code: str,
) -> HookRow:
    """Add a hook that is proven when its code comes back."""
    row = HookRow(0, player_id, url, service, game_id, instead, _digest(code), now)
    return row._replace(id=insert(conn, row))


def prove(conn: Connection, player_id: int, code: str) -> HookRow | None:
    """Return the hook that a code proves; None where it proves none."""
    for row in of_player(conn, player_id):
        if row.code and row.code == _digest(code):
            new = row._replace(code="")
            save(conn, row, new)
            return new
    return None


def remove(conn: Connection, row: HookRow) -> None:
    """Remove a hook, and what it was about to show."""
    conn.execute(_ping.delete().where(_ping.c.hook_id == row.id))
    conn.execute(_hook.delete().where(_hook.c.id == row.id))


def show(
    conn: Connection, hook: HookRow, game_id: int, text: str, now: float, *, rings: bool
) -> None:
    """Have a hook show a line about a game, in the place of the one before."""
    old = ping_of(conn, hook.id, game_id)
    row = PingRow(hook.id, game_id, hook.player_id, text, "", rings, now, 0, None)
    if old is None:
        if rings:
            insert(conn, row)
    elif old.remote or rings:
        at = now if old.next_at is None else old.next_at
        save(conn, old, row._replace(remote=old.remote, next_at=at))
    else:  # nobody has seen it, or nothing can change it
        delete(conn, old)


def ping_of(conn: Connection, hook_id: int, game_id: int) -> PingRow | None:
    """Return what a hook shows, or is about to, of a game."""
    this = (_ping.c.hook_id == hook_id) & (_ping.c.game_id == game_id)
    return fetch_first(conn, PingRow, sa.select(_ping).where(this))


def claim(conn: Connection, now: float) -> tuple[HookRow, PingRow] | None:
    """Return the next line that is due, and its hook. It counts as shown from then on:
    who is killed while it is sent does not send it again."""
    due = sa.select(_ping).where(_ping.c.next_at <= now).order_by(_ping.c.next_at)
    locked = due.limit(1).with_for_update(skip_locked=True)
    row = fetch_first(conn, PingRow, locked)
    if row is None:
        return None
    new = row._replace(next_at=None, tries=row.tries + 1, since=row.since or now)
    save(conn, row, new)
    hook = sa.select(_hook).where(_hook.c.id == row.hook_id)
    return fetch(conn, HookRow, hook)[0], new


def next_due(conn: Connection) -> float | None:
    """Return when the next line is due."""
    return conn.execute(sa.select(sa.func.min(_ping.c.next_at))).scalar()


def _digest(code: str) -> str:
    return hashlib.sha256(b"pbem hook 1\n" + code.lower().encode()).hexdigest()
