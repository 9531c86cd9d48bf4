"""A letter is read as a whole before anything of it is done."""

from __future__ import annotations

import pytest

from pbem.plugins import games
from pbem.server.flow.instructions import ForeignLines, Instructions, Orders, PlanLines
from pbem.server.flow.parse import MAX_COMMANDS, parse
from pbem.server.store.letters import SortedLetter
from pbem.server.syntax.command import Command
from tests.support.server.world import ANN, BOB, World


def _content(text: str, subject: str = "") -> SortedLetter:
    return SortedLetter(
        text=text, subject=subject, message_id="", writer="", name="", ref=None,
        buried=False, cut=False, player_id=1, told_id=None, serial=0,
        problem="",
    )  # fmt: skip


def _parsed(text: str, subject: str = "", name: str = "friday") -> Instructions:
    return parse(_content(text, subject), games.find("arena"), name)


def test_orders_are_read_without_their_guard() -> None:
    (step,) = _parsed("D4 1NE #3\n?!\n").steps
    assert isinstance(step, Orders)
    assert step.written == ("D4 1NE #3", "?!")
    assert step.guard == 3
    assert step.lines == ("D4 1NE", "?!")


def test_lines_for_other_games_are_put_aside_as_they_were_written() -> None:
    letter = _parsed("E6\ngame sunday #2\nSET WAIT\nF6\ngame Friday #1\nA7\n")
    assert letter.elsewhere == [ForeignLines("sunday", "#2\nwait\nF6")]
    (step,) = letter.steps
    assert isinstance(step, Orders)
    assert step.written == ("E6", "#1", "A7")
    assert step.guard == 1
    assert step.lines == ("E6", "A7")


def test_a_text_for_another_game_ends_where_its_writer_ended_it() -> None:
    text = "press to all\nhello\nend press\nF6"
    letter = _parsed(f"game sunday\n{text}")
    assert letter.elsewhere == [ForeignLines("sunday", text)]
    press, orders = _parsed(text).steps
    assert isinstance(press, Command)
    assert press.body == ("hello",)
    assert isinstance(orders, Orders)
    assert orders.written == ("F6",)


def test_the_settings_of_a_new_game_are_known_before_it_begins() -> None:
    letter = _parsed("new arena with b@b.example\nset grace 2h\nset press loud\n")
    assert [step.name for step in letter.steps if isinstance(step, Command)] == ["new"]
    assert letter.settings == {"grace": 7200}
    assert [bad.name for bad in letter.bad_settings] == ["press"]
    assert _parsed("set grace 2h").settings == {}


@pytest.mark.parametrize(
    "text",
    [
        "new arena board=9 hp=30 with b@b.example",
        "new arena board=9 called sunday with b@b.example hp=30",
        "new arena called sunday with bot board=9 hp=30",
        "open arena board=9 for 3 hp=30",
    ],
)
def test_options_of_a_game_stand_before_its_players_or_behind(text: str) -> None:
    (begins,) = _parsed(text).steps
    assert isinstance(begins, Command)
    assert begins.words["OPTION"] == ("board=9", "hp=30")
    assert begins.words.get("CALLED", ("sunday",)) == ("sunday",)


def test_the_subject_speaks_where_the_letter_is_empty() -> None:
    assert _parsed("\n", "help").order_lines == []
    assert len(_parsed("\n", "help").steps) == 1
    assert _parsed("\n", "Re: a game").steps == []


def test_no_more_is_read_than_is_carried_out() -> None:
    letter = _parsed("help\n" * 1000)
    assert len(letter.steps) == MAX_COMMANDS + 1


def test_a_text_that_is_sent_on_leaves_the_orders_below_it(world: World) -> None:
    world.start()
    world.say(ANN, "new arena called sunday with bob@b.example")
    world.answer(ANN, "accept")
    world.answer(BOB, "accept")
    here = next(m for m in world.box.mail if m.subject.startswith("arena-1 #0"))
    text = "game sunday\npress to all\nhello\nend press\nfire C3"
    world.say(ANN, text, here.reply_to)
    assert world.orders() == ["Ann: fire C3"]


@pytest.mark.parametrize(
    ("text", "plan", "orders"),
    [
        ("if Bob: E6 then C5\nD4", ["if Bob: E6 then C5"], ["D4"]),
        (
            "D4\nif Bob: E6 then C5\n  else C4",
            ["if Bob: E6 then C5", "  else C4"],
            ["D4"],
        ),
        (
            "if Bob: E6 then C5\n\nelse C4\nD4",
            ["if Bob: E6 then C5", "else C4"],
            ["D4"],
        ),
        ("else C4\nD4", [], ["else C4", "D4"]),
        (
            "Plan for later:\n- if Bob: E6 then C5\n  - if Bob: E5 then C4\n- else D4",
            [" if Bob: E6 then C5", "   if Bob: E5 then C4", " else D4"],
            [],
        ),
        (
            "*\tif Bob: E6\n*\tC5\n\n1) -\n- E5",
            [" if Bob: E6", "   C5"],
            ["1) -", "- E5"],
        ),
        (
            "1. if Bob: E6\n1.1 then C5\n  1.1.1 then C4\nD4",
            [" if Bob: E6", "   then C5", "     then C4"],
            ["D4"],
        ),
        (
            "If Bob goes E6 I'll go C5.\nif Bob goes home I win",
            ["if Bob: E6 then C5"],
            ["if Bob goes home I win"],
        ),
    ],
)
def test_a_plan_ends_where_its_lines_end(
    text: str, plan: list[str], orders: list[str]
) -> None:
    content = _content(text)
    seats = ("Ann", "Bob")
    found = parse(content, games.find("arena"), "friday", seat="Ann", seats=seats)
    plans = [
        line for one in found.steps if isinstance(one, PlanLines) for line in one.lines
    ]
    assert (plans, found.order_lines) == (plan, orders)


@pytest.mark.parametrize(
    ("text", "plan"),
    [
        (
            "if A Mun moves to Bur: A Par H; else A Par - Bur",
            ["if anybody: A Mun moves to Bur then A Par H", "else A Par - Bur"],
        ),
        (
            "if not russian a gal then vie - gal else vie h endif",
            ["if not Russia: a gal then vie - gal", "else vie h"],
        ),
        (
            "if russian a gal then\na vie h\nelse\na vie - gal\nendif",
            ["if Russia: a gal then", "a vie h", "else", "a vie - gal"],
        ),
        (
            "If Russia does not take Gal then A Vie - Gal",
            ["if not Russia: take Gal then A Vie - Gal"],
        ),
        (
            "if Russia takes Gal: A Vie H; else A Vie - Gal",
            ["if Russia: takes Gal then A Vie H", "else A Vie - Gal"],
        ),
        (
            "If anyone else takes Tri, then F Tri H",
            ["if others: takes Tri then F Tri H"],
        ),
        # Nothing below a condition that nobody understands is an order.
        ("if foo then\na vie h\nelse\nh", ["if foo then", "a vie h", "else", "h"]),
    ],
)  # fmt: skip
def test_a_condition_in_the_words_of_other_judges_is_a_plan(
    text: str, plan: list[str]
) -> None:
    names = {"Russia": "Russia", "russian": "Russia", "Germany": "Germany"}
    game = games.find("diplomacy")
    (step,) = parse(
        _content(text), game, "friday", seat="France", seats=("France",), names=names
    ).steps
    assert isinstance(step, PlanLines)
    assert [line.strip() for line in step.lines] == plan
