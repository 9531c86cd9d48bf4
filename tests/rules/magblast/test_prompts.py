"""What a player is told to do: nothing that cannot be done, and whom to attack."""

from __future__ import annotations

import pytest

from pbem.record import replay, turn_file
from pbem.report.builder import report
from pbem.report.model import Reader, render
from tests.rules.magblast.table import explained, read

HIT = """Game: magblast
Seats: Ann, Bob
Seed: 00112233445566778899aabbccddeeff

== Position ==
turn: Ann action
Ann: hand laser{}
Ann: B1 destroyer
Bob: B1 cruiser

== 0 ==
Ann: fire laser B1 at Bob B1 "Pow!"
"""
MANY = """Game: magblast
Seats: {}
Seed: 00112233445566778899aabbccddeeff

== Position ==
turn: Ann action
Ann: B1 destroyer
"""


def told(text: str, seat: str, display: str = "board") -> str:
    """The report for a seat, on one line."""
    story = replay.play(turn_file.read(text))
    return " ".join(render(report(story, Reader(seat=seat, display=display))).split())


def test_a_direct_hit_is_offered_to_who_holds_one() -> None:
    assert "your Direct Hit may follow at once" in told(
        HIT.format(", direct hit"), "Ann"
    )


def test_a_direct_hit_is_not_offered_to_who_holds_none() -> None:
    page = told(HIT.format(", beam"), "Ann")
    assert "You hit Bob's Cruiser B1." in page
    assert "may follow" not in page


def test_with_five_players_it_is_said_whom_one_may_attack() -> None:
    page = told(MANY.format("Ann, Bob, Cid, Dot, Eve"), "Ann")
    assert "You can attack your neighbours only, Bob and Eve, until four" in page


@pytest.mark.parametrize("seats", ["Ann, Bob", "Ann, Bob, Cid, Dot"])
def test_with_fewer_everybody_may_be_attacked_and_nothing_is_said(seats: str) -> None:
    assert "neighbours" not in told(MANY.format(seats), "Ann")


def test_the_table_says_how_far_the_ships_of_all_may_move() -> None:
    text = HIT.format("").replace("B1 cruiser", "B1 scout\nBob: R1 dreadnought")
    page = told(text, "Ann")
    assert "B1 Scout >> " in page
    assert "B1 Destroyer > " in page
    assert "R1 Dreadnought ###" in page
    assert "Moves: > to the next zone, >> to any." in page
    assert "Scout" in told(text, "Ann", "list")
    assert "movement 2" in told(text, "Ann", "list")


DIRECT = """Game: magblast
Seats: Ann, Bob
Seed: 00112233445566778899aabbccddeeff

== Position ==
turn: Ann action
Ann: hand laser, direct hit, laser
Ann: B1 destroyer
Ann: B2 destroyer
Bob: B1 cruiser
Bob: B2 cruiser

== 0 ==
Ann: fire 1 B1 at Bob B1 "Pow!"
Ann: direct hit
"""


@pytest.mark.parametrize(
    ("order", "second"),
    [
        ('fire 3 at Bob B1 "Pow!"', True),
        ('fire 3 B1 "Pow!"', True),
        ('fire 3 B2 at Bob B1 "Pow!"', False),
        ('fire 3 B2 at Bob B2 "Pow!"', False),
    ],
)
def test_only_the_same_ship_at_the_same_target_fires_a_second_blast(
    order: str, second: bool
) -> None:
    state = replay.play(turn_file.read(DIRECT)).table.state
    (meant, *_) = explained(state, "Ann", read(order))
    assert meant.again is second
