"""Classes of rows say what the tables hold; rows come back as they went in."""

from __future__ import annotations

from enum import StrEnum
from types import NoneType
from typing import Annotated, NamedTuple, get_args, get_origin, get_type_hints

import pytest
import sqlalchemy as sa

from pbem.server import states
from pbem.server.states import GameState, OfferState, SilencePolicy
from pbem.server.store import game_store, schema
from pbem.server.store.connection import Database
from pbem.server.store.queries import delete, fetch, insert, save
from pbem.server.store.rows import BenchRow, GameRow, OfferRow, PlayerRow
from tests.support.server.world import World

KINDS = {
    int: sa.Integer,
    float: sa.Float,
    bool: sa.Boolean,
    bytes: sa.LargeBinary,
    str: sa.String,
}
UNSAID = {"letter": {"raw"}}  # its bytes are read once, by the sorter


@pytest.mark.parametrize("row", schema.TABLES, ids=lambda row: row.__name__)
def test_a_field_is_a_column_of_its_type(row: type[NamedTuple], url: str) -> None:
    """The tables of a store that the migrations made, not those of the program."""
    store = Database(url)
    store.prepare()
    name = schema.TABLES[row].name
    with store.engine.connect() as conn:
        made = {one["name"]: one for one in sa.inspect(conn).get_columns(name)}
    store.close()
    hints = get_type_hints(row, include_extras=True)
    assert {*hints} == {*made} - UNSAID.get(name, set())
    for field, hint in hints.items():
        kind = get_args(hint)[0] if get_origin(hint) is Annotated else hint
        python = next(one for one in get_args(kind) or (kind,) if one is not NoneType)
        found = made[field]
        assert (NoneType in get_args(kind)) == found["nullable"], field
        if issubclass(python, StrEnum):
            length = getattr(found["type"], "length", 0)
            assert length >= max(map(len, python)), field
            python = str
        assert isinstance(found["type"], KINDS[python]), (field, found["type"])


def test_every_table_has_a_class_of_rows() -> None:
    assert [*schema.TABLES.values()] == [*schema.metadata.tables.values()]


def test_every_word_of_a_column_is_listed_once() -> None:
    kinds = [one for one in vars(states).values() if isinstance(one, type)]
    kinds = [one for one in kinds if issubclass(one, StrEnum) and one is not StrEnum]
    columns = [column for table in schema.TABLES.values() for column in table.c]
    used = {column.type.words for column in columns if hasattr(column.type, "words")}
    assert used == set(kinds)


def test_a_game_comes_back_with_members_of_its_states(world: World) -> None:
    world.start()
    with world.store.writing() as conn:
        (game,) = fetch(conn, GameRow, sa.select(schema.game))
        assert game.state is GameState.RUNNING
        assert game.silence is SilencePolicy.DEFAULT
        over = game._replace(state=GameState.OVER, quiet=3, deadline=None)
        # What the writer did not change stays as somebody else made it.
        conn.execute(schema.game.update().values(quiet=2, length=7))
        save(conn, game, over._replace(quiet=game.quiet))
        found = game_store.get(conn, game.id)
        assert (found.state, found.deadline) == (GameState.OVER, None)
        assert (found.quiet, found.length) == (2, 7)
        words = sa.select(sa.cast(schema.game.c.state, sa.Text))
        assert conn.execute(words).scalar() == "over"


def test_a_word_of_another_version_stays_as_it_is(world: World) -> None:
    world.start()
    with world.store.writing() as conn:
        conn.execute(sa.text("UPDATE game SET state = 'frozen'"))
        (game,) = fetch(conn, GameRow, sa.select(schema.game))
    assert str(game.state) == "frozen"


def test_rows_are_numbered_saved_and_removed_one_by_one(world: World) -> None:
    world.start()
    with world.store.writing() as conn:
        player = PlayerRow(0, "Zoe", "list", 1.0, "", "", None, True, 2, 1, 0, "", "")
        number = insert(conn, player)
        (zoe,) = (one for one in fetch(conn, PlayerRow, sa.select(schema.player))
                  if one.name == "Zoe")  # fmt: skip
        assert zoe == player._replace(id=number)
        offer = OfferRow(0, 1, 0, number, OfferState.OPEN, 1.0, 2.0)
        first, second = insert(conn, offer), insert(conn, offer)
        assert second > first
        known = offer._replace(id=first)
        save(conn, known, known._replace(state=OfferState.ACCEPTED))
        query = sa.select(schema.offer).order_by(schema.offer.c.id)
        states = [one.state for one in fetch(conn, OfferRow, query)]
        assert states == [OfferState.ACCEPTED, OfferState.OPEN]
        benches = [BenchRow(number, "arena", 1, 1.0), BenchRow(number, "all", 1, 1.0)]
        for bench in benches:
            insert(conn, bench)
        delete(conn, benches[0])
        assert fetch(conn, BenchRow, sa.select(schema.bench)) == benches[1:]
