"""`games`: what is played here, and what the writer plays."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa

from pbem import games
from pbem.server.game.request import Request
from pbem.server.lobby import game_settings, standby
from pbem.server.notices import references
from pbem.server.storage import game_store, schema
from pbem.server.syntax.command import Command, CommandSpec, Needs


def run(request: Request, line: Command) -> None:
    """List the kinds of game, and the writer's own games where that is proven."""
    own = []
    if request.player_id is not None:
        table, seat = schema.game, schema.seat
        query = (
            sa.select(table.c.id)
            .join(seat, seat.c.game_id == table.c.id)
            .where(
                seat.c.player_id == request.player_id,
                seat.c.state.in_(("asked", "in", "free")),
            )
            .where(table.c.state.in_(("invited", "open", "running")))
            .order_by(table.c.id)
            .limit(50)
        )
        for number in [row.id for row in request.link.execute(query)]:
            game = game_store.get(request.link, number)
            until = references.player_deadline(
                request, request.player_id, game.deadline
            )
            own.append((game.name, games.find(game.kind).title, game.state, until))
    kinds = list(games.built_in().values())
    request.say("games", kinds=kinds, own=own, free=_open(request))
    if left := standby.seats_left(request.link, request.player_id):
        request.say("seats_left", seats=left)


def _open(request: Request) -> list[dict[str, Any]]:
    """Return the games that the writer may join, with how they are played."""
    table, seat = schema.game, schema.seat
    mine = sa.select(seat.c.game_id).where(seat.c.player_id == request.player_id)
    seats = sa.select(sa.func.count()).where(seat.c.game_id == table.c.id)
    query = (
        sa.select(table, seats.scalar_subquery().label("taken"))
        .where(table.c.state == "open", table.c.id.not_in(mine))
        .order_by(table.c.id)
        .limit(50)
    )
    return [
        {
            "game": row,
            "title": games.find(row.kind).title,
            "options": json.loads(row.options),
            "pace": game_settings.of_game(row)["pace"],
        }
        for row in request.link.execute(query).all()
    ]


SPEC = CommandSpec(words=("games",), needs=Needs.ANYBODY, run=run)
