"""What a game master's line must have, and what one who plays too may not see."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from pbem.server.gm.grammar import parse_request
from pbem.server.store import schema
from tests.server.conftest import Make
from tests.support.server.world import BOB, HOST, World

ASKED = "Is this from you?"
PARTIAL = "You play in it yourself, and this could tell you what others hold"


def _game(world: World) -> object:
    with world.store.reading() as conn:
        return conn.execute(sa.select(schema.game)).one()


def _done(world: World, who: str, line: str) -> list[str]:
    """Send a game master's line, twice where that is asked; the letters that go out,
    to the writer first."""
    out = world.answer(who, line)
    if [mail.subject for mail in out] == [ASKED]:
        out = world.answer(who, line)
    mine = [mail for mail in out if mail.recipient in who]
    others = [mail for mail in out if mail not in mine]
    return [" ".join(mail.text.split()) for mail in (*mine, *others)]


@pytest.fixture
def begun(make: Make) -> World:
    """A game at turn 1 whose host has written."""
    world = make("[limits]\nsender_hour = 1000\nalike_day = 1000\n")
    world.begin()
    world.say(HOST, "whois")
    return world


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("gm arena-1 #1", 'do not understand it from here on: "the end of the line"'),
        ("gm arena-1", 'do not understand it from here on: "the end of the line"'),
        ("gm arena-1 #1 fly away", 'from here on: "fly away"'),
        ("gm arena-1 note hello because so", "say which turn you mean; now it is #1"),
        (
            "gm arena-1 #0 note hello because so",
            "another turn than the one that is open",
        ),
        ("gm arena-1 #2 note hello", "another turn than the one that is open"),
        ("gm arena-1 #1 note hello", "It needs a reason"),
    ],
)
def test_a_line_without_act_turn_or_reason_does_nothing(
    begun: World, line: str, words: str
) -> None:
    before = _game(begun)
    (told,) = _done(begun, HOST, line)
    assert "I have changed nothing in arena-1." in told
    assert words in told
    assert _game(begun) == before
    assert begun.count(schema.act) == 0


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_line_that_is_whole_is_tried_without_a_trace_and_then_done(
    begun: World,
) -> None:
    before = _game(begun)
    (tried,) = _done(begun, HOST, "gm arena-1 #1 try pause because of the storm")
    assert "Only tried: the clock is stopped." in tried
    assert "- clock: running -> stopped" in tried
    assert "To ann@a.example: arena-1: the game master acted" in tried
    assert _game(begun) == before
    assert begun.count(schema.act) == 0
    done, *others = _done(begun, HOST, "gm arena-1 #1 pause because of the storm")
    assert "Done: the clock is stopped." in done
    assert "- clock: running -> stopped" in done
    assert "- pace" not in done
    assert len(others) == 2
    assert all("The reason: the storm" in letter for letter in others)
    assert begun.count(schema.act) == 1


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("act", "hidden"),
    [
        ("act as Bob: E6", True),
        ("act as host : D4", False),
        ("act as h\u00f3st: D4", False),
        ("try act as Host: D4", True),
        ("process", False),
        ("try process", True),
        ("try close", True),
        ("close", False),
        ("try pause", False),
        ("try kick Bob", False),
    ],
)
def test_a_game_master_who_plays_sees_nothing_of_others(
    make: Make, act: str, hidden: bool
) -> None:
    world = make()
    world.say(HOST, "new arena with bob@b.example")
    for who in (HOST, BOB):
        world.answer(who, "accept")
    world.answer(HOST, "fire C3")
    world.answer(BOB, "air F6")
    world.answer(BOB, "E6 1D4")
    told, *_ = _done(world, HOST, f"gm arena-1 #1 {act} because I would like it")
    assert (PARTIAL in told) is hidden
    assert ("I have changed nothing" in told) is hidden
    if act.startswith("try"):
        assert "1D4" not in told


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("act", ["act as Bob: E6", "try process", "try close"])
def test_the_host_who_does_not_play_may_see_what_a_turn_would_bring(
    begun: World, act: str
) -> None:
    told, *_ = _done(begun, HOST, f"gm arena-1 #1 {act} because I would like it")
    assert "I have changed nothing" not in told


@pytest.mark.parametrize(
    ("text", "game", "serial", "at"),
    [
        ("", "", None, "the end of the line"),
        ("Friday", "friday", None, "the end of the line"),
        ("friday #4", "friday", 4, "the end of the line"),
        ("Friday #4 fly away", "friday", 4, "fly away"),
        ("friday #x #12 dance", "friday", 12, "#x #12 dance"),
        ("friday #4 #5 dance", "friday", 4, "#5 dance"),
        ("friday #4 " + "z" * 60, "friday", 4, "z" * 40),
    ],
)
def test_where_a_line_stops_to_be_understood(
    text: str, game: str, serial: int | None, at: str
) -> None:
    found = parse_request(text)
    assert (found.game, found.serial, found.name) == (game, serial, "")
    assert (found.text, found.at) == (text, at)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("because of the storm", "the storm"),
        ("because often", "often"),
        ("because the end of it", "the end of it"),
    ],
)
def test_a_reason_is_kept_without_its_little_words(said: str, reason: str) -> None:
    found = parse_request(f"Friday #0 pause {said}")
    assert (found.game, found.serial, found.name) == ("friday", 0, "pause")
    assert (found.reason, found.trying, found.words) == (reason, False, ())
    assert parse_request(f"friday #0 try pause {said}").trying
