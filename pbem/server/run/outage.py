"""The outage shield: where this server slept, or its clock jumped, nobody is late.

A beat in the store says when the server last worked. After a longer gap nothing is
processed at first: every deadline that had not passed when we fell asleep is moved
by the gap, and each player is told once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from pbem.server.context import ServerContext, Transaction
from pbem.server.game import deadlines
from pbem.server.notices import references
from pbem.server.outbound import templates
from pbem.server.outbound.message import Message
from pbem.server.schedule import ical
from pbem.server.schedule.ical import Due
from pbem.server.schedule.parser import parse_duration
from pbem.server.schedule.phrases import format_duration
from pbem.server.storage import players, schema
from pbem.server.storage.database import insert_new

HEARTBEAT_SECONDS = 60.0  #: seconds between two beats
_meta, _game, _timer, _seat = schema.meta, schema.game, schema.timer, schema.seat


def heartbeat(context: ServerContext, now: float) -> int:
    """Notes that we are awake; how many games got a later deadline."""
    with context.writing(now) as tx:
        link = tx.link
        if link.dialect.name == "postgresql":
            # Several servers may wake up together: one of them does it.
            link.execute(sa.text("SELECT pg_advisory_xact_lock(7402003)"))
        last = _last(link)
        _write(link, now)
        if last is None or now <= last:
            if last is not None and last - now > HEARTBEAT_SECONDS:
                tx.audit("clock-back", f"{round(last - now)} s")
            return 0
        gap = now - last
        if gap <= parse_duration(context.config.outage):
            return 0
        moved = _shift(link, last, now, gap)
        tx.audit("outage", f"{round(gap)} s, {len(moved)} games")
        _tell(tx, moved, gap)
        return len(moved)


def check_wall_times(context: ServerContext, now: float) -> int:
    """Looks whether clocks are set otherwise, by a new zone database, than when a
    deadline was set. It stays the moment that it was, and the players are told."""
    changed = 0
    with context.writing(now) as tx:
        link = tx.link
        set_so = (_game.c.wall != "") & (_game.c.deadline > now)
        for game in link.execute(sa.select(_game).where(set_so)).all():
            zone = game.wall.rpartition(" ")[2]
            there = deadlines.wall_time(game.deadline, zone)
            if there == game.wall:
                continue
            changed += 1
            this = _game.update().where(_game.c.id == game.id)
            link.execute(this.values(wall=there))
            tx.audit("clocks", f"{game.wall} is {there}", game_id=game.id)
            seats = sa.select(_seat).where(_seat.c.game_id == game.id)
            for row in link.execute(seats.where(_seat.c.state == "in")).all():
                said = references.player_deadline(tx, row.player_id, game.deadline)
                message = Message(
                    subject=templates.subject("clocks", name=game.name),
                    body=templates.blocks(
                        "clocks", name=game.name, was=game.wall, until=said
                    ),
                )
                tx.send_about_no_game(row.player_id, message, kind="notice")
    return changed


def _last(link: Connection) -> float | None:
    query = sa.select(_meta.c.value).where(_meta.c.name == "beat")
    found = link.execute(query).scalar()
    return None if found is None else float(found)


def _write(link: Connection, now: float) -> None:
    if not insert_new(link, _meta, {"name": "beat", "value": repr(now)}):
        this = _meta.update().where(_meta.c.name == "beat")
        link.execute(this.values(value=repr(now)))


def _shift(link: Connection, last: float, now: float, gap: float) -> list[int]:
    """Moves what was still to come; the games whose deadline it was."""
    waiting = _game.c.state.in_(("invited", "open", "running"))
    due = waiting & (_game.c.deadline >= last - 1)
    ids = [row.id for row in link.execute(sa.select(_game.c.id).where(due))]
    whole = float(round(gap))
    change: dict[str, Any] = {
        "deadline": _game.c.deadline + whole,
        "opened": _game.c.opened + whole,
        "moves": _game.c.moves + 1,
        "wall": "",
        "wake_at": now,
    }
    link.execute(_game.update().where(due).values(change))
    ours = _timer.c.game_id.in_(ids) & (_timer.c.at >= last - 1)
    link.execute(_timer.update().where(ours).values(at=_timer.c.at + whole))
    return ids


def _noted(tx: Transaction, theirs: Mapping[Row[Any], str]) -> list[Due]:
    """The deadlines that a calendar has: of games that wait for this very seat."""
    return [
        references.calendar_due(game, seat, game.deadline)
        for game, seat in theirs.items()
        if game.state == "running"
        and seat in tx.context.game_cache.open(tx.link, game).awaited()
    ]


def _tell(tx: Transaction, moved: list[int], gap: float) -> None:
    """One letter to each player, with all their games."""
    link = tx.link
    games = {
        row.id: row
        for row in link.execute(sa.select(_game).where(_game.c.id.in_(moved)))
    }
    seats = sa.select(_seat).where(_seat.c.game_id.in_(moved), _seat.c.state == "in")
    theirs: dict[int, dict[int, str]] = {}
    for row in link.execute(seats):
        theirs.setdefault(row.player_id, {})[row.game_id] = row.name
    for player_id, numbers in sorted(theirs.items()):
        if players.working_address(link, player_id) is None:
            continue
        told = [
            (
                games[number].name,
                references.player_deadline(tx, player_id, games[number].deadline),
            )
            for number in sorted(numbers)
        ]
        message = Message(
            subject=templates.subject("outage"),
            body=templates.blocks("outage", gap=format_duration(gap), games=told),
        )
        if players.get(link, player_id).calendar:
            due = _noted(tx, {games[n]: numbers[n] for n in numbers})
            calendars = ical.entries(tx.config.domain, due, tx.now)
            message = replace(message, calendar=calendars)
        tx.send_about_no_game(player_id, message, kind="outage")
