"""What every game must hold (pbem.testing), for the games of the library."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pbem.bots.levels import EASY
from pbem.bots.search import think
from pbem.library.family import FAMILY
from pbem.pages.wording import words
from pbem.plugins.games import find
from pbem.record import replay, turn_file
from pbem.report.builder import report
from pbem.report.model import Reader, render
from pbem.testing import ContractTests, WordsTests
from pbem.testing.matches import Match

NAMES = tuple(FAMILY.names())


class LibraryTests(ContractTests, WordsTests):
    """The contract, by a match or two: there are many games."""

    count = 1
    lines = 60

    #: Below, by games that are played to their end.
    test_every_ending_that_comes_about_is_told = None  # type: ignore[assignment]


def _tested(name: str) -> type:
    called = "Test" + name.title().replace("-", "")
    return type(called, (LibraryTests,), {"__module__": __name__, "game": name})


for _name in NAMES:
    _kind = _tested(_name)
    globals()[_kind.__name__] = _kind


def _to_its_end(name: str, seed: int) -> Match:
    """A match of random turns, until it is over."""
    match = Match(find(name), random.Random(seed), ("Ann", "Bob"))
    rules: Any = match.game.rules
    while (window := rules.window(match.state)) is not None:
        for seat in window.seats:
            turns = list(rules.legal(match.state, seat))
            match.send(seat, str(match.rng.choice(turns)))
    return match


@pytest.mark.parametrize("name", NAMES)
def test_a_game_to_its_end_is_read_again_and_told(name: str) -> None:
    match = _to_its_end(name, 3)
    rules = match.game.rules
    outcome = rules.outcome(match.state)
    assert outcome is not None
    assert outcome.reason in match.game.facts["endings"]
    story = replay.play(turn_file.read(match.record()))
    assert story.table.state == match.state
    told = words(match.game).ending(outcome, rules.view(match.state, None))
    assert told in " ".join(render(report(story, Reader())).split())


def test_the_development_environment_has_the_engine() -> None:
    assert {"chess", "go", "hex"} <= {*NAMES}


def test_a_bot_of_few_playouts_answers_a_turn_of_several_steps() -> None:
    match = Match(find("amazons"), random.Random(4), ("Ann", "Bob"))
    for playouts in range(1, 9):
        level = EASY._replace(playouts=playouts)
        found = think(match.game.rules, match.state, "Ann", level, b"key").order
        assert str(found) in set(map(str, match.game.rules.legal(match.state, "Ann")))
