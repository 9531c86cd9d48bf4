"""What `pbem server status` says next to figures: games that ended as nobody played
them any more, and new players who have not written."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.schedule.units import DAY
from pbem.server.states import GameState, SeatState
from pbem.server.store import schema

RECENT_DAYS = 30  #: for which ended games are named


def ended_empty(conn: Connection, now: float) -> list[str]:
    """Return the names of games that ended lately with no person left in them."""
    audit, game = schema.audit, schema.game
    of_game = audit.join(game, game.c.id == audit.c.game_id)
    ended = (audit.c.what == "over") & (audit.c.detail == "empty")
    recent = audit.c.at > now - RECENT_DAYS * DAY
    query = sa.select(game.c.name).select_from(of_game).where(ended, recent)
    return list(conn.execute(query.order_by(audit.c.id)).scalars())


def silent_newcomers(conn: Connection) -> list[tuple[str, str, str]]:
    """Return the game, seat and address of players who were given a seat of a running
    game, and had their one letter, and have not written."""
    game, seat, address = schema.game, schema.seat, schema.address
    rows = seat.join(game, game.c.id == seat.c.game_id)
    rows = rows.join(address, address.c.player_id == seat.c.player_id)
    running = (game.c.state == GameState.RUNNING) & (seat.c.state == SeatState.IN)
    silent = ~address.c.proven & address.c.told.is_not(None)
    query = sa.select(game.c.name, seat.c.name, address.c.address).select_from(rows)
    query = query.where(running, silent).order_by(game.c.name, seat.c.number)
    return [(row[0], row[1], row[2]) for row in conn.execute(query)]
