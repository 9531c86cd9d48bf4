"""Everything that a plan can wait for has words, and the reports say it."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from pbem.pages.wording import words
from pbem.plugins.games import find
from pbem.record import replay, turn_file
from pbem.report.builder import report
from pbem.report.model import Reader, render
from pbem.rules.mars.map.colours import FACE

ROOT = Path(__file__).parents[3]
SOURCES = sorted((ROOT / "pbem" / "rules" / "mars" / "actions").glob("*.py"))
CODES = sorted(
    {
        code
        for file in SOURCES
        for code in re.findall(r'\bBlocked\("([a-z-]+)"', file.read_text())
    }
)


def test_the_codes_are_found() -> None:
    assert {"no-pawn", "taken", "no-meal", "clock", "token-used"} <= set(CODES)


@pytest.mark.parametrize("waited", [True, False])
@pytest.mark.parametrize("code", CODES)
def test_every_reason_to_wait_has_words_of_its_own(code: str, waited: bool) -> None:
    why = words(find("mars")).find("why")
    assert why is not None
    for pawn in ("", *FACE):
        given = SimpleNamespace(why=code, place="T1.3", pawn=pawn or "leaf")
        text = " ".join(str(why(given, waited)).split())
        assert text
        assert text != "it was not its turn yet"


def told(lines: str, seat: str | None = None, display: str = "board") -> str:
    """The report of a small game."""
    text = "Game: mars\nSeed: 00112233445566778899aabbccddeeff\n" + lines
    story = replay.play(turn_file.read(text))
    return render(report(story, Reader(seat=seat, display=display)))


MISSED = """Seats: Ann, Bob
Options: module=3, sand=gentle

== Position ==
tile C1 at T1.2
trash at T1.2
sand 90

== 0 ==
Ann: make leaf, leaf T1.3 > T1.2 > T2.9 ?, wait for cow at T1.5, make girder
Ann: make leaf, wait for cow at T1.5, make girder
Bob: leaf T1.3 > T1.2, make ore
"""


def test_a_report_tells_what_was_waited_for() -> None:
    page = " ".join(told(MISSED, "Ann").split())
    assert 'Ann "wait for cow at T1.5", from tick 2 on: no cow came to T1.5.' in page
    assert 'Bob "leaf T1.3 > T1.2", from tick 1 on: T1.2 stayed taken, by trash' in page
    assert page.count("One more action waited behind it.") == 2


def test_a_round_that_the_sand_cuts_short_tells_how_long_it_would_be() -> None:
    lines = "Options: module=1, rest=9\n\n== Position ==\nsand 4\n\n== 0 ==\n"
    page = told(f"Seats: Ann, Bob\n{lines}Ann: make girder\nBob: pass\n")
    said = "took one tick, and three more while nobody moved (a round is never shorter"
    assert f"{said} than 9); 0 left." in " ".join(page.split())


def test_the_list_says_all_that_the_drawing_says() -> None:
    page = told(MISSED, "Ann", "list")
    assert "[#" not in page
    assert "4p?" not in page
    flat = " ".join(page.split())
    assert "85 of 180 ticks of sand are left" in flat
    for part in (
        "T1.5: The rocket is here",
        "Makes leaves (green)",
        "T2.9: The pipeline begins here",
        "Trash comes out here. The same platform as T2.8. Roads: ",
        "T1.2: Trash stands here.",
        "T1.4: Explore here with a crystal (purple)",
        "T2, Third dome: north of T1",
        "T2.1: A dome wants a girder (blue) here",
        "orange to T2.1",
    ):
        assert part in flat, part


def test_the_map_is_readable_without_colour() -> None:
    page = told(MISSED)
    for sign in ("1+b", "3+g[G]", "[X]", "4p?", "5R", "9~", "1*b", "o/", "Colours"):
        assert sign in page, sign
