"""Ratings as they are kept: after the games that were counted so far, in order of
their ends. They are no more than a cache of how the games have ended."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.server.database import schema
from pbem.server.database.queries import (
    drop_fact,
    fact,
    fetch,
    fetch_first,
    insert_new,
    save,
    set_fact,
)
from pbem.server.database.rating_rows import BoxRatingRow, RatingRow
from pbem.server.database.rows import GameRow
from pbem.server.states import GameState

_game, _rating, _box = schema.game, schema.rating, schema.box_rating
_MARK = "rated"  #: a fact about the store: up to where games were counted
_NEXT = (
    sa.select(_game)
    .where(
        _game.c.state == GameState.OVER,
        _game.c.result != "",
        sa.tuple_(_game.c.ended, _game.c.id)
        > sa.tuple_(
            sa.bindparam("ended", type_=sa.Float),
            sa.bindparam("number", type_=sa.BigInteger),
        ),
    )
    .order_by(_game.c.ended, _game.c.id)
    .limit(sa.bindparam("most"))
)
_BEST = (
    sa.select(_rating)
    .where(_rating.c.kind == sa.bindparam("what"))
    .order_by(_rating.c.rating.desc(), _rating.c.player_id)
    .limit(sa.bindparam("most"))
)


class Mark(NamedTuple):
    """The last game that was counted, and how many players each ladder has since."""

    ended: float
    game_id: int
    players: Mapping[str, int]


def mark(link: Connection) -> Mark:
    """Return up to where games were counted."""
    found = fact(link, _MARK)
    return Mark(-1.0, 0, {}) if found is None else Mark(*json.loads(found))


def set_mark(link: Connection, new: Mark) -> None:
    """Note up to where games were counted."""
    set_fact(link, _MARK, json.dumps(new))


def uncounted(link: Connection, after: Mark, most: int) -> list[GameRow]:
    """Return games that have ended since, the first ones first."""
    given = {"ended": after.ended, "number": after.game_id, "most": most}
    return fetch(link, GameRow, _NEXT, given)


def best(link: Connection, kind: str, most: int) -> list[RatingRow]:
    """Return the best of a ladder: of a kind of game, or "" for all."""
    return fetch(link, RatingRow, _BEST, {"what": kind, "most": most})


def of_players(
    link: Connection, kind: str, player_ids: Sequence[int]
) -> list[RatingRow]:
    """Return what is kept of some players."""
    mine = (_rating.c.kind == kind) & _rating.c.player_id.in_(player_ids)
    query = sa.select(_rating).where(mine).order_by(_rating.c.player_id)
    return fetch(link, RatingRow, query)


def of_box(link: Connection, kind: str, box: str) -> BoxRatingRow | None:
    """Return what is kept of a game that is played against."""
    this = (_box.c.kind == kind) & (_box.c.box == box)
    return fetch_first(link, BoxRatingRow, sa.select(_box).where(this))


def keep(
    link: Connection,
    old: RatingRow | BoxRatingRow | None,
    new: RatingRow | BoxRatingRow,
) -> None:
    """Write down what is new in a row, or all of one that is not there yet."""
    if old is None:
        insert_new(link, schema.TABLES[type(new)], new._asdict())
    else:
        save(link, old, new)


def forget(link: Connection) -> None:
    """Count all games anew: what was counted is no longer how it was."""
    for table in (_rating, _box):
        link.execute(table.delete())
    drop_fact(link, _MARK)
