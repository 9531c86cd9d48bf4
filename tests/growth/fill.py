"""A store of any size: one game that was played, copied by the database itself."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.server.store import schema
from pbem.server.store.connection import Database
from tests.support.server.world import ANN, BEGIN, BOB, World

SETTINGS = (
    '[identity]\npolicy = "open"\n[limits]\ngames = 100000\n'
    "sender_hour = 100000\ngame_hour = 100000\nalike_day = 100000\n"
)
RUNNING = 10  #: one game of so many runs
PLAYED = 20  #: seats of a player, over all games
OPEN = 20  #: games that anybody may join
ORDERS = (
    (ANN, "D4"), (BOB, "F5"), (ANN, "E4"), (BOB, "F4"), (ANN, "E5"), (BOB, "G4"),
)  # fmt: skip
RESULT = (
    '{"winners": [%s], "reason": "last-standing", "scores": {}, '
    '"teams": [[0], [1]], "serial": 6}'
)


def world(store: Database, folder: Path, games: int) -> World:
    """A world with a game of Ann and Bob, and `games` copies of it with other players;
    a letter for each of them was read and answered."""
    one = World(store, folder, SETTINGS)
    one.start()
    for who, text in ORDERS:
        one.answer(who, text)
    one.say(ANN, "open lava for 3")
    _copy(one.store, games)
    return one


def _copy(store: Database, games: int) -> None:
    players = max(2, games * 2 // PLAYED)
    over = f"i % {RUNNING} <> 0"
    # Each game has a first seat of one player and a second of another.
    first, second = f"3 + i % {players}", f"3 + (i * 7 + 1) % {players}"
    with store.writing() as conn:
        _many(conn, "player", "id = 1", players, {
            "id": "2 + i", "name": "'Player ' || i", "asked": "i % 90",
            "missed": "i % 7",
        })  # fmt: skip
        _many(conn, "address", "player_id = 1", players, {
            "id": "2 + i", "player_id": "2 + i",
            "address": "'p' || i || '@players.example'",
        })  # fmt: skip
        won = f"CASE i % 2 WHEN 0 THEN '{RESULT % 0}' ELSE '{RESULT % 1}' END"
        _many(conn, "game", "id = 1", games, {
            "id": "10 + i", "name": "'arena-' || (10 + i)",
            "state": f"CASE WHEN {over} THEN 'over' ELSE 'running' END",
            "wake_at": f"CASE WHEN {over} THEN NULL ELSE {BEGIN} + 9e6 + i END",
            "deadline": f"CASE WHEN {over} THEN NULL ELSE {BEGIN} + 9e6 + i END",
            "ended": f"CASE WHEN {over} THEN {BEGIN} - 9e6 + i END",
            "result": f"CASE WHEN {over} THEN {won} ELSE '' END",
            "starter_id": first,
        })  # fmt: skip
        _many(conn, "seat", "game_id = 1", games, {
            "game_id": "10 + i",
            "player_id": f"CASE number WHEN 0 THEN {first} ELSE {second} END",
        })  # fmt: skip
        _many(conn, "entry", "game_id = 1", games, {
            "game_id": "10 + i",
        })  # fmt: skip
        _many(conn, "letter", _last("letter", "game_id = 1"), games, {
            "id": "100 + i", "key": "'k' || i", "twin": "'t' || i",
            "game_id": "10 + i", "player_id": first, "kept": f"{BEGIN} - 9e6 + i",
            "sender": f"'p' || ({first}) || '@players.example'",
        })  # fmt: skip
        _many(conn, "outbox", _last("outbox", "game_id = 1"), games, {
            "id": "100 + i", "message_id": "'m' || i", "game_id": "10 + i",
            "player_id": first, "made": f"{BEGIN} - 9e6 + i",
            "recipient": f"'p' || ({first}) || '@players.example'",
        })  # fmt: skip
        _many(conn, "token", _last("token", "game_id = 1"), games, {
            "id": "100 + i", "game_id": "10 + i", "player_id": first,
            "handle": "'h' || i", "digest": "'d' || i",
        })  # fmt: skip
        _many(conn, "audit", _last("audit", "game_id = 1"), games, {
            "id": "100 + i", "game_id": "10 + i", "player_id": first,
        })  # fmt: skip
        if not store.embedded:
            for table in ("player", "address", "game", "letter", "outbox", "token",
                          "audit"):  # fmt: skip
                conn.exec_driver_sql(
                    f"SELECT setval(pg_get_serial_sequence('{table}', 'id'),"
                    f" (SELECT max(id) FROM {table}))"
                )
    with store.engine.connect() as conn:
        conn = conn.execution_options(isolation_level="AUTOCOMMIT")
        conn.exec_driver_sql("ANALYZE" if store.embedded else "VACUUM ANALYZE")


def _last(table: str, which: str) -> str:
    return f"id = (SELECT max(id) FROM {table} WHERE {which})"


def _many(
    conn: Connection, table: str, which: str, number: int, new: Mapping[str, str]
) -> None:
    """Copy rows so many times; `i` is the number of the copy, from 1."""
    columns = [column.name for column in schema.metadata.tables[table].c]
    values = ", ".join(new.get(name, f'one."{name}"') for name in columns)
    names = ", ".join(f'"{name}"' for name in columns)
    series = f"generate_series(1, {number}) AS many(i)"
    if conn.dialect.name == "sqlite":
        series = (
            "(WITH RECURSIVE counted(i) AS (SELECT 1 UNION ALL SELECT i + 1"
            f" FROM counted WHERE i < {number}) SELECT i FROM counted) AS many"
        )
    conn.execute(
        sa.text(
            f"INSERT INTO {table} ({names}) SELECT {values} FROM {table} AS one,"
            f" {series} WHERE one.{which}"
        )
    )
