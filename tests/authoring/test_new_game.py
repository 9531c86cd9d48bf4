"""A package that `pbem game new` wrote plays, and all its tests pass."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.authoring.skeleton import KINDS
from pbem.cli.game.new import command
from pbem.testing.soundness import defects
from tests.support import outside


def _made(kind: str, folder: Path) -> Path:
    house = folder / "hop"
    given = [
        "hop",
        "--kind",
        kind,
        "--out",
        str(house),
        "--needs",
        "./pbem.whl[author]",
    ]
    done = CliRunner().invoke(command, given)
    assert done.exit_code == 0, done.output
    assert "pbem game play hop" in done.output
    return house


def _installed(house: Path, site: Path) -> None:
    """Lay a package where it is found, as `pip install -e .` does."""
    about = tomllib.loads((house / "pyproject.toml").read_text())
    entries = about["project"]["entry-points"]["pbem.games"]
    files = {
        path.relative_to(house).as_posix(): path.read_text()
        for path in house.rglob("*")
        if path.is_file()
    }
    outside.write(site, about["project"]["name"], entries, files)


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_green_at_once(kind: str, tmp_path: Path) -> None:
    house, site = _made(kind, tmp_path), tmp_path / "site"
    _installed(house, site)
    with outside.installed(site):
        assert defects("hop") == ()
    box = tomllib.loads((house / "pbem_hop/games/hop/game.toml").read_text())
    credit = ("Hop", "your name", "nobody yet")
    assert (box["title"], box["designer"], box["publisher"]) == credit
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error"],
        cwd=house,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(site), str(root)])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "32 passed" in done.stdout
    workflow = (house / ".github/workflows/tests.yml").read_text()
    assert 'pip install "./pbem.whl[author]"' in workflow


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "hop").mkdir()
    (tmp_path / "hop/mine.txt").write_text("mine")
    done = CliRunner().invoke(command, ["hop", "--out", str(tmp_path / "hop")])
    assert done.exit_code != 0
    assert "not empty" in done.output
    assert [path.name for path in (tmp_path / "hop").iterdir()] == ["mine.txt"]


@pytest.mark.parametrize(
    ("name", "why"), [("Hop!", "small letters"), ("lava", "itself")]
)
def test_a_name_that_no_game_can_have(name: str, why: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(command, [name, "--out", str(tmp_path / "x")])
    assert done.exit_code != 0
    assert why in done.output
    assert not (tmp_path / "x").exists()
