"""A game of another package on the moderator's page, and one that is broken."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from tests.support.outside import installed, race, write
from tests.web.site import Site

WORDS = "pbem_race/templates/race/words.j2"
TOML = "pbem_race/games/race/game.toml"
ENTRY = {"race": "pbem_race.rules:RULES"}
ROLES = (
    '[[roles]]\nname = "White"\ncolour = "white"\n[[roles]]\nname = "Black"\n'
    'colour = "black"\n'
)
RECORD = "Game: race\nSeats: Ann, Bob\nOptions: goal=9\n\n== 0 ==\nAnn: add 3\n"


def _bare() -> dict[str, str]:
    files = race()
    del files["pbem_race/templates/race/report.j2"]
    files[TOML] = files[TOML].replace("[2, 6]", "[2, 2]") + ROLES
    return files


def _plain(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_it_is_made_and_played_on_the_page(site: Site, tmp_path: Path) -> None:
    write(tmp_path / "site", "pbem-race", ENTRY, _bare())
    with installed(tmp_path / "site"):
        assert "Race to 21" in site.get("new")
        form = {"kind": "race", "name": "friday", "seats": "Ann, Bob"}
        made = site.follow("new", {**form, "option-goal": "9"})
        assert "The game is made" in made
        site.game(RECORD, "friday")
        table = site.get("game/friday")
        assert "Bob (Black)" in _plain(table)
        assert 'fill="#1d1d1b"' in table
        assert "<img" not in table
        assert "Total 3" in _plain(table)
        done = site.follow("game/friday/order", {"seat": "Bob", "text": "add 2"})
        assert "Bob adds 2: 5." in _plain(done)
        assert "Turn by turn" in site.get("game/friday/report")
        assert "Bob adds 2: 5." in site.get("game/friday/replay")
        for page in ("/report?for=*&form=html", "/history", "/thread"):
            assert "pbem" in site.get(f"game/friday{page}")


def test_a_broken_one_is_named_and_harms_no_other(site: Site, tmp_path: Path) -> None:
    files = _bare()
    files[TOML] = files[TOML].replace("[2, 2]", "[2, 2")
    write(tmp_path / "site", "pbem-race", ENTRY, files)
    site.game(RECORD, "friday")
    with installed(tmp_path / "site"):
        page = _plain(site.get("new"))
        assert "One game cannot be played" in page
        assert f"{TOML}, line " in page
        games = _plain(site.get(""))
        assert "race (from pbem-race) cannot be played" in games
        assert "Magic Arena, turn 1" in games


def test_what_a_game_raises_is_its_own(site: Site, tmp_path: Path) -> None:
    files = _bare()
    rules = files["pbem_race/rules.py"]
    wrong = "        assert state.total < 3, 'too much'\n        return View("
    files["pbem_race/rules.py"] = rules.replace("        return View(", wrong)
    write(tmp_path / "site", "pbem-race", ENTRY, files)
    site.game(RECORD, "friday")
    with installed(tmp_path / "site"):
        told = _plain(site.get("game/friday", 500))
        assert "This is a mistake in pbem-race" in told
        assert "pbem_race/rules.py, line " in told
        assert "AssertionError: too much" in told
        assert "mistake in pbem," not in told
        assert "Ann" in site.get("game/duel")
