"""What is decided about a game: by votes of its players, and by game masters."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.server.states import VoteState
from pbem.server.storage import schema
from pbem.server.storage.database import fetch, fetch_first
from pbem.server.storage.rows import ActRow, VoteRow

_vote, _act = schema.vote, schema.act


def open_in(link: Connection, game_id: int) -> VoteRow | None:
    """Return the vote that is open in a game."""
    mine = (_vote.c.game_id == game_id) & (_vote.c.state == VoteState.OPEN)
    return fetch_first(link, VoteRow, sa.select(_vote).where(mine))


def acts_of(link: Connection, game_id: int) -> list[ActRow]:
    """Return what game masters did to a game."""
    return fetch(link, ActRow, sa.select(_act).where(_act.c.game_id == game_id))


def last_act(link: Connection, game_id: int) -> float:
    """Return when a game master last did something to a game; 0: never."""
    query = sa.select(sa.func.max(_act.c.made)).where(_act.c.game_id == game_id)
    return link.execute(query).scalar() or 0.0
