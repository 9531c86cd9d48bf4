"""Standby players, and the free seats that they are offered."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.protocol import Seat
from pbem.server.states import VACANT, GameState, OfferState
from pbem.server.store import schema
from pbem.server.store.queries import count, fetch, fetch_first, insert
from pbem.server.store.rows import BenchRow, OfferRow

_offer, _bench = schema.offer, schema.bench
_seat, _game = schema.seat, schema.game
_OPEN = _offer.c.state == OfferState.OPEN


def get(conn: Connection, number: int) -> OfferRow | None:
    """Return an offer."""
    return fetch_first(conn, OfferRow, sa.select(_offer).where(_offer.c.id == number))


def last_to(conn: Connection, game_id: int, player_id: int | None) -> OfferRow | None:
    """Return the latest offer in a game to a player."""
    mine = (_offer.c.game_id == game_id) & (_offer.c.player_id == player_id)
    query = sa.select(_offer).where(mine).order_by(_offer.c.id.desc())
    return fetch_first(conn, OfferRow, query)


def open_in(conn: Connection, game_id: int) -> list[OfferRow]:
    """Return the offers of a game that nobody has answered."""
    here = (_offer.c.game_id == game_id) & _OPEN
    return fetch(conn, OfferRow, sa.select(_offer).where(here).order_by(_offer.c.id))


def accepted_since(conn: Connection, player_id: int, moment: float) -> int:
    """Return how many offers made after a moment a player has accepted."""
    accepted = (_offer.c.made > moment) & (_offer.c.state == OfferState.ACCEPTED)
    return count(conn, _offer.c.player_id == player_id, accepted)


def candidates(
    conn: Connection, game_id: int, kind: str, number: int
) -> list[BenchRow]:
    """Return the standby players whom a seat can be offered to, who has waited longest
    first: none who plays there, was offered this seat, or is offered another."""
    here = _offer.c.game_id == game_id
    asked = sa.select(_offer.c.player_id).where(
        here, sa.or_(_offer.c.number == number, _OPEN)
    )
    plays = sa.select(_seat.c.player_id).where(_seat.c.game_id == game_id)
    query = (
        sa.select(_bench)
        .where(_bench.c.kind.in_((kind, "all")))
        .where(_bench.c.player_id.not_in(asked), _bench.c.player_id.not_in(plays))
        .order_by(_bench.c.made, _bench.c.player_id)
    )
    return fetch(conn, BenchRow, query)


def bench_of(conn: Connection, player_id: int) -> list[BenchRow]:
    """Return the kinds of game for which a player is a substitute."""
    mine = sa.select(_bench).where(_bench.c.player_id == player_id)
    return fetch(conn, BenchRow, mine.order_by(_bench.c.kind))


def stand_by(
    conn: Connection, player_id: int, kind: str, most: int, now: float
) -> None:
    """Put a player on the list of a kind of game."""
    leave_bench(conn, player_id, kind)
    insert(conn, BenchRow(player_id, kind, most, now))


def leave_bench(conn: Connection, player_id: int, kind: str | None = None) -> None:
    """Take a player off the list of a kind of game, or of all."""
    gone = _bench.delete().where(_bench.c.player_id == player_id)
    conn.execute(gone if kind is None else gone.where(_bench.c.kind == kind))


def seats_left(
    conn: Connection, player_id: int | None
) -> list[tuple[str, str, Seat, int]]:
    """Return seats without a player that are on offer to nobody, in games that somebody
    does not play in: the game's name and kind, the seat, the turn."""
    offered = sa.exists().where(
        _offer.c.game_id == _game.c.id, _offer.c.number == _seat.c.number, _OPEN
    )
    mine = sa.select(_seat.c.game_id).where(_seat.c.player_id == player_id)
    query = (
        sa.select(_game.c.name, _game.c.kind, _seat.c.name, _game.c.serial)
        .join(_seat, _seat.c.game_id == _game.c.id)
        .where(_game.c.state == GameState.RUNNING, _seat.c.state.in_(VACANT))
        .where(~offered, _game.c.id.not_in(mine))
        .order_by(_game.c.id, _seat.c.number)
        .limit(50)
    )
    return [tuple(row) for row in conn.execute(query)]
