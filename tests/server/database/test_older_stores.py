"""A store that the version before has filled opens, and its games go on.

`older/0002.json` holds the rows of one: a sealed order, a draft, a proposal, hidden
hands, and a letter that waits for a digest; and the addresses players answer to.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from pbem.server.database import schema
from pbem.server.database.connection import Database
from pbem.server.queue import stored_tokens
from tests.support import servers
from tests.support.server.world import ANN, BOB, CID, World
from tests.support.server_fixtures import need

OLDER: dict[str, Any] = json.loads(
    (Path(__file__).parent / "older" / "0002.json").read_text(encoding="utf-8")
)
TO: dict[str, str] = OLDER["reply_to"]


@pytest.fixture(params=["sqlite", "postgres"])
def world(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    """A world on a store of revision 0002 that was just opened by this version."""
    url = str(tmp_path / "pbem.db")
    if request.param == "postgres":
        request.getfixturevalue("all_servers")
        url = need(servers.postgres).database(f"older_{tmp_path.name.lower()}"[:60])
    store = Database(url)
    store.migrate("0002")
    _fill(store)
    store.prepare()
    world = World(store, tmp_path)
    world.now = OLDER["now"] + 60
    world._letters = 1000  # behind those that lie there
    yield world
    world.server.close()


def _fill(store: Database) -> None:
    tables = sa.MetaData()
    tables.reflect(store.engine)
    with store.engine.begin() as link:
        for table in tables.sorted_tables:
            rows = [_row(table, row) for row in OLDER["tables"].get(table.name, ())]
            if not rows:
                continue
            link.execute(table.insert(), rows)
            if "id" in table.c and not store.embedded:
                name = f"pg_get_serial_sequence('{table.name}', 'id')"
                link.execute(sa.text(f"SELECT setval({name}, {len(rows) + 99})"))


def _row(table: sa.Table, row: dict[str, Any]) -> dict[str, Any]:
    found = {}
    for name, value in row.items():
        if isinstance(value, dict):
            value = base64.b64decode(value["bytes"])
        elif isinstance(table.c[name].type, sa.Boolean) and value is not None:
            value = bool(value)
        found[name] = value
    return found


def test_games_go_on_with_the_tokens_that_players_have(world: World) -> None:
    out = world.say(BOB, "air F6", TO["friday bob"])
    # Ann has a daily digest, so her report waits for it.
    assert [mail.recipient for mail in out] == ["bob@b.example"]
    assert world.orders() == ["Ann: fire C3", "Bob: air F6"]
    assert "game friday #1" in out[0].text


def test_a_draft_is_still_held_back_until_ready(world: World) -> None:
    assert "held back" in world.say(BOB, "orders", TO["night bob"])[0].text
    world.say(BOB, "ready", TO["night bob"])
    assert "Bob: air F6" in world.orders()
    world.say(ANN, "fire C3", TO["night ann"])
    assert world.orders()[-2:] == ["Bob: air F6", "Ann: fire C3"]


def test_a_proposal_is_still_open(world: World) -> None:
    out = world.say(BOB, "agree", TO["night bob"])
    assert any("night" in mail.subject for mail in out)
    assert world.count(schema.game, schema.game.c.state == "over") == 1


def test_hidden_hands_are_the_same(world: World) -> None:
    text = world.say(CID, "show", TO["ships cid"])[0].text
    assert "ships" in text
    assert "Your hand" in text


def test_a_letter_that_waited_for_the_digest_comes_in_one(world: World) -> None:
    world.now = OLDER["now"] + 2 * 86400
    out = [mail for mail in world.run() if mail.recipient == "ann@a.example"]
    assert any("hello from long ago" in mail.text for mail in out)


def test_a_token_of_before_is_worth_an_answer_and_no_more(world: World) -> None:
    (asked,) = world.say(BOB, "address add new@b.example", TO["friday bob"])
    assert (asked.recipient, asked.subject) == ("bob@b.example", "Is this from you?")
    # Its address has proven itself long ago: letters go on as they did.
    world.say(BOB, "air F6", TO["friday bob"])
    assert world.last("bob@b.example").subject.startswith("friday #1")
    world.now += 40 * 86400
    world.run()
    (told,) = world.say(BOB, "show", TO["friday bob"])
    assert (told.recipient, told.subject) == (
        "bob@b.example", "friday: a letter that I could not trust",
    )  # fmt: skip


def test_letters_of_before_hold_no_tokens_any_more(world: World) -> None:
    table = schema.letter
    with world.store.reading() as link:
        rows = link.execute(sa.select(table.c.raw, table.c.recipient)).all()
        for row in rows:
            assert not stored_tokens.hider(link, row.raw, row.recipient or "").handles
    assert sum(b"referee+g" in row.raw and b"~" in row.raw for row in rows) > 5
