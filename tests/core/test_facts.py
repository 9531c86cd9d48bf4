"""What a plain report makes of a view."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from pbem.report.facts import MAX_CHARS, facts_of

SEATS = ("Ann", "Bob")


class Phase(Enum):
    """A part of a turn."""

    MOVE = "moving"


@dataclass(frozen=True)
class Hand:
    """Cards, and whether they are shown."""

    cards: tuple[str, ...]
    open: bool


@dataclass(frozen=True)
class View:
    """Something of every kind that a view may have."""

    points: dict[str, int]
    on_top: str | None = None
    phase: Phase = Phase.MOVE
    hand: Hand = Hand(("ace", "king", "ten"), False)
    won: frozenset[str] = frozenset({"Bob", "Ann"})
    prices: dict[str, int] = field(default_factory=dict)
    _cache: int = 3
    board: str = "ab\ncd"


@dataclass(frozen=True)
class Truth(View):
    """What the game master sees."""

    deck: tuple[str, ...] = ("two",)
    on_top: str | None = "jack"


def test_every_kind_of_field_is_said() -> None:
    found = facts_of(View({"Ann": 3}), None, SEATS)
    assert found.board == ("ab", "cd")
    assert found.table == {"Ann": "points 3"}
    assert dict(found.others) == {
        "On top": "nothing",
        "Phase": "moving",
        "Hand": "cards: ace, king and ten; open no",
        "Won": "Ann and Bob",
        "Prices": "none",
    }
    assert found.secrets == ()


def test_what_is_by_role_stands_with_the_seat_that_plays_it() -> None:
    view = {"points": {"South": 2, "North": 5}, "free": {"Elm": ("Fen", "Ash")}}
    found = facts_of(view, None, SEATS, {"South": "Ann", "North": "Bob"})
    assert found.table == {"Ann": "points 2", "Bob": "points 5"}
    assert found.scores == {"Ann": 2, "Bob": 5}
    assert found.others == (("Free", "Elm: Fen and Ash"),)


def test_only_the_game_master_is_told_more() -> None:
    view = View({"Ann": 3})
    found = facts_of(view, Truth({"Ann": 3}), SEATS)
    assert dict(found.secrets) == {"On top": "jack", "Deck": "two"}
    assert found.others == facts_of(view, None, SEATS).others


def test_views_of_other_kinds_and_long_values() -> None:
    assert facts_of({"a": 1}, None, SEATS).others == (("A", "1"),)
    assert facts_of(object(), None, SEATS) == ((), {}, {}, (), ())
    ((_, said),) = facts_of({"a": "x " * 999}, None, SEATS).others
    assert len(said) == MAX_CHARS + 4
    ((_, said),) = facts_of({"board": "one line"}, None, SEATS).others
    assert said == "one line"
