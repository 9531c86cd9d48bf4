"""The box: how many may play, and what an option may be."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.pages.wording import words
from pbem.plugins.games import GameFault, Option, built_in, find
from pbem.protocol import Fault

KINDS = {
    "number": Option("n", "number", 10, "", least=4, most=20, step=2),
    "choice": Option("c", "choice", "big", "", values=("big", "small")),
    "yesno": Option("y", "yesno", True, ""),
    "text": Option("t", "text", "", ""),
}


@pytest.mark.parametrize("name", [*built_in()])
def test_as_many_may_play_as_the_box_says(name: str) -> None:
    game = find(name)
    least, most = game.facts["seats"]
    for count in range(least, most + 1):
        game.check_seats(count)
    for count in (least - 1, most + 1):
        with pytest.raises(GameFault) as caught:
            game.check_seats(count)
        assert caught.value.fault.code == "seats.number"
        assert caught.value.fault.given["found"] == count
        assert caught.value.fault.given["most"] == most


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("number", "4", 4),
        ("number", " +20 ", 20),
        ("choice", "SMALL", "small"),
        ("yesno", "Yes", True),
        ("yesno", "no", False),
        ("text", " Big Red ", "Big Red"),
    ],
)
def test_values_that_an_option_takes(kind: str, text: str, value: object) -> None:
    option = KINDS[kind]
    assert option.read(text) == value
    assert option.read(option.spell(option.read(text))) == value


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("number", "2"),
        ("number", "3"),
        ("number", "5"),
        ("number", "22"),
        ("number", "-4"),
        ("number", "--4"),
        ("number", "+-4"),
        ("number", "4.0"),
        ("number", "1" * 12),
        ("number", "0" * 5000 + "4"),
        ("number", ""),
        ("choice", "medium"),
        ("choice", ""),
        ("yesno", "y"),
        ("text", "  "),
    ],
)
def test_values_that_it_does_not(kind: str, text: str) -> None:
    with pytest.raises(GameFault) as caught:
        KINDS[kind].read(text)
    assert caught.value.fault.code == "option.value"
    assert caught.value.fault.given["found"] == text.strip()


def test_chance_may_hang_on_an_option() -> None:
    lava, magma, magblast = find("lava"), find("magma"), find("magblast")
    assert lava.needs_chance(lava.read_options({"tumbling": "yes"}))
    assert not lava.needs_chance(lava.read_options({"tumbling": "no"}))
    assert not magma.needs_chance(magma.read_options({}))
    assert magblast.needs_chance(magblast.read_options({}))


def test_a_default_is_that_of_the_version() -> None:
    was = {"1": "gentle", "3": "none"}
    sand = Option("sand", "choice", "even", "", ("even", "gentle", "none"), was=was)
    found = [sand.default_in(version) for version in range(1, 6)]
    assert found == ["gentle", "none", "none", "even", "even"]
    lava = find("lava")
    assert (lava.read_options({}, 7)["rules"], lava.read_options({})["rules"]) == (7, 1)


@pytest.mark.parametrize(
    ("name", "near"),
    [("areana", "arena"), ("magblst", "magblast"), ("tiddlywinks", ""), ("", "")],
)
def test_a_game_that_there_is_not(name: str, near: str) -> None:
    with pytest.raises(GameFault) as caught:
        find(name)
    assert caught.value.fault.code == "game.unknown"
    assert caught.value.fault.given["near"] == near
    assert set(built_in()) <= set(caught.value.fault.given["known"])


@pytest.mark.parametrize("name", ["arena/../lava", "./lava", "../games/lava", "lava/"])
def test_the_name_of_a_game_is_no_path(name: str) -> None:
    assert find(" LAVA ") is find("lava")
    with pytest.raises(GameFault):
        find(name)


@pytest.mark.parametrize(
    ("code", "given", "said"),
    [
        ("seats.number", {"title": "X", "least": 1, "most": 1, "found": 2},
         "X is for 1 player; here are 2."),
        ("seats.number", {"title": "X", "least": 2, "most": 26, "found": 1},
         "X is for 2 to 26 players; here is 1."),
        ("seats.number", {"title": "X", "least": 2, "most": 2, "found": 0},
         "X is for 2 players; here are 0."),
    ],
)  # fmt: skip
def test_one_is_told_as_one(code: str, given: dict[str, Any], said: str) -> None:
    assert words(find("arena")).fault(Fault(code, given=given)) == said


@pytest.mark.parametrize(
    ("game", "code", "given", "said"),
    [
        ("mars", "illegal.no-breath", {"price": 1, "sand": 1},
         "A message costs 1 tick, and only 1 is left"),
        ("magblast", "illegal.used-up", {"flagship": "Z", "uses": 1},
         "has been used 1 time, and that was all."),
        ("magblast", "illegal.used-up", {"flagship": "Z", "uses": 2},
         "has been used 2 times, and that was all of them."),
    ],
)  # fmt: skip
def test_one_is_told_as_one_in_each_game(
    game: str, code: str, given: dict[str, Any], said: str
) -> None:
    assert said in words(find(game)).fault(Fault(code, given=given))
