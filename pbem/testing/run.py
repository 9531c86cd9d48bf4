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

WINDOWS = 40  #: of a random game


class Trouble(NamedTuple):
    """What was found while a game was played."""

    what: str  #: what should hold, or the random game that was played
    error: BaseException


def tried(game: Game, count: int) -> Iterator[Trouble]:
    """Play random games, then run the tests of each on some; yield what went wrong."""
    for seed in range(count):
        try:
            with suppress(Unplayable):
                Match(game, random.Random(seed)).play(WINDOWS)
        except Exception as error:
            yield Trouble(f"random game {seed}", error)
            return
    yield from _tested(game)


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
