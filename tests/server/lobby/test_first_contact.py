"""People who write for the first time, and the letters that invite: what they need
stands in them."""

from __future__ import annotations

import pytest

from tests.support.server.world import ADDRESS, ANN, BOB, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
FRIENDS = ["bob@b.example", "cid@c.example", "dot@d.example"]
ASKS = (
    f"Hi! Can I play arena with my friends {FRIENDS[0]}, {FRIENDS[1]} and {FRIENDS[2]}?"
)


def _flat(text: str) -> str:
    return " ".join(text.split())


def test_all_friends_of_a_newcomer_are_in_the_line_to_copy(world: World) -> None:
    (out,) = world.say(ANN, ASKS)
    line = f"new arena with {', '.join(FRIENDS)}"
    assert line in _flat(out.text)
    out = world.say(ANN, line)[-1]
    assert out.subject.endswith("please confirm")


@pytest.mark.parametrize(
    ("asks", "line", "most"),
    [
        ("We want to play: {}", "new arena with {0}, {1}, {2}", ""),
        ("May I play with {0}?", "new lava with {0}", ""),
        ("Is lava for me, {}?", "new lava with {0}, {1}", "No more than 3 can play it"),
    ],
)
def test_the_line_to_copy_is_one_that_can_be_played(
    world: World, asks: str, line: str, most: str
) -> None:
    (out,) = world.say(ANN, asks.replace("{}", ", ".join(FRIENDS)).format(*FRIENDS))
    wanted = line.format(*FRIENDS)
    assert f"{wanted} " in _flat(out.text)
    assert most in _flat(out.text)
    assert world.say(ANN, wanted)[-1].subject.endswith("please confirm")


def test_the_second_try_of_a_newcomer_gets_another_letter(world: World) -> None:
    (first,) = world.say(ANN, ASKS)
    world.now += 60
    (second,) = world.say(ANN, f"So, {ASKS}")
    assert first.text != second.text
    assert "just as it stands" in _flat(second.text)
    assert f"new arena with {', '.join(FRIENDS)}" in _flat(second.text)


def test_a_game_of_teams_says_who_plays_with_whom(world: World) -> None:
    world.say(ANN, f"new magma with {', '.join(FRIENDS)}")
    teams = "It is played in teams: Ann and Cid against Bob and Dot."
    assert teams in _flat(world.last(ADDRESS[ANN]).text)
    world.answer(ANN, "accept")
    assert teams in _flat(world.last(ADDRESS[BOB]).text)


@pytest.mark.parametrize("game", ["magma", "arena", "mars"])
def test_a_game_without_teams_says_nothing_of_them(world: World, game: str) -> None:
    world.say(ANN, f"new {game} with bob@b.example")
    world.answer(ANN, "accept")
    assert not any("teams" in mail.text for mail in world.box.mail)
