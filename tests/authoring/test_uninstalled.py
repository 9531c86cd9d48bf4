"""A package that is not installed is played out of its folder."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from pbem.cli.game.cases import command as cases
from pbem.cli.game.check import command as check
from pbem.cli.new import command as new
from pbem.cli.rules import command as rules
from pbem.plugins import games
from pbem.plugins.uninstalled import NoPackage, found_in
from pbem.testing import run
from tests.docs.test_docs import guide_files
from tests.support.outside import ROOT


def _race(folder: Path) -> Path:
    guide = (ROOT / "games/README.md").read_text(encoding="utf-8")
    for name, text in {**guide_files(guide), "pbem_race/__init__.py": ""}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def test_its_games_are_found_while_they_are_asked_for(tmp_path: Path) -> None:
    with found_in(_race(tmp_path)) as names:
        assert names == ("race",)
        assert games.find("race").title == "Race to 21"
    with pytest.raises(games.GameFault):
        games.find("race")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (None, "is not there"),
        ("[project", "cannot be read"),
        ('[project]\nname = "x"\n', "with a game"),
    ],
)
def test_a_folder_without_games_says_why(
    text: str | None, told: str, tmp_path: Path
) -> None:
    if text is not None:
        (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    with pytest.raises(NoPackage, match=told), found_in(tmp_path):
        pass


@pytest.mark.parametrize("given", ["FOLDER", "FOLDER:race"])
def test_commands_take_its_folder_for_its_name(given: str, tmp_path: Path) -> None:
    folder = str(_race(tmp_path))
    done = CliRunner().invoke(cases, [given.replace("FOLDER", folder)])
    assert (done.exit_code, done.output) == (0, "Race to 21 brings no cases.\n")


@pytest.mark.parametrize(
    ("command", "more", "said"),
    [
        (rules, (), "Race to 21 brings no handbook"),
        (new, ("--seats", "Ann, Bob"), "once it is installed: pip install -e"),
    ],
)
def test_a_folder_is_taken_or_it_is_said_what_to_do(
    command: click.Command, more: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    done = CliRunner().invoke(command, [str(_race(tmp_path)), *more])
    assert said in done.output


def test_all_games_of_a_folder_are_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    toml = _race(tmp_path) / "pyproject.toml"
    two = 'race = "pbem_race.rules:RULES"\nlong = "pbem_race.rules:RULES"'
    one = 'race = "pbem_race.rules:RULES"'
    text = toml.read_text(encoding="utf-8")
    toml.write_text(text.replace(one, two), encoding="utf-8")
    found: dict[str, list[run.Found]] = {
        "race": [],
        "long": [run.WrongResult("it ends", "it does not")],
    }
    monkeypatch.setattr(run, "checked", lambda name, *_: found[name])
    done = CliRunner().invoke(check, [str(tmp_path)])
    assert (done.exit_code, done.output) == (
        1,
        "long:\nWrong: it ends: it does not\nrace:\n",
    )
