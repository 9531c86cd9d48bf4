"""What a receipt says of orders, and what a letter of too many lines comes to."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from pbem.server.flow import dispatch
from pbem.server.game import orders, out_of_turn
from pbem.server.store import schema
from tests.support.server.world import ADDRESS, ANN, BOB, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)


def _text(world: World, who: str) -> str:
    """The last letter to somebody, in one line."""
    return " ".join(world.last(ADDRESS[who]).text.split())


@pytest.mark.parametrize(
    ("news", "read", "told"),
    [(True, False, True), (True, True, False), (False, False, False)],
)
def test_what_orders_brought_is_told_where_no_reading_tells_it(
    world: World, monkeypatch: pytest.MonkeyPatch, news: bool, read: bool, told: bool
) -> None:
    offer = orders.offer

    def offered(*given: Any, **more: Any) -> Any:
        found: Any = offer(*given, **more)
        found.news = ("a bell",) if news else ()
        if not read:
            found.readings = []
        return found

    monkeypatch.setattr(orders, "offer", offered)
    monkeypatch.setattr(
        out_of_turn,
        "event_lines",
        lambda session, events, seat: ["A bell rings."] if events else [],
    )
    world.start()
    world.answer(ANN, "fire C3")
    assert ("A bell rings." in _text(world, ANN)) is told


def test_orders_that_are_accepted_are_sealed_and_refused_ones_are_not(
    world: World,
) -> None:
    world.start()
    world.answer(ANN, "fly")
    assert "seal" not in _text(world, ANN).lower()
    assert world.count(schema.letter, schema.letter.c.understood) == 3
    world.answer(ANN, "fire C3")
    assert "seal" in _text(world, ANN).lower()
    assert world.count(schema.letter, schema.letter.c.understood) == 4


def test_the_record_knows_the_letter_of_an_order(world: World) -> None:
    world.start()
    world.answer(ANN, "fire C3")
    entry = schema.entry.c
    number = world.scalar(sa.select(sa.func.max(schema.letter.c.id)))
    assert world.count(schema.entry, entry.letter_id == number) == 1


@pytest.mark.parametrize(("most", "played"), [(2, True), (1, False)])
def test_commands_beyond_the_most_are_not_carried_out(
    world: World, monkeypatch: pytest.MonkeyPatch, most: int, played: bool
) -> None:
    monkeypatch.setattr(dispatch, "MAX_COMMANDS", most)
    world.start()
    world.answer(ANN, "wait\nfire C3\nready")
    assert world.orders() == ["Ann: fire C3"] * played
    world.answer(ANN, "ready")
    assert world.orders() == ["Ann: fire C3"]


def test_a_receipt_says_at_its_head_whether_something_was_done(world: World) -> None:
    world.start()
    for text, head in (
        ("fly", "I could not use your letter, Ann."),
        ("resign #9", "I could not"),
        ("fire C3", "Got it, Ann."),
        ("orders?", "Got it, Ann."),
    ):
        world.answer(ANN, text)
        assert head in _text(world, ANN)
        assert ("I could not" in _text(world, ANN)) is head.startswith("I could not")
        assert ("This stands" in _text(world, ANN)) is (text == "fire C3")
        assert ("What you sent before stands" in _text(world, ANN)) is (
            text == "orders?"
        )


def test_lines_of_a_turn_that_is_over_are_given_back(world: World) -> None:
    world.start()
    old = world.last(ADDRESS[ANN]).reply_to
    world.answer(ANN, "fire C3")
    world.answer(BOB, "air F6")
    world.say(ANN, "D4", old)
    assert world.orders() == ["Ann: fire C3", "Bob: air F6"]
    asked = "This was an answer to turn #0, when you and Bob were asked"
    assert f"{asked}, and the game is at #1 now" in _text(world, ANN)
    # What names a turn in a letter of this one is given back as of that turn.
    for serial, words in (
        (0, asked),
        (9, "This is for turn #9"),
    ):
        world.answer(ANN, f"D4 #{serial}")
        assert f"{words}, and the game is at #1 now" in _text(world, ANN)
    # An old letter is one of its own turn, whatever its lines name.
    world.say(ANN, "D4 #9", old)
    assert "This was an answer to turn #0" in _text(world, ANN)
    assert world.orders() == ["Ann: fire C3", "Bob: air F6"]


def test_what_is_only_asked_is_not_done(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer = orders.offer

    def doubted(*given: Any, **more: Any) -> Any:
        found: Any = offer(*given, **more)
        found.asks = "Do you really want that?"
        return found

    monkeypatch.setattr(orders, "offer", doubted)
    world.start()
    world.answer(ANN, "fire C3")
    assert "A question first, Ann." in _text(world, ANN)
    assert world.orders() == []
    # The same once more is the answer.
    world.answer(ANN, "fire C3")
    assert "Got it, Ann." in _text(world, ANN)
    assert world.orders() == ["Ann: fire C3"]
