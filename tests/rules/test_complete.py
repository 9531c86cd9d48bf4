"""What a game lacks is named, place by place."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from pbem.cases.runner import load
from pbem.pages import page
from pbem.plugins.games import find
from pbem.report.handbook import blocks
from pbem.testing.matches import Match
from tests.rules.games import NAMES, game

ROOT = Path(__file__).parents[2]
PLACES = (
    "pbem/rules/{}/__init__.py",
    "grammars/{}.lark",
    "templates/{}/words.j2",
    "templates/{}/report.j2",
    "games/{}/game.toml",
    "games/{}/README.md",
    "games/{}/cases/*.txt",
    "games/{}/examples/*.txt",
    "tests/rules/{}/test_*.py",
    "tests/playthroughs/{}/*.txt",
)


def _names() -> list[str]:
    """Every name that lies in one of the four places."""
    found = {path.parent.name for path in ROOT.glob("games/*/*")} - {"tutorials"}
    found |= {path.parent.name for path in ROOT.glob("pbem/rules/*/*.py")}
    found |= {path.parent.name for path in ROOT.glob("templates/*/*.j2")}
    shared = {"common", "turn", "letter", "acts", "alias", "time", "plan"}  # no game's
    found |= {path.stem for path in ROOT.glob("grammars/*.lark")} - shared
    pages = {
        "letter",
        "server",
        "web",
        "mail",
        "forum",
        "new_game",
        "site",
        "watch",
        "look",
    }
    return sorted(found - pages)


@pytest.mark.parametrize("name", _names())
def test_a_game_has_all_its_places(name: str) -> None:
    lacking = [p.format(name) for p in PLACES if not list(ROOT.glob(p.format(name)))]
    assert lacking == []


@pytest.mark.parametrize("name", _names())
def test_a_handbook_goes_into_a_letter(name: str) -> None:
    handbook = (ROOT / "games" / name / "README.md").read_text(encoding="utf-8")
    text = page.to_text(blocks(handbook))
    assert [line for line in text.split("\n") if len(line) > page.WIDTH] == []


@pytest.mark.parametrize("name", _names())
def test_the_handbook_tells_every_ruling_that_has_a_case(name: str) -> None:
    handbook = (ROOT / "games" / name / "README.md").read_text()
    rulings = {case.ruling for case in load(find(name))}
    assert [ruling for ruling in sorted(rulings) if ruling not in handbook] == []


@pytest.mark.parametrize("name", _names())
def test_the_handbook_tells_every_option(name: str) -> None:
    handbook = (ROOT / "games" / name / "README.md").read_text()
    options = find(name).options
    assert [option for option in options if f"`{option}" not in handbook] == []


@pytest.mark.parametrize("name", NAMES)
def test_random_play_gets_somewhere(name: str) -> None:
    """The tests by random play would prove nothing if nobody ever moved."""
    resolved = 0
    for seed in range(10):
        match = Match(game(name), random.Random(seed))
        match.play(10)
        over = match.game.rules.window(match.state) is None
        resolved += 10 if over else len(match.played)
    assert resolved > 60
