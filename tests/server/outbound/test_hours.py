"""Hours of one's own: quiet ones, and the digest's."""

from __future__ import annotations

import pytest

from tests.support.server.world import ANN, BOB, HOUR, World

#: World begins on a Tuesday at 22:13 UTC.
NIGHT = "set quiet 22:00-7:00"


def _mailed(world: World, before: int) -> list[str]:
    return [m.subject for m in world.box.mail[before:] if m.recipient[0] == "a"]


def test_what_can_wait_comes_when_the_quiet_hours_end(world: World) -> None:
    world.begin()
    world.answer(ANN, NIGHT)
    assert "From 22:00 to 07:00 (UTC)" in world.last("ann@a.example").text
    before = len(world.box.mail)
    world.answer(BOB, "press to Ann: hello")
    assert _mailed(world, before) == []
    world.now += 8 * HOUR
    world.run()
    assert _mailed(world, before) == []
    world.now += HOUR
    world.run()
    assert _mailed(world, before) == ["arena-1: words from Bob"]


def test_an_answer_and_what_is_due_before_their_end_come_at_once(world: World) -> None:
    world.begin(options="\nset pace 6h")
    world.answer(ANN, NIGHT)
    before = len(world.box.mail)
    world.answer(ANN, "-")
    assert len(_mailed(world, before)) == 1
    world.answer(BOB, "-")
    assert any("your turn" in one for one in _mailed(world, before))


def test_a_digest_goes_at_the_hour_that_was_asked_for(world: World) -> None:
    world.begin()
    world.answer(ANN, "set digest daily 18:00")
    before = len(world.box.mail)
    world.answer(BOB, "press to Ann: hello")
    world.now += 19 * HOUR
    world.run()
    assert _mailed(world, before) == []
    world.now += HOUR
    world.run()
    assert _mailed(world, before) == ["Your letters of today: 1"]


@pytest.mark.parametrize(
    "line",
    ["set quiet whenever", "set quiet 7-7", "set quiet 25-3", "set digest daily x"],
)
def test_hours_that_are_none_change_nothing(world: World, line: str) -> None:
    world.begin()
    world.answer(ANN, line)
    assert "cannot be set" in world.last("ann@a.example").text
