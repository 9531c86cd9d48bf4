"""Every line of a letter is taken, asked, answered, or listed in the receipt."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from pbem.language.reading import Asking, MarkedLine, Reading
from pbem.language.text import read_text
from pbem.server.game import order_lines, orders
from tests.support.server.world import ADDRESS, ANN, BOB, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
FOLDED = "Left aside as talk:"


def _told(world: World, text: str) -> str:
    world.answer(ANN, text)
    return " ".join(world.last(ADDRESS[ANN]).text.split())


@pytest.mark.parametrize(
    ("text", "talk"),
    [
        ("Hi Bob,\nD4 1NE\nCheers\nAnn", '"Hi Bob,", "Cheers", "Ann".'),
        ("D4 1NE\nnice weather over here", '"nice weather over here".'),
        ("orders?\nnice weather over here", '"nice weather over here".'),
        ("wait\nHi there\nsee you", '"Hi there", "see you".'),
        ("SIGNOFF\nD4", '"SIGNOFF".'),
        (
            "D4\nHi\nwhat a lovely day it is today\nthanks a lot\nsee you\nAnn",
            '"Hi", "what a lovely day it is...", "thanks a lot" and two lines more.',
        ),
        ("preview\nD4\nnice weather over here", '"nice weather over here".'),
    ],
)
def test_talk_is_folded_into_one_line(world: World, text: str, talk: str) -> None:
    world.begin()
    told = _told(world, text)
    assert told.count(FOLDED) == 1
    assert f"{FOLDED} {talk}" in told


def test_a_name_below_a_misspelt_command_is_no_order(world: World) -> None:
    world.begin()
    told = _told(world, "No idea what to do, what would you do?\nAnn")
    assert "I could not use this line: > No idea what to do" in told
    assert "could not use your orders" not in told


@pytest.mark.parametrize(
    "line", ["what about E5", "Bob, your F6 is lovely", "1SE soon"]
)
def test_what_holds_a_word_of_an_order_is_spelled_out(world: World, line: str) -> None:
    world.begin()
    told = _told(world, f"D4 1NE\n{line}\nAnn")
    assert f"I have not taken this for an order: {line}" in told
    assert f'{FOLDED} "Ann".' in told


def test_of_two_orders_the_later_one_counts_and_that_is_said(world: World) -> None:
    world.begin()
    told = _told(world, "D4\nE5")
    assert "This order came first; the later one counts: D4" in told
    assert FOLDED not in told
    assert world.orders()[-1] == "Ann: E5"


@pytest.mark.parametrize("text", ["D4\nE5", "D4 1NE\nwhat about E5"])
def test_what_ends_the_turn_is_asked_where_a_part_is_left(
    world: World, text: str
) -> None:
    world.begin()
    world.answer(BOB, "F5")
    before = world.orders()
    told = _told(world, text)
    assert "and that would be your turn" in told
    assert world.orders() == before
    world.answer(ANN, text)
    assert len(world.orders()) == len(before) + 1


def test_talk_beside_an_order_that_ends_the_turn_asks_nothing(world: World) -> None:
    world.begin()
    world.answer(BOB, "F5")
    told = _told(world, "Hi Bob,\nD4 1NE\nnice weather over here\nAnn")
    assert "Got it" in told
    assert world.orders()[-1] == "Ann: D4 1NE"


@pytest.mark.parametrize("line", ["D4 1NE foo bar", "D4 quickly 1NE"])
def test_words_left_over_are_named_once(world: World, line: str) -> None:
    world.begin()
    told = _told(world, line)
    assert "Without that I would play" in told
    assert "could not use" not in told
    assert told.count("is no magic") == 1


def test_what_a_stranger_writes_beside_a_command_is_listed(world: World) -> None:
    world.say("New <new@n.example>", "help\nHi there\nfire C3")
    told = " ".join(world.last("new@n.example").text.split())
    assert "I could make nothing of this line: fire C3" in told
    assert f'{FOLDED} "Hi there".' in told


def test_all_lines_of_a_yes_with_a_question_mark_are_given_back(world: World) -> None:
    world.say(ANN, "new arena with bob@b.example")
    world.answer(ANN, "accept")
    world.answer(BOB, "ok?\nsure?")
    told = " ".join(world.last(ADDRESS[BOB]).text.split())
    assert '"ok? sure?" has a question mark' in told


def test_lines_beyond_those_that_are_given_back_are_counted(world: World) -> None:
    world.begin()
    old = world.last(ADDRESS[ANN]).reply_to
    for who, order in ((ANN, "D4"), (BOB, "E5")):
        world.answer(who, order)
    world.say(ANN, "\n".join(f"line {at} of E5" for at in range(23)), old)
    told = " ".join(world.last(ADDRESS[ANN]).text.split())
    assert "Three lines more are not among these" in told


@pytest.mark.parametrize(
    "text",
    ["D4 1NE", "Hi Bob\nD4 quickly 1NE", "D4 1NE?", "preview\nD4 1NE", "wait\nD4 1NE"],
)
def test_a_letter_is_read_once(
    world: World, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    world.begin()
    seen: list[list[str]] = []

    def counted(lines: Iterable[MarkedLine], asking: Asking) -> tuple[Reading, ...]:
        said = [*lines]
        seen.append([one.text for one in said])
        return read_text(said, asking)

    for where in (orders, order_lines):
        monkeypatch.setattr(where, "read_text", counted)
    world.answer(ANN, text)
    assert seen == [[one for one in text.split("\n") if one not in ("preview", "wait")]]
