"""The maps: sound, drawn as they are played, and checked for whoever writes one."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.game.check import command as check
from pbem.kit.maps import area_of
from pbem.kit.outlines import Outlines
from pbem.pages.wording import shared_words
from pbem.rules.diplomacy.mapcheck import NOBODY, mistakes
from pbem.rules.diplomacy.world import World, map_file, map_files, world
from pbem.testing.soundness import defects
from tests.rules.diplomacy.helpers import story, understood

MAPS = [file.stem for file in map_files()]
every_map = pytest.mark.parametrize("name", MAPS)


def roads(on: World) -> set[tuple[str, str]]:
    """Return which areas are neighbours on the board, by the alphabet."""
    return {
        (min(area, area_of(spot)), max(area, area_of(spot)))
        for road in ("army", "fleet")
        for area in on.atlas.areas
        for own in on.atlas.spots(road, area)
        for spot in on.atlas.adjacent(road, own)
    }


@every_map
def test_a_map_is_sound(name: str) -> None:
    assert [*mistakes(map_file(name))] == []


@every_map
def test_what_touches_on_the_picture_are_the_neighbours_of_the_board(name: str) -> None:
    on = world(name)
    outlines = Outlines(on.outlines)
    drawn = {pair for pair in outlines.borders if not NOBODY & {*pair}}
    assert drawn == roads(on) - outlines.apart


@every_map
def test_every_area_is_a_closed_shape_on_the_sheet(name: str) -> None:
    outlines = Outlines(world(name).outlines)
    for area in world(name).atlas.areas:
        assert outlines.shape(area).endswith("z")
        x, y = outlines.labels[area]
        assert 0 < x < outlines.width
        assert 0 < y < outlines.height


@every_map
def test_no_two_names_lie_on_each_other(name: str) -> None:
    outlines = Outlines(world(name).outlines)
    unit = outlines.width / 1200
    places = sorted(outlines.labels.items())
    for at, (one, (x, y)) in enumerate(places):
        for other, (a, b) in places[at + 1 :]:
            apart = abs(x - a) > 40 * unit or abs(y - b) > 17 * unit
            assert apart, f"{one} and {other}"


@pytest.mark.parametrize(
    ("name", "powers", "centres", "victory"),
    [
        ("standard", 7, 34, 18),
        ("fleet-rome", 7, 34, 18),
        ("winter-1900", 7, 34, 18),
        ("france-austria", 2, 34, 18),
        ("germany-italy", 2, 34, 18),
        ("modern", 10, 64, 33),
    ],
)
def test_the_maps_have_so_many_powers_and_centres(
    name: str, powers: int, centres: int, victory: int
) -> None:
    on = world(name)
    assert (len(on.nations), len(on.centres), on.victory) == (powers, centres, victory)


def test_italy_begins_with_a_fleet_in_rome() -> None:
    units = [str(unit) for unit in world("fleet-rome").nations["Italy"].units]
    assert units == ["F Nap", "F Rom", "A Ven"]


#: What is written wrong in the standard map, where that is found, and what is said.
MISTAKES = [
    (
        'army = ["Gas", "Mar", "Por"]',
        'army = ["Gas", "Mar"]',
        "area.Por.army",
        "army of Spa does not lead back",
    ),
    (
        'army = ["Gas", "Mar", "Por"]',
        'army = ["Gas", "Mar", "Pqr"]',
        "area.Spa.army",
        "there is no such area",
    ),
    (
        'fleet = ["Adr", "Gre", "Ion", "Tri"]',
        'fleet = ["Adr", "Bul", "Ion", "Tri"]',
        "area.Alb.fleet",
        "Write Bul/ec or Bul/sc.",
    ),
    (
        'homes = ["Nap", "Rom", "Ven"]',
        'homes = ["Nap", "Rom", "Tus"]',
        "power.Italy.homes",
        "write centre = true in [area.Tus]",
    ),
    (
        '"F Stp/sc"',
        '"F Stp"',
        "power.Russia.units",
        "it can in Stp/nc or Stp/sc",
    ),
    (
        'letter = "F"',
        'letter = "G"',
        "power.France.letter",
        "a letter of its own",
    ),
    (
        'colour = "sky"',
        'colour = "azure"',
        "power.France.colour",
        "of red, blue, sky",
    ),
    (
        "victory = 18",
        "victory = 99",
        "victory",
        "There are 34 centres",
    ),
    (
        "victory = 18",
        "victry = 18",
        "victry",
        "victory may be meant",
    ),
    (
        'begin = "Spring 1901 movement"',
        'begin = "1901"',
        "begin",
        'such as "Spring 1901 movement"',
    ),
    (
        'outlines = "europe"',
        'outlines = "erope"',
        "outlines",
        "no such file",
    ),
    (
        'name = "Bohemia"\nkind = "land"',
        'name = "Bohemia"\nkind = "inland"',
        "area.Boh.kind",
        "land, coast, sea",
    ),
    (
        'coasts = ["nc", "sc"]\nfleet_nc = ["Bar", "Nwy"]',
        'coasts = ["nc", "wc"]\nfleet_nc = ["Bar", "Nwy"]',
        "area.Stp.fleet_sc",
        "No map has fleet_sc",
    ),
    (
        'aliases = ["belg"]',
        'aliases = ["ber"]',
        "area.Ber",
        "list it under [ambiguous]",
    ),
    (
        '"Italy", "Russia", "Turkey"]\n\n',
        '"Italy", "Russia"]\n\n',
        "players.7",
        "It has 6 entries",
    ),
    (
        'name = "Clyde"\nkind = "coast"\narmy = ["Edi", "Lvp"]',
        'name = "Clyde"\nkind = "coast"',
        "area.Edi.army",
        "from where no army goes",
    ),
]


@pytest.mark.parametrize(
    ("old", "new", "key", "why"), MISTAKES, ids=lambda one: one[:30]
)
def test_a_mistake_in_a_map_is_found_with_its_line_and_what_would_be_right(
    tmp_path: Path, old: str, new: str, key: str, why: str
) -> None:
    text = map_file("standard").read_text("utf-8")
    assert old in text
    file = tmp_path / "mine.toml"
    file.write_text(text.replace(old, new), encoding="utf-8")
    said = [
        shared_words().problem("defect", one) for one in defects("diplomacy", [file])
    ]
    (line,) = [one for one in said if f": {key}: " in one][:1]
    assert why in line
    number = int(line.partition(", line ")[2].partition(":")[0])
    shown = file.read_text("utf-8").splitlines()[number - 1]
    assert key.rpartition(".")[2] in shown


def test_a_map_that_is_no_toml_is_found_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('title = "x"\nbegin = Spring\n', encoding="utf-8")
    ran = CliRunner().invoke(check, ["diplomacy", "--file", str(file)])
    assert ran.exit_code == 1
    assert "mine.toml, line 2: This is no TOML" in ran.output


def test_a_sound_map_of_ones_own_is_said_to_be_so(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('use = "standard"\nvictory = 20\n', encoding="utf-8")
    ran = CliRunner().invoke(check, ["diplomacy", "--file", str(file)])
    assert ran.exit_code == 0
    assert "nothing is wrong with mine.toml" in ran.output


def test_a_game_without_data_says_so(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("x = 1\n", encoding="utf-8")
    ran = CliRunner().invoke(check, ["lava", "--file", str(file)])
    assert ran.exit_code == 1
    assert "no files of data" in ran.output


def test_names_mean_what_the_map_of_the_game_has() -> None:
    seats = (
        "Britain, Egypt, France, Germany, Italy, Poland, Russia, Spain, Turkey, Ukraine"
    )
    where = (
        "Spring 1995 movement | Ukraine: A Kiv, F Ods | Spain: A Mdr | Russia: F Rsv"
    )
    modern = story(where, seats=seats, options="map=modern")
    tries = [
        ("Ukraine", "A Kiev - Byelorussia", ["A Kiv - Bie"]),
        ("Ukraine", "F Odessa - Western Black Sea", ["F Ods - Wbs"]),
        ("Spain", "A Madrid to Navarra", ["A Mdr - Nvr"]),
        ("Russia", "F Rostov - Volga", ["F Rsv - Vlg"]),
        ("Russia", "F Rostov - Vloga", ["F Rsv - Vlg"]),
    ]
    for seat, text, meant in tries:
        assert understood(modern, seat, text)[0] == meant
    old = story("Spring 1902 movement | Russia: A Ukr | Italy: F Rom | France: A Spa")
    assert understood(old, "Russia", "A Ukraine - Galicia")[0] == ["A Ukr - Gal"]
    assert understood(old, "Italy", "F Rom - Tyrrhenian")[0] == ["F Rom - Tys"]
    assert understood(old, "France", "Spain - Gascony")[0] == ["A Spa - Gas"]
    assert understood(old, "Russia", "A Ukraine - Kazakhstan")[0] == []
