"""The tests of a game, run without pytest: what holds not, in a line each."""

from __future__ import annotations

import inspect
import random
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from linecache import getline
from traceback import walk_tb
from typing import NamedTuple

from pbem.cases import runner
from pbem.game import Game
from pbem.limit import limited
from pbem.protocol import Unplayable
from pbem.testing.contract import ContractTests
from pbem.testing.kinds import wrong_kind
from pbem.testing.matches import Match
from pbem.testing.secrets import SecretsTests
from pbem.testing.words import WordsTests

WINDOWS = 100  #: of a random game
LONGEST = 120  #: characters of a value that is shown
#: Of processor time, that a random game may take; a test, ten times as much.
SECONDS = 60.0


class Trouble(NamedTuple):
    """What was found while a game was played."""

    what: str  #: what should hold, or the random game that was played
    error: BaseException


def tried(game: Game, count: int, ends: Counter[str]) -> Iterator[Trouble]:
    """Play random games, run the tests of each on some, then its cases; yield what
    went wrong.

    In `ends` it counts how they ended; "": not within `WINDOWS`.
    """
    least, most = game.facts["seats"]
    try:
        with limited(SECONDS):
            wrong = wrong_kind(game)
    except Exception as error:
        yield Trouble("the first turns", error)
        return
    if wrong is not None:
        yield Trouble("what the rules give back", AssertionError(wrong))
        return
    for seed in range(count):
        # The fewest and the most players, too: a deck may not do for them.
        players = {0: least, 1: most}.get(seed)
        seats = tuple(f"Seat {number}" for number in range(1, (players or 0) + 1))
        try:
            with suppress(Unplayable), limited(SECONDS):
                match = Match(game, random.Random(seed), seats)
                match.play(WINDOWS)
                ends[_ending(match)] += 1
        except Exception as error:
            yield Trouble(f"random game {seed}", error)
            return
    yield from _tested(game)
    for case in runner.load(game):
        for failure in runner.run(case):
            yield Trouble(f"the case {case.id}", AssertionError(failure))


def _ending(match: Match) -> str:
    rules, state = match.game.rules, match.state
    outcome = rules.outcome(state)
    if (rules.window(state) is None) != (outcome is not None):
        raise AssertionError("a window is open unless the game is over: it was not so")
    return outcome.reason if outcome is not None else ""


def _tested(game: Game) -> Iterator[Trouble]:
    for kind in (ContractTests, WordsTests, SecretsTests):
        tests = kind()
        tests.game = game  # type: ignore[misc]
        for name, test in inspect.getmembers(tests, inspect.ismethod):
            if not name.startswith("test_") or name.startswith("test_nothing_is"):
                continue
            try:
                with limited(SECONDS * 10):
                    test()
            except Exception as error:
                yield Trouble(_sentence(name), error)


def what_failed(error: AssertionError) -> str:
    """Return the line that did not hold, and short values of what it names."""
    *_, (frame, line) = walk_tb(error.__traceback__)
    said, here = getline(frame.f_code.co_filename, line).strip(), frame.f_locals
    names = dict.fromkeys(re.findall(r"(?<![\w.])[a-z_]\w*", said))
    known = {name: repr(here[name]) for name in names if name in here}
    shown = [f"{name} = {one}" for name, one in known.items() if len(one) <= LONGEST]
    return f"{said} with {', '.join(shown)}" if shown else said


def _sentence(name: str) -> str:
    """Return the name of a test as words.

    >>> _sentence("test_a_window_is_open")
    'a window is open'
    """
    return name.removeprefix("test_").replace("_", " ")
