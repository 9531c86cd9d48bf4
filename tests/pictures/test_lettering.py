"""Names of all kinds stand in pictures, and keep to their places."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from pbem.pages.svg_text import BOLD, REGULAR, fit, legible, wide, widths
from pbem.record.replay import play
from pbem.record.turn_file import read
from pbem.report import board_image, builder
from pbem.report.model import Reader

NAMES = (
    "Wilhelmina-Anastasia von Hohenzollern-Si",
    "Александр Сергеевич Достоевский-Петербур",
    "Ἀριστοτέλης ὁ Σταγειρίτης τοῦ Νικομάχου",
    "محمد بن موسى الخوارزمي الكبير",
    "田中太郎左衛門尉藤原朝臣",
    "नेहा शर्मा",
)
every_name = pytest.mark.parametrize("name", NAMES)


@every_name
@pytest.mark.parametrize("room", [30, 120, 1000])
def test_a_name_keeps_to_its_room(name: str, room: float) -> None:
    cut = fit(name, room, 15)
    assert wide(cut, 15) <= room
    assert cut == name or cut.endswith("…")
    assert name.startswith(cut.removesuffix("…"))
    assert (cut == name) is (wide(name, 15) <= room)


@every_name
def test_every_letter_of_a_png_is_one_that_the_font_has(name: str) -> None:
    known = widths(REGULAR)
    plain = legible(name)
    assert plain
    assert all(ord(letter) in known for letter in plain)
    assert legible(plain) == plain


def test_what_has_no_name_in_latin_letters_is_still_seen() -> None:
    assert legible("\ue9999") == "*9"


def test_bold_letters_are_wider() -> None:
    assert wide("Ann", 16, bold=True) > wide("Ann", 16)
    assert set("Ann 0123456789…").issubset(map(chr, widths(BOLD)))


@pytest.mark.parametrize("game", ["arena", "lava", "magblast", "magma", "mars"])
def test_pictures_with_such_names_have_no_empty_boxes(game: str) -> None:
    seats = NAMES[3:6] if game == "lava" else NAMES[2:6]
    head = f"Game: {game}\nSeats: {', '.join(seats)}\n"
    if game != "arena" and game != "magma":
        head += "Seed: 000102030405060708090a0b0c0d0e0f\n"
    drawn = board_image.svg(builder.report(play(read(head)), Reader()), "light")
    shown = ElementTree.fromstring(legible(drawn))
    letters = {letter for text in shown.itertext() for letter in text if letter > " "}
    assert {ord(letter) for letter in letters} <= set(widths(REGULAR))
    assert any(name[:4] in drawn for name in seats)
