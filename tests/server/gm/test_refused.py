"""Acts of a game master that cannot be done: each says why, and nothing is changed."""

from __future__ import annotations

import pytest

from pbem.server.store import schema
from tests.server.conftest import Make
from tests.support.server.world import ANN, HOST, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
RUNNING = {
    "extend soon": 'I do not understand "soon" as a time',
    "extend Fri 20:00": 'I do not understand "Fri 20:00" as a time',
    "resume": "The clock is running",
    "deadline 2020-01-01": '"2020-01-01" is over',
    "deadline soon": 'I do not understand "soon" as a time',
    "set press maybe": '"maybe" will not do; it can be at-once, report, off',
    "set anonymous perhaps": '"perhaps" will not do; it can be yes, no',
    "set pace soon": 'I do not understand "soon" as a time',
    "set nonsense 1": 'no term "nonsense". Did you mean "silence"?',
    "kick Zoe": 'Nobody called "Zoe" plays there. The players are Ann, Bob.',
    "replace Ann": "I need a seat and an address",
    "replace Ann with bob@b.example": "bob@b.example has a seat in this game already",
    "replace Ann with referee@x.example": "referee@x.example",
    "correct Ann: fire C3": "No turn has been played in which all answer at once",
    "act as Ann": "I need a seat, a colon and the orders",
    "act as Ann: fly": 'Those orders cannot be given: I do not understand "fly"',
    "undo to 9": "There is nothing to undo there",
    "undo to 0": "There is nothing to undo there",
    "process": "Without orders of Ann and Bob the turn cannot be closed",
}
OVER = ("pause", "resume", "deadline in 2 days", "extend 24h", "process", "kick Ann",
        "replace Ann with dot@d.example", "standby Ann", "act as Ann: fire C3",
        "close")  # fmt: skip


@pytest.fixture
def world(make: Make) -> World:
    """A game with a host whose letters are all answered."""
    world = make("[limits]\nsender_hour = 1000\nalike_day = 1000\n")
    world.start()
    world.say(HOST, "whois")
    return world


def _game(world: World) -> object:
    with world.store.reading() as conn:
        row = conn.execute(schema.game.select()).one()
    return row._replace(woken=0) if "woken" in row._fields else row


def _told(world: World, act: str) -> str:
    """What the host is told."""
    out = world.host_does(act)
    words = [mail.text for mail in out if mail.recipient == "host@x.example"]
    return " ".join(words[0].split())


def test_what_a_running_game_does_not_allow(world: World) -> None:
    before = _game(world)
    for act, words in RUNNING.items():
        told = _told(world, act)
        assert "I have changed nothing in arena-1" in told, act
        assert words in told, act
        assert _game(world) == before, act
    assert world.count(schema.act) == 0


def test_a_clock_that_stands_is_not_stopped_again(world: World) -> None:
    assert "the clock is stopped" in _told(world, "pause")
    for act in ("pause", "extend 24h"):
        assert 'The clock is stopped; "resume" lets it run' in _told(world, act)
    assert "the clock runs again" in _told(world, "resume")


@pytest.mark.parametrize("act", ["replace Ann with {}", "master {}"])
def test_nobody_who_wants_no_letters_is_given_a_part(world: World, act: str) -> None:
    world.say("Dot <dot@d.example>", "games")
    world.confirmed("Dot <dot@d.example>", "stop")
    told = _told(world, act.format("dot@d.example"))
    assert 'dot@d.example has written "stop" and gets no letters' in told
    world.answer("Dot <dot@d.example>", "stop off")
    assert "I have changed nothing" not in _told(world, act.format("dot@d.example"))


def test_who_has_left_gets_his_own_seat_back_and_no_other(world: World) -> None:
    assert "The seat of Bob is free" in _told(world, "standby Bob")
    why = "bob@b.example has a seat in this game already"
    assert why in _told(world, "replace Ann with bob@b.example")
    _told(world, "replace Bob with bob@b.example")
    assert world.count(schema.seat, schema.seat.c.state == "in") == 2


def test_a_seat_that_is_free_is_not_freed_again(world: World) -> None:
    assert "The seat of Bob is free" in _told(world, "standby bob")
    assert "I have changed nothing" in _told(world, "standby Bob")
    _told(world, "kick Bob")
    assert world.count(schema.seat, schema.seat.c.state == "gone") == 1
    assert "The seat of Bob is free" in _told(world, "kick Bob")


def test_a_game_that_is_over_is_not_played_on(world: World) -> None:
    _told(world, "close")
    for act in OVER:
        assert "I have changed nothing" in _told(world, act), act
    assert world.count(schema.act) == 1


def test_a_game_that_has_not_begun_is_called_off(world: World) -> None:
    world.say(ANN, "new arena called friday with bob@b.example")
    world.answer(ANN, "accept")
    assert world.last("bob@b.example").subject.startswith("friday")
    line = "gm friday #0 close because nobody came"
    for act in ("pause", "undo to 0"):
        other = f"gm friday #0 {act} because nobody came"
        out = world.answer(HOST, other)
        assert "changed nothing" in " ".join(out[-1].text.split()), act
    out = world.answer(HOST, line)
    told = {mail.recipient: " ".join(mail.text.split()) for mail in out}
    for whom in ("ann@a.example", "bob@b.example"):
        assert "friday will not be played." in told[whom]
        assert "called it off. The reason: nobody came" in told[whom]
    state = schema.game.c.state
    assert world.count(schema.game, schema.game.c.name == "friday",
                       state == "dropped") == 1  # fmt: skip


def test_terms_hold_from_the_next_turn_on(world: World) -> None:
    for term, column, value in (
        ("grace 6h", "grace", 6 * 3600), ("grace none", "grace", 0),
        ("pace 2 days, grace 3h", "grace", 3 * 3600), ("press off", "press", "off"),
        ("silence resign after 3", "silence", "resign"), ("anonymous yes", None, None),
    ):  # fmt: skip
        assert "Done" in _told(world, f"set {term}"), term
        if column:
            assert getattr(_game(world), column) == value, term
