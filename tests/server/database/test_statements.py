"""Statements that are compiled once give what SQLAlchemy gives, errors too."""

from __future__ import annotations

import gc

import pytest
import sqlalchemy as sa
from sqlalchemy import event

from pbem.server.database import schema
from pbem.server.database.connection import UNAVAILABLE_ERRORS, Database
from pbem.server.database.queries import insert
from pbem.server.database.rows import EntryRow, GameRow
from pbem.server.database.statements import Statement, among
from pbem.server.queue import outgoing
from pbem.server.states import GameState, OutboxState
from pbem.server.storage import claims, game_store
from tests.support.server.stores import clear
from tests.support.server.world import World

KNOWN = {"game": 1, "number": 1, "most": 9, "after": 0, "player": 1, "now": 4e9}
DUMMIES = {sa.Integer: 1, sa.Float: 1.0, sa.Boolean: True, sa.LargeBinary: b"x"}


def every_one() -> list[Statement]:
    """All statements that modules of the server have made."""
    return [one for one in gc.get_objects() if isinstance(one, Statement)]


def dummies(what: sa.ClauseElement) -> dict[str, object]:
    """Something to ask for, by parameter."""
    found = {}
    for name, bind in what.compile().binds.items():  # type: ignore[attr-defined]
        if bind.required:
            kinds = (v for k, v in DUMMIES.items() if isinstance(bind.type, k))
            found[name] = next(kinds, "x")
    return found


def test_all_queries_find_what_sqlalchemy_finds(world: World) -> None:
    world.start()
    asked = 0
    with world.store.writing() as link:
        for one in every_one():
            if isinstance(one.what, sa.Select):
                given = dummies(one.what)
                given |= {k: v for k, v in KNOWN.items() if k in given}
                rows = [tuple(row) for row in link.execute(one.what, given)]
                assert one.rows(link, given) == rows
                asked += bool(rows)
    assert asked > 5


def test_words_flags_and_bytes_come_back_as_they_are(world: World) -> None:
    world.start()
    game = 1
    with world.store.writing() as link:
        link.execute(schema.game.update().values(seed=b"\0\1", anonymous=True))
        row = game_store.get(link, game)
        known = GameRow._make(link.execute(sa.select(schema.game)).one())
    assert row == known
    assert isinstance(row.state, GameState)
    assert (type(row.seed), row.anonymous) == (bytes, True)


def test_a_fixed_list_is_part_of_a_statement(world: World) -> None:
    world.start()
    game = 1
    states = (GameState.OVER, GameState.INVITED, GameState.RUNNING)
    column = schema.game.c
    among_them = Statement(sa.select(column.id).where(among(column.state, states)))
    others = Statement(sa.select(column.id).where(among(column.state, states[:1])))
    with world.store.reading() as link:
        assert among_them.rows(link) == [(game,)]
        assert others.rows(link) == []
        with pytest.raises(sa.exc.NoResultFound):
            others.one(link)


def test_an_error_is_sqlalchemys_and_tells_nothing_of_what_was_given(
    world: World,
) -> None:
    world.start()
    game = 1
    row = EntryRow(
        game, 900, 0, "Ann", "secret 1", "one", False, 0.0, "", None, None, None
    )
    with world.store.writing() as link:
        insert(link, row)
    with (
        pytest.raises(sa.exc.IntegrityError) as caught,
        world.store.writing() as link,
    ):
        insert(link, row._replace(text="secret 2"))
    assert "secret" not in str(caught.value)
    with world.store.reading() as link:
        assert link.execute(sa.select(schema.entry.c.text)).scalars().all()[-1:] == [
            "secret 1"
        ]


def test_whoever_listens_is_told(world: World) -> None:
    told: list[str] = []

    def tell(link: object, cursor: object, statement: str, *more: object) -> None:
        told.append(statement.partition(" ")[0])

    event.listen(world.store.engine, "after_cursor_execute", tell)
    with world.store.writing() as link:
        told.clear()
        claims.wake(link, 1, 2.0)
        claims.next_wake(link)
    assert told == ["UPDATE", "SELECT"]


def test_a_lost_database_is_one_that_cannot_be_reached(shared_postgres: str) -> None:
    store = Database(shared_postgres)
    clear(shared_postgres)
    end = sa.text(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    with pytest.raises(UNAVAILABLE_ERRORS), store.writing() as link:  # noqa: PT012
        claims.next_wake(link)
        with store.engine.begin() as other:
            other.execute(end)
        claims.next_wake(link)
    with store.writing() as link:
        assert claims.next_wake(link) is None
    store.close()


def test_a_connection_that_the_database_has_ended_is_exchanged(
    shared_postgres: str,
) -> None:
    ours, other = Database(shared_postgres), Database(shared_postgres)
    who = sa.text("SELECT pg_backend_pid()")
    with ours.reading() as link:
        number = link.execute(who).scalar()
    with ours.reading() as link:
        assert link.execute(who).scalar() == number
    with other.writing() as link:
        end = sa.text("SELECT pg_terminate_backend(:number, 20000)")
        assert link.execute(end, {"number": number}).scalar()
    with ours.writing() as link:
        assert link.execute(who).scalar() not in (None, number)
    ours.close()
    other.close()


def test_who_holds_a_letter_may_take_long_to_hand_it_over(world: World) -> None:
    world.start()
    asked = sa.text("SHOW idle_in_transaction_session_timeout")
    again = schema.outbox.update().values(state=OutboxState.WAITING, next_at=world.now)
    with world.store.writing() as link:
        assert outgoing.hold(link, world.now) is None
        link.execute(again)
    with world.store.writing() as link:
        row = outgoing.hold(link, world.now)
        assert row == outgoing.due(link, world.now, 1)[0]
        if not world.store.embedded:
            assert link.execute(asked).scalar() == "20min"
    with world.store.reading() as link:
        if not world.store.embedded:
            assert link.execute(asked).scalar() == "2min"
