"""What everybody may know of a player: never an address."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.server.game import game_masters
from pbem.server.game.request import Request
from pbem.server.lobby import ratings
from pbem.server.storage import game_store, schema

_player, _seat, _game = schema.player, schema.seat, schema.game


@dataclass(frozen=True, slots=True)
class Person:
    """A player, in numbers."""

    name: str
    asked: int
    missed: int
    running: int
    played: int
    won: int
    rating: float | None
    games: tuple[str, ...]  #: that the one who asks is in too
    me: bool = False  #: the one who asks

    @property
    def reliable(self) -> int:
        """Of a hundred deadlines, how many were kept."""
        return round(100 * (1 - self.missed / self.asked)) if self.asked else 100


def about(request: Request, wanted: str) -> list[Person]:
    """Oneself where nobody is named; else those of that name, or in that game, whom
    the writer shares a game with; a game master is told of all in it."""
    link, me = request.link, request.player_id
    if me is None:
        return []
    mine = sa.select(_seat.c.game_id).where(
        _seat.c.player_id == me, _seat.c.state != "listed"
    )
    seated = sa.select(_seat.c.player_id).where(_seat.c.state.in_(("in", "free")))
    query = seated.where(_seat.c.game_id.in_(mine))
    game = game_store.find(link, wanted) if wanted else None
    if game is not None:
        rules_it = game_masters.is_one(request, game.id, me)
        query = (seated if rules_it else query).where(_seat.c.game_id == game.id)
    elif wanted:
        named = sa.select(_player.c.id).where(
            sa.func.lower(_player.c.name) == wanted.lower()
        )
        called = sa.func.lower(_seat.c.name) == wanted.lower()
        query = query.where(sa.or_(called, _seat.c.player_id.in_(named)))
    else:
        return [_person(link, me, me)]
    found = sorted({row.player_id for row in link.execute(query)})
    return [_person(link, one, me) for one in found[:20]]


def _person(link: Connection, player_id: int, me: int) -> Person:
    row = link.execute(sa.select(_player).where(_player.c.id == player_id)).one()
    rated = ratings.rated(ratings.results(link)).get(player_id)
    theirs = (
        sa.select(_game.c.id, _game.c.name, _game.c.state)
        .join(_seat, _seat.c.game_id == _game.c.id)
        .where(_seat.c.player_id == player_id, _seat.c.state == "in")
        .order_by(_game.c.id)
    )
    games = link.execute(theirs).all()
    ours = sa.select(_seat.c.game_id).where(_seat.c.player_id == me)
    shared = {one.game_id for one in link.execute(ours)}
    return Person(
        row.name,
        row.asked,
        row.missed,
        sum(game.state == "running" for game in games),
        rated.played if rated else 0,
        rated.won if rated else 0,
        rated.rating if rated else None,
        tuple(game.name for game in games if game.id in shared)[:10],
        player_id == me,
    )
