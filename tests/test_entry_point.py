"""A game in another installed package is found by its entry point, and played."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TOY = ROOT / "tests" / "toy"
FLAGS = ("--quiet", "--no-deps", "--no-index", "--no-build-isolation")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the toy game was installed from a real wheel."""
    work = tmp_path_factory.mktemp("toy")
    shutil.copytree(TOY / "handful", work / "source" / "handful")
    shutil.copy(TOY / "pyproject.toml", work / "source")
    pip = [sys.executable, "-m", "pip"]
    wheel = [*pip, "wheel", *FLAGS, "--wheel-dir", str(work), str(work / "source")]
    subprocess.run(wheel, check=True, capture_output=True, timeout=300)
    (built,) = work.glob("*.whl")
    install = [*pip, "install", *FLAGS, "--target", str(work / "site"), str(built)]
    subprocess.run(install, check=True, capture_output=True, timeout=300)
    return work / "site"


def _pbem(site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join((str(site), str(ROOT)))
    return subprocess.run(
        [sys.executable, "-m", "pbem", *words],
        cwd=site,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_it_stands_beside_the_games_in_the_box(installed: Path) -> None:
    listed = _pbem(installed, "games")
    assert listed.returncode == 0, listed.stderr
    assert "Handful, 2 to 4 players" in listed.stdout
    assert "arena" in listed.stdout


def test_it_is_played_like_any_other(installed: Path) -> None:
    example = installed / "handful" / "games" / "handful" / "examples" / "round.txt"
    played = _pbem(installed, "resolve", str(example), "--for", "Ann", "--all")
    assert played.returncode == 0, played.stderr
    assert "You drew" in played.stdout
    assert "Your turn, Ann" in played.stdout


def test_its_cases_and_its_handbook_come_with_it(installed: Path) -> None:
    cases = _pbem(installed, "game", "cases", "handful")
    assert cases.returncode == 0, cases.stdout
    assert "H2.2: a shield against a shield saves the claim: holds" in cases.stdout
    assert "A shield undoes" in _pbem(installed, "rules", "handful").stdout


def test_a_new_game_of_it_is_drawn_a_seed(installed: Path) -> None:
    new = _pbem(installed, "new", "handful", "--seats", "Ann, Bob")
    assert new.returncode == 0, new.stderr
    assert "Seed: " in new.stdout
