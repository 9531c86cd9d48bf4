"""How much of a long letter is repeated to its writer."""

from __future__ import annotations

import re

import pytest

from tests.support.server.world import ADDRESS, ANN, BOB, Mail, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
LINES = [f"line {number:02} of many" for number in range(1, 36)]


def _repeated(mail: Mail) -> list[str]:
    """The lines of the letter that its answer repeats."""
    return re.findall(r"line \d\d of many", mail.text)


def test_twenty_lines_are_repeated_to_who_sends_them_too_early(world: World) -> None:
    world.say(ANN, "new arena with bob@b.example")
    world.answer(ANN, "accept")
    (told,) = world.answer(BOB, "\n".join(LINES))
    assert "has not begun" in told.text
    assert _repeated(told) == LINES[:20]
    (told,) = world.answer(BOB, LINES[0])
    assert _repeated(told) == LINES[:1]


def test_twenty_lines_are_given_back_to_who_sends_them_too_late(world: World) -> None:
    world.start()
    first = world.last(ADDRESS[ANN]).reply_to
    for who, order in ((ANN, "fire C3"), (BOB, "air F6")):
        world.answer(who, order)
    (told,) = world.say(ANN, "\n".join(LINES), first)
    assert _repeated(told) == LINES[:20]
    assert world.orders() == ["Ann: fire C3", "Bob: air F6"]


def test_what_a_stranger_wrote_is_given_back_so_far(world: World) -> None:
    world.start()
    long = "x" * 650
    (told,) = world.say(ANN, "\n".join(LINES))
    assert told.recipient == ADDRESS[ANN]
    assert _repeated(told) == LINES[:30]
    (told,) = world.say(ANN, long)
    shown = [line for line in told.text.split("\n") if set(line.strip()) == {"x"}]
    assert "".join(shown).count("x") == 600


def test_subjects_and_names_of_letters_are_kept_so_far(world: World) -> None:
    world.start()
    to = world.last(ADDRESS[ANN]).reply_to
    long = "y" * 400
    world.say(f"{'N' * 120} <ann@a.example>", "orders?", to, subject=long)
    told = world.last(ADDRESS[ANN])
    assert "y" * 301 not in told.raw.decode()
    assert "N" * 81 not in told.raw.decode()
