"""What a thief of an old store does not find, and what a player can take back."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from pbem.record.replay import begin
from pbem.record.turn_file import read
from pbem.server.flow import retention
from pbem.server.host import transfer
from pbem.server.settings import config
from pbem.server.settings.config import Misconfigured
from pbem.server.store import game_store, letters, schema
from pbem.server.store.connection import Database
from tests.support.server.world import ANN, BOB, CID, DOT, World

DAY = 86400.0
LETTER = schema.letter.c
KEPT = sa.or_(sa.func.length(LETTER.raw) > 0, LETTER.content.is_not(None))


def _world(empty: Path, place: Path, settings: str = "") -> World:
    shutil.copy(empty, place / "pbem.db")
    return World(Database(str(place / "pbem.db")), place, settings)


@pytest.fixture
def here(empty: Path, tmp_path: Path) -> Iterator[World]:
    """A world on a file, for what is the same on either database."""
    world = _world(empty, tmp_path)
    yield world
    world.server.close()


def test_old_letters_go_and_their_digests_stay(world: World) -> None:
    world.start()
    world.answer(ANN, "fire C3")
    before = world.count(schema.letter)
    assert world.count(schema.letter, KEPT) == before
    with world.store.reading() as conn:
        digests = conn.execute(sa.select(LETTER.digest, LETTER.twin)).all()
    world.now += 89 * DAY
    world.run()
    assert world.count(schema.letter, KEPT) == before
    world.now += 2 * DAY
    world.run()
    assert world.count(schema.letter, KEPT) == 0
    with world.store.reading() as conn:
        assert conn.execute(sa.select(LETTER.digest, LETTER.twin)).all() == digests
    assert world.count(schema.letter, LETTER.recipient.is_not(None)) == 0


def test_games_go_on_and_are_undone_without_their_letters(here: World) -> None:
    here.start()
    here.answer(ANN, "fire C3")
    here.answer(BOB, "air F6")
    here.answer(ANN, "D4")
    orders = here.orders()
    here.now += 91 * DAY
    here.run()
    assert here.orders()[: len(orders)] == orders
    here.host_does("undo to 0")
    assert here.orders() == []
    assert here.count(schema.entry, schema.entry.c.salt != "") >= 3


def test_what_waits_to_be_read_is_kept_however_old(here: World) -> None:
    here.post(ANN, "new arena with bob@b.example")
    here.now += 400 * DAY
    with here.store.writing() as conn:
        assert letters.clear_older(conn, here.now, 9) == []
    assert len(here.run()) == 1


def test_what_was_set_aside_goes_too_and_is_not_read_again(here: World) -> None:
    here.post(ANN, "help", head="X-Long: x\n" * 1100)
    here.run()
    with here.store.writing() as conn:
        (row,) = letters.quarantined(conn)
    here.now += 91 * DAY
    here.run()
    with here.store.writing() as conn:
        assert not letters.quarantined(conn)
        assert not letters.retry(conn, row.id)


def test_the_host_says_how_long(empty: Path, tmp_path: Path) -> None:
    world = _world(empty, tmp_path, 'keep_letters = "2 days"\n')
    world.say(ANN, "help")
    for days, left in ((1, 1), (1.5, 0)):
        world.now += days * DAY
        world.run()
        assert world.count(schema.letter, KEPT) == left
    assert retention.step(world.office, world.now) == 0


def test_no_time_at_all_keeps_them(empty: Path, tmp_path: Path) -> None:
    world = _world(empty, tmp_path, 'keep_letters = ""\n')
    world.say(ANN, "help")
    world.now += 1000 * DAY
    world.run()
    assert world.count(schema.letter, KEPT) == 1


def test_a_time_that_is_none_is_refused() -> None:
    with pytest.raises(Misconfigured, match="keep_letters"):
        config.read('address = "a@b.example"\nkeep_letters = "long"\n')


def _forget(world: World, who: str) -> None:
    """Asks to be forgotten, and confirms it."""
    world.answer(who, "forget me")
    assert "Is this from you?" in world.last(re.sub(r".*<(.*)>", r"\1", who)).subject
    world.answer(who, "forget me")


def _everything(world: World) -> bytes:
    """All that the store holds, as bytes."""
    found = []
    with world.store.reading() as conn:
        for table in schema.metadata.sorted_tables:
            for row in conn.execute(sa.select(table)):
                found += [
                    cell if isinstance(cell, bytes) else str(cell).encode()
                    for cell in row
                ]
    return b"\n".join(found)


def test_who_is_forgotten_is_in_no_table_and_no_export(world: World) -> None:
    world.start(BOB, CID)
    for who, order in ((ANN, "fire C3"), (BOB, "air F6"), (CID, "ice C6")):
        world.answer(who, order)
    world.answer(ANN, "press to Bob: greetings from Ann")
    world.answer(BOB, "press to all: Ann (ann@a.example) is strong")
    world.answer(ANN, "D4")
    with world.store.writing() as conn:
        letters.clear_older(conn, world.now + 1, 99)  # what others wrote
    _forget(world, ANN)
    world.run()
    left = _everything(world).lower()
    assert b"ann@a.example" not in left
    assert re.findall(rb".{0,40}(?<!\w)ann(?!\w).{0,40}", left, re.S) == []
    with world.store.reading() as conn:
        game = game_store.find(conn, "arena-1")
        assert game is not None
        told = game_store.turn_file(conn, game) + transfer.export_press(conn, game)
    assert "Seats: Player1, Bob, Cid" in told
    assert "Ann" not in told
    assert begin(read(told.partition("\n[")[0])).header.seats[0] == "Player1"


def test_a_forged_wish_to_be_forgotten_does_nothing(here: World) -> None:
    here.start()
    token = here.last("ann@a.example").reply_to
    here.say(ANN, "forget me", token)  # who has seen a letter of hers
    here.say(ANN, "forget me", token)
    assert players_named(here)[:2] == ["Ann", "Bob"]
    here.now += 4 * DAY
    here.answer(ANN, "forget me")
    assert "Ann" in players_named(here)


def players_named(world: World) -> list[str]:
    """The names of all players."""
    with world.store.reading() as conn:
        rows = conn.execute(sa.select(schema.player.c.name).order_by("id"))
        return list(rows.scalars())


def test_the_others_play_on_and_who_was_forgotten_is_a_stranger(here: World) -> None:
    here.start()
    here.answer(ANN, "fire C3")
    here.answer(BOB, "air F6")
    here.say(DOT, "new lava with hal@h.example")
    here.answer(DOT, "standby arena")
    old = here.last("ann@a.example").reply_to
    _forget(here, ANN)
    assert "wanted to be forgotten" in here.last("bob@b.example").text
    here.answer(DOT, "accept")
    here.answer(DOT, "D4")
    assert here.orders() == ["Player1: fire C3", "Bob: air F6", "Player1: D4"]
    before = len(here.box.mail)
    here.say(ANN, "D4 1NE", old)
    assert here.orders()[3:] == []
    assert all("Ann" not in one.text for one in here.box.mail[before:])


def test_a_name_stays_where_the_chance_goes_by_it(here: World) -> None:
    here.say(ANN, "new mars with bob@b.example")
    here.answer(ANN, "accept word owl")
    here.answer(BOB, "accept")
    with here.store.reading() as conn:
        game = game_store.find(conn, "mars-1")
        assert game is not None
        before = game_store.load_story(conn, game).table.state
    _forget(here, ANN)
    with here.store.reading() as conn:
        game = game_store.find(conn, "mars-1")
        assert game is not None
        assert game_store.load_story(conn, game).table.state == before
        head = game_store.header(conn, game)
    assert head.words == {"Ann": "owl"}
    assert players_named(here)[0] == "Player1"


def test_a_game_that_has_not_begun_is_called_off(here: World) -> None:
    here.say(ANN, "new arena with bob@b.example, cid@c.example")
    here.answer(ANN, "accept")
    here.answer(BOB, "accept")
    _forget(here, ANN)
    assert "Player1 has declined" in here.last("bob@b.example").text
    assert here.count(schema.game, schema.game.c.state == "dropped") == 1


def test_old_things_go_once_a_day_and_counts_are_kept_once_an_hour(
    here: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock that was set back holds neither up."""
    done: list[str] = []
    place = "pbem.server.flow.retention"
    monkeypatch.setattr(f"{place}.tallies.keep", lambda conn: done.append("counted"))
    monkeypatch.setattr(
        f"{place}.reply_tokens.expire", lambda conn, now: done.append("cleared")
    )
    here.now += 40 * DAY
    for later, counted, cleared in (
        (0.0, 1, 1),
        (0.0, 0, 0),
        (3599.0, 0, 0),
        (1.0, 1, 0),
        (DAY - 3601, 1, 0),
        (1.0, 0, 1),
        (-2.0, 1, 1),
        (-DAY, 1, 1),
    ):
        done.clear()
        here.now += later
        retention.step(here.office, here.now)
        assert (done.count("counted"), done.count("cleared")) == (counted, cleared)
