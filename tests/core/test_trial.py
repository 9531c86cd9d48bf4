"""What orders would do: tried on a copy, and told."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pbem.record.replay import Story, play
from pbem.record.trial import explain, parse, try_orders
from pbem.record.turn_file import read
from tests.toy.game import SEED, present
from tests.toy.handful.orders import Always

HANDFUL = f"Game: handful\nSeats: Ann, Bob, Cid\nSeed: {SEED}\n\n"


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    with present():
        yield


def _sent() -> tuple[Story, str]:
    """A game in which Ann has sent the first card that she may play."""
    story = play(read(HANDFUL))
    card = str(next(iter(story.game.rules.legal(story.table.state, "Ann"))))
    return play(read(f"{HANDFUL}Ann: {card}\n")), card


def test_orders_are_read_up_to_the_first_that_cannot_be() -> None:
    story = play(read(HANDFUL))
    lines = ["always pass", "nonsense", "leave"]
    assert parse(story, lines) == (Always(on=True),)
    assert try_orders(story, "Ann", lines).orders == (Always(on=True),)


def test_what_is_refused_replaces_nothing() -> None:
    story, card = _sent()
    tried = try_orders(story, "Ann", ["nonsense"])
    assert tried.refused
    assert tried.idle
    assert tried.replaces is None
    again = try_orders(story, "Ann", [card])
    assert not again.refused
    assert str(again.replaces) == card


def test_a_sheet_that_fails_in_its_middle_has_done_what_stands_before() -> None:
    story, card = _sent()
    tried = try_orders(story, "Ann", ["always pass", "nonsense"])
    assert tried.refused
    assert not tried.idle
    assert str(tried.replaces) == card
    assert tried.story.table.state.lazy == {"Ann"} != story.table.state.lazy


def test_only_what_may_be_done_now_is_explained() -> None:
    arena = "Game: arena\nSeats: Ann, Bob, Cid\n\n"
    arena += "Ann: fire C3\nBob: air F6\nCid: water H8\n== 1 ==\nAnn: resign\n"
    story = play(read(arena))
    assert explain(story, "Ann", parse(story, ["D4"])) == ()
    assert explain(story, "Bob", parse(story, ["E5"])) != ()
    lava = play(read("Game: lava\nSeats: Ann, Bob\n\n"))
    (out,) = {"Ann", "Bob"} - {*lava.awaited()}
    assert explain(lava, out, parse(lava, ["resign"])) != ()
