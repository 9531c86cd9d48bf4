"""What is decided about a game: by votes of its players, and by game masters."""

from __future__ import annotations

import json
from collections.abc import Mapping

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.server.states import VoteState
from pbem.server.storage import schema
from pbem.server.storage.database import fetch, fetch_first, insert
from pbem.server.storage.rows import ActRow, VoteRow

_vote, _act = schema.vote, schema.act


def propose(
    link: Connection,
    game_id: int,
    what: str,
    seat: str,
    serial: int,
    *,
    made: float,
    until: float,
) -> int:
    """Open a vote, to which its proposer agrees; return its number."""
    given = {"game_id": game_id, "what": what, "seat": seat, "serial": serial}
    ballots = json.dumps({seat: True})
    state = VoteState.OPEN
    return insert(
        link, _vote, **given, ballots=ballots, state=state, made=made, until=until
    )


def open_in(link: Connection, game_id: int) -> VoteRow | None:
    """Return the vote that is open in a game."""
    mine = (_vote.c.game_id == game_id) & (_vote.c.state == VoteState.OPEN)
    return fetch_first(link, VoteRow, sa.select(_vote).where(mine))


def cast(link: Connection, number: int, ballots: Mapping[str, bool]) -> None:
    """Write down who has said what."""
    this = _vote.update().where(_vote.c.id == number)
    link.execute(this.values(ballots=json.dumps(ballots)))


def settle(link: Connection, number: int, state: VoteState) -> None:
    """Note how a vote has ended."""
    link.execute(_vote.update().where(_vote.c.id == number).values(state=state))


def add_act(
    link: Connection,
    game_id: int,
    serial: int,
    who: str,
    what: str,
    reason: str,
    now: float,
) -> int:
    """Note what a game master is about to do; return its number."""
    given = {"game_id": game_id, "serial": serial, "who": who, "what": what[:400]}
    return insert(link, _act, **given, reason=reason, detail="", made=now)


def finish_act(link: Connection, number: int, detail: str | None) -> None:
    """Note what an act came to; None: it was refused, and is forgotten."""
    this = _act.c.id == number
    if detail is None:
        link.execute(_act.delete().where(this))
    else:
        link.execute(_act.update().where(this).values(detail=detail))


def acts_of(link: Connection, game_id: int) -> list[ActRow]:
    """Return what game masters did to a game."""
    return fetch(link, ActRow, sa.select(_act).where(_act.c.game_id == game_id))


def last_act(link: Connection, game_id: int) -> float:
    """Return when a game master last did something to a game; 0: never."""
    query = sa.select(sa.func.max(_act.c.made)).where(_act.c.game_id == game_id)
    return link.execute(query).scalar() or 0.0
