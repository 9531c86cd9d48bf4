"""A game looked through and played without pytest, in a child process that is ended
where it takes too long (`supervised.py`)."""

from __future__ import annotations

import inspect
import math
import random
import re
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from linecache import getline
from pathlib import Path
from traceback import walk_tb
from typing import NamedTuple, TypeAlias

from pbem.authoring.sources import Sources
from pbem.authoring.unsteady import unordered
from pbem.cases import runner
from pbem.pages.wording import shared_words, template_line, words
from pbem.plugins.attribution import author_of
from pbem.plugins.defects import GameFault
from pbem.plugins.game import Game
from pbem.plugins.games import find
from pbem.protocol import Unplayable
from pbem.system import supervised
from pbem.system.too_long import TookTooLong
from pbem.testing import backtracking
from pbem.testing.backtracking import terminals
from pbem.testing.contract import ContractTests
from pbem.testing.hemmed import hemmed_in
from pbem.testing.kinds import wrong_kind
from pbem.testing.matches import Match
from pbem.testing.places import SourceLine, SourceLines
from pbem.testing.processes import otherwise
from pbem.testing.secrets import SecretsTests
from pbem.testing.soundness import defects
from pbem.testing.tally import Tally, stuck, without_line
from pbem.testing.words import WordsTests

WINDOWS = 100  #: of a random game
FEWEST = 3  #: random games that each test looks at
LONGEST = 120  #: characters of a value that is shown
SECONDS = 10.0  #: that a window of a random game may take, or a case
#: Times as much may the first windows take, and what a test looks at in one game.
FIRST = 3
LOOKED = 40  #: random games of which each window is looked at
#: Random games that other processes read again: after how many windows, as hands may be
#: dealt before the first and empty when it is over.
READ_AGAIN = (0, 3, 12, 12)
#: Tests that take longest: an author hears of what the others find before them.
LAST = (
    "test_what_is_wrong_with_a_line_can_always_be_said",
    "test_every_order_is_read_in_letters_posts_and_files",
    "test_what_a_seat_cannot_see_changes_no_answer",
)
#: What files and random games have shown before.
BEFORE = ("test_nothing_is", "test_every_ending")
MEMORY = 4 << 30  #: bytes that the child may have


class Next(NamedTuple):
    """The name of the check that begins now."""

    what: str
    slow: str = ""  #: why it may take too long, and where, if that is known before


class Unknown(NamedTuple):
    """There is no such game, or it cannot be opened."""

    why: str


class WrongResult(NamedTuple):
    """What was found wrong."""

    what: str  #: what should hold, or the random game that was played; "": a file
    why: str  #: in words, with file and line as far as they are known


class Hint(NamedTuple):
    """What deserves a look, and may be right."""

    text: str


class Files(NamedTuple):
    """Nothing is wrong with the files that were to be looked at."""

    title: str


class RandomGames(NamedTuple):
    """How random games of a game went."""

    title: str
    games: int
    ends: dict[str, int]  #: by reason; "": not within `WINDOWS`
    seats: str  #: who won how often


class _Records(NamedTuple):
    """What other processes are to read again, and where sets are gone through."""

    records: tuple[str, ...]
    places: tuple[SourceLine, ...]


Found: TypeAlias = Unknown | WrongResult | Hint | Files | RandomGames


def checked(
    name: str, count: int, files: Sequence[Path] = ()
) -> Generator[Found, None, None]:
    """Yield what is wrong with a game: in its files, in random games, in its cases, in
    what every game must hold, and between two processes.

    A window of a random game, or a case, may take `SECONDS`: the child that plays is
    ended then.
    """
    trying, records = Next("the first turns"), _Records((), ())
    try:
        for found in supervised.stream(tried, name, count, SECONDS, (*files,)):
            if isinstance(found, Next):
                trying = found
            elif isinstance(found, _Records):
                records = found
            elif isinstance(found, RandomGames):
                trying = Next("a record that other processes read")
                if why := otherwise(name, records.records, SECONDS):
                    yield WrongResult(trying.what, _placed(why, records.places))
                yield found
            else:
                yield found
    except (TookTooLong, EOFError) as error:
        yield WrongResult(trying.what, trying.slow or _why(error))


