"""One look: colours and sizes stand in one place, and can be read."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from pbem.pages.wording import shared_templates
from pbem.report.look import stylesheet
from pbem.system.resources import folder

TEMPLATES = folder("templates")
TOKENS = TEMPLATES / "look" / "tokens.html.j2"
PAINTS = TEMPLATES / "kit.svg.j2"  #: colours that pieces have, whatever they lie on
WORDS, EDGES = 4.5, 3.0  #: the contrasts of WCAG, level AA
COLOUR = re.compile(
    r"(?<!&)#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b|\b(?:rgb|hsl)a?\(", re.I
)
SIZE = re.compile(r"font(?:-size)?:(?!\s*(?:inherit|var\(--|\{\{ sizes\.))[^;]*\d")
NAMED = re.compile(
    r"(?:color|background|border[a-z-]*|fill|stroke):[^;{]*\b(?:white|black|gr[ae]y|red|blue)\b"
)


def looks() -> list[Path]:
    """Return all files that say how something of ours looks."""
    kinds = ("*.html.j2", "*.svg.j2", "*.css")
    return sorted(file for kind in kinds for file in TEMPLATES.rglob(kind))


@pytest.mark.parametrize("file", looks(), ids=lambda file: file.name)
def test_colours_and_sizes_are_the_shared_ones(file: Path) -> None:
    text = re.sub(r"\{#.*?#\}|/\*.*?\*/", "", file.read_text("utf-8"), flags=re.S)
    if file not in (TOKENS, PAINTS):
        assert not COLOUR.findall(text)
    assert not SIZE.findall(text)
    assert not NAMED.findall(text)
    assert not re.search(r"<[^>]*\sstyle=\"[^\"]*(?:color|font)", text)


def test_a_colour_of_its_own_is_found() -> None:
    assert COLOUR.search("fill:#fff")
    assert COLOUR.search("rgba(0, 0, 0)")
    assert not COLOUR.search('&#8592; href="#data" #where')
    assert SIZE.search("font-size: 1.1em")
    assert SIZE.search("font: 12px/1 x")
    assert not SIZE.search("font-size: var(--small)")
    assert NAMED.search("color: black")


def luminance(colour: str) -> float:
    """Return how bright a colour is, as WCAG counts it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    lights = [
        p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts
    ]
    return 0.2126 * lights[0] + 0.7152 * lights[1] + 0.0722 * lights[2]


def contrast(one: str, two: str) -> float:
    """Return how well one colour is told from another, 1 to 21."""
    high, low = sorted((luminance(one), luminance(two)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def tokens() -> Any:
    jinja = shared_templates()
    return jinja.get_template("look/tokens.html.j2").module


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_can_be_read(theme: str) -> None:
    shades = getattr(tokens(), theme)
    pairs = [
        *product(("ink", "soft", "link", "alarm", "good", "doubt"), ("paper", "pale")),
        *product(("ink",), ("board", "deep", "good-pale", "doubt-pale", "alarm-pale")),
        *((name, f"{name}-pale") for name in ("good", "doubt", "alarm")),
        *product(("soft", "link"), ("good-pale", "doubt-pale", "alarm-pale")),
        ("on-link", "link"),
    ]
    told = {pair: contrast(shades[pair[0]], shades[pair[1]]) for pair in pairs}
    assert {pair: far for pair, far in told.items() if far < WORDS} == {}
    edges = {
        pair: contrast(shades[pair[0]], shades[pair[1]])
        for pair in product(("rim", "link"), ("paper", "pale"))
    }
    assert {pair: far for pair, far in edges.items() if far < EDGES} == {}


def test_a_seat_s_letter_can_be_read_on_its_colour() -> None:
    # Large and bold, in a token: 3 is asked of such letters.
    assert [c for c, ink in tokens().seat_colours if contrast(c, ink) < EDGES] == []


@pytest.mark.parametrize("page", ["replay", "site", "report", "moderator"])
def test_a_page_asks_for_nothing_that_is_not_there(page: str) -> None:
    sheet = stylesheet(page)
    stated = set(re.findall(r"--([a-z0-9-]+):", sheet))
    asked = set(re.findall(r"var\(--([a-z0-9-]+)\)", sheet))
    assert asked <= stated
    assert "h1, h2, h3 { font-family: var(--sans)" in sheet
    assert "font-variant-numeric: tabular-nums" in sheet
    assert len(tokens().sizes) == 5
