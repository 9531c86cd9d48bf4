"""`games`: what is played here, and what the writer plays."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa

from pbem import games
from pbem.server import gamebook, offers, reports, schema, sheet, terms
from pbem.server.talk import Talk

WORDS = ("games",)
NEEDS = "anybody"


def run(talk: Talk, line: sheet.Command) -> None:
    """Lists the kinds of game, and the writer's own games where that is proven."""
    own = []
    if talk.player_id is not None:
        table, seat = schema.game, schema.seat
        query = (
            sa.select(table.c.id)
            .join(seat, seat.c.game_id == table.c.id)
            .where(
                seat.c.player_id == talk.player_id,
                seat.c.state.in_(("asked", "in", "free")),
            )
            .where(table.c.state.in_(("invited", "open", "running")))
            .order_by(table.c.id)
            .limit(50)
        )
        for number in [row.id for row in talk.link.execute(query)]:
            game = gamebook.get(talk.link, number)
            until = reports.until(
                *(talk.link, talk.office, talk.player_id, game.deadline, talk.now)
            )
            own.append((game.name, games.find(game.kind).title, game.state, until))
    kinds = list(games.built_in().values())
    talk.say("games", kinds=kinds, own=own, free=_open(talk))
    if left := offers.left(talk.link, talk.player_id):
        talk.say("seats_left", seats=left)


def _open(talk: Talk) -> list[dict[str, Any]]:
    """The games that the writer may join, with how they are played."""
    table, seat = schema.game, schema.seat
    mine = sa.select(seat.c.game_id).where(seat.c.player_id == talk.player_id)
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
            "pace": terms.of(row)["pace"],
        }
        for row in talk.link.execute(query).all()
    ]
