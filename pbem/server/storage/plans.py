"""Plans as they lie in the store: their text, and where in the record they came."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.plans.syntax import lines_of
from pbem.protocol import Seat
from pbem.record.header import Piece
from pbem.record.turn_file import PlanBlock
from pbem.server.database import schema
from pbem.server.database.queries import fetch, insert
from pbem.server.database.rows import PlanRow

_plan = schema.plan
_OF = (
    sa.select(_plan)
    .where(_plan.c.game_id == sa.bindparam("game"))
    .order_by(_plan.c.number, _plan.c.seat)
)


def of(link: Connection, game_id: int) -> list[PlanRow]:
    """Return the plans of a game, in the order in which they came."""
    return fetch(link, PlanRow, _OF, {"game": game_id})


def put(link: Connection, row: PlanRow) -> None:
    """Keep a plan in the place of the one that its seat had."""
    drop(link, row.game_id, row.seat)
    insert(link, row)


def drop(link: Connection, game_id: int, *seats: Seat) -> None:
    """Forget the plans of some seats."""
    mine = (_plan.c.game_id == game_id) & _plan.c.seat.in_(seats)
    link.execute(_plan.delete().where(mine))


def block(seat: Seat, text: str) -> PlanBlock:
    """Return the lines of a plan as a record takes them."""
    return PlanBlock(Piece(seat, 0, 1), plan_pieces(text.split("\n")))


def plan_pieces(lines: Sequence[str]) -> tuple[Piece, ...]:
    """Return lines of a letter as those of a plan that stand in no file."""
    return tuple([Piece(text, 0, column) for text, column in lines_of(lines)])