def tried(
    name: str, count: int, seconds: float, files: Sequence[Path]
) -> Generator[Next | Found | _Records, None, None]:
    """Yield what is tried, and what was found, in the order of `checked`."""
    supervised.limit_memory(MEMORY)
    supervised.allow(seconds * FIRST)
    yield Next("what lies in its files")
    try:
        found = defects(name, files)
    except GameFault as error:
        yield Unknown(shared_words().fault(error.fault))
        return
    for defect in found:
        message = shared_words().problem("defect", defect)
        yield Hint(message) if defect.hint else WrongResult("", message)
    if any(not defect.hint for defect in found):
        return
    game = find(name)
    if files:
        yield Files(game.title)
        return
    for terminal in terminals(game):
        yield Next(
            "long words are read at once",
            f"{terminal.where}: {terminal.name} takes seconds for a long text that it "
            "does not read: let its pattern have one way to read each character",
        )
        for text in terminal.texts():
            supervised.allow(backtracking.SECONDS)
            terminal.pattern.match(text)
    supervised.allow(seconds * FIRST)
    tally, records = Tally(game), list[str]()
    places = SourceLines(game)
    for each in _tried(game, count, tally, records, seconds):
        if isinstance(each, Next):
            yield each
        else:
            what, raised = each
            yield WrongResult(what, _why(raised, places, what))
    for hint in tally.hints():
        named = [] if re.search(r", line \d", hint) else places.about(hint)
        yield Hint(_placed(hint, named, before=True))
    lines = unordered(Sources.of(game))
    suspects = (SourceLine(game.shown(one.path.resolve()), one.line) for one in lines)
    yield _Records(tuple(records), (*dict.fromkeys(suspects),))
    ends = {**dict.fromkeys(game.facts["endings"], 0), **tally.ends}
    yield RandomGames(
        game.title, count, ends if any(ends.values()) else {}, tally.seats()
    )


def _placed(why: str, places: Sequence[SourceLine], *, before: bool = False) -> str:
    """Return words with the places that they are about, behind or before them."""
    if not places:
        return why
    end = "" if why.endswith((".", "?", "!")) else "."
    if before:
        return f"{places[0]}: {why[:1].upper()}{why[1:]}{end}"
    return f"{why}{end} See {'; '.join(map(str, places[:3]))}."


def _why(
    error: BaseException, places: SourceLines | None = None, what: str = ""
) -> str:
    attributed = author_of(error)
    if attributed is not None:
        if isinstance(error, TookTooLong):
            attributed = _in_template(attributed, error)
        return shared_words().fault(attributed.fault)
    why = " ".join(str(error).split())[:800]
    if not why and isinstance(error, AssertionError):
        why = f"it does not hold: {what_failed(error)}"
    why = why or type(error).__name__
    if places is None or re.search(r", line \d", why):
        return why
    return _placed(why, places.about(why) or places.about(what))


def _in_template(attributed: GameFault, error: TookTooLong) -> GameFault:
    """Return a fault with the line of the template that took too long, if one did."""
    (defect,) = attributed.fault.given["defects"]
    for step in error.steps:
        if not defect.line and step.file.endswith(defect.file):
            defect = defect._replace(line=template_line(Path(step.file), step.line))
    given = {**attributed.fault.given, "defects": (defect,)}
    return GameFault(attributed.fault._replace(given=given))


