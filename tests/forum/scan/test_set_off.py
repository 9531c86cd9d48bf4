"""Lines of which a part is bold: the whole line counts where it can be read."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from pbem.forum.scan.questions import Scan
from pbem.language.reading import MarkedLine
from tests.forum.said import ARENA, asked, entries, opened, post, read, report

LAVA = "Game: lava\nName: duel\nSeats: Bob, Ann\n\n== 0 ==\nBob: f 0,0\n"


def scanned(text: str, game: str = ARENA) -> Scan:
    """What a post of Ann's comes to, in which `*...*` is bold."""
    lines = []
    for line in text.split("\n"):
        bold = tuple(re.findall(r"\*([^*]+)\*", line))
        lines.append(MarkedLine(line.replace("*", ""), "new", bold))
    one = replace(post(6, "Ann"), lines=tuple(lines))
    posts = opened(one) if game == ARENA else (report(1, 1), one)
    return read(posts, text=game)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("I go to *D4* and cast 1NE.", "D4 1NE"),
        ("I go to D4 and cast *1NE*.", "D4 1NE"),
        ("I walk to *D4* and cast *1NE*. Only 3 points left, but whatever.", "D4 1NE"),
        ("*D4*, then *1NE* twice", "D4 1NE 1NE"),
        ("*D4* this turn, with a flame thrower north-east.", "D4 flame thrower NE"),
        ("*Move:* D4\n*Cast:* 1NE", "D4 1NE"),
        ("*Position*: D4\n*Cast*: 1NE, 1NE", "D4 1NE 1NE"),
        ("*D4*, no magic", "D4"),
        ("*Turn 1*\nD4 1NE", "D4 1NE"),
        ("*Turn 1 - Ann*\nD4 1NE", "D4 1NE"),
        ("*Bob* is on F6, so *D4 1NE*", "D4 1NE"),
        ("I think it's *D4 1NE* for me", "D4 1NE"),
        ("Well. I step to D4 and throw a flame: *D4 1NE*. Ha!", "D4 1NE"),
        ("I stay and cast flame thrower NE: *- 1NE*", "- 1NE"),
        ("I cast flame thrower NE - *- 1NE*", "- 1NE"),
        ("I step to D4, flame thrower NE (*D4 1NE*)", "D4 1NE"),
    ],
)
def test_one_order_of_which_parts_are_bold(text: str, order: str) -> None:
    found = scanned(text)
    assert (entries(found)[3:], asked(found)) == ([f"Ann: {order}"], [])


@pytest.mark.parametrize(
    ("text", "proposal"),
    [
        ("Maybe *D4 1NE*", "D4 1NE"),
        ("*D4 1NE*?", "D4 1NE"),
        ("*D4 1NE?*", "D4 1NE"),
        ("surely not *D4 1NE*", "D4 1NE"),
        ("*D4 1NE* or *D3 1N*", "D4 1NE"),
        ("Last turn I wanted *D4 1NE*", "D4 1NE"),
        ("Bob's *D4 1NE* was good", "D4 1NE"),
    ],
)
def test_what_is_bold_beside_a_doubt_is_asked_about(text: str, proposal: str) -> None:
    found = scanned(text)
    assert entries(found)[3:] == []
    assert [one[2] for one in asked(found)] == [proposal]


@pytest.mark.parametrize(
    "text", ["I put an *e* at *1,0*.", "*e* 1,0", "e on *1,0*", "*e* on *1,0*"]
)
def test_parts_of_an_order_of_another_game(text: str) -> None:
    found = scanned(text, LAVA)
    assert entries(found)[1:] == ["Ann: e 1,0"]
