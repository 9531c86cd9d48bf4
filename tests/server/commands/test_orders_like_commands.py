"""Orders that begin with a word of ours: the game that is answered goes first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.server.store.connection import Database
from tests.support.outside import installed, race, write
from tests.support.server.world import ANN, BOB, World

GRAMMAR = "pbem_race/grammars/race.lark"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """Ann and Bob in a game whose orders may begin with a word of ours."""
    store = Database(str(tmp_path / "pbem.db"))
    store.prepare()
    files = race()
    verbs = 'order: ("add"i | "show"i | "history"i | "watch"i "lake"i)? NUMBER'
    files[GRAMMAR] = files[GRAMMAR].replace('order: "add"i? NUMBER', verbs)
    assert verbs in files[GRAMMAR]
    write(tmp_path / "site", "pbem-race", {"race": "pbem_race.rules:RULES"}, files)
    made = World(store, tmp_path)
    with installed(tmp_path / "site"):
        made.start(BOB, game="race")
        yield made
    made.server.close()


def _told(world: World, text: str) -> str:
    world.answer(ANN, text)
    return " ".join(world.last("ann@a.example").text.split())


@pytest.mark.parametrize("line", ["watch lake 2", "Watch lake 2.", "watch lake 2 #0"])
def test_an_order_that_is_no_command_of_ours_is_played(world: World, line: str) -> None:
    assert "Ann adds 2: 2." in _told(world, line)
    assert len(world.orders()) == 1


def test_one_of_these_that_is_refused_is_no_command_of_others(world: World) -> None:
    told = _told(world, "watch lake 9")
    assert "You may add 1 to 3." in told
    assert "no game" not in told
    assert not world.orders()


@pytest.mark.parametrize("line", ["show 2", "Show 2."])
def test_what_both_read_is_asked(world: World, line: str) -> None:
    told = _told(world, line)
    plain = line.rstrip(".")
    assert f'"{plain}" is an order in this game, and a command of mine' in told
    assert 'answer "yes" to have it so' in told
    assert not world.orders()
    assert "Ann adds 2: 2." in _told(world, line)


def test_please_makes_a_command_of_it(world: World) -> None:
    told = _told(world, "please show 2")
    assert 'I know no game "2" of yours' in told
    assert not world.orders()


@pytest.mark.parametrize("line", ["show", "show 9", "history", "standings"])
def test_what_cannot_be_played_is_the_command(world: World, line: str) -> None:
    assert "is an order in this game" not in _told(world, line)
    assert not world.orders()


def test_words_for_others_stay_words(world: World) -> None:
    told = _told(world, "press to Bob\nshow 2\nend press")
    assert "is an order in this game" not in told
    assert "show 2" in world.last("bob@b.example").text
    assert not world.orders()
