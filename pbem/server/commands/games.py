"""`games`: what is played here, and what the writer plays."""

from __future__ import annotations

import sqlalchemy as sa

from pbem import games
from pbem.server import gamebook, reports, schema, sheet
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
            .where(seat.c.player_id == talk.player_id, seat.c.state != "listed")
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


def _open(talk: Talk) -> list[tuple[str, str, int, int]]:
    """The games that anybody may join: seats that are taken, and seats in all."""
    table, seat = schema.game, schema.seat
    query = (
        sa.select(table.c.name, table.c.kind, table.c.wanted, sa.func.count())
        .join(seat, seat.c.game_id == table.c.id)
        .where(table.c.state == "open")
        .group_by(table.c.id, table.c.name, table.c.kind, table.c.wanted)
        .order_by(table.c.id)
        .limit(50)
    )
    return [
        (row[0], games.find(row[1]).title, row[3], row[2])
        for row in talk.link.execute(query)
    ]
