"""Each letter is read once, and one that cannot be read stops no other."""

from __future__ import annotations

import pytest

from pbem.mail.sandbox.read import ParsedLetter
from pbem.server.flow.dead_letters import MAX_TRIES
from pbem.server.states import LetterState
from pbem.server.store import schema
from tests.support.server.world import ANN, BOB, Here, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)


class Counting(Here):
    """Notes whose letter it reads; fails on some."""

    def __init__(self, broken: str = "nobody") -> None:
        self.seen: list[str] = []
        self.broken = broken.encode()

    def read(self, raw: bytes) -> ParsedLetter:
        """Read one."""
        self.seen.append("Ann" if b"From: Ann" in raw else "Bob")
        if self.broken in raw:
            raise ZeroDivisionError
        return super().read(raw)


def test_each_letter_is_read_once(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "pbem.server")
    sorter = world.server.sorter
    sorter.reader = reader = Counting()
    world.post(ANN, "help")
    world.post(BOB, "help")
    assert sorter.step(world.now) == 2
    assert sorter.step(world.now) == 0
    assert reader.seen == ["Ann", "Bob"]
    assert caplog.messages == ["read", "sorted"] * 2
    assert world.count(schema.letter, schema.letter.c.state == "waiting") == 2


def test_a_letter_that_cannot_be_read_at_all_stops_no_other(world: World) -> None:
    sorter = world.server.sorter
    sorter.reader = Counting("poison")
    world.post(ANN, "poison")
    world.post(BOB, "help")
    for _ in range(MAX_TRIES + 1):
        sorter.step(world.now)
    states = {
        state: world.count(schema.letter, schema.letter.c.state == state)
        for state in (LetterState.NEW, LetterState.WAITING, LetterState.DEAD)
    }
    assert states == {"new": 0, "waiting": 1, LetterState.DEAD: 1}
