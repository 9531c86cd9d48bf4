"""What is surely ordered in somebody's own words, in letters: nobody is asked first."""

from __future__ import annotations

import pytest

from pbem.language.own_order import MAX_CHARS, orders_nothing, own_order
from pbem.plugins.games import find

SEATS = ("Ann", "Bob")


@pytest.mark.parametrize(
    ("game", "line", "meant"),
    [
        ("arena", "My move: d4 1ne", "d4 1ne"),
        ("arena", "go to D4, cast 1 NE. Good luck all!", "D4 1 NE"),
        ("arena", "D4 1NE - sorry for the delay", "D4 1NE"),
        (
            "arena",
            "D4, then flame thrower towards the north east",
            "D4 flame thrower NE",
        ),
        ("arena", "Nothing this turn, I stay.", "-"),
        ("arena", "Hi Bob, D4 1NE", "D4 1NE"),
        ("lava", "n 1,0 - nice one by the way", "n 1,0"),
        ("magma", "I jump from D4 to F5", "D4 to F5"),
        ("magblast", "pass, thanks", "pass"),
        ("mars", "My plan: make ore, explore T1.6", "make ore explore T1.6"),
    ],
)
def test_words_around_an_order_are_left_out(game: str, line: str, meant: str) -> None:
    assert own_order(find(game), SEATS, "Ann", line) == (meant,)


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("arena", "I think D4 1NE"),
        ("arena", "D4 1NE if Bob goes to E5"),
        ("arena", "D4 or E5"),
        ("arena", "not D4"),
        ("arena", "next turn I go to E5"),
        ("arena", "I moved to D4 last turn"),
        ("arena", "How about D4?"),
        ("arena", "E5. See you at 5 on B2 street"),
        # Somebody else's, or told to him.
        ("arena", "Bob: D4"),
        ("arena", "For Bob: D4"),
        ("arena", "@Bob D4 1NE"),
        ("arena", "Bob, D4 1NE"),
        ("arena", "Good luck with D4, Bob"),
        # Nobody leaves a game by talk.
        ("arena", "I'm afraid I resign, good luck all"),
        # What stands on a line of a sheet may be several orders.
        ("magblast", "mag B1 at Bob B1; mag B1 at Bob B1"),
        ("magblast", "mag B1 at Bob B1; frobnicate"),
        ("magblast", "pass on all"),  # "pass all" is another order
        ("arena", f"My move: d4 1ne{' ' * MAX_CHARS}"),
        ("arena", "My move: d4\n1ne"),
    ],
)
def test_what_is_in_doubt_is_none(game: str, line: str) -> None:
    assert own_order(find(game), SEATS, "Ann", line) == ()


def test_what_cannot_be_played_is_no_reading() -> None:
    arena, line = find("arena"), "My move: d4 1ne"
    assert own_order(arena, SEATS, "Ann", line, lambda _: False) == ()


@pytest.mark.parametrize(
    ("game", "line", "talk"),
    [
        ("arena", "Thanks, looking forward to it!", True),
        ("arena", "Good game so far. Bob, you were lucky :-)", True),
        ("arena", "Flame thrower, ha!", False),
        ("arena", "See you in D4", False),
        ("magma", "I would never pass", False),
    ],
)
def test_talk_holds_no_part_of_an_order(game: str, line: str, talk: bool) -> None:
    assert orders_nothing(find(game), SEATS, line) is talk
