"""The tutorials are whole games, and do what their pages show."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.cases.runner import load, run
from pbem.plugins.games import elsewhere, find
from pbem.testing.soundness import defects
from tests.docs import consoles
from tests.support import outside
from tests.support.tutorials import ENTRIES, NAMES, PACKAGE, ROOT, files

PAGES = ("board", "hexes", "orders", "cards")


@pytest.mark.parametrize("name", PAGES)
def test_what_a_page_shows_is_what_is_printed(
    name: str, site: Path, tmp_path: Path
) -> None:
    page = (ROOT / f"games/tutorials/{name}.md").read_text(encoding="utf-8")
    path = os.pathsep.join([str(site), str(ROOT)])
    found = [*consoles.steps(page)]
    assert len(found) >= 3
    for step in found:
        printed = consoles.run(step, tmp_path, {"PYTHONPATH": path})
        assert consoles.agrees(step.shown, printed), f"{step.command}\n{printed}"


def test_the_packages_have_types_without_any(site: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", PACKAGE],
        cwd=site,
        env={**os.environ, "MYPYPATH": str(ROOT), "MYPY_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert not [file for file in (site / PACKAGE).glob("*.py") if "Any" in _words(file)]


def _words(file: Path) -> set[str]:
    return set(re.findall(r"\w+", file.read_text(encoding="utf-8")))


@pytest.mark.usefixtures("games_of_the_pages")
def test_nothing_is_wrong_with_them() -> None:
    assert set(NAMES) <= set(elsewhere())
    for name in NAMES:
        assert [one for one in defects(name) if not one.hint] == []


def test_the_case_of_the_page_holds(tmp_path: Path) -> None:
    page = (ROOT / "games/README.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^    CASE .*?^    END$", page, re.DOTALL | re.MULTILINE)
    name = f"{PACKAGE}/games/bluff/cases/page.txt"
    made = {**files(), name: "\n".join(line[4:] for line in block.split("\n"))}
    outside.write(tmp_path, "pbem-tutorials", ENTRIES, made)
    with outside.installed(tmp_path):
        (case,) = load(find("bluff"))
        assert run(case) == []


def test_links_and_hooks_of_the_pages_are_there() -> None:
    import pbem.protocol
    from pbem.protocol import parts

    page = (ROOT / "games/README.md").read_text(encoding="utf-8")
    for conn in re.findall(r"\]\(([\w./]+\.md)\)", page):
        assert (ROOT / "games" / conn).is_file(), conn
    told = set(re.findall(r"`([a-z_]+)[(`]", page))
    asked = {name for names in parts.NAMES.values() for name in names}
    own = {*vars(pbem.protocol.Rules), *vars(pbem.protocol.CompoundRules)}
    asked |= {name for name in own if not name.startswith("_")}
    assert asked - told == set()
