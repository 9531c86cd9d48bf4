"""The tiles of the house, and what the validator says of bad ones."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli import pbem
from pbem.rules.mars.board import STEP, Laid, quarters, survey
from pbem.rules.mars.drawing import POINTS, draw, draw_tile
from pbem.rules.mars.inspect import inspect, tile_faults
from pbem.rules.mars.tiles import TileFault, house, read_tile, turned

FOLDER = Path(__file__).parents[3] / "games" / "mars" / "tiles"
FILES = sorted(FOLDER.glob("*.toml"))

GOOD = """
name = "A9"
set = "A"
title = "A trial"
roads = ["8 -blue- 5", "5 -green- 1", "1 -brown- 2"]
[platforms]
1 = "factory yellow"
2 = "explore yellow"
5 = "plain"
8 = "entrance"
"""


def test_the_house_has_21_tiles_and_nothing_is_wrong_with_them() -> None:
    box, faults = inspect(FOLDER)
    assert faults == []
    assert box.tiles == house().tiles
    assert len(box.tiles) == 21


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_drawing_in_a_file_is_its_tile(file: Path) -> None:
    text = file.read_text()
    tile = read_tile(text)
    drawn = [line[2:] for line in text.splitlines() if line.startswith("#")]
    assert drawn == list(draw_tile(house(), tile.name))
    assert file.stem == tile.name.lower()


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('5 = "plain"', '5 = "entrance"', "entrances"),
        ('8 = "entrance"', '8 = "explore blue"', "entrances"),
        ('5 = "plain"', '5 = "explore blue"', "half"),
        ('2 = "explore yellow"', '2 = "plain"', "side"),
        ('2 = "explore yellow"', '2 = "explore yellow timer"', "inner"),
        ('2 = "explore yellow"', '2 = "explore yellow factory blue"', "inner"),
        ('8 = "entrance"', '8 = "entrance explore blue"', "both"),
        ('2 = "explore yellow"', '2 = "explore yellow trash"', "icon"),
        ('8 = "entrance"', '8 = "entrance slug 3"', "slug"),
        ('8 = "entrance"', '8 = "entrance slug 2"', "slug"),
        ('5 = "plain"', '5 = "rocket"', "rocket"),
        ('set = "A"', 'set = "start"', "rocket"),
        ('set = "A"', 'set = "start"', "entrances"),
        ('"8 -blue- 5"', '"8 -blue- 3"', "ends"),
        ('"1 -brown- 2"', '"1 -brown- 8"', "line"),
        ('"1 -brown- 2"', '"2 -brown- 8"', "line"),
        ('"1 -brown- 2"', '"2 -brown- 1", "1 -blue- 2"', "double"),
        ('"8 -blue- 5"', '"8 -blue- 5", "1 ..... 5"', "double"),
        ('"1 -brown- 2"]', '"1 -brown- 2"]\n', None),
        ('"8 -blue- 5", ', "", "apart"),
        ('"1 -brown- 2"', '"1 ..... 2"', "early"),
        ('"1 -brown- 2"', '"1 -brown> 2"', "early"),
        ('5 = "plain"', '5 = "pipe"', "early"),
        ('8 = "entrance"', '8 = "entrance slug 5"', "early"),
        ('5 = "plain"', '5 = "site blue"', "dome"),
    ],
)
def test_the_validator_finds(old: str, new: str, code: str | None) -> None:
    assert old in GOOD
    found = {fault.code for fault in tile_faults(read_tile(GOOD.replace(old, new)))}
    assert code in found if code else not found


def test_crossing_roads_are_found() -> None:
    text = GOOD.replace(
        '"1 -brown- 2"]', '"1 -brown- 2", "1 -blue- 3", "2 -blue- 5", "3 -blue- 5"]'
    ).replace("5 =", '3 = "plain"\n5 =')
    assert {fault.code for fault in tile_faults(read_tile(text))} == {"cross"}


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('name = "A9"', "", "missing"),
        ('name = "A9"', "name = ", "toml"),
        ('set = "A"', 'set = "F"', "set"),
        ('5 = "plain"', '0 = "plain"', "number"),
        ('5 = "plain"', '12 = "plain"', "number"),
        ('5 = "plain"', '5 = "factory red"', "colour"),
        ('5 = "plain"', '5 = "factory"', "colour"),
        ('5 = "plain"', '5 = "cinema"', "word"),
        ('"8 -blue- 5"', '"8 --- 5"', "road"),
        ('"8 -blue- 5"', '"8 <-blue-> 5"', "road"),
        ('"8 -blue- 5"', '"8 -red- 5"', "colour"),
    ],
)
def test_what_cannot_be_read_is_said(old: str, new: str, code: str) -> None:
    assert old in GOOD
    with pytest.raises(TileFault) as caught:
        read_tile(GOOD.replace(old, new))
    assert caught.value.code == code


def test_a_box_is_checked_as_a_whole(tmp_path: Path) -> None:
    folder = tmp_path / "tiles"
    shutil.copytree(FOLDER, folder)
    (folder / "a3.toml").unlink()
    (folder / "more.toml").write_text((FOLDER / "a1.toml").read_text())
    (folder / "odd.toml").write_bytes(b"\xff\xfe\x00")
    codes = {fault.code for fault in inspect(folder)[1]}
    assert codes == {"twice", "utf-8", "count", "timers", "factory"}


def test_the_command_says_what_is_wrong(tmp_path: Path) -> None:
    folder = tmp_path / "tiles"
    shutil.copytree(FOLDER, folder)
    text = (folder / "a1.toml").read_text()
    (folder / "a1.toml").write_text(text.replace('5 = "plain"', '5 = "entrance"'))
    result = CliRunner().invoke(pbem, ["tiles", "check", str(folder)])
    assert result.exit_code == 1
    assert "a1.toml: It has two entrances (5 and 8), and should have one." in (
        result.output
    )


def test_the_command_draws_tiles() -> None:
    result = CliRunner().invoke(pbem, ["tiles", "show", "x7"])
    assert result.exit_code == 0
    assert "X7: Roundabout" in result.output
    assert "4g?" in result.output
    assert CliRunner().invoke(pbem, ["tiles", "show", "Z1"]).exit_code == 2


def layouts(seed: int) -> tuple[Laid, ...]:
    """A random map, tile laid to tile wherever a side is open."""
    dice = random.Random(seed)
    names = [name for name in house().tiles if name != "start"]
    dice.shuffle(names)
    laid: tuple[Laid, ...] = (("start", 0, 0, 0),)
    for name in names:
        board = survey(house(), laid)
        spots = [s for s in board.open() if s.beyond is not None]
        if not spots:
            break
        spot = dice.choice(spots)
        side = next(
            n % 10
            for n in spot.names
            if n % 10 in STEP and spot.beyond == _beyond(laid, n)
        )
        assert spot.beyond is not None
        turn = quarters(house().tiles[name].entrances[0], side)
        laid = (*laid, (name, *spot.beyond, turn))
    return laid


def _beyond(laid: tuple[Laid, ...], name: int) -> tuple[int, int]:
    _, x, y, _ = laid[name // 10 - 1]
    dx, dy = STEP[name % 10]
    return x + dx, y + dy


@pytest.mark.parametrize("seed", range(40))
def test_platforms_are_one_exactly_where_they_are_drawn_in_one_place(seed: int) -> None:
    """Z5 by another way: halves are one if they have the same coordinates."""
    laid = layouts(seed)
    board = survey(house(), laid)
    drawn: dict[tuple[int, int], set[int]] = {}
    for number, (name, x, y, turn) in enumerate(laid, 1):
        for platform in house().tiles[name].platforms:
            key = turned(platform.number, turn)
            dx, dy = POINTS[key]
            drawn.setdefault((x * 20 + dx, y * 8 + dy), set()).add(number * 10 + key)
    assert {frozenset(spot.names) for spot in board.spots.values()} == {
        frozenset(names) for names in drawn.values()
    }
    for names in drawn.values():
        assert {board.at[name] for name in names} == {min(names)}
    cells = {(x, y) for _, x, y, _ in laid}
    for spot in board.open():
        assert len(spot.names) == 1
        assert spot.beyond not in cells


@pytest.mark.parametrize("seed", range(20))
def test_the_map_fits_and_shows_every_platform(seed: int) -> None:
    laid = layouts(seed)
    strips = draw(house(), laid)
    assert all(len(line) <= 70 for strip in strips for line in strip)
    text = "\n".join(line for strip in strips for line in strip)
    for number in range(1, len(laid) + 1):
        assert f"T{number}" in text
    platforms = survey(house(), laid).spots.values()
    factories = sum(bool(spot.factory) for spot in platforms)
    assert text.count("+b") + text.count("+o") >= 2
    assert sum(text.count(f"+{c}") for c in "bogwyp") == factories
