"""Changes of players' addresses, kept so that they can be taken back."""

from __future__ import annotations

import json

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.server.storage import players, schema
from pbem.server.storage.database import fetch, insert, save
from pbem.server.storage.rows import AddressChangeRow

_change = schema.address_change


def note(
    link: Connection,
    player_id: int,
    what: str,
    address: str,
    before: list[str],
    now: float,
) -> None:
    """Note a change, and which addresses there were before it."""
    given = (player_id, what, address, json.dumps(before), now, False)
    insert(link, AddressChangeRow(0, *given))


def since(link: Connection, player_id: int, moment: float) -> list[AddressChangeRow]:
    """Return the changes since a moment that still hold, the first one first."""
    mine = (_change.c.player_id == player_id) & (_change.c.made >= moment)
    query = sa.select(_change).where(mine, ~_change.c.undone).order_by(_change.c.id)
    return fetch(link, AddressChangeRow, query)


def take_back(link: Connection, changes: list[AddressChangeRow], now: float) -> None:
    """Give a player the addresses back that there were before some changes.

    One that has become another's stays with them; where all have, nothing changes.
    """
    player_id, was = changes[0].player_id, json.loads(changes[0].before)
    own = players.addresses(link, player_id)
    for address in was:
        if address not in own and players.proven_owner(link, address) is None:
            players.add_address(link, player_id, address, now)
    for address in reversed(was):
        players.prefer_address(link, player_id, address)
    if set(was) & set(players.addresses(link, player_id)):
        for address in set(own) - set(was):
            players.remove_address(link, player_id, address)
    for one in changes:
        save(link, one, one._replace(undone=True))
