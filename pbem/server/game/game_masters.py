"""Game masters: the host, and all others who were given a game."""

from __future__ import annotations

from pbem.schedule.parser import parse_duration
from pbem.server.context import Transaction
from pbem.server.game.session import GameSession
from pbem.server.store import games, letters, players


def of(tx: Transaction, game_id: int) -> list[int]:
    """Return the players who are masters of a game: of all games, and of this one."""
    host = _host(tx)
    found = games.masters(tx.conn, game_id)
    return found if host is None else [host, *found]


def any_for(session: GameSession) -> bool:
    """Return whether somebody is a master of a game, or the host would be."""
    return bool(session.config.host or of(session, session.game.id))


def is_host(tx: Transaction, player_id: int | None) -> bool:
    """Return whether somebody is the host."""
    return player_id is not None and player_id == _host(tx)


def _host(tx: Transaction) -> int | None:
    return players.owner(tx.conn, tx.config.host.lower())


def is_one(tx: Transaction, game_id: int, player_id: int | None) -> bool:
    """Return whether somebody may act as a master of a game."""
    return player_id is not None and player_id in of(tx, game_id)


def silent_for_long(session: GameSession) -> bool:
    """Return whether nothing has been heard of any master for long."""
    conn = session.conn
    masters = of(session, session.game.id)
    theirs = [a for one in masters for a in players.addresses(conn, one)]
    acted = games.last_act(conn, session.game.id)
    last = max(acted, letters.last_from(conn, theirs))
    return session.now - last > parse_duration(session.config.master_gone)
