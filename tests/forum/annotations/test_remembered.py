"""What the comments of a record remember of its thread."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pbem.forum.annotations.remembered import (
    POLICIES,
    Memory,
    SeenReport,
    StoredAnswer,
    recall,
    remembered,
    spell,
)

FULL = Memory(
    moderators=("Gina", "Hal B."),
    aliases={"Bobby77": "Bob", "a = b": "Ann"},
    nobody=("Dotty",),
    policies={"orders": "first", "edits": "count"},
    answers={"12": StoredAnswer("D4 1NE", "3f9a2c01de"), "m7": StoredAnswer("nothing")},
    report=SeenReport(105, 3, datetime(2026, 11, 27, 20, tzinfo=UTC)),
    seen={str(number): f"{number:010x}" for number in range(9)},
)


def test_what_is_spelt_is_recalled() -> None:
    text = "\n".join(spell(FULL))
    assert recall(text) == FULL
    assert recall(text.upper().replace("# FORUM: ", "#forum:")).nobody == ("DOTTY",)
    assert recall("") == Memory()
    assert spell(Memory()) == []


def test_no_line_is_wider_than_it_must_be() -> None:
    seen = [line for line in spell(FULL) if line.startswith("# forum: seen")]
    assert len(seen) == 3
    assert all(len(line) <= 9 + 62 for line in seen)


@pytest.mark.parametrize(
    "line",
    [
        "# forum: moderator",
        "# forum: alias Bobby",
        "# forum: nobody",
        "# forum: orders never",
        "# forum: post 12",
        "# forum: report x = 3",
        "# forum: seen 12",
        "# forum: other 5 = 3",
        " # forum: nobody Dotty",
        "forum: nobody Dotty",
        "# fora: nobody Dotty",
    ],
)
def test_lines_that_say_nothing_are_left_out(line: str) -> None:
    assert recall(line) == Memory()


def test_an_answer_holds_for_the_post_as_it_was() -> None:
    assert FULL.answer("12", "3f9a2c01de") == "D4 1NE"
    assert FULL.answer("12", "0000000000") is None
    assert FULL.answer("m7", "0000000000") == "nothing"
    assert FULL.answer("13", "3f9a2c01de") is None


def test_policies() -> None:
    assert FULL.policy("orders") == "first"
    assert FULL.policy("struck") == "ignore"
    assert {word: Memory().policy(word) for word in POLICIES} == {
        "orders": "last",
        "edits": "ask",
        "spoilers": "count",
        "struck": "ignore",
        "silence": "default",
        "closing": "moderator",
        "prods": "moderator",
    }
    given = FULL.with_policies({"orders": "last", "struck": "count"})
    assert (given.policy("orders"), given.policy("struck")) == ("first", "count")


def test_where_it_stands_in_a_record() -> None:
    memory = Memory(nobody=("Dotty",))
    head = ["# ours", "Game: arena", "# who", "Seats: Ann, Bob"]
    body = ["== 0 ==", "Ann: fire C3"]
    told = ["", "# forum: nobody Dotty", ""]
    for between in ([""], ["", "", ""], ["", "# forum: nobody Eve", ""]):
        lines = remembered([*head, *between, *body], memory)
        assert lines[-2:] == body
        assert [line for line in lines if "forum" in line] == told[1:2]
        assert remembered(lines, memory) == lines
    assert remembered([*head, "", *body], Memory()) == [*head, "", *body]


@pytest.mark.parametrize("after", [[], [""], ["", ""]])
def test_a_record_that_is_only_a_header_remembers_as_well(after: list[str]) -> None:
    head = ["Game: arena", "Seats: Ann, Bob"]
    lines = remembered([*head, *after], Memory(nobody=("Dotty",)))
    assert lines == [*head, "", "# forum: nobody Dotty", ""]
    assert remembered([], Memory(nobody=("Dotty",)))[-2:] == [
        "# forum: nobody Dotty", "",
    ]  # fmt: skip
