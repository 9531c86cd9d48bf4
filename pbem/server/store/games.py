"""Questions about games: whose, in which state; who looks on; words, votes, masters."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.plugins.games import find
from pbem.protocol import Seat
from pbem.server.states import (
    GOING_ON,
    SEATED,
    GameState,
    SeatState,
    VoteKind,
    VoteState,
)
from pbem.server.store import game_store, schema
from pbem.server.store.queries import count, fetch, fetch_first, insert, insert_new
from pbem.server.store.rows import (
    ActRow,
    BallotRow,
    GameRow,
    PressRow,
    SeatRow,
    VoteRow,
)

_game, _seat, _player = schema.game, schema.seat, schema.player
_master, _watcher = schema.master, schema.watcher
_vote, _ballot, _act, _press = schema.vote, schema.ballot, schema.act, schema.press
_WATCHERS = sa.select(_watcher.c.player_id).where(
    _watcher.c.game_id == sa.bindparam("game")
)
_OPEN_VOTE = sa.select(_vote).where(
    _vote.c.game_id == sa.bindparam("game"), _vote.c.state == VoteState.OPEN
)
# It is asked for every letter where addresses are trusted.
_NUMBERS_OF_PLAYER = (
    sa.select(_game.c.id)
    .join(_seat, _seat.c.game_id == _game.c.id)
    .where(
        _seat.c.player_id == sa.bindparam("player"),
        _game.c.state.in_([one for one in GOING_ON if one is not GameState.OPEN]),
    )
    .order_by(_game.c.id)
)
_MANY = 1000  #: games in one query


class StoredPress(NamedTuple):
    """Words between players as the store has them, with the names of seats."""

    id: int
    serial: int
    seat: Seat  #: whose words
    to: tuple[Seat, ...]  #: (): all
    text: str
    anonymous: bool
    told: bool  #: sent, or reported
    made: float


def add(conn: Connection, name: str, kind: str, **values: object) -> GameRow:
    """Make a game of this name; where another has it, or "" is given, of one such as
    arena-7."""
    name = name or _free_name(conn, kind)
    while not insert_new(conn, _game, {"name": name, "kind": kind, **values}):
        name = _free_name(conn, kind)
    game = game_store.find(conn, name)
    assert game is not None
    return game


def _free_name(conn: Connection, kind: str) -> str:
    # Numbers are given out one after the other: the first free one is soon found.
    used, free = 0, 1
    while game_store.find(conn, f"{kind}-{free}") is not None:
        used, free = free, 2 * free
    while free - used > 1:
        middle = (used + free) // 2
        if game_store.find(conn, f"{kind}-{middle}") is None:
            free = middle
        else:
            used = middle
    return f"{kind}-{free}"


def started_by(
    conn: Connection, player_id: int | None, *, confirmed: bool = True
) -> int:
    """Return how many games that go on a player has started; or how many were only
    asked for in their name, by a letter that proves nothing."""
    first = sa.select(_seat.c.game_id).where(_seat.c.player_id == player_id)
    first = first.where(_seat.c.number == 0, _seat.c.state == SeatState.ASKED)
    asked_only = _game.c.id.in_(first)
    mine = (_game.c.starter_id == player_id) & _game.c.state.in_(GOING_ON)
    return count(conn, mine, ~asked_only if confirmed else asked_only)


def of_player(
    conn: Connection,
    player_id: int | None,
    seats: Sequence[SeatState] = tuple(SeatState),
    states: Sequence[GameState] = GOING_ON,
) -> list[GameRow]:
    """Return the games in which a player has a seat, those of some states."""
    query = (
        sa.select(_game)
        .join(_seat, _seat.c.game_id == _game.c.id)
        .where(_seat.c.player_id == player_id)
        .where(_seat.c.state.in_(seats), _game.c.state.in_(states))
        .order_by(_game.c.id)
    )
    return fetch(conn, GameRow, query)


def numbers_of_player(conn: Connection, player_id: int | None) -> list[int]:
    """Return the numbers of the games that go on, open ones left out, in which a
    player has a seat."""
    rows = conn.execute(_NUMBERS_OF_PLAYER, {"player": player_id})
    return [number for (number,) in rows]


def to_join(conn: Connection, player_id: int | None) -> list[tuple[GameRow, int]]:
    """Return the open games that a player is not in, and how many seats are taken."""
    mine = sa.select(_seat.c.game_id).where(_seat.c.player_id == player_id)
    seats = sa.select(sa.func.count()).where(_seat.c.game_id == _game.c.id)
    query = (
        sa.select(_game, seats.scalar_subquery())
        .where(_game.c.state == GameState.OPEN, _game.c.id.not_in(mine))
        .order_by(_game.c.id)
        .limit(50)
    )
    return [(GameRow._make(row[:-1]), row[-1]) for row in conn.execute(query)]


def going_on(
    conn: Connection, after: int = 0, most: int | None = None
) -> list[GameRow]:
    """Return games that go on, behind one, by number."""
    query = sa.select(_game).where(_game.c.state.in_(GOING_ON), _game.c.id > after)
    return fetch(conn, GameRow, query.order_by(_game.c.id).limit(most))


def without_people() -> sa.Select[int]:
    """Return what finds the running games in which no person has a seat."""
    played = sa.select(_seat.c.game_id).where(_seat.c.state == SeatState.IN)
    running = _game.c.state == GameState.RUNNING
    return sa.select(_game.c.id).where(running, _game.c.id.not_in(played))


def in_state(conn: Connection, states: Sequence[GameState]) -> list[GameRow]:
    """Return the games of some states, by name."""
    query = sa.select(_game).where(_game.c.state.in_(states))
    return fetch(conn, GameRow, query.order_by(_game.c.name))


def shift_deadlines(
    conn: Connection,
    last: float,
    now: float,
    seconds: float,
    game_id: int | None = None,
) -> list[int]:
    """Move what was to come at the moment `last`, in one game or in all; return the
    games whose deadline it was."""
    due = _game.c.state.in_(GOING_ON) & (_game.c.deadline >= last - 1)
    if game_id is not None:
        due &= _game.c.id == game_id
    query = sa.select(_game.c.id).where(due).order_by(_game.c.id)
    ids = list(conn.execute(query).scalars())
    parts = [ids[at : at + _MANY] for at in range(0, len(ids), _MANY)]
    change = _game.update().where(due)
    conn.execute(
        change.values(
            deadline=_game.c.deadline + seconds,
            opened=_game.c.opened + seconds,
            moves=_game.c.moves + 1,
            wall="",
            wake_at=now,
        )
    )
    timer = schema.timer
    for part in parts:
        ours = timer.c.game_id.in_(part) & (timer.c.at >= last - 1)
        conn.execute(timer.update().where(ours).values(at=timer.c.at + seconds))
    return ids


def players_of(conn: Connection, game_ids: Sequence[int]) -> list[int]:
    """Return the players who have a seat in one of some games."""
    return sorted({row.player_id for row in occupied_seats(conn, game_ids)})


def occupied_seats(conn: Connection, game_ids: Sequence[int]) -> list[SeatRow]:
    """Return the seats of some games that somebody plays."""
    found: list[SeatRow] = []
    for at in range(0, len(game_ids), _MANY):
        here = _seat.c.game_id.in_(game_ids[at : at + _MANY])
        query = sa.select(_seat).where(here, _seat.c.state == SeatState.IN)
        found += fetch(conn, SeatRow, query.order_by(_seat.c.game_id, _seat.c.number))
    return found


def players_met(
    conn: Connection, me: int, name: str, game_id: int | None, *, all_of_it: bool
) -> list[int]:
    """Return the ids of players named `name`, or in the game `game_id`, who share a
    game with `me`; `all_of_it` lifts that restriction."""
    query = sa.select(_seat.c.player_id, _seat.c.state, _seat.c.game_id)
    if not all_of_it:  # from the writer's seats on: a store has millions of others
        own = _seat.alias()
        query = query.join(own, own.c.game_id == _seat.c.game_id).where(
            own.c.player_id == me, own.c.state != SeatState.LISTED
        )
    if game_id is not None:
        query = query.where(_seat.c.game_id == game_id)
    else:
        named, called = (sa.func.lower(one.c.name) for one in (_player, _seat))
        query = query.join(_player, _player.c.id == _seat.c.player_id)
        query = query.where(sa.or_(called == name.lower(), named == name.lower()))
    # Asked for the state, too, SQLite would begin with all seats that are taken.
    found = [row for row in conn.execute(query) if row.state in SEATED]
    if game_id is None:
        masked = {one for one in {row.game_id for row in found} if is_masked(conn, one)}
        found = [row for row in found if row.game_id not in masked]
    return sorted({row.player_id for row in found})


def is_masked(conn: Connection, game_id: int) -> bool:
    """Return whether nobody may learn yet who plays what in a game."""
    query = sa.select(_game.c.kind, _game.c.options, _game.c.state)
    row = conn.execute(query.where(_game.c.id == game_id)).one()
    kind, given = find(row.kind), json.loads(row.options)
    return row.state == GameState.RUNNING and kind.masks(kind.read_options(given))


def watchers(conn: Connection, game_id: int) -> list[int]:
    """Return the players who look on at a game."""
    return [row[0] for row in conn.execute(_WATCHERS, {"game": game_id})]


def watch(conn: Connection, game_id: int, player_id: int) -> None:
    """Add a player to those who look on."""
    insert_new(conn, _watcher, {"game_id": game_id, "player_id": player_id})


def masters(conn: Connection, game_id: int) -> list[int]:
    """Return the players who are masters of this game alone."""
    query = sa.select(_master.c.player_id).where(_master.c.game_id == game_id)
    return list(conn.execute(query.order_by(_master.c.player_id)).scalars())


def add_master(conn: Connection, game_id: int, player_id: int, now: float) -> None:
    """Make a player a master of a game."""
    values = {"game_id": game_id, "player_id": player_id, "made": now}
    insert_new(conn, _master, values)


def open_vote(conn: Connection, game_id: int) -> VoteRow | None:
    """Return the vote that is open in a game."""
    return fetch_first(conn, VoteRow, _OPEN_VOTE, {"game": game_id})


def ballots(conn: Connection, vote_id: int) -> Mapping[int, bool]:
    """Return the votes of seats on a proposal, by seat number."""
    query = sa.select(_ballot.c.seat, _ballot.c.yes)
    rows = conn.execute(query.where(_ballot.c.vote_id == vote_id))
    return {seat: yes for seat, yes in rows}


def cast(conn: Connection, vote_id: int, seat: int, *, yes: bool) -> None:
    """Store a seat's vote on a proposal, which replaces its earlier vote."""
    mine = (_ballot.c.vote_id == vote_id) & (_ballot.c.seat == seat)
    conn.execute(_ballot.delete().where(mine))
    insert(conn, BallotRow(vote_id, seat, yes))


