"""Pictures of boards: well formed, self-contained, the same wherever they are made."""

from __future__ import annotations

import re
import struct
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from PIL import Image, ImageChops, ImageStat

from pbem.cli.picture import command as picture
from pbem.pages.wording import environment
from pbem.plugins.games import find
from pbem.record.replay import play
from pbem.record.turn_file import read
from pbem.report import board_image, builder
from pbem.report.model import Reader
from pbem.testing.pages import story
from tests.pictures.readme import PICTURES, Shown
from tests.pictures.stories import FILES, GAMES, label, recorded, reports

SVG = "{http://www.w3.org/2000/svg}"
every_file = pytest.mark.parametrize("file", FILES[::2], ids=label)
every_game = pytest.mark.parametrize("game", GAMES)


def test_every_game_has_pictures() -> None:
    assert GAMES == ["arena", "diplomacy", "lava", "magblast", "magma", "mars"]


@every_file
def test_every_turn_is_drawn(file: Path) -> None:
    told, _ = story(file)
    seats: list[str | None] = [None, told.header.seats[0]]
    for seat in seats:
        for report in reports(file, Reader(seat=seat)):
            drawn = board_image.svg(report)
            root = ElementTree.fromstring(drawn)
            wide, high = root.attrib["viewBox"].split()[2:]
            assert (root.attrib["width"], root.attrib["height"]) == (wide, high)
            assert 600 <= float(wide) <= 2000
            assert 200 <= float(high) <= 4000
            # Whatever is referred to is there, and nowhere else.
            ids = [one.attrib["id"] for one in root.iter() if "id" in one.attrib]
            assert len(ids) == len(set(ids))
            assert set(re.findall(r'(?:href="|url\()#([\w-]+)', drawn)) <= set(ids)
            outside = drawn.replace('xmlns="http://www.w3.org/2000/svg"', "")
            assert not re.search(r"(href|src)=\"[^#]|url\([^#]|<script|<image", outside)
            assert not re.search(r"//|None|Undefined|nan\b", outside)


@every_file
def test_the_alt_text_says_the_position(file: Path) -> None:
    report = reports(file)[-1]
    words = board_image.in_words(report).alt
    root = ElementTree.fromstring(board_image.svg(report))
    assert (root.findtext(f"{SVG}desc") or "").split() == words.split()
    assert "|" not in words
    listed = replace(report, reader=Reader(display="list"))
    page = " ".join(line for one in listed.blocks() for line in one.lines)
    told = set(re.findall(r"\w+", page))
    assert set(re.findall(r"\w+", words)) <= told


@every_game
def test_the_same_bytes_twice_in_each_theme(game: str) -> None:
    report = reports(recorded(game)[0])[-1]
    seen = set()
    for theme in ("light", "dark"):
        drawn = board_image.svg(report, theme)
        assert "@media" not in drawn
        png = board_image.png(drawn)
        assert png == board_image.png(board_image.svg(report, theme))
        assert png.startswith(b"\x89PNG\r\n\x1a\n")
        wide = float(ElementTree.fromstring(drawn).attrib["width"])
        assert struct.unpack(">I", png[16:20])[0] == round(wide)
        seen.add(png)
    assert len(seen) == 2
    assert "prefers-color-scheme" in board_image.svg(report)


@every_game
def test_a_width_can_be_asked_for(game: str) -> None:
    png = board_image.png(board_image.svg(reports(recorded(game)[0])[-1], "light"), 320)
    assert struct.unpack(">I", png[16:20])[0] == 320


def test_all_faces_are_shown_where_they_are_asked_for(tmp_path: Path) -> None:
    file = str(recorded("lava")[0])
    places: list[Path] = []
    for more in ([], ["--chart"]):
        places.append(tmp_path / f"{len(places)}.svg")
        ran = CliRunner().invoke(picture, [file, "-o", str(places[-1]), *more])
        assert ran.exit_code == 0
    plain, chart = ({*re.findall(r'id="(lava-.)"', x.read_text())} for x in places)
    assert plain < chart
    assert {f"lava-{letter}" for letter in "abcdefghijklmnopqrstuvwx"} <= chart


