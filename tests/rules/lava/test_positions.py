"""Games of Lava that start from dice on the table, and those that cannot (L28)."""

from __future__ import annotations

import pytest

from tests.rules.positions import placed, refusal

HEAD = "Game: lava\nSeats: Ann, Bob, Cid\n"
TUMBLING = f"{HEAD}Options: tumbling=yes\nSeed: 00112233445566778899aabbccddeeff\n"


@pytest.mark.parametrize(
    ("lines", "stock", "mover"),
    [
        ((), (16, 16, 16), "Ann"),
        (("e 0,0",), (15, 16, 16), "Ann"),
        (("e 0,0; b 0,1",), (14, 16, 16), "Ann"),
        (("e 0,0", "0,1 i"), (15, 15, 16), "Ann"),
        (("e 60,-60",), (15, 16, 16), "Ann"),
        (("Cid: e 0,0", "to move: bob"), (15, 16, 16), "Bob"),
        (("e 0,0", "dice: r 3 b 2 g 4"), (3, 4, 2), "Ann"),
        (("dice: red 0 blue 120 green 1",), (0, 1, 120), "Ann"),
        (("dice: green 5",), (16, 5, 16), "Ann"),
        (("dice: r 0 g 0 b 0",), (0, 0, 0), None),
    ],
)
def test_a_position_says_what_lies_and_what_is_left(
    lines: tuple[str, ...], stock: tuple[int, ...], mover: str | None
) -> None:
    state = placed(HEAD, *lines).table.state
    assert (state.stock, state.mover) == (stock, mover)


def test_a_die_on_the_table_may_have_an_owner() -> None:
    state = placed(HEAD, "cid: e 0,0", "b 0,1").table.state
    assert [(tile.at, tile.by) for tile in state.laid[-2:]] == [
        ((0, 0), "Cid"),
        ((0, 1), None),
    ]


def test_a_game_without_dice_is_over_as_it_begins() -> None:
    story = placed(HEAD, "dice: r 0 g 0 b 0")
    assert [type(event).__name__ for event in story.opening] == ["Began", "DiceRanOut"]
    assert story.table.state.result.reason == "dice-out"


@pytest.mark.parametrize(
    ("lines", "code", "line", "words"),
    [
        (("e 0,0", "dice: q 3"), "invalid.die", 2, "q"),
        (("e 0,0", "dice: rrr 4"), "invalid.die", 2, "rrr"),
        (("dice: red 2 blue 121",), "invalid.position-dice", 1, "blue"),
        (("e 0,0", "to move: Dot"), "invalid.position-seat", 2, "Dot"),
        (("Dot: e 0,0",), "invalid.position-seat", 1, "Dot"),
        (("e 0,0", "out: Ann, Dot"), "invalid.position-seat", 2, "Dot"),
        (("e 0,0", "out: Ann, Bob"), "invalid.position-out", 2, ""),
        (("e 0,0", "out: Ann"), "invalid.position-out", 2, ""),
        (("out: Bob", "to move: Bob", "e 0,0"), "invalid.position-out", 3, ""),
        (("e 0,0; e 0,0",), "invalid.position-twice", 1, "0,0"),
        (("e 0,0", "x 5,5", "to move: Bob"), "invalid.position-apart", 2, ""),
        (("e 0,0", "x 1,1"), "invalid.position-apart", 2, ""),
        (("e 0,0; z 1,0",), "invalid.position-face", 1, "z"),
        (("red 0,0",), "invalid.position-face", 1, "red"),
        (("e 0,0", "m 0,1"), "invalid.position-clash", 2, "m 0,1"),
        (("e 61,0",), "invalid.position-far", 1, "61,0"),
        (("e 0,-61",), "invalid.position-far", 1, "0,-61"),
        (("e 0,0", "rolled: e"), "illegal.no-tumbling", 2, "e"),
    ],
)
def test_what_cannot_lie_so_is_refused(
    lines: tuple[str, ...], code: str, line: int, words: str
) -> None:
    assert refusal(HEAD, *lines)[:3] == (code, line, words)


def test_more_dice_of_a_colour_than_there_are_must_be_counted() -> None:
    head = f"{HEAD}Options: num_dice=3\n"
    lines = ("e 0,0", "b 0,1")
    assert refusal(head, *lines) == (
        "invalid.position-dice",
        2,
        "",
        {"die": "red", "most": 1},
    )
    assert placed(head, *lines, "dice: r 2").table.state.stock == (2, 1, 1)


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("rolled: red", "invalid.position-face", "red"),
        ("rolled: z", "invalid.position-face", "z"),
        ("rolled: k", "illegal.no-side-fits", ""),
    ],
)
def test_a_face_that_was_not_rolled_is_refused(
    line: str, code: str, words: str
) -> None:
    assert refusal(TUMBLING, "e 0,0", line)[:3] == (code, 2, words)


@pytest.mark.parametrize(("face", "rolled"), [("e", (0, 2)), ("q", (2, 0))])
def test_a_face_that_was_rolled_is_to_be_laid(
    face: str, rolled: tuple[int, int]
) -> None:
    assert placed(TUMBLING, "e 0,0", f"rolled: {face}").table.state.rolled == rolled
