"""What is said of lines that begin like a command and are none."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.server.flow import faulty
from pbem.server.syntax.command import MAX_COMMAND_CHARS

LONG = "new arena called friday with bob@b.example, cid@c.example, dot@d.example"


class _Asked:
    """A letter whose writer is told things; arena and lava are known here."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []

    def find_kind(self, name: str) -> str | None:
        return name if name.lower() in ("arena", "lava") else None

    def refuse(self, template: str, **given: Any) -> None:
        assert template == "faulty_line"
        self.told.append(given)


def _told(*lines: str) -> tuple[int, list[dict[str, Any]]]:
    asked: Any = _Asked()
    return faulty.explain(asked, lines), asked.told


@pytest.mark.parametrize(
    ("line", "why", "name", "caret"),
    [
        ("new", "nobody", "new", "new"),
        ("New arena", "nobody", "new", "New arena"),
        ("new: arena bob@b.example", "with", "new", ""),
        ("new arena bob@b.example", "with", "new", "new arena "),
        ("new arena with bot silly", "bot", "new", "new arena with bot "),
        ("new  arena  with bob@b.example pace", "there", "new", None),
        ("open arena with bob@b.example", "there", "open", "open arena "),
        ("open", "there", "open", "open"),
        ("join", "there", "join", "join"),
    ],
)
def test_where_it_goes_wrong_is_shown(
    line: str, why: str, name: str, caret: str | None
) -> None:
    count, (told,) = _told(line)
    assert count == 1
    assert (told["why"], told["name"]) == (why, name)
    assert told["line"] == " ".join(line.split())
    if caret:
        assert told["at"] == len(caret)


def test_a_long_line_is_shown_around_its_fault() -> None:
    fault = f"{LONG} so that all of us can play once more"
    _, (told,) = _told(fault)
    at = told["at"]
    assert at == 40
    assert len(told["line"]) <= 66
    assert told["line"] in fault
    start = fault.index(told["line"])
    assert fault[start + at :].startswith("so that")


def test_a_game_that_is_not_known_is_said_to_be_so_by_others() -> None:
    assert _told("new bingo with bob@b.example") == (1, [])
    assert _told("open bingo for two") == (1, [])


def test_three_lines_are_enough() -> None:
    count, told = _told("hello", "join", "open", "whois Bob", "new", "join", "open")
    assert count == 3
    assert [one["name"] for one in told] == ["join", "open", "new"]


@pytest.mark.parametrize(("more", "told"), [(0, 1), (1, 0)])
def test_what_is_too_long_for_a_command_is_none(more: int, told: int) -> None:
    line = "join " + "x " * ((MAX_COMMAND_CHARS - 5) // 2) + "yz"[: 1 + more]
    assert len(line) == MAX_COMMAND_CHARS + more
    assert _told(line)[0] == told


@pytest.mark.parametrize(
    ("line", "like"),
    [
        ("join friday", True),
        ("Join, please", True),
        ("help!", True),
        ("whois Bob", False),  # for players alone
        ("hello", False),
        ("", False),
    ],
)
def test_only_what_anybody_may_give_is_explained(line: str, like: bool) -> None:
    assert faulty.begins_like_one(line) is like
