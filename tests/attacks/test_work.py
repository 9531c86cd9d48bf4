"""What a letter may cost: as much as it is long, and nobody waits for it."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import pbem.server
from pbem.mail.message.limits import LetterRefused
from pbem.mail.sandbox.read import ParsedLetter, read
from pbem.pages import page
from pbem.server.states import LetterState
from pbem.server.store import schema
from tests.support.mail import shapes
from tests.support.regex_steps import steps
from tests.support.server.world import ADDRESS, ANN, BOB, World

SMALL, LARGE = 2_000, 8_000  #: bytes of a letter
_table = cache(shapes.story)

#: Units that some reader once went over again and again.
KNOWN = ("--\n", "-----\n", "_____\n", "ab: c@d.ef\n", "press to all\n", "a,\n", "a#1 ")


def _growth(one: shapes.Shape) -> float:
    table = _table(one.game)
    shapes.steps(one.letter(SMALL), table)  # what is remembered is remembered now
    small, large = (shapes.steps(one.letter(n), table) for n in (SMALL, LARGE))
    return large / max(small, 2_000)


@pytest.mark.slow
@pytest.mark.parametrize("unit", KNOWN)
def test_no_line_is_gone_over_again_and_again(unit: str) -> None:
    assert _growth(shapes.Shape("plain", "", unit, "", "arena")) < 6


def test_words_that_may_change_an_order_are_looked_at_so_often() -> None:
    shape = shapes.Shape("plain", "fire C3\n", "oops " * 50 + "\n", "", "arena")
    assert _growth(shape) < 6


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_work_grows_as_a_letter_does(seed: int) -> None:
    assert _growth(shapes.shape(seed)) < 6


def _patterns() -> dict[str, re.Pattern[Any]]:
    """Every regular expression that is used outside the sandbox."""
    root = Path(pbem.server.__file__).parent
    files = (file for file in root.rglob("[a-z]*.py") if "migrations" not in file.parts)
    parts = (file.relative_to(root.parents[1]).with_suffix("").parts for file in files)
    names = map(".".join, parts)
    modules = [import_module(name) for name in sorted(names)]
    return {
        f"{module.__name__}.{name}": value
        for module in (*modules, page)
        for name, value in vars(module).items()
        if isinstance(value, re.Pattern)
    }


UNITS = ("a", " ", "a ", "@", "a@", "-a", "://a", "1h", "a:", " #1", "[a", "hi ", "<")


@pytest.mark.parametrize(("name", "pattern"), _patterns().items(), ids=lambda x: str(x))
def test_no_pattern_looks_back(name: str, pattern: re.Pattern[Any]) -> None:
    for unit in UNITS:
        few, many = (steps(pattern, unit * count) for count in (60, 240))
        assert many <= 6 * few, (name, unit, few, many)


@pytest.mark.parametrize(
    "pattern", [r"(.*?)\s*#(\d{1,6})\s*$", r"\s*(?:if\s+)?([^:]{1,40}?)\s*:\s*(.*)"]
)
def test_patterns_that_look_back_are_seen(pattern: str) -> None:
    few, many = (steps(re.compile(pattern), " " * count) for count in (10, 30))
    assert many > 8 * few


@pytest.mark.parametrize("unit", ["<div>", "<ul><li>", "<blockquote>", "<rt></b>"])
def test_elements_in_each_other_are_counted_before_they_are_read(unit: str) -> None:
    """The parser goes over all that are open for each one more."""
    with pytest.raises(LetterRefused, match="depth"):
        read(shapes.Shape("html", "", unit, "", "arena").letter(40_000))
    # Lines without an end tag, and the deepest of honest chains, are read.
    for few in ("<p>a<br>" * 2_000, f"{unit * 400}a", "<!--<b>-->" * 2_000 + "a"):
        letter = shapes.Shape("html", few, "b", "", "arena").letter(1)
        assert "a" in read(letter).reply.text


def _reader(look: Callable[[], None], *codes: str) -> object:
    class Reader:
        def read(self, raw: bytes) -> ParsedLetter:
            look()
            if b"REFUSE" in raw and codes:
                raise LetterRefused(codes[0])
            return read(raw)

    return Reader()


def test_other_letters_are_answered_while_one_is_parsed(world: World) -> None:
    written: list[bool] = []

    def write() -> None:
        with world.store.writing():
            written.append(True)

    def look() -> None:
        writer = threading.Thread(target=write, daemon=True)
        writer.start()
        writer.join(10)
        assert written == [True]

    world.server.sorter.reader = _reader(look)  # type: ignore[assignment]
    world.say(ANN, "help")
    assert written == [True]


@pytest.mark.parametrize("code", ["time", "size", "depth"])
def test_who_sent_an_unreadable_letter_is_told(world: World, code: str) -> None:
    world.start()
    world.server.sorter.reader = _reader(lambda: None, code)  # type: ignore[assignment]
    answer = world.answer(ANN, "fire C3\nREFUSE")
    told = [mail for mail in answer if mail.recipient == ADDRESS[ANN]]
    assert ["could not read" in mail.text for mail in told] == [True]
    assert ("1,000,000 bytes" in told[0].text) == (code == "size")
    refused = schema.letter.c.state == LetterState.REFUSED
    assert world.count(schema.letter, refused) == 1
    # The answer to it proves its writer, as every answer does.
    assert "arena-1" in world.answer(ANN, "games")[0].text


def test_what_else_a_player_is_told_hides_no_letter_that_could_not_be_read(
    world: World,
) -> None:
    world.start()
    to = {who: world.last(ADDRESS[who]).reply_to for who in (ANN, BOB)}
    for number in range(5):
        world.say(BOB, f"press to Ann\n\nHello {number}", to[BOB])
    with world.store.writing() as conn:
        conn.execute(schema.outbox.update().values(kind="notice"))
    world.server.sorter.reader = _reader(lambda: None, "time")  # type: ignore[assignment]
    out = world.say(ANN, "REFUSE", to[ANN])
    told = [mail.text for mail in out if mail.recipient == ADDRESS[ANN]]
    assert ["could not read" in text for text in told] == [True]


def test_a_stranger_or_a_machine_is_not_told(world: World) -> None:
    world.start()
    world.server.sorter.reader = _reader(lambda: None, "time")  # type: ignore[assignment]
    assert world.say("Eve <eve@e.example>", "REFUSE")[1:] == []
    automatic = world.say(BOB, "REFUSE", head="Auto-Submitted: auto-replied\n")
    assert all(mail.recipient == "host@x.example" for mail in automatic)
