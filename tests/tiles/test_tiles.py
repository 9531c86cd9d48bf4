"""The tiles of the house, and what the validator says of bad ones."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli import pbem
from pbem.rules.mars.map.tiles import TileFault, read_tile, standard_box
from pbem.tiles.box import draw_tile, open_box
from pbem.tiles.check import tile_faults

FOLDER = Path(__file__).parents[2] / "games" / "mars" / "tiles"
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
    box, faults = open_box(FOLDER)
    assert faults == []
    assert box.tiles == standard_box().tiles
    assert len(box.tiles) == 21


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_drawing_in_a_file_is_its_tile(file: Path) -> None:
    text = file.read_text()
    tile = read_tile(text)
    drawn = [line[2:] for line in text.splitlines() if line.startswith("#")]
    assert drawn == list(draw_tile(standard_box(), tile.name))
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


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('5 = "plain"', '5 = "explore blue"', "is not in the middle of a side"),
        ('"8 -blue- 5"', '"8 -blue- 3"', "ends where there is no platform"),
    ],
)
def test_a_faulty_tile_is_drawn_all_the_same(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    (tmp_path / "a9.toml").write_text(GOOD.replace(old, new))
    command = ["game", "tiles", "show", "a9", "--folder", str(tmp_path)]
    result = CliRunner().invoke(pbem, command)
    assert result.exit_code == 0
    assert "1+y" in result.stdout
    assert "a9.toml: " in result.stderr
    assert said in " ".join(result.stderr.split())


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
    codes = {fault.code for fault in open_box(folder)[1]}
    assert codes == {"twice", "utf-8", "count", "timers", "factory"}


def test_the_command_says_what_is_wrong(tmp_path: Path) -> None:
    folder = tmp_path / "tiles"
    shutil.copytree(FOLDER, folder)
    text = (folder / "a1.toml").read_text()
    (folder / "a1.toml").write_text(text.replace('5 = "plain"', '5 = "entrance"'))
    result = CliRunner().invoke(pbem, ["game", "tiles", "check", str(folder)])
    assert result.exit_code == 1
    assert "a1.toml: It has two entrances (5 and 8), and should have one." in (
        result.output
    )


def test_the_command_draws_tiles() -> None:
    result = CliRunner().invoke(pbem, ["game", "tiles", "show", "x7"])
    assert result.exit_code == 0
    assert "X7: Roundabout" in result.output
    assert "4g?" in result.output
    assert CliRunner().invoke(pbem, ["game", "tiles", "show", "Z1"]).exit_code == 2
