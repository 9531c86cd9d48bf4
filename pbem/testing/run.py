"""The tests of a game, run without pytest: what holds not, in a line each."""

from __future__ import annotations

import inspect
import random
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from pbem.game import Game
from pbem.protocol import Unplayable
from pbem.testing.contract import ContractTests
from pbem.testing.matches import Match
from pbem.testing.secrets import SecretsTests
from pbem.testing.words import WordsTests

WINDOWS = 100  #: of a random game


class Trouble(NamedTuple):
    """What was found while a game was played."""

    what: str  #: what should hold, or the random game that was played
    error: BaseException


def tried(game: Game, count: int) -> Iterator[Trouble]:
    """Play random games, then run the tests of each on some; yield what went wrong."""
    least, most = game.facts["seats"]
    for seed in range(count):
        # The fewest and the most players, too: a deck may not do for them.
        players = {0: least, 1: most}.get(seed)
        seats = tuple(f"Seat {number}" for number in range(1, (players or 0) + 1))
        try:
            with suppress(Unplayable):
                match = Match(game, random.Random(seed), seats)
                match.play(WINDOWS)
                _over(match)
        except Exception as error:
            yield Trouble(f"random game {seed}", error)
            return
    yield from _tested(game)


def _over(match: Match) -> None:
    rules, state = match.game.rules, match.state
    if (rules.window(state) is None) != (rules.outcome(state) is not None):
        raise AssertionError("a window is open unless the game is over: it was not so")


def _tested(game: Game) -> Iterator[Trouble]:
    for kind in (ContractTests, WordsTests, SecretsTests):
        tests = kind()
        tests.game = game  # type: ignore[misc]
        for name, test in inspect.getmembers(tests, inspect.ismethod):
            if not name.startswith("test_") or name.startswith("test_nothing_is"):
                continue
            try:
                test()
            except Exception as error:
                yield Trouble(_sentence(name), error)


def _sentence(name: str) -> str:
    """Return the name of a test as words.

    >>> _sentence("test_a_window_is_open")
    'a window is open'
    """
    return name.removeprefix("test_").replace("_", " ")
