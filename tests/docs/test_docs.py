"""What the docs show is what happens."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.cli._sections import SECTIONS, paths
from tests.docs import consoles
from tests.support.commands import found

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("path", [*filter(None, SECTIONS), *paths()])
def test_every_command_has_help_with_an_example(path: str) -> None:
    command = found(path)
    assert command is not None
    assert "Example" in (command.help or ""), f"pbem {path} --help shows no example"


def test_a_game_is_added_as_its_page_says(tmp_path: Path) -> None:
    page = (ROOT / "games/README.md").read_text()
    house, target = tmp_path / "house", tmp_path / "target"
    for name, content in guide_files(page).items():
        file = house / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content)
    (house / "pbem_race/__init__.py").touch()
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
    flags = ["--no-index", "--no-build-isolation", "--target", str(target), str(house)]
    subprocess.run([*install, *flags], check=True, timeout=120)
    play = tmp_path / "play"
    play.mkdir()
    path = os.pathsep.join([str(target), str(ROOT)])
    for step in consoles.steps(page):
        printed = consoles.run(step, play, {"PYTHONPATH": path})
        assert consoles.agrees(step.shown, printed), f"{step.command}\n{printed}"


def guide_files(page: str) -> dict[str, str]:
    """The files of a page: blocks whose first line is a comment with a name."""
    found = {}
    for block in re.findall(
        r"```(?:toml|python|lark|jinja)\n(.*?)```", page, re.DOTALL
    ):
        first, _, rest = block.partition("\n")
        name = re.sub(r"^(#|//|\{#-)\s*|\s*-#\}$", "", first).strip()
        if re.fullmatch(r"pyproject\.toml|pbem_race/[\w./]+", name):
            found[name] = rest
    assert len(found) == 6
    return found
