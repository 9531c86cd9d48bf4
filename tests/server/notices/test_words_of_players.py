"""Words of players in a report: who is told what, and how it is folded."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.report import page
from pbem.server.notices import press_quotes
from pbem.server.outbound import templates


def _row(seat: str, to: list[str], *, anonymous: bool = False) -> Any:
    return SimpleNamespace(
        seat=seat, to=json.dumps(to), text=f"from {seat}", anonymous=anonymous
    )


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the template is given."""
    found: list[Any] = []

    def blocks(name: str, **given: Any) -> list[Any]:
        found.extend(given["heard"])
        return [page.Block("", ("a block",))]

    monkeypatch.setattr(templates, "blocks", blocks)
    return found


@pytest.mark.parametrize(
    ("row", "seat", "told"),
    [
        (_row("Ann", []), "Bob", ("Ann", [], False)),
        (_row("Ann", []), "Ann", None),
        (_row("Ann", []), None, ("Ann", [], False)),
        (_row("Ann", ["Bob"]), "Bob", ("Ann", [], True)),
        (_row("Ann", ["Bob"]), "Cid", None),
        (_row("Ann", ["Bob"]), None, None),
        (_row("Ann", ["Bob", "Cid"]), "Cid", ("Ann", ["Bob"], False)),
        (_row("Ann", ["Ann", "Bob"]), "Ann", None),
        (_row("Ann", ["Bob"], anonymous=True), "Bob", ("", [], True)),
    ],
)
def test_words_are_for_whom_they_were_said_to(
    heard: list[Any], row: Any, seat: str | None, told: tuple[Any, ...] | None
) -> None:
    blocks = press_quotes.quoted([row], seat)
    assert [block.lines for block in blocks] == [("a block",)] * bool(told)
    assert heard == ([(*told, ["from Ann"])] if told else [])


def test_all_that_is_for_somebody_is_told_in_its_order(heard: list[Any]) -> None:
    rows = [_row("Ann", []), _row("Bob", []), _row("Cid", ["Dot"]), _row("Dot", [])]
    press_quotes.quoted(rows, "Bob")
    assert [writer for writer, *_ in heard] == ["Ann", "Dot"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", [""]),
        ("\n\nhello\n", ["hello"]),
        ("  a\n\n b ", ["a", "", "b"]),
        ("x" * 66, ["x" * 66]),
        ("x" * 67, ["x" * 66, "x"]),
        ("w" * 60 + " " + "v" * 5, ["w" * 60 + " " + "v" * 5]),
        ("w" * 60 + " " + "v" * 6, ["w" * 60, "v" * 6]),
    ],
)
def test_words_are_folded_and_keep_their_lines(text: str, lines: list[str]) -> None:
    assert press_quotes.folded(text) == lines


def test_words_have_so_many_lines_at_most() -> None:
    many = press_quotes.folded("\n".join(map(str, range(250))))
    assert many == [str(number) for number in range(200)]
