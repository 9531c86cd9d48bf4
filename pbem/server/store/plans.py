"""Plans as they lie in the store: their text, and where in the record they came."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.plans.syntax import lines_of
from pbem.protocol import Seat
from pbem.record.header import Piece
from pbem.record.turn_file import PlanBlock
from pbem.server.store import schema
from pbem.server.store.queries import fetch, insert
from pbem.server.store.rows import PlanRow

_plan, _seat = schema.plan, schema.seat
_SAME_SEAT = (_seat.c.game_id == _plan.c.game_id) & (_seat.c.number == _plan.c.seat)


class StoredPlan(NamedTuple):
    """A plan as the store has it, with the name of its seat."""

    seat: Seat
    number: int  #: entries that the record had when it came
    text: str  #: its lines


def of(conn: Connection, game_id: int) -> list[StoredPlan]:
    """Return the plans of a game, in the order in which they came."""
    query = (
        sa.select(_seat.c.name, _plan.c.number, _plan.c.text)
        .join(_seat, _SAME_SEAT)
        .where(_plan.c.game_id == game_id)
        .order_by(_plan.c.number, _seat.c.name)
    )
    return fetch(conn, StoredPlan, query)


def put(conn: Connection, row: PlanRow) -> None:
    """Keep a plan in the place of the one that its seat had."""
    mine = (_plan.c.game_id == row.game_id) & (_plan.c.seat == row.seat)
    conn.execute(_plan.delete().where(mine))
    insert(conn, row)


def drop(conn: Connection, game_id: int, *seats: Seat) -> None:
    """Forget the plans of some seats."""
    numbers = sa.select(_seat.c.number).where(
        _seat.c.game_id == game_id, _seat.c.name.in_(seats)
    )
    mine = (_plan.c.game_id == game_id) & _plan.c.seat.in_(numbers)
    conn.execute(_plan.delete().where(mine))


def block(seat: Seat, text: str) -> PlanBlock:
    """Return the lines of a plan as a record takes them."""
    return PlanBlock(Piece(seat, 0, 1), plan_pieces(text.split("\n")))


def plan_pieces(lines: Sequence[str]) -> tuple[Piece, ...]:
    """Return lines of a letter as those of a plan that are in no file."""
    return tuple([Piece(text, 0, column) for text, column in lines_of(lines)])
