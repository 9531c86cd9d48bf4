"""Press in a report: who is told which words, and how they are laid out."""

from __future__ import annotations

import pytest

from pbem.pages import page
from pbem.server.game import press_quotes
from pbem.server.store.games import StoredPress


def _said(by: str, *to: str, text: str, anonymous: bool = False) -> StoredPress:
    return StoredPress(0, 3, by, to, text, anonymous, False, 0.0)


SAID = [
    _said("Ann", text="to all"),
    _said("Ann", "Bob", text="to Bob alone"),
    _said("Ann", "Bob", "Cid", text="to two"),
    _said("Ann", "Cid", text="without a name", anonymous=True),
]


def _told(seat: str | None) -> str:
    return " ".join(page.to_text(press_quotes.quoted(SAID, seat)).split())


@pytest.mark.parametrize(
    ("seat", "heads", "hidden"),
    [
        (
            "Bob",
            ["Ann, to all: > to all", "Ann, to you alone: > to Bob alone",
             "Ann, to you and Cid: > to two"],
            ["without a name"],
        ),
        (
            "Cid",
            ["Ann, to all: > to all", "Ann, to you and Bob: > to two",
             "Somebody, to you alone: > without a name"],
            ["to Bob alone"],
        ),
        ("Dot", ["Ann, to all: > to all"], ["Bob", "two", "without a name"]),
        # A watcher hears what was said to all.
        (None, ["Ann, to all: > to all"], ["Bob", "two", "without a name"]),
    ],
)  # fmt: skip
def test_everybody_is_told_what_was_said_to_them(
    seat: str | None, heads: list[str], hidden: list[str]
) -> None:
    told = _told(seat)
    assert told.startswith("What was said")
    assert [told.index(head) for head in heads] == sorted(map(told.index, heads))
    for word in hidden:
        assert word not in told


def test_nobody_is_told_their_own_words_or_nothing() -> None:
    assert press_quotes.quoted(SAID, "Ann") == []
    assert press_quotes.quoted([], "Bob") == []


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("\n\nhello\n  there\n\n", ["hello", "there"]),
        ("  one\n\n two ", ["one", "", "two"]),
        ("", [""]),
        ("x" * 66, ["x" * 66]),
        ("x" * 67, ["x" * 66, "x"]),
        (f"{'x' * 60} five five", [f"{'x' * 60} five", "five"]),
        (f"{'x' * 60} fives", [f"{'x' * 60} fives"]),
        (f"{'x' * 60} sixsix", ["x" * 60, "sixsix"]),
        ("\n".join(["a"] * 200), ["a"] * 200),
        ("\n".join([*["a"] * 200, "b"]), ["a"] * 200),
        ("\n".join([*["a"] * 199, "b"]), [*["a"] * 199, "b"]),
    ],
)
def test_words_are_folded_and_no_more_than_anybody_reads(
    text: str, lines: list[str]
) -> None:
    assert press_quotes.folded(text) == lines
