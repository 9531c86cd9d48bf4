"""What connections to both databases give, hold and raise."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.server.states import EntrySource, GameState, OutboxState
from pbem.server.store import claims, game_store, games, letters, outgoing, schema
from pbem.server.store.connection import UNAVAILABLE_ERRORS, Database
from pbem.server.store.game_store import LogEntry
from pbem.server.store.queries import insert, insert_new
from pbem.server.store.rows import GameRow
from tests.support.server.stores import clear
from tests.support.server.world import World


def test_words_flags_and_bytes_come_back_as_they_are(world: World) -> None:
    world.start()
    game = 1
    with world.store.writing() as conn:
        conn.execute(schema.game.update().values(seed=b"\0\1", anonymous=True))
        row = game_store.get(conn, game)
        known = GameRow._make(conn.execute(sa.select(schema.game)).one())
    assert row == known
    assert isinstance(row.state, GameState)
    assert (type(row.seed), row.anonymous) == (bytes, True)


def test_an_error_is_sqlalchemys_and_tells_nothing_of_what_was_given(
    world: World,
) -> None:
    world.start()
    game = 1
    source = EntrySource.LETTER
    row = LogEntry(0, "Ann", "secret 1", source).row(game, 900, 0, 0.0)
    with world.store.writing() as conn:
        insert(conn, row)
    with (
        pytest.raises(sa.exc.IntegrityError) as caught,
        world.store.writing() as conn,
    ):
        insert(conn, row._replace(text="secret 2"))
    assert "secret" not in str(caught.value)
    with world.store.reading() as conn:
        assert conn.execute(sa.select(schema.entry.c.text)).scalars().all()[-1:] == [
            "secret 1"
        ]


LOOKS: tuple[Callable[[Connection], object], ...] = (
    lambda conn: claims.claim(conn, 9.0, lock=True),
    lambda conn: letters.waiting_for_none(conn, lock=True),
    lambda conn: outgoing.hold(conn, 9.0),
)


def test_what_one_server_works_on_the_other_skips(shared_postgres: str) -> None:
    clear(shared_postgres)
    ours, theirs = Database(shared_postgres), Database(shared_postgres)
    with ours.writing() as conn:
        games.add(conn, "g1", "arena", state="running", pace=60, made=0.0, wake_at=1.0)
        letter = {"key": "k", "raw": b"x", "received": 0.0, "kept": 0.0}
        insert_new(conn, schema.letter, letter | {"state": "waiting"})
        ours_to_send = {"message_id": "<a@b>", "recipient": "a@b", "sender": ""}
        about = {"kind": "report", "subject": "", "next_at": 1.0, "made": 0.0}
        insert_new(conn, schema.outbox, ours_to_send | about | {"state": "waiting"})
    with ours.writing() as mine, theirs.writing() as other:
        held = [look(mine) for look in LOOKS]
        assert None not in held
        assert [look(other) for look in LOOKS] == [None] * len(LOOKS)
    with theirs.writing() as conn:
        assert [look(conn) for look in LOOKS] == held
    ours.close()
    theirs.close()


def test_a_lost_database_is_one_that_cannot_be_reached(shared_postgres: str) -> None:
    store = Database(shared_postgres)
    clear(shared_postgres)
    end = sa.text(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    with pytest.raises(UNAVAILABLE_ERRORS), store.writing() as conn:  # noqa: PT012
        claims.next_wake(conn)
        with store.engine.begin() as other:
            other.execute(end)
        claims.next_wake(conn)
    with store.writing() as conn:
        assert claims.next_wake(conn) is None
    store.close()


def test_a_connection_that_the_database_has_ended_is_exchanged(
    shared_postgres: str,
) -> None:
    ours, other = Database(shared_postgres), Database(shared_postgres)
    who = sa.text("SELECT pg_backend_pid()")
    with ours.reading() as conn:
        number = conn.execute(who).scalar()
    with ours.reading() as conn:
        assert conn.execute(who).scalar() == number
    with other.writing() as conn:
        end = sa.text("SELECT pg_terminate_backend(:number, 20000)")
        assert conn.execute(end, {"number": number}).scalar()
    with ours.writing() as conn:
        assert conn.execute(who).scalar() not in (None, number)
    ours.close()
    other.close()


def test_who_holds_a_letter_may_take_long_to_hand_it_over(world: World) -> None:
    world.start()
    asked = sa.text("SHOW idle_in_transaction_session_timeout")
    again = schema.outbox.update().values(state=OutboxState.WAITING, next_at=world.now)
    with world.store.writing() as conn:
        assert outgoing.hold(conn, world.now) is None
        conn.execute(again)
    with world.store.writing() as conn:
        row = outgoing.hold(conn, world.now)
        assert row == outgoing.due(conn, world.now, 1)[0]
        if not world.store.embedded:
            assert conn.execute(asked).scalar() == "20min"
    with world.store.reading() as conn:
        if not world.store.embedded:
            assert conn.execute(asked).scalar() == "2min"
