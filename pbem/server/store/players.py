"""Players and their addresses."""

from __future__ import annotations

import json
from collections.abc import Iterable

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.schedule import zones
from pbem.server import naming
from pbem.server.settings.config import Config
from pbem.server.store import ladders, schema
from pbem.server.store.queries import delete, fetch, fetch_first, insert, save
from pbem.server.store.rows import AddressChangeRow, AddressRow, PlayerRow

_address, _player, _seat = schema.address, schema.player, schema.seat
_change = schema.address_change
_DOUBTED = (_address.c.trouble != "") | ~_address.c.proven
_OWNER = sa.select(_address.c.player_id, _DOUBTED.label("doubted")).where(
    _address.c.address == sa.bindparam("whose")
)
_PLAYER = sa.select(_player).where(_player.c.id == sa.bindparam("player"))
RECENT = 20  #: windows with a deadline that are told of one by one
_SHIFTED = (_player.c.recent * 2) % 2**RECENT
_THIS = _player.update().where(_player.c.id == sa.bindparam("whose"))
_ASKED = _THIS.values(asked=_player.c.asked + 1, recent=_SHIFTED)
_MISSED = _THIS.values(
    asked=_player.c.asked + 1, missed=_player.c.missed + 1, recent=_SHIFTED + 1
)
_ADDRESSES = (
    sa.select(_address)
    .where(_address.c.player_id == sa.bindparam("player"))
    .order_by(_address.c.rank, _address.c.id)
)
_UNSURE = sa.select(_address).where(
    _address.c.address == sa.bindparam("whose"), _DOUBTED
)


def get(conn: Connection, player_id: int) -> PlayerRow:
    """Return the player of that number."""
    return PlayerRow._make(conn.execute(_PLAYER, {"player": player_id}).one())


def count_asked(conn: Connection, player_id: int, times: int = 1) -> None:
    """Count windows with a deadline in which a player has answered."""
    for _ in range(times):
        conn.execute(_ASKED, {"whose": player_id})


def count_missed(conn: Connection, player_id: int) -> None:
    """Count a window with a deadline that a player has missed."""
    conn.execute(_MISSED, {"whose": player_id})


def deadlines_met(row: PlayerRow) -> tuple[int, int]:
    """Return (met, total) for a player's last windows with a deadline, RECENT at
    most."""
    count = min(row.asked, RECENT)
    return count - min(count, row.recent.bit_count()), count


def names(conn: Connection, player_ids: Iterable[int]) -> dict[int, str]:
    """Return the names of players."""
    query = sa.select(_player.c.id, _player.c.name)
    rows = conn.execute(query.where(_player.c.id.in_(list(player_ids))))
    return {row.id: row.name for row in rows}


def with_digest_due(conn: Connection, now: float) -> int | None:
    """Return a player whose digest is due."""
    due = sa.select(_player.c.id).where(_player.c.digest_at <= now).limit(1)
    return conn.execute(due).scalar()


def next_digest(conn: Connection) -> float | None:
    """Return when the next digest is due."""
    return conn.execute(sa.select(sa.func.min(_player.c.digest_at))).scalar()


def zone(conn: Connection, config: Config, player_id: int) -> str:
    """Return the time zone in which a player sees times."""
    return zones.known_or_home(get(conn, player_id).zone, config.zone)


def with_zones(conn: Connection) -> list[PlayerRow]:
    """Return the players who have set a time zone."""
    return fetch(conn, PlayerRow, sa.select(_player).where(_player.c.zone != ""))


def proven_owner(conn: Connection, address: str) -> int | None:
    """Return the player who has proven that an address is theirs."""
    this = (_address.c.address == address) & _address.c.proven
    return conn.execute(sa.select(_address.c.player_id).where(this)).scalar()


def owner(conn: Connection, address: str) -> int | None:
    """Return the player whom an address belongs to."""
    return owner_and_doubt(conn, address)[0]


def owner_and_doubt(conn: Connection, address: str) -> tuple[int | None, bool]:
    """Return the player with an address, and whether the address is unproven or marked
    undeliverable; then a letter from it must be noted."""
    found = conn.execute(_OWNER, {"whose": address}).first() if address else None
    return (None, False) if found is None else (found[0], found[1])


def get_or_create(
    conn: Connection, address: str, name: str, now: float, *, proven: bool = False
) -> int:
    """Return the player of an address, a new one where nobody has it: by hearsay, or
    `proven` to be theirs."""
    known = owner(conn, address)
    if known is not None:
        return known
    who = name or naming.from_address(address)
    number = insert(
        conn, PlayerRow(0, who, "board", now, "", "", None, False, 0, 0, 0, "", "")
    )
    add_address(conn, number, address, now, proven=proven)
    return number


