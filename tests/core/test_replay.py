"""The fold over a record: lateness, deadlines, time, and what was done aside."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pbem.record.replay import Story, begin, play
from pbem.record.turn_file import Unreadable, read
from tests.toy.game import SEED, present

TURNS = "Game: arena\nSeats: Ann, Bob\n\nAnn: fire C3\nBob: air F6\n"
TOY = f"Game: handful\nSeats: Ann, Bob, Cid\nSeed: {SEED}\n\n"


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    with present():
        yield


def _story(text: str) -> Story:
    return play(read(text))


def _codes(story: Story) -> list[str]:
    return [located.fault.code for located in story.faults]


def test_a_deadline_ends_lateness() -> None:
    late = TURNS + "== 0 ==\nAnn: air A1\n"
    story = _story(late + "-- deadline --\nAnn: D4\nBob: -\n")
    assert _codes(story) == ["late.turn"]
    assert story.table.serial == 3
    assert _codes(_story(late + "Ann: D4\n")) == ["late.turn", "late.turn"]


def test_what_is_late_is_told_with_the_window_that_is_open() -> None:
    story = _story(TURNS + "== 0 ==\nAnn: air A1\n")
    (fault,) = story.faults
    assert (fault.serial, fault.line, fault.column) == (1, 7, 6)
    assert story.table.answers == {}


def test_what_was_done_aside_is_kept_until_a_window_is_resolved() -> None:
    story = begin(read(TOY + "Bob: always pass\nCid: never pass\n-- deadline --\n"))
    bob, cid, deadline = story.record.items()
    before = story.table.state
    story.take(bob)
    ((seat, order, state),) = story.asides
    assert (seat, str(order), state) == ("Bob", "always pass", before)
    between = story.table.state
    story.take(cid)
    assert [seat for seat, *_ in story.asides] == ["Bob", "Cid"]
    assert story.asides[1][2] is between
    story.take(deadline)
    assert story.table.serial == 1
    assert story.asides == ()


def test_what_was_refused_was_not_done_aside() -> None:
    story = _story(TOY + "Cid: leave\nCid: leave\n")
    assert [seat for seat, *_ in story.asides] == ["Cid"]
    assert _codes(story) == ["illegal.left"]


def test_a_position_ends_where_its_game_begins() -> None:
    """A deadline and time gone by are no lines of it, as a heading is none."""
    arena = "Game: arena\nSeats: Ann, Bob\n\n== Position ==\n"
    stand = "Ann: fire D4 20hp 5mp\nBob: water A1 20hp 5mp\n"
    assert _story(arena + stand + "-- deadline --\n").table.serial == 1
    magma = "Game: magma\nSeats: Ann, Bob\nOptions: clock=white-hot, glass=10\n\n"
    place = "== Position ==\nred: A1\nblue: M1\n"
    spent = _story(magma + place + "-- after 60s --\nAnn: enter B2\n")
    assert spent.table.state.left == 60
    with pytest.raises(Unreadable) as caught:
        _story(arena + stand + "- deadline -\n")
    assert caught.value.line == 7
