"""`clear` takes back all that was not played, however much it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sqlalchemy as sa

from pbem.record.replay import Story
from pbem.server.states import EntrySource
from pbem.server.store import game_store, schema
from tests.support.server.world import ANN, BOB, World

BEGUN = ["Ann: fire C3", "Bob: air F6"]


def _send(world: World, count: int) -> None:
    """So many letters of Ann's, each with another order for the open turn."""
    with world.store.writing() as conn:
        entry = schema.entry
        query = sa.select(sa.func.max(entry.c.number))
        number = conn.execute(query).scalar_one()
        game = game_store.get(conn, 1)
        line = game_store.LogEntry(game.serial, "Ann", "D5", EntrySource.LETTER)
        rows = [line.row(1, number + n, 0, world.now) for n in range(1, count + 1)]
        conn.execute(entry.insert(), [row._asdict() for row in rows])
        changed = {"length": game.length + count, "revision": game.revision + 1}
        conn.execute(schema.game.update().values(**changed))


@pytest.mark.parametrize("count", [2, 201])
def test_no_order_is_left_standing(world: World, count: int) -> None:
    world.begin()
    _send(world, count)
    assert "  D5\n" in world.answer(ANN, "clear")[0].text
    assert world.orders() == BEGUN
    assert "nothing of yours to take back" in world.answer(ANN, "clear")[0].text


def test_what_others_sent_and_what_was_played_stays(world: World) -> None:
    world.begin()
    for text in ("D4", "D5"):
        world.answer(BOB, text.replace("D", "F"))
        world.answer(ANN, text)
    played = world.orders()
    assert len(played) == 6
    world.answer(ANN, "C4")
    world.answer(ANN, "clear")
    assert world.orders() == played
    for text in ("E5", "E4", "E3"):
        world.answer(BOB, text)
    world.answer(ANN, "C4")
    assert len(world.orders()) == 10
    world.answer(BOB, "clear")
    assert world.orders() == [*played, "Bob: E5", "Bob: E4", "Bob: E3", "Ann: C4"]


def test_sheets_that_lie_under_one_another_go_together(world: World) -> None:
    world.start(game="magblast")
    with world.store.reading() as conn:
        story = game_store.load_story(conn, game_store.get(conn, 1))
    seat = next(iter(story.awaited()))
    first = str(next(story.game.rules.legal(story.table.state, seat)))
    who = ANN if seat == "Ann" else BOB
    for sheet in (f"{first}\npass", first, f"{first}\npass\npass"):
        world.answer(who, sheet)
    assert len(world.orders()) == 3
    assert world.answer(who, "clear")[0].text.count("  pass\n") == 2
    assert world.orders() == []


def _offers(world: World, monkeypatch: pytest.MonkeyPatch, count: int) -> int:
    _send(world, count)
    offers: list[object] = []
    take: Callable[..., object] = Story.take

    def counted(story: Story, item: object) -> object:
        offers.append(item)
        return take(story, item)

    with monkeypatch.context() as patch:
        patch.setattr(Story, "take", counted)
        world.answer(ANN, "clear")
    assert world.orders() == BEGUN
    return len(offers)


def test_its_work_grows_as_the_record(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.begin()
    few, many = (_offers(world, monkeypatch, count) for count in (50, 200))
    assert few <= 3 * (50 + len(BEGUN))
    assert many <= 3 * (200 + len(BEGUN))
