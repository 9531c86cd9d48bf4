"""The tests of a game, run without pytest in a child process (`supervised.py`)."""

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
from pbem.pages.wording import shared_words
from pbem.plugins.blame import author_of
from pbem.plugins.game import Game
from pbem.plugins.games import find
from pbem.protocol import Unplayable
from pbem.system import supervised
from pbem.system.supervised import TookTooLong
from pbem.testing.contract import ContractTests
from pbem.testing.kinds import wrong_kind
from pbem.testing.matches import Match
from pbem.testing.secrets import SecretsTests
from pbem.testing.words import WordsTests

WINDOWS = 100  #: of a random game
LONGEST = 120  #: characters of a value that is shown
SECONDS = 10.0  #: that a window of a random game may take, or a case
#: Times as much may the first windows take, and a test, which plays many games.
FIRST, TEST = 3, 60


class Next(NamedTuple):
    """What is tried from now on."""

    what: str


class Trouble(NamedTuple):
    """What was found while a game was played."""

    what: str  #: what should hold, or the random game that was played
    why: str


def checked(name: str, count: int, ends: Counter[str]) -> Iterator[Trouble]:
    """Play random games, run the tests of each on some, then its cases; yield what
    went wrong.

    In `ends` it counts how they ended; "": not within `WINDOWS`. A window of a random
    game, or a case, may take `SECONDS`: the child that plays is ended then.
    """
    what = "the first turns"
    try:
        for found in supervised.stream(tried, name, count, SECONDS):
            if isinstance(found, Next):
                what = found.what
            elif isinstance(found, Trouble):
                yield found
            else:
                ends.update(found)
    except (TookTooLong, EOFError) as error:
        yield Trouble(what, _why(error))


def tried(
    name: str, count: int, seconds: float
) -> Iterator[Next | Trouble | Counter[str]]:
    """Yield what is tried, what went wrong, and last how the games ended."""
    ends = Counter[str]()
    for found in _tried(find(name), count, ends, seconds):
        if isinstance(found, Next):
            yield found
        else:
            what, error = found
            yield Trouble(what, _why(error))
    yield ends


def _why(error: BaseException) -> str:
    blamed = author_of(error)
    if blamed is not None:
        return shared_words().fault(blamed.fault)
    why = " ".join(str(error).split())[:300]
    if not why and isinstance(error, AssertionError):
        why = f"it does not hold: {what_failed(error)}"
    return why or type(error).__name__


def _tried(
    game: Game, count: int, ends: Counter[str], seconds: float
) -> Iterator[Next | tuple[str, BaseException]]:
    least, most = game.facts["seats"]
    supervised.allow(seconds * FIRST)
    yield Next("the first turns")
    try:
        wrong = wrong_kind(game)
    except Exception as error:
        yield "the first turns", error
        return
    if wrong is not None:
        yield "what the rules give back", AssertionError(wrong)
        return
    for seed in range(count):
        # The fewest and the most players, too: a deck may not do for them.
        players = {0: least, 1: most}.get(seed)
        seats = tuple(f"Seat {number}" for number in range(1, (players or 0) + 1))
        yield Next(f"random game {seed}")
        try:
            with suppress(Unplayable):
                supervised.allow(seconds)
                match = Match(game, random.Random(seed), seats)
                for _ in range(WINDOWS):
                    supervised.allow(seconds)
                    match.play(1)
                ends[_ending(match)] += 1
        except Exception as error:
            yield f"random game {seed}", error
            return
    supervised.allow(seconds * TEST)
    yield from _tested(game)
    for case in runner.load(game):
        supervised.allow(seconds)
        yield Next(f"the case {case.id}")
        for failure in runner.run(case):
            yield f"the case {case.id}", AssertionError(failure)


def _ending(match: Match) -> str:
    rules, state = match.game.rules, match.state
    outcome = rules.outcome(state)
    if (rules.window(state) is None) != (outcome is not None):
        raise AssertionError("a window is open unless the game is over: it was not so")
    return outcome.reason if outcome is not None else ""


def _tested(game: Game) -> Iterator[Next | tuple[str, BaseException]]:
    for kind in (ContractTests, WordsTests, SecretsTests):
        tests = kind()
        tests.game = game  # type: ignore[misc]
        for name, test in inspect.getmembers(tests, inspect.ismethod):
            if not name.startswith("test_") or name.startswith("test_nothing_is"):
                continue
            yield Next(_sentence(name))
            supervised.again()
            try:
                test()
            except Exception as error:
                yield _sentence(name), error


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
