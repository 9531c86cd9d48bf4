"""The text board says what the board is."""

from __future__ import annotations

import pytest

from pbem.rules.lava import RULES
from pbem.rules.lava.board_text import panels
from pbem.rules.lava.empty_cells import DEAD, FORCED, Special
from pbem.rules.lava.state import State, Tile
from tests.rules.lava import slow
from tests.rules.lava.helpers import board_text, dice_of, play, start, walk


def drawn_slowly(state: State) -> list[str]:
    """Return the board drawn cell by cell, without marks in empty cells."""
    dice = dice_of(state.board)
    fresh = {t.at: "+" if t.auto else "*" for t in state.laid[-state.recent :]}
    west, east = min(x for x, _ in dice) - 1, max(x for x, _ in dice) + 1
    south, north = min(y for _, y in dice) - 1, max(y for _, y in dice) + 1
    signs: dict[tuple[int, int], str] = {}
    for (x, y), face in dice.items():
        left, top = 5 + 4 * (x - west), 2 * (north - y)
        nw, ne, se, sw = tuple(slow.FACES[face])
        for row, text in enumerate(
            (
                f"{nw.upper()}---{ne.upper()}",
                f"|{fresh.get((x, y), ' ')}{'/' if ne.isupper() else chr(92)}"
                f"{fresh.get((x, y), ' ')}|",
                f"{sw.upper()}---{se.upper()}",
            )
        ):
            for column, sign in enumerate(text):
                signs[left + column, top + row] = sign
    width = 5 + 4 * (east - west + 1) + 1
    lines = []
    for row in range(1, 2 * (north - south + 1)):
        line = "".join(signs.get((column, row), " ") for column in range(width))
        if row % 2:
            label = f"{north - row // 2:>3}"
            line = label + line[3:] + label
        lines.append(line.rstrip())
    head = "    " + "".join(f"{x:>4}" for x in range(west, east + 1))
    return [head, *lines, head]


def without_notes(lines: list[str], state: State) -> list[str]:
    """Return a drawn board with its marks in empty cells rubbed out."""
    dice = dice_of(state.board)
    west, north = min(x for x, _ in dice) - 1, max(y for _, y in dice) + 1
    for special in RULES.view(state, None).cells:
        x, y = special.at
        row, column = 1 + 2 * (north - y), 5 + 4 * (x - west) + 2
        line = lines[row]
        assert line[column] != " "
        lines[row] = line[:column] + "  " + line[column + 2 :]
    return lines


@pytest.mark.parametrize("seed", range(25))
def test_the_board_is_drawn_as_cell_by_cell(seed: int) -> None:
    for state in walk(seed, 24, 2, blob_extent=0, num_dice=24, blob_size=48):
        lines = board_text(state).split("\n")
        assert without_notes(lines, state) == drawn_slowly(state)
        (part,) = RULES.view(state, None).board()
        assert "\n".join(part) == board_text(state)
        assert max(map(len, lines)) <= 72


def test_a_wide_board_is_drawn_in_parts_that_show_every_column() -> None:
    moves = ["h 0,0"] + [f"{'cd'[x % 2 == 0]} {x},0" for x in range(1, 30)]
    state = play(start(2, blob_extent=0, num_dice=120), moves)
    parts = RULES.view(state, None).board()
    assert len(parts) == 3
    shown: set[int] = set()
    for part in parts:
        assert max(map(len, part)) <= 70
        assert part[0] == part[-1]
        shown |= {int(x) for x in part[0].split()}
    assert shown == set(range(-1, 31))


def test_marks_of_empty_cells_stand_inside_them() -> None:
    cells = Special((1, 0), FORCED, "k"), Special((0, 1), DEAD, "")
    (part,) = panels((Tile((0, 0), "e", None, False),), 0, cells)
    assert part[1] == "  1        x        1"
    assert part[3] == "  0      | / | k!   0"


@pytest.mark.parametrize("at", [(0, 0), (-119, 119), (118, -118), (-60, -3)])
def test_the_board_is_drawn_wherever_it_lies(at: tuple[int, int]) -> None:
    (part,) = panels((Tile(at, "a", None, False),), 0, ())
    assert part[2].strip() == "G---R"
    assert part[3].split()[0] == part[3].split()[-1] == str(at[1])
    columns = [at[0] - 1, at[0], at[0] + 1]
    shown = [x for x in columns if x > -100 or x % 2 == 0]
    assert part[0].split() == part[-1].split() == [str(x) for x in shown]


def test_the_only_face_of_a_tunnel_is_marked() -> None:
    moves = ["e 0,0", "f 1,0", "r 1,-1", "h 1,-2", "f -1,0", "c -1,-1"]
    view = RULES.view(play(start(2, blob_extent=0), moves), None)
    (only,) = view.of_kind("only")
    assert only.letters == slow.fitting({t.at: t.face for t in view.tiles}, only.at)
    text = "\n".join(view.board()[0])
    assert f" {only.letters} " in text
