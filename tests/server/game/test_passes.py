"""How a seat passes that says nothing and cannot be left out."""

from __future__ import annotations

import random

import pytest

from pbem.server.store import schema
from tests.server.conftest import Make
from tests.support.server.bot import wanted
from tests.support.server.world import ANN, BOB, World
from tests.toy.game import TOY

TERMS = "\nset silence skip"


@pytest.fixture
def mute(toy: None, make: Make, monkeypatch: pytest.MonkeyPatch) -> World:
    """A game of the toy, in which silence says nothing; the same cards each time."""
    monkeypatch.setattr(type(TOY.rules), "default", lambda *given: None)
    seed = random.Random(1).randbytes
    monkeypatch.setattr("pbem.server.lobby.invitations.secrets.token_bytes", seed)
    world = make()
    world.say(ANN, f"new handful called friday with bob@b.example{TERMS}")
    for who in (ANN, BOB):
        world.answer(who, "accept")
    return world


def _serial(world: World) -> int:
    return world.scalar(schema.game.select().with_only_columns(schema.game.c.serial))


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_who_is_silent_passes_where_the_game_has_passes(mute: World) -> None:
    chance = random.Random(1)
    cards: dict[str, str] = {}
    while len(cards) < 2:
        legal = wanted(mute.store, "friday", chance, end=False)
        cards |= {address: text for address, text in legal if text.startswith("play")}
    for address, text in cards.items():
        mute.answer(f"<{address}>", text)
    serial = _serial(mute)
    assert len(mute.orders()) == 2
    mute.now = mute.due() + 1
    mute.run()
    assert _serial(mute) > serial
    assert "pass" in [line.partition(": ")[2] for line in mute.orders()]


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_the_game_waits_where_it_has_no_pass(mute: World) -> None:
    mute.now = mute.due() + 1
    told = [mail.text for mail in mute.run()]
    assert _serial(mute) == 0
    assert mute.orders() == []
    assert (
        len([text for text in told if "friday cannot go on without you" in text]) == 2
    )
