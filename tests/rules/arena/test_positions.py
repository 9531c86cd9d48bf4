"""Arenas with everybody in place, and those that cannot be (A18)."""

from __future__ import annotations

import pytest

from pbem.rules.arena.view import build
from tests.rules.positions import placed, refusal

HEAD = "Game: arena\nSeats: Ann, Bob\n"
ANN = "Ann: fire D4 20hp 5mp"


@pytest.mark.parametrize(
    ("lines", "code", "line", "given"),
    [
        ((ANN,), "position.missing", 1, {"missing": ("Bob",)}),
        ((), "position.missing", 0, {"missing": ("Ann", "Bob")}),
        ((ANN, "Bob: air Z9 3hp 5mp"), "position.square", 2,
         {"square": "Z9", "last": "H8"}),
        (("ann: air I1 3hp 5mp", ANN), "position.square", 1,
         {"square": "I1", "last": "H8"}),
        ((ANN, "ANN: air A1 3hp 5mp"), "position.seat", 2,
         {"found": "ANN", "known": ("Ann", "Bob")}),
        ((ANN, "Cid: air A1 3hp 5mp"), "position.seat", 2,
         {"found": "Cid", "known": ("Ann", "Bob")}),
    ],
)  # fmt: skip
def test_who_cannot_stand_so_is_refused(
    lines: tuple[str, ...], code: str, line: int, given: dict[str, object]
) -> None:
    assert refusal(HEAD, *lines) == (code, line, "", given)


def test_the_last_square_is_that_of_the_board() -> None:
    found = refusal(f"{HEAD}Options: board=6\n", "Ann: fire G1 20hp 5mp")
    assert found.given == {"square": "G1", "last": "F6"}
    lines = ("ann: fire f6 9hp 0mp", "Bob: air A1 3hp 5mp")
    state = placed(f"{HEAD}Options: board=6\n", *lines).table.state
    ann, bob = state.fighters
    assert (ann.seat, ann.types, ann.square) == ("Ann", ("fire",), 35)
    assert (ann.hp, ann.mp) == (9, 0)
    assert (bob.seat, bob.square, state.turn) == ("Bob", 0, 1)


def test_the_turn_follows_the_last_removal() -> None:
    head = "Game: arena\nSeats: Ann, Bob, Cid\n"
    lines = (ANN, "Bob: air A1 3hp 5mp", "Cid: air A1 -1hp 5mp out 3")
    story = placed(head, *lines)
    assert story.table.state.turn == 4
    assert story.awaited() == ("Ann", "Bob")


def test_names_with_numbers_have_letters_in_order() -> None:
    seats = ("Bob", "Bot 1", "Bot 2", "Player 1", "Player 2", "Al", "Al 9", "Zoe 1")
    head = f"Game: arena\nSeats: {', '.join((*seats, '77'))}\n"
    story = placed(head, *(f"{seat}: fire D4 20hp 5mp" for seat in (*seats, "77")))
    seen = build(story.table.state).seats.values()
    assert "".join(one.mark for one in seen) == "BCDPQAEZF"
