"""Game masters: the host, and whoever else was given a game."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.server.context import ServerContext
from pbem.server.game.session import GameSession
from pbem.server.schedule.parser import parse_duration
from pbem.server.storage import players, schema

_master, _letter, _act = schema.master, schema.letter, schema.act


def of(link: Connection, context: ServerContext, game_id: int) -> list[int]:
    """The players who are masters of a game: of all games, and of this one."""
    query = sa.select(_master.c.player_id).where(_master.c.game_id == game_id)
    found = [row.player_id for row in link.execute(query)]
    host = players.owner(link, context.config.host.lower())
    return ([host] if host is not None else []) + found


def is_one(
    link: Connection, context: ServerContext, game_id: int, player_id: int | None
) -> bool:
    """Whether somebody may act as a master of a game."""
    return player_id is not None and player_id in of(link, context, game_id)


def silent_for_long(session: GameSession) -> bool:
    """Whether nothing has been heard of any master for long."""
    link, context = session.link, session.context
    masters = of(link, context, session.game.id)
    theirs = [a for one in masters for a in players.addresses(link, one)]
    wrote = sa.select(sa.func.max(_letter.c.kept)).where(_letter.c.sender.in_(theirs))
    acted = sa.select(sa.func.max(_act.c.made)).where(_act.c.game_id == session.game.id)
    times = [link.execute(query).scalar() for query in (wrote, acted)]
    last = max([time for time in times if time is not None], default=0.0)
    return session.now - last > parse_duration(context.config.master_gone)