@every_game
def test_what_just_moved_is_marked(game: str) -> None:
    found = [
        'class="moved"' in board_image.svg(report)
        for file in recorded(game)[:4]
        for report in reports(file)[:12]
    ]
    assert sum(found) > len(found) / 4


@every_game
def test_names_are_words_and_not_markup(game: str) -> None:
    file = recorded(game)[0]
    text = file.read_text(encoding="utf-8")
    first = story(file)[0].header.seats[0]
    odd = "A <b>&\"' x"
    swapped = re.sub(rf"\b{re.escape(first)}\b(?=[,:\n ])", lambda _: odd, text)
    header = swapped.split("\n\n")[0] + "\n"
    drawn = board_image.svg(builder.report(play(read(header)), Reader()))
    root = ElementTree.fromstring(drawn)
    assert "<b>" not in drawn
    assert "A <b>&" in "".join(root.itertext())


@pytest.mark.parametrize("shown", PICTURES, ids=lambda shown: shown.example)
def test_the_readmes_pictures_are_drawn_alike_here(shown: Shown) -> None:
    """`python -m tests.pictures --write` writes them anew."""
    kept, drawn = (
        Image.open(BytesIO(png)).convert("RGB")
        for png in (shown.file.read_bytes(), shown.drawn())
    )
    assert kept.size == drawn.size
    assert max(ImageStat.Stat(ImageChops.difference(kept, drawn)).mean) < 0.1
    readme = Path(__file__).parents[2] / "README.md"
    assert f"games/{shown.game}/pictures/{shown.file.name}" in readme.read_text("utf-8")


def test_a_card_may_be_called_by_a_number() -> None:
    kit = environment(find("magblast")).get_template("kit.svg.j2").module
    shown = [kit.card(0, 0, 60, name) for name in (0, 12, "", "12")]  # type: ignore[attr-defined]
    assert ">0</text>" in shown[0]
    assert shown[1] == shown[3]
    assert "<text" not in shown[2]


@pytest.mark.parametrize(
    ("game", "size"),
    [*(("hex", size) for size in (5, 10, 19)), *(("twixt", n) for n in (8, 12, 24))],
)
def test_names_of_rows_and_columns_are_whole_and_clear_of_the_lines_of_the_sides(
    game: str, size: int
) -> None:
    header = f"Game: {game}\nSeats: Ann, Bob\nOptions: size={size}\n"
    drawn = board_image.svg(builder.report(play(read(header)), Reader()))
    root = ElementTree.fromstring(drawn)
    names = next(one for one in root.iter(f"{SVG}text") if len(one) == 4 * size)
    high = 0.75 * float(names.attrib["font-size"])
    for one in names:
        half = high * 0.43 * len(one.text or "")
        assert half + 2 < float(one.attrib["x"]) < 598 - half, one.text
        assert float(one.attrib["y"]) - high > 0, "it touches the caption"
    lines = re.findall(r'd="M([^"]*)"/><path[^>]*stroke-width="4"', drawn)
    ways = [
        re.findall(r"[-\d.]+|[hvl]", one) for line in lines for one in line.split("M")
    ]
    assert len(ways) == 4
    for x, y, way, *far in ways:
        step = {"h": (*far, 0), "v": (0, *far), "l": far}[way]
        across, down = map(float, step)
        for part in range(201):
            at = float(x) + across * part / 200, float(y) + down * part / 200
            for one in names:
                half = high * 0.43 * len(one.text or "")
                aside = abs(at[0] - float(one.attrib["x"])) - half
                above = abs(at[1] - float(one.attrib["y"]) + high / 2) - high / 2
                assert max(aside, above) > 3, (one.text, at)
