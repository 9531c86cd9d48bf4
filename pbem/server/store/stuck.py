"""Players who may be stuck: what the host hears of them; never their orders."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.schedule.units import DAY
from pbem.server.states import (
    GOING_ON,
    GameState,
    LetterOutcome,
    LetterState,
    SeatState,
)
from pbem.server.store import players, schema

RECENT_DAYS = 14  #: in which letters are checked
SILENT_DAYS = 1  #: without a word, after which somebody may be stuck
JUNK_OF = "junk-of"  #: in the audit log: whose letters were taken out of Junk
_letter, _seat, _game = schema.letter, schema.seat, schema.game


class Stuck(NamedTuple):
    """A player who may be stuck, and why."""

    why: str  #: refused, asked, bounced, junk, new
    game: str  #: "" for none
    player_id: int
    player: str
    letter: int = 0  #: the last one, where letters are the reason
    times: int = 0  #: refused in a row
    more: str = ""  #: why letters come back, or the seat that was taken over


def everyone(conn: Connection, now: float) -> list[Stuck]:
    """Return who may be stuck now, by game and player."""
    found = [
        *_after_letters(conn, now),
        *_unreachable(conn),
        *_in_junk(conn, now),
        *_new(conn, now),
    ]
    return sorted(found, key=lambda one: (one.game, one.player_id, one.why))


def _after_letters(conn: Connection, now: float) -> Iterator[Stuck]:
    """Yield who was refused twice in a row, or is silent since a question."""
    since = now - RECENT_DAYS * DAY
    doubtful = _letter.c.outcome.in_((LetterOutcome.ASKED, LetterOutcome.REFUSED))
    pair = (_letter.c.player_id, _letter.c.game_id)
    about = sa.select(*pair).where(doubtful, _letter.c.kept > since).distinct()
    for player_id, game_id in conn.execute(about).all():
        if player_id is None:
            continue
        mine = (_letter.c.player_id == player_id) & (_letter.c.game_id == game_id)
        done = mine & (_letter.c.state == LetterState.DONE)
        columns = (_letter.c.id, _letter.c.outcome, _letter.c.kept)
        last = sa.select(*columns).where(done, _letter.c.kept > since)
        rows = conn.execute(last.order_by(_letter.c.id.desc()).limit(20)).all()
        if not rows:
            continue
        what, (*run,) = next(
            (key, list(group)) for key, group in groupby(rows, lambda row: row.outcome)
        )
        if what == LetterOutcome.REFUSED and len(run) > 1:
            why, times = "refused", len(run)
        elif what == LetterOutcome.ASKED and run[0].kept < now - SILENT_DAYS * DAY:
            why, times = "asked", 0
        else:
            continue
        game = "" if game_id is None else _running(conn, game_id, run[0].kept)
        if game is not None:
            name = players.get(conn, player_id).name
            yield Stuck(why, game, player_id, name, letter=run[0].id, times=times)


def _running(conn: Connection, game_id: int, moment: float) -> str | None:
    """Return the name of a game whose open window, or wait for players, is older than a
    moment; None where it went on since, or is over."""
    row = conn.execute(sa.select(_game).where(_game.c.id == game_id)).one()
    passed = row.opened is not None and row.opened > moment
    return None if passed or row.state not in GOING_ON else str(row.name)


def _unreachable(conn: Connection) -> Iterator[Stuck]:
    """Yield who sits in a game that goes on and has no address that works."""
    mine = _seat.join(_game, _game.c.id == _seat.c.game_id)
    sits = (_seat.c.state == SeatState.IN) & _game.c.state.in_(GOING_ON)
    for row in players.in_trouble(conn):
        if players.working_address(conn, row.player_id) is not None:
            continue
        query = sa.select(_game.c.name).select_from(mine).where(sits)
        query = query.where(_seat.c.player_id == row.player_id)
        name = players.get(conn, row.player_id).name
        for game in conn.execute(query).scalars():
            yield Stuck("bounced", game, row.player_id, name, more=row.trouble)


def _in_junk(conn: Connection, now: float) -> Iterator[Stuck]:
    """Yield whose letters were taken out of Junk of late."""
    audit = schema.audit.c
    late = (audit.what == JUNK_OF) & (audit.at > now - RECENT_DAYS * DAY)
    for number in conn.execute(sa.select(audit.player_id).where(late).distinct()):
        yield Stuck("junk", "", number[0], players.get(conn, number[0]).name)


def _new(conn: Connection, now: float) -> Iterator[Stuck]:
    """Yield who has taken over a seat of a running game and has not written since."""
    mine = _seat.join(_game, _game.c.id == _seat.c.game_id)
    sits = (_seat.c.state == SeatState.IN) & (_game.c.state == GameState.RUNNING)
    wrote = sa.exists().where(
        _letter.c.player_id == _seat.c.player_id,
        _letter.c.game_id == _seat.c.game_id,
        _letter.c.kept >= _seat.c.since,
    )
    query = sa.select(_game.c.name, _seat.c.name, _seat.c.player_id).select_from(mine)
    query = query.where(sits, _seat.c.since < now - SILENT_DAYS * DAY, ~wrote)
    for game, seat, player_id in conn.execute(query).all():
        name = players.get(conn, player_id).name
        yield Stuck("new", game, player_id, name, more=seat)
