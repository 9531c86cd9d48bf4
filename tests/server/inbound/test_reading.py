"""Letters are read before the sorter comes to them, each once."""

from __future__ import annotations

import pytest

from pbem.mail.sandbox.read import ParsedLetter
from pbem.server.database import schema
from pbem.server.inbound import reading
from pbem.server.inbound.dead_letters import MAX_TRIES
from pbem.server.states import LetterState
from tests.support.server.world import ANN, BOB, Here, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)


class Counting(Here):
    """Notes whose letter it reads; fails on some."""

    def __init__(self, broken: str = "nobody") -> None:
        self.seen: list[str] = []
        self.broken = broken.encode()

    def read(self, raw: bytes, then: bytes = b"") -> ParsedLetter:
        """Read one."""
        self.seen.append("Ann" if b"From: Ann" in raw else "Bob")
        if self.broken in raw:
            raise ZeroDivisionError
        return super().read(raw, then)


def test_what_was_read_ahead_is_not_read_again(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "pbem.server")
    sorter = world.server.sorter
    sorter.reader = reader = Counting()
    world.post(ANN, "help")
    assert sorter.read_ahead() == 1
    assert sorter.read_ahead() == 0
    world.post(BOB, "help")
    assert sorter.step(world.now) == 2
    assert reader.seen == ["Ann", "Bob"]
    assert caplog.messages == ["read", "read"]
    assert sorter.read_ahead() == 0
    assert world.count(schema.letter, schema.letter.c.state == "waiting") == 2


def test_no_more_is_read_ahead_than_is_sorted_at_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "MAX_AHEAD", 2)
    for _ in range(3):
        world.post(ANN, "help")
    sorter = world.server.sorter
    assert [sorter.read_ahead(), sorter.read_ahead()] == [2, 0]
    assert sorter.step(world.now) == 3
    world.post(ANN, "help again")
    assert sorter.read_ahead() == 1


def test_a_letter_that_cannot_be_read_at_all_stops_no_other(world: World) -> None:
    sorter = world.server.sorter
    sorter.reader = Counting("poison")
    world.post(ANN, "poison")
    world.post(BOB, "help")
    assert sorter.read_ahead() == 2
    for _ in range(MAX_TRIES + 1):
        sorter.step(world.now)
    states = {
        state: world.count(schema.letter, schema.letter.c.state == state)
        for state in (LetterState.NEW, LetterState.WAITING, LetterState.DEAD)
    }
    assert states == {"new": 0, "waiting": 1, LetterState.DEAD: 1}
