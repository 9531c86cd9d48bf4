"""Boards: what a picture must be, and what is said of one that is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.kit.hexes import BadPicture, Grid
from pbem.plugins.games import find
from pbem.protocol import Unplayable
from pbem.rules.magma import RULES, boards, setup
from pbem.rules.magma.boards import BadBoard, Board
from pbem.rules.magma.state import Terms

PICTURE = """
    R . . . B
   . . . . . .
  . . . . . . .
 . . . . . . . .
Y . . . . . . . Y
 . . . . . . . .
  . . . . . . .
   . . . . . .
    B . . . R
"""


def opened(picture: str) -> Board:
    """Return a board from its picture."""
    return boards.read("trial", {"title": "Trial", "picture": picture})


def test_the_default_board_has_the_rows_of_the_format() -> None:
    table = boards.board("magma91")
    lengths = [1, 4, 7, 10, 9, 10, 9, 10, 9, 10, 7, 4, 1]
    assert list(table.grid.lengths.values()) == lengths
    assert table.homes == ("A1", "D10", "J10", "M1", "J1", "D1")
    assert all(len(table.grid.around(home)) == 2 for home in table.homes)


def test_every_file_is_a_board_and_a_value_of_the_option() -> None:
    option = find("magma").options["board"]
    assert option.values == boards.names()
    assert option.default in option.values
    for name in option.values:
        assert boards.board(name).title


def test_a_good_picture() -> None:
    assert opened(PICTURE).homes == ("A1", "A5", "E9", "I5", "I1", "E1")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("    R . .", "    G . .", "A1 is marked 'G'"),
        ("    R . .", "    . . .", "homes clockwise from the top must be red, blue"),
        ("    R . .", "    B . .", "found A1 blue, A5 blue"),
        ("   . . .", "    . . .", "out of line in line 3 of the picture, column 5"),
        ("    R . .", "    R B .", "homes clockwise"),
        (
            "Y . . . . . . . Y\n",
            "Y . . . . . . . Y\n\n",
            "empty row in line 7 of the picture",
        ),
        ("   . . . . . .\n  .", "\n  .", "empty row in line 3"),
        ("    R . .", "    Ä . .", "strange mark in line 2 of the picture, mark 'Ä'"),
    ],
)
def test_bad_pictures_are_told_apart(old: str, new: str, words: str) -> None:
    assert old in PICTURE
    with pytest.raises(BadBoard, match="board trial: ") as caught:
        opened(PICTURE.replace(old, new, 1))
    assert words in str(caught.value)


def test_cells_that_nothing_leads_to() -> None:
    with pytest.raises(BadPicture, match="cells apart in line 1") as caught:
        Grid([". .   . ."])
    assert caught.value.given == {"cells": ("A3", "A4")}


def test_homes_side_by_side() -> None:
    with pytest.raises(BadBoard, match=r"the home A1 is next to another home"):
        opened(" R B\nY   Y\n B R\n".replace("Y   Y", "Y . Y"))


@pytest.mark.parametrize("picture", [[], ["  "], ["", " ", ""]])
def test_nothing_is_no_board(picture: list[str]) -> None:
    with pytest.raises(BadPicture) as caught:
        Grid(picture)
    assert caught.value.code == "no-cells"


def test_more_rows_than_letters() -> None:
    with pytest.raises(BadPicture) as caught:
        Grid([" " * (row % 2) + ". ." for row in range(27)])
    assert caught.value.code == "too-many-rows"
    assert len(Grid([" " * (row % 2) + ". ." for row in range(26)]).names) == 52


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"title": "X"}, "picture is missing"),
        ({"title": 3, "picture": PICTURE}, "title is missing"),
        ({"title": "X", "picture": PICTURE, "size": 3}, "unknown key 'size'"),
    ],
)
def test_a_file_must_have_its_keys(facts: dict[str, object], words: str) -> None:
    with pytest.raises(BadBoard) as caught:
        boards.read("trial", facts)
    assert words in str(caught.value)


def test_a_broken_file_ends_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "torn.toml").write_text("title = \n")
    (tmp_path / "mine.toml").write_text(
        f'title = "My own"\npicture = """{PICTURE}"""\n'
    )
    monkeypatch.setattr(boards, "box", lambda: tmp_path)
    for name, words in (("torn", "board torn: "), ("gone", "no board 'gone'")):
        with pytest.raises(Unplayable) as caught:
            setup.begin(("Ann", "Bob"), Terms(board=name), None)
        assert words in caught.value.fault.given["why"]
    state = RULES.setup(("Ann", "Bob"), Terms(board="mine"), None).state
    assert RULES.view(state, None).title == "My own"
    boards.board.cache_clear()