def addresses(conn: Connection, player_id: int) -> list[str]:
    """Return a player's addresses, the one that is written to first."""
    return [row.address for row in address_rows(conn, player_id)]


def add_address(
    conn: Connection, player_id: int, address: str, now: float, *, proven: bool = True
) -> None:
    """Give a player one more address, to be tried after the others.

    Where others only said that it is somebody's, so is what they meant for it.
    """
    rank = len(address_rows(conn, player_id))
    known = fetch_first(conn, AddressRow, _UNSURE, {"whose": address})
    if known is not None and not known.proven:
        mine = sa.select(_seat.c.game_id).where(_seat.c.player_id == player_id)
        theirs = (_seat.c.player_id == known.player_id) & _seat.c.game_id.not_in(mine)
        conn.execute(_seat.update().where(theirs).values(player_id=player_id))
        delete(conn, known)
        ladders.begin_anew(conn)
    insert(conn, AddressRow(0, player_id, address, rank, "", now, proven, None))


def prefer_address(conn: Connection, player_id: int, address: str) -> None:
    """Make an address the one that is written to first, and forgets its trouble."""
    for rank, row in enumerate(address_rows(conn, player_id), 1):
        first = row._replace(rank=0, trouble="")
        new = first if row.address == address else row._replace(rank=rank)
        save(conn, row, new)


def remove_address(conn: Connection, player_id: int, address: str) -> None:
    """Take an address away from a player."""
    own = (_address.c.player_id == player_id) & (_address.c.address == address)
    conn.execute(_address.delete().where(own))


def working_address(
    conn: Connection, player_id: int, preferred: str = ""
) -> AddressRow | None:
    """Return the address to mail a player at: the preferred one if it is theirs and
    works, else the first that works, or None."""
    sound = {
        row.address: row for row in address_rows(conn, player_id) if not row.trouble
    }
    return sound.get(preferred) or next(iter(sound.values()), None)


def waits_for_word(conn: Connection, player_id: int) -> bool:
    """Return whether nothing more is written to a player before they write: nobody has
    proven the address, and it had its letter."""
    row = working_address(conn, player_id)
    return row is not None and not row.proven and row.told is not None


def mark_undeliverable(conn: Connection, address: str, why: str) -> int | None:
    """Mark an address as one that cannot be reached; return its player, if it was not
    marked yet."""
    query = sa.select(_address).where(_address.c.address == address)
    row = fetch_first(conn, AddressRow, query)
    if row is None or row.trouble:
        return None
    save(conn, row, row._replace(trouble=why[:300] or "unknown"))
    return row.player_id


def in_trouble(conn: Connection) -> list[AddressRow]:
    """Return the addresses that cannot be reached."""
    troubled = _address.c.trouble != ""
    query = sa.select(_address).where(troubled).order_by(_address.c.address)
    return fetch(conn, AddressRow, query)


def mark_working(conn: Connection, address: str, player_id: int | None) -> bool:
    """Clear the undeliverable mark of an address after a letter from it, and mark it as
    proven if it belongs to the player; return whether it was unproven before."""
    row = fetch_first(conn, AddressRow, _UNSURE, {"whose": address})
    if row is None:
        return False
    proven = row.player_id == player_id
    save(conn, row, row._replace(trouble="", proven=row.proven or proven))
    return proven and not row.proven


def note_address_change(
    conn: Connection,
    player_id: int,
    what: str,
    address: str,
    before: list[str],
    now: float,
) -> None:
    """Note a change, and which addresses there were before it."""
    given = (player_id, what, address, json.dumps(before), now, False)
    insert(conn, AddressChangeRow(0, *given))


def address_changes(
    conn: Connection, player_id: int, moment: float
) -> list[AddressChangeRow]:
    """Return the changes since a moment that still hold, the first one first."""
    mine = (_change.c.player_id == player_id) & (_change.c.made >= moment)
    query = sa.select(_change).where(mine, ~_change.c.undone).order_by(_change.c.id)
    return fetch(conn, AddressChangeRow, query)


def take_back_addresses(
    conn: Connection, changes: list[AddressChangeRow], now: float
) -> None:
    """Give a player the addresses back that there were before some changes.

    One that has become another's stays with them; where all have, nothing changes.
    """
    player_id, was = changes[0].player_id, json.loads(changes[0].before)
    own = addresses(conn, player_id)
    for address in was:
        if address not in own and proven_owner(conn, address) is None:
            add_address(conn, player_id, address, now)
    for address in reversed(was):
        prefer_address(conn, player_id, address)
    if set(was) & set(addresses(conn, player_id)):
        for address in set(own) - set(was):
            remove_address(conn, player_id, address)
    for one in changes:
        save(conn, one, one._replace(undone=True))


def address_rows(conn: Connection, player_id: int) -> list[AddressRow]:
    return fetch(conn, AddressRow, _ADDRESSES, {"player": player_id})
