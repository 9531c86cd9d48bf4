"""Game masters: the host, and whoever else was given a game."""

from __future__ import annotations

import sqlalchemy as sa

from pbem.server.context import Transaction
from pbem.server.game.session import GameSession
from pbem.server.schedule.parser import parse_duration
from pbem.server.storage import players, schema

_master, _letter, _act = schema.master, schema.letter, schema.act


def of(tx: Transaction, game_id: int) -> list[int]:
    """The players who are masters of a game: of all games, and of this one."""
    query = sa.select(_master.c.player_id).where(_master.c.game_id == game_id)
    found = [row.player_id for row in tx.link.execute(query)]
    host = players.owner(tx.link, tx.config.host.lower())
    return ([host] if host is not None else []) + found


def is_one(tx: Transaction, game_id: int, player_id: int | None) -> bool:
    """Whether somebody may act as a master of a game."""
    return player_id is not None and player_id in of(tx, game_id)


def silent_for_long(session: GameSession) -> bool:
    """Whether nothing has been heard of any master for long."""
    link = session.link
    masters = of(session, session.game.id)
    theirs = [a for one in masters for a in players.addresses(link, one)]
    wrote = sa.select(sa.func.max(_letter.c.kept)).where(_letter.c.sender.in_(theirs))
    acted = sa.select(sa.func.max(_act.c.made)).where(_act.c.game_id == session.game.id)
    times = [link.execute(query).scalar() for query in (wrote, acted)]
    last = max([time for time in times if time is not None], default=0.0)
    return session.now - last > parse_duration(session.config.master_gone)