def _tried(
    game: Game, count: int, tally: Tally, records: list[str], seconds: float
) -> Iterator[Next | tuple[str, BaseException]]:
    least, most = game.facts["seats"]
    yield Next("the first turns")
    try:
        wrong = wrong_kind(game)
    except (Exception, SystemExit) as error:
        yield "the first turns", error
        return
    if wrong is not None:
        yield "what the rules give back", AssertionError(wrong)
        return
    for seed in range(count):
        # The fewest and the most players, too: a deck may not do for them.
        players = {0: least, 1: most}.get(seed)
        again = READ_AGAIN[seed] if seed < len(READ_AGAIN) else math.inf
        seats = tuple(f"Seat {number}" for number in range(1, (players or 0) + 1))
        yield Next(f"random game {seed}")
        try:
            with suppress(Unplayable):
                supervised.allow(seconds)
                rng = random.Random(seed)
                match = Match(game, rng, seats, seed=rng.randbytes(32))
                for _ in range(WINDOWS):
                    supervised.allow(seconds)
                    if seed < LOOKED:
                        tally.look(match)
                    before = match.table.serial
                    if before >= again and len(records) <= seed:
                        records.append(match.record())
                    match.play(1)
                    if why := _halted(match, before):
                        raise AssertionError(why)
                tally.take(match)
                if seed < len(READ_AGAIN) and len(records) <= seed:
                    records.append(match.record())
                _closed(match)
        except (Exception, SystemExit) as error:
            yield f"random game {seed}", error
            return
    supervised.allow(seconds * FIRST)
    yield Next("a seat that is asked has an order")
    try:
        if why := hemmed_in(game, count):
            raise AssertionError(why)
    except (Exception, SystemExit) as error:
        yield "a seat that is asked has an order", error
    for case in runner.load(game):
        supervised.allow(seconds)
        yield Next(f"the case {case.id}")
        try:
            for failure in runner.run(case):
                yield f"the case {case.id}", AssertionError(failure)
        except (Exception, SystemExit) as error:
            yield f"the case {case.id}", error
    supervised.allow(seconds * FIRST)
    yield from _tested(game, min(ContractTests.count, max(FEWEST, count)))


def _halted(match: Match, before: int) -> str | None:
    """Return why a game does not go on from a window that nothing has closed."""
    if match.table.serial > before or match.game.rules.window(match.state) is None:
        return None
    return stuck(match) or without_line(match)


def _closed(match: Match) -> None:
    rules, state = match.game.rules, match.state
    outcome = rules.outcome(state)
    if (rules.window(state) is None) != (outcome is not None):
        raise AssertionError("a window is open unless the game is over: it was not so")
    if outcome is not None:
        words(match.game).ending(outcome, rules.view(state, None))


def _tested(game: Game, count: int) -> Iterator[Next | tuple[str, BaseException]]:
    found: list[tuple[str, Callable[[], None]]] = []
    for kind in (ContractTests, WordsTests, SecretsTests):
        tests = kind()
        tests.game, tests.count = game, count  # type: ignore[misc]
        found += inspect.getmembers(tests, inspect.ismethod)
    for name, test in sorted(found, key=_waits):
        if not name.startswith("test_") or name.startswith(BEFORE):
            continue
        yield Next(_sentence(name))
        supervised.again()
        try:
            test()
        except (Exception, SystemExit) as error:
            yield _sentence(name), error


def _waits(test: tuple[str, Callable[[], None]]) -> int:
    """Return the place of a test among those that come last; -1: it is none of them."""
    return LAST.index(test[0]) if test[0] in LAST else -1


def what_failed(error: AssertionError) -> str:
    """Return the source line of a failed assertion, with the short values of its
    names."""
    *_, (frame, line) = walk_tb(error.__traceback__)
    source, here = getline(frame.f_code.co_filename, line).strip(), frame.f_locals
    names = dict.fromkeys(re.findall(r"(?<![\w.])[a-z_]\w*", source))
    known = {name: repr(here[name]) for name in names if name in here}
    shown = [f"{name} = {one}" for name, one in known.items() if len(one) <= LONGEST]
    return f"{source} with {', '.join(shown)}" if shown else source


def _sentence(name: str) -> str:
    """Return the name of a test as words.

    >>> _sentence("test_a_window_is_open")
    'a window is open'
    """
    return name.removeprefix("test_").replace("_", " ")
