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

from pbem.server import calendar, clock, config, people, reports, schema, times, words
from pbem.server.compose import Draft
from pbem.server.office import Office
from pbem.server.store import insert_new, note
from pbem.server.tokens import desk_bearer

BEAT = 60.0  #: seconds between two beats
_meta, _game, _timer, _seat = schema.meta, schema.game, schema.timer, schema.seat


def beat(office: Office, now: float) -> int:
    """Notes that we are awake; how many games got a later deadline."""
    with office.store.writing() as link:
        if link.dialect.name == "postgresql":
            # Several servers may wake up together: one of them does it.
            link.execute(sa.text("SELECT pg_advisory_xact_lock(7402003)"))
        last = _last(link)
        _write(link, now)
        if last is None or now <= last:
            if last is not None and last - now > BEAT:
                note(link, "clock-back", now, f"{round(last - now)} s")
            return 0
        gap = now - last
        if gap <= config.seconds(office.config.outage):
            return 0
        moved = _shift(link, last, now, gap)
        note(link, "outage", now, f"{round(gap)} s, {len(moved)} games")
        _tell(link, office, moved, gap, now)
        return len(moved)


def walls(office: Office, now: float) -> int:
    """Looks whether clocks are set otherwise, by a new zone database, than when a
    deadline was set. It stays the moment that it was, and the players are told."""
    changed = 0
    with office.store.writing() as link:
        set_so = (_game.c.wall != "") & (_game.c.deadline > now)
        for game in link.execute(sa.select(_game).where(set_so)).all():
            zone = game.wall.rpartition(" ")[2]
            there = clock.wall(game.deadline, zone)
            if there == game.wall:
                continue
            changed += 1
            this = _game.update().where(_game.c.id == game.id)
            link.execute(this.values(wall=there))
            note(link, "clocks", now, f"{game.wall} is {there}", game_id=game.id)
            seats = sa.select(_seat).where(_seat.c.game_id == game.id)
            for row in link.execute(seats.where(_seat.c.state == "in")).all():
                said = reports.until(link, office, row.player_id, game.deadline, now)
                draft = Draft(
                    subject=words.subject("clocks", name=game.name),
                    body=words.blocks(
                        "clocks", name=game.name, was=game.wall, until=said
                    ),
                    ref="desk",
                )
                office.post.to_player(
                    *(link, now, row.player_id, draft),
                    kind="notice",
                    bearer=desk_bearer(row.player_id, now),
                )
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


def _noted(
    link: Connection, office: Office, theirs: Mapping[Row[Any], str]
) -> list[calendar.Due]:
    """The deadlines that a calendar has: of games that wait for this very seat."""
    return [
        reports.noted(game, seat, game.deadline)
        for game, seat in theirs.items()
        if game.state == "running" and seat in office.book.open(link, game).awaited()
    ]


def _tell(
    link: Connection, office: Office, moved: list[int], gap: float, now: float
) -> None:
    """One letter to each player, with all their games."""
    games = {
        row.id: row
        for row in link.execute(sa.select(_game).where(_game.c.id.in_(moved)))
    }
    seats = sa.select(_seat).where(_seat.c.game_id.in_(moved), _seat.c.state == "in")
    theirs: dict[int, dict[int, str]] = {}
    for row in link.execute(seats):
        theirs.setdefault(row.player_id, {})[row.game_id] = row.name
    for player_id, numbers in sorted(theirs.items()):
        if people.reach(link, player_id) is None:
            continue
        told = [
            (
                games[number].name,
                reports.until(link, office, player_id, games[number].deadline, now),
            )
            for number in sorted(numbers)
        ]
        draft = Draft(
            subject=words.subject("outage"),
            body=words.blocks("outage", gap=times.long(gap), games=told),
            ref="desk",
        )
        if people.get(link, player_id).calendar:
            due = _noted(link, office, {games[n]: numbers[n] for n in numbers})
            calendars = calendar.entries(office.config.domain, due, now)
            draft = replace(draft, calendar=calendars)
        office.post.to_player(
            *(link, now, player_id, draft),
            kind="outage",
            bearer=desk_bearer(player_id, now),
        )
