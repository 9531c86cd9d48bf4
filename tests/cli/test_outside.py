"""Games of other packages on the command line, sound and broken."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.outside import race, renamed, write

WORDS = "pbem_race/templates/race/words.j2"
RULES = "pbem_race/rules.py"
TOML = "pbem_race/games/race/game.toml"
RECORD = "Game: race\nSeats: Ann, Bob\nOptions: goal=5\n\nAnn: add 3\n"
ROOT = str(Path(__file__).parents[2])

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


def _race(folder: Path, **changes: tuple[str, str]) -> dict[str, str]:
    """A package with a race in it, changed in its rules, words or toml."""
    files = race()
    for name, (old, new) in changes.items():
        file = {"words": WORDS, "rules": RULES, "toml": TOML}[name]
        assert old in files[file]
        files[file] = files[file].replace(old, new)
    write(folder / "site", "pbem-race", {"race": "pbem_race.rules:RULES"}, files)
    (folder / "race.txt").write_text(RECORD)
    return {"PYTHONPATH": f"{folder / 'site'}:{ROOT}"}


def _said(done: subprocess.CompletedProcess[bytes]) -> str:
    return " ".join((done.stdout + done.stderr).decode().split())


def test_two_packages_of_which_one_is_broken(run: Run, tmp_path: Path) -> None:
    found = _race(tmp_path)
    files = renamed(race(), "pbem_race", "pbem_slow")
    files = {name.replace("/race", "/slow"): text for name, text in files.items()}
    toml = "pbem_slow/games/slow/game.toml"
    files[toml] = files[toml].replace("protocol = 2\n", "")
    entry = {"slow": "pbem_slow.rules:RULES"}
    write(tmp_path / "site", "pbem-slow", entry, files)
    told = _said(run("games", **found))
    assert "Race to 21, 2 to 6 players." in told
    assert "(from pbem-race)" in told
    heads = ("Magic Arena", "Games of other packages", "Race", "Games that cannot be")
    assert [*heads] == sorted(heads, key=told.index)
    assert f"slow (from pbem-slow) cannot be played: {toml}: It is written" in told
    assert '"From protocol 1 to 2" in games/README.md' in told
    assert "Magic Arena" in told
    again = run("games", "slow", **found)
    assert (again.returncode, "cannot be played" in _said(again)) == (2, True)
    assert "The total is 3 of 5." in _said(run("resolve", "race.txt", **found))
    assert _said(run("game", "cases", "race", **found)) == "Race to 21 brings no cases."
    handbook = run("rules", "race", **found)
    assert handbook.returncode == 2
    assert _said(handbook) == (
        "Race to 21 brings no handbook: there is no pbem_race/games/race/README.md."
    )


def test_cases_of_other_packages_are_played_with_ours(run: Run, tmp_path: Path) -> None:
    found = _race(tmp_path)
    case = "CASE R1: adding\nSeats: Ann, Bob\n\nAnn: add 3\nTHEN\n  total = 3\nEND\n"
    place = tmp_path / "site/pbem_race/games/race/cases/adding.txt"
    place.parent.mkdir()
    place.write_text(case)
    assert (
        _said(run("game", "cases", "race", **found))
        == "race R1: adding: holds 1 case holds"
    )
    (tmp_path / "site" / WORDS).write_text("")
    done = run("game", "cases", "race", **found)
    assert (done.returncode, "has no words" in _said(done)) == (1, True)


@pytest.mark.parametrize(
    ("what", "old", "new", "told"),
    [
        (
            "words", "macro Added", "macro Aded",
            "The event Added has no words: words.j2 needs a macro Added(e).",
        ),
        (
            "rules", "total = state.total + number", "1 / 0\n        total = number",
            "This is a mistake in pbem-race, which brings the game: "
            "pbem_race/rules.py, line {line}: This raised ZeroDivisionError: division "
            "by zero. Nothing was changed.",
        ),
        (
            "words", "{{ e.total }}", "{{ e.totl }}",
            "This is a mistake in pbem-race, which brings the game: "
            "pbem_race/templates/race/words.j2, line {line}: This raised "
            "UndefinedError: 'pbem_race.rules.Added object' has no attribute 'totl'.",
        ),
    ],
)  # fmt: skip
def test_a_mistake_of_a_game_is_not_ours(
    run: Run, tmp_path: Path, what: str, old: str, new: str, told: str
) -> None:
    done = run("resolve", "race.txt", **_race(tmp_path, **{what: (old, new)}))
    assert done.returncode == 2
    text = (tmp_path / "site" / (RULES if what == "rules" else WORDS)).read_text()
    line = text[: text.index(new)].count("\n") + 1
    assert told.format(line=line) in _said(done)
    assert "mistake in pbem," not in _said(done)
    assert "Traceback" not in _said(done)
    assert run("games", **_race(tmp_path, **{what: (old, new)})).returncode == 0


def test_what_a_game_gives_back_may_be_its_mistake(run: Run, tmp_path: Path) -> None:
    found = _race(tmp_path, rules=("return Step(State(state.", "return (State(state."))
    said = _said(run("resolve", "race.txt", **found))
    assert "Perhaps pbem-race gave back something of another kind" in said
    assert '"pbem game check race" looks for that' in said
    assert "not in your game" not in said


def test_a_game_of_broken_templates_is_not_begun(run: Run, tmp_path: Path) -> None:
    found = _race(tmp_path, words=("{% macro Added(e) %}", "{% macro %}"))
    done = run("new", "race", "--seats", "Ann, Bob", **found)
    assert (done.returncode, done.stdout) == (2, b"")
    assert f"cannot be played: {WORDS}, line 1: This template" in _said(done)
