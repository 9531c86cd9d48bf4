"""Letters in the store: kept once, read in order, let go of, and read again."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from pbem.mail.transport.base import Incoming
from pbem.server.states import LetterState
from pbem.server.store import letters, schema
from tests.support.server.world import World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
NOW = 1_700_000_000.0


def came(key: str, **more: object) -> Incoming:
    """A letter as a source gives it."""
    given = {"raw": b"raw", "recipient": "r@x.example", "received": NOW, **more}
    return Incoming(key, **given)  # type: ignore[arg-type]


def change(world: World, number: int, **values: object) -> None:
    """Another state of a letter."""
    table = schema.letter
    with world.store.writing() as conn:
        conn.execute(table.update().where(table.c.id == number).values(values))


def test_a_letter_is_kept_once(world: World) -> None:
    store = world.store
    assert letters.store_new(store, [came("a"), came("b")], NOW) == 2
    assert letters.store_new(store, [came("b"), came("c")], NOW + 1) == 1
    assert letters.store_new(store, [came("x", identity="a")], NOW) == 0
    with store.reading() as conn:
        found = letters.unread(conn, 9)
        assert [(row.id, row.key, raw) for row, raw in found] == [
            (1, "a", b"raw"),
            (2, "b", b"raw"),
            (3, "c", b"raw"),
        ]
        assert [row.kept for row, _ in found] == [NOW, NOW, NOW + 1]
        assert [row.id for row, _ in letters.unread(conn, 2)] == [1, 2]
        assert [key for key, *_ in letters.latest(conn, 2)] == ["c", "b"]


@pytest.mark.parametrize(
    ("received", "kept"), [(None, NOW), (NOW - 5, NOW - 5), (NOW + 5, NOW)]
)
def test_no_letter_comes_from_the_future(
    world: World, received: float | None, kept: float
) -> None:
    letters.store_new(world.store, [came("a", received=received)], NOW)
    with world.store.reading() as conn:
        assert letters.get(conn, 1).received == kept


def test_long_keys_are_told_apart(world: World) -> None:
    long = [came("k" * 600), came("k" * 601), came("k" * 600 + "l")]
    assert letters.store_new(world.store, long, NOW) == 3
    with world.store.reading() as conn:
        lengths = [len(row.key) for row, _ in letters.unread(conn, 9)]
    assert lengths == [600, 564, 564]


def test_a_long_recipient_is_cut_and_none_is_none(world: World) -> None:
    some = [came("a", recipient="r" * 501), came("b", recipient="")]
    letters.store_new(world.store, some, NOW)
    with world.store.reading() as conn:
        found = [row.recipient for row, _ in letters.unread(conn, 9)]
    assert found == ["r" * 500, None]


def test_letters_wait_in_order_for_a_game_or_for_none(world: World) -> None:
    world.start()
    with world.store.writing() as conn:
        conn.execute(schema.letter.delete())
    letters.store_new(world.store, [came(key) for key in "abcde"], NOW)
    for number, game in ((1, None), (2, 1), (3, 1), (4, 1)):
        change(world, number, state=LetterState.WAITING, game_id=game)
    with world.store.reading() as conn:
        assert [row.id for row in letters.waiting_for(conn, 1, 2)] == [2, 3]
        assert [row.id for row in letters.waiting_for(conn, 1, 9)] == [2, 3, 4]
        for lock in (True, False):
            first = letters.waiting_for_none(conn, lock=lock)
            assert first is not None
            assert first.id == 1
        assert [row.id for row, _ in letters.unread(conn, 9)] == [5]
        assert [row.id for row in letters.still_unread(conn, [4, 5])] == [5]
        assert letters.still_unread(conn, [4]) == []
    change(world, 1, twin="t")
    with world.store.reading() as conn:
        assert letters.is_known(conn, "t")
        assert not letters.is_known(conn, "u")


def test_what_old_letters_said_is_let_go_of(world: World) -> None:
    some = [came(key) for key in "abcdef"]
    letters.store_new(world.store, some, NOW)
    done = LetterState.DONE
    change(world, 1, state=done)
    change(world, 2, state=done, raw=b"", content=b"said")
    change(world, 3, state=done, raw=b"")
    change(world, 4, state=LetterState.WAITING)
    change(world, 5, state=done, kept=NOW + 1)
    with world.store.writing() as conn:
        assert letters.clear_older(conn, NOW, 9) == []
        assert letters.clear_older(conn, NOW + 1, 1) == [1]
        assert letters.clear_older(conn, NOW + 1, 9, after=1) == [2]
        assert letters.clear_older(conn, NOW + 1, 9) == []
        table = schema.letter
        held = conn.execute(sa.select(table.c.id).where(table.c.raw != b""))
        assert [*held.scalars()] == [4, 5, 6]
        assert letters.get(conn, 1)[2:4] == (None, NOW)
        assert letters.get(conn, 2).content is None


def test_letters_that_were_set_aside_are_read_again(world: World) -> None:
    world.start()
    with world.store.writing() as conn:
        conn.execute(schema.letter.delete())
    letters.store_new(world.store, [came(key) for key in "abcdef"], NOW)
    dead, refused = LetterState.DEAD, LetterState.REFUSED
    change(world, 1, state=dead, tries=3, why="x", twin="t")
    change(world, 2, state=refused, content=b"said", raw=b"", tries=1)
    change(world, 3, state=dead, raw=b"")
    change(world, 4, state=dead, content=b"said", game_id=1, twin="u")
    change(world, 5, state=LetterState.DONE)
    with world.store.writing() as conn:
        assert [row.id for row in letters.quarantined(conn)] == [1, 2, 4]
        assert [letters.retry(conn, number) for number in range(1, 7)] == [
            *(True, True, False),
            *(True, False, False),
        ]
        assert letters.quarantined(conn) == []
        first, second, fourth = (letters.get(conn, n) for n in (1, 2, 4))
    assert (first.state, first.twin, first.tries, first.why) == (
        LetterState.NEW,
        None,
        0,
        "",
    )
    assert (second.state, second.tries) == (LetterState.WAITING, 0)
    assert (fourth.state, fourth.twin) == (LetterState.WAITING, "u")


def test_when_the_last_letter_of_some_addresses_came(world: World) -> None:
    letters.store_new(world.store, [came("a")], NOW)
    letters.store_new(world.store, [came("b")], NOW + 1)
    change(world, 1, sender="a@x.example")
    change(world, 2, sender="b@x.example")
    with world.store.reading() as conn:
        assert letters.last_from(conn, ["a@x.example"]) == NOW
        assert letters.last_from(conn, ["a@x.example", "b@x.example"]) == NOW + 1
        assert letters.last_from(conn, ["c@x.example"]) == 0.0
