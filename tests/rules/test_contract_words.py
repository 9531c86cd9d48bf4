"""Everything that a game can say has its words, and a page has room for them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.games import Game
from pbem.protocol import Event, Order, Outcome
from pbem.record import replay, turn_file
from pbem.record.replay import Story
from pbem.record.turn_file import Unreadable
from pbem.referee import Played
from pbem.report.builder import report
from pbem.report.document import document
from pbem.report.model import Reader, render
from pbem.report.wording import words
from tests.rules.contract import Match, game, legal, module, noise, spoiled
from tests.rules.test_contract import every_game, quick, seeds
from tests.toy.game import present

CODE = re.compile(
    r'"((?:invalid|ambiguous|illegal|late|doubtful|position|setup|option)'
    r'\.[a-z0-9.-]+)"'
)
FORMS = ("text", "markdown", "bbcode", "html")


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    with present():
        yield


def _sources(game: Game) -> list[Path]:
    file = module(game, "rules").__file__
    assert file is not None
    return sorted(Path(file).parent.rglob("*.py"))


def _kinds(base: type[Any]) -> Iterator[type[Any]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _kinds(kind)


def _own(game: Game, base: type[Any]) -> list[type[Any]]:
    """The classes of a game that something is made of, not what they share."""
    house = type(game.rules).__module__.rpartition(".")[0]
    mine = [kind for kind in _kinds(base) if kind.__module__.startswith(house + ".")]
    bases = {base for kind in mine for base in kind.__mro__[1:]}
    return [kind for kind in mine if kind not in bases]


@every_game
def test_every_event_has_its_words(name: str) -> None:
    kinds = _own(game(name), Event)
    assert kinds
    own = words(game(name))
    assert [kind.__name__ for kind in kinds if own.find(kind.__name__) is None] == []


@every_game
def test_every_fault_has_its_words(name: str) -> None:
    own = words(game(name))
    codes = {c for file in _sources(game(name)) for c in CODE.findall(file.read_text())}
    assert codes
    missing = [c for c in sorted(codes) if own.find(re.sub("[.-]", "_", c)) is None]
    assert missing == []


@every_game
def test_every_ending_has_its_words(name: str) -> None:
    endings = game(name).facts["endings"]
    assert endings
    own = words(game(name))
    names = [f"ending_{ending.replace('-', '_')}" for ending in endings]
    assert [macro for macro in names if own.find(macro) is None] == []


@every_game
def test_every_window_has_its_prompt(name: str) -> None:
    found: set[str] = set()
    for file in _sources(game(name)):
        found |= set(re.findall(r'\bWindow\(\s*"([a-z-]+)"', file.read_text()))
    for seed in range(12):
        match = Match(game(name), random.Random(seed))
        match.play(10)
        found |= {one.window.name for one in match.played}
    own = words(game(name))
    assert found
    macros = [f"prompt_{window.replace('-', '_')}" for window in sorted(found)]
    assert [macro for macro in macros if own.find(macro) is None] == []


@every_game
def test_every_piece_of_notation_has_a_players_words(name: str) -> None:
    assert game(name).notation.wordless() == set()


@every_game
def test_every_kind_of_order_prints_itself(name: str) -> None:
    for kind in _own(game(name), Order):
        assert any("__str__" in vars(one) for one in kind.__mro__[:-1]), kind


def _story(match: Match) -> tuple[Story, list[Played]]:
    played: list[Played] = []
    return replay.play(turn_file.read(match.record()), played.append), played


def _readers(match: Match) -> Iterator[Reader]:
    for display in ("board", "list"):
        yield Reader(moderator=True, display=display)
        for seat in (None, *match.seats):
            yield Reader(seat=seat, display=display)


@every_game
@given(seed=seeds, windows=st.integers(0, 12))
@quick
def test_every_report_is_said_in_seventy_two_columns(
    name: str, seed: int, windows: int
) -> None:
    match = Match(game(name), random.Random(seed))
    match.play(windows)
    story, played = _story(match)
    for reader in _readers(match):
        for some in (None, played[-4:]):
            text = render(report(story, reader, some))
            wide = [line for line in text.splitlines() if len(line) > 72]
            assert wide == []
            assert "None" not in text
            assert "{{" not in text
        document(story, reader, played)
    for form in FORMS:
        assert render(report(story, Reader(), None), form)


@every_game
@given(seed=seeds, windows=st.integers(0, 12))
@quick
def test_a_receipt_says_what_an_order_would_do(
    name: str, seed: int, windows: int
) -> None:
    match = Match(game(name), random.Random(seed))
    match.play(windows)
    rules, own = match.game.rules, words(match.game)
    window = rules.window(match.state)
    for seat in window.seats if window else ():
        for order in legal(match.game, match.state, seat, match.rng)[:12]:
            laid = rules.bind(match.state, seat, order).order
            assert laid is not None
            for event in rules.explain(match.state, seat, laid):
                assert own.tell(event)


@every_game
@given(seed=seeds, windows=st.integers(0, 12))
@quick
def test_every_event_that_happens_can_be_told(
    name: str, seed: int, windows: int
) -> None:
    match = Match(game(name), random.Random(seed))
    match.play(windows)
    own = words(match.game)
    for event in (*match.opening, *(e for one in match.played for e in one.events)):
        line = own.tell(event)
        assert line
        assert "\n" not in line


@every_game
def test_an_ending_is_told_for_one_winner_several_and_none(name: str) -> None:
    match = Match(game(name), random.Random(1))
    match.play(6)
    own = words(match.game)
    view = match.game.rules.view(match.state, None)
    told = set()
    for seed in range(30):
        long = Match(game(name), random.Random(seed))
        long.play(40)
        outcome = long.game.rules.outcome(long.state)
        if outcome is not None:
            assert isinstance(outcome, Outcome)
            told.add(own.ending(outcome, long.game.rules.view(long.state, None)))
    assert view is not None
    assert all(told)


@every_game
def test_what_is_wrong_with_a_line_can_always_be_said(name: str) -> None:
    """Ten thousand lines, from nearly right to nothing at all."""
    rng = random.Random(20)
    lines = 0
    while lines < 10_000:
        match = Match(game(name), rng)
        match.play(rng.randrange(8))
        good = [match.legal_text(seat) for seat in match.seats]
        window = match.game.rules.window(match.state)
        for _ in range(400):
            text = spoiled(rng.choice(good), rng) if rng.random() < 0.7 else noise(rng)
            lines += 1
            _say(match, rng.choice(window.seats if window else match.seats), text)


def _say(match: Match, seat: str, text: str) -> None:
    """A line read and checked; all that is wrong with it put in words."""
    story = replay.Story(
        match.game, turn_file.read(match.header()), match.options, match.table
    )
    piece = turn_file.Piece(" ".join(text.split()), 3, 1)
    found = story.order(seat, [piece]).faults
    for located in found:
        message = words(match.game).fault(located.fault, located.text)
        assert message.endswith((".", "?", "!", ")", ":", '"')), message
        ours = re.sub(r'".*"', "", message)
        assert not re.search(r"\b[A-Z]{3,}_|__|<class|Token\(", ours), message


@every_game
def test_whole_records_that_are_damaged_are_read_or_refused(name: str) -> None:
    rng = random.Random(7)
    for seed in range(6):
        match = Match(game(name), random.Random(seed))
        match.play(6)
        text = match.record()
        for _ in range(25):
            damaged = spoiled(spoiled(text, rng), rng)
            try:
                story = replay.play(turn_file.read(damaged))
                told = render(report(story, Reader(moderator=True)))
            except Unreadable as error:
                told = words(match.game).fault(error.fault)
            assert told
