"""A game of another package by mail: listed, explained, begun by habit, played; and
one that is broken, beside others that go on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import pytest

from pbem.server.host import doctor
from pbem.server.outbound import templates
from pbem.server.store.connection import Database
from tests.support.outside import installed, race, write
from tests.support.server.world import ANN, BOB, World

WORDS = "pbem_race/templates/race/words.j2"
ROLES = '[[roles]]\nname = "White"\n[[roles]]\nname = "Black"\n'


def _package(site: Path, *, sound: bool = True) -> None:
    files = race()
    del files["pbem_race/templates/race/report.j2"]
    if not sound:
        files[WORDS] = files[WORDS].replace("macro Added", "macro Add")
    toml = "pbem_race/games/race/game.toml"
    files[toml] = files[toml].replace("[2, 6]", "[2, 2]") + ROLES
    write(site, "pbem-race", {"race": "pbem_race.rules:RULES"}, files)


@pytest.fixture
def world(tmp_path: Path, empty: Path) -> Iterator[World]:
    """A world of letters, on a store of its own."""
    made = World(Database(str(empty)), tmp_path)
    yield made
    made.server.close()


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    """A fresh store."""
    path = tmp_path / "pbem.db"
    Database(str(path)).prepare()
    return path


def test_it_is_played_by_mail_like_all_others(world: World, tmp_path: Path) -> None:
    _package(tmp_path / "site")
    with installed(tmp_path / "site"):
        (letter,) = world.say(ANN, "games")
        assert "race" in letter.text
        assert "Add 1, 2 or 3" in letter.text
        world.say(ANN, "help")
        assert "mars and race" in " ".join(world.last("ann@a.example").text.split())
        world.say(ANN, "help race")
        told = " ".join(world.last("ann@a.example").text.split())
        assert "Send a number, for example: add 1" in told
        assert "White and Black, in their order" in told
        world.say(ANN, "race challenge bob@b.example -goal=5")
        world.answer(ANN, "accept")
        assert "and play Black." in " ".join(world.last("bob@b.example").text.split())
        world.answer(BOB, "accept")
        first = world.last("ann@a.example")
        assert "You play White; Bob plays Black." in first.text
        world.answer(ANN, "add 3")
        told = world.last("bob@b.example").text
        assert "Ann adds 3: 3." in told
        assert "Total  3" in told
        world.answer(BOB, "race move race-1 bob secret add 2")
        over = world.last("ann@a.example")
        assert "Bob reaches 5 and wins." in over.text


def test_a_slip_in_an_order_begins_no_game(world: World, tmp_path: Path) -> None:
    """Elsewhere "play X" begins a game."""
    files, old = race(), '"add"i? NUMBER'
    assert old in files["pbem_race/grammars/race.lark"]
    new = '("add"i | "play"i)? NUMBER'
    grammar = files["pbem_race/grammars/race.lark"].replace(old, new)
    files["pbem_race/grammars/race.lark"] = grammar
    write(tmp_path, "pbem-race", {"race": "pbem_race.rules:RULES"}, files)
    with installed(tmp_path):
        world.say(ANN, "race challenge bob@b.example -goal=5")
        world.answer(ANN, "accept")
        world.answer(BOB, "accept")
        (letter,) = world.answer(ANN, "play zz")
        told = " ".join(letter.text.split())
        assert 'I do not understand "zz". Here could stand a number' in told
        assert "You could send, for example: add 1" in told
        (letter,) = world.answer(ANN, "play arena")
        assert "It names nobody to play with" in " ".join(letter.text.split())


def test_one_that_is_broken_is_said_and_harms_no_other(
    world: World, tmp_path: Path
) -> None:
    _package(tmp_path / "site", sound=False)
    with installed(tmp_path / "site"):
        world.start(BOB)
        for text in ("new race with bob@b.example", "help race", "open race for 2"):
            world.say(ANN, text)
            told = " ".join(world.last("ann@a.example").text.split())
            assert "race is installed here, but cannot be played" in told
            assert "words.j2" not in told  # where files lie is the host's own affair
        (finding,) = doctor.broken_games()
        told = templates.markup("doctor", **asdict(finding))
        assert "race (from pbem-race) cannot be played: pbem_race/rules.py" in told
        world.answer(ANN, "games", "arena-1")
        assert "Magic Arena" in world.last("ann@a.example").text
        world.answer(ANN, "fire C3", "arena-1")
        world.answer(BOB, "air C5", "arena-1")
        assert "The arena is open" in world.last("bob@b.example").text


def test_a_game_whose_package_is_gone_harms_no_other(
    world: World, tmp_path: Path
) -> None:
    _package(tmp_path / "site")
    with installed(tmp_path / "site"):
        world.start(BOB, game="race")
    world.say(ANN, "games")
    world.start(BOB)
    world.answer(ANN, "games", "arena-1")
    told = world.last("ann@a.example").text
    assert "race-1" in told
    assert "arena-1" in told


def test_a_doubt_is_said_as_one(world: World) -> None:
    """What is accepted as it stands is not called unusable."""
    world.start(BOB, game="magma")
    world.answer(BOB, "agree", "magma-1")
    world.answer(BOB, "agree", "magma-1")
    told = " ".join(world.last("bob@b.example").text.split())
    assert "Got it" in told
    assert "It is taken as you wrote it, but please look at this again:" in told
    assert "You have asked to end the game already." in told
    assert "could not use" not in told