def all_want_it_rated(conn: Connection, game_id: int) -> bool:
    """Return whether all people in a game with bots want it in the standings."""
    mine = (_vote.c.game_id == game_id) & (_vote.c.kind == VoteKind.RATED)
    return count(conn, mine, _vote.c.state == VoteState.PASSED) > 0


def forget_rated(conn: Connection, game_id: int) -> None:
    """Have a game with bots count no more: somebody plays who was not asked."""
    mine = (_vote.c.game_id == game_id) & (_vote.c.kind == VoteKind.RATED)
    conn.execute(sa.update(_vote).where(mine).values(state=VoteState.LAPSED))


def acts_of(conn: Connection, game_id: int) -> list[ActRow]:
    """Return what game masters did to a game, the first first."""
    query = sa.select(_act).where(_act.c.game_id == game_id)
    return fetch(conn, ActRow, query.order_by(_act.c.id))


def last_act(conn: Connection, game_id: int) -> float:
    """Return when a game master last did something to a game; 0: never."""
    query = sa.select(sa.func.max(_act.c.made)).where(_act.c.game_id == game_id)
    return conn.execute(query).scalar() or 0.0


def press_of(conn: Connection, game_id: int) -> list[StoredPress]:
    """Return all words between the players of a game, the first ones first."""
    return _press_of(conn, game_id)


def press_waiting(conn: Connection, game_id: int) -> list[StoredPress]:
    """Return words that the next report brings."""
    return _press_of(conn, game_id, ~_press.c.told)


def _press_of(
    conn: Connection, game_id: int, *where: sa.ColumnElement[bool]
) -> list[StoredPress]:
    query = sa.select(_press).where(_press.c.game_id == game_id, *where)
    rows = fetch(conn, PressRow, query.order_by(_press.c.id))
    names = [row.name for row in game_store.seats(conn, game_id)] if rows else []
    return [
        StoredPress(
            row.id,
            row.serial,
            names[row.seat],
            tuple(names[number] for number in json.loads(row.to)),
            row.text,
            row.anonymous,
            row.told,
            row.made,
        )
        for row in rows
    ]


def mark_press_delivered(conn: Connection, rows: Sequence[StoredPress]) -> None:
    """Note that press was delivered."""
    numbers = [row.id for row in rows]
    if numbers:
        conn.execute(_press.update().where(_press.c.id.in_(numbers)).values(told=True))
