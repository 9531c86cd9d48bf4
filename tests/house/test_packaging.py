"""The wheel and the sdist install and run far from any checkout."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tarfile
import venv
from collections.abc import Iterable
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.docs import consoles

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
GAME = """Game: arena
Seats: Ann, Bob

Ann: fire C3
Bob: air C5
Ann: - 1N
Bob: - 1C3
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with a wheel and an sdist, the wheel made from the sdist."""
    out = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out)]
    subprocess.run([*command, str(ROOT)], check=True, capture_output=True, timeout=300)
    return out


def test_the_sdist_has_what_the_readme_leads_to(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    readme = (ROOT / "README.md").read_text()
    places = re.findall(r"\]\((?!http|#)([^)#]+)", readme)
    hosts = (ROOT / "docs" / "hosts.md").read_text()
    places += re.findall(r"`(deploy/[^`]+)`", hosts)
    assert "SECURITY.md" in places
    assert "deploy/Containerfile" in places
    assert not set(places) - held


def _needed(names: Iterable[str]) -> dict[str, Distribution]:
    """What pip installs for requirements on this machine, with all that they need."""
    found: dict[str, Distribution] = {}
    todo = [(Requirement(name), "") for name in names]
    while todo:
        one, extra = todo.pop()
        if one.marker is not None and not one.marker.evaluate({"extra": extra}):
            continue
        held = distribution(one.name)
        assert one.specifier.contains(held.version), f"{one}, not {held.version}"
        if one.name not in found or one.extras:
            found[one.name] = held
            for extra in ("", *one.extras):
                todo += [(Requirement(more), extra) for more in held.requires or ()]
    return found


def _installed(wheel: Path, place: Path) -> Path:
    """A new environment with a wheel and what it requires, and nothing else; its
    folder of commands. What it requires comes from the environment of the tests."""
    venv.create(place, with_pip=False, symlinks=True)
    (site,) = place.glob("lib/python*/site-packages")
    pip = [sys.executable, "-m", "pip", "--python", str(place / "bin" / "python")]
    install = [*pip, "install", "--quiet", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(install, check=True, timeout=300)
    (metadata,) = site.glob("pbem-*.dist-info")
    for held in _needed(PathDistribution(metadata).requires or ()).values():
        for name in {file.parts[0] for file in held.files or ()} - {
            "..",
            "__pycache__",
        }:
            if not (site / name).exists():
                (site / name).symlink_to(Path(str(held.locate_file(name))))
    return place / "bin"


@pytest.mark.parametrize("kind", ["*.whl", "*.tar.gz"])
def test_it_runs_in_an_environment_that_has_only_what_it_requires(
    built: Path, kind: str, tmp_path: Path
) -> None:
    (package,) = built.glob(kind)
    if kind == "*.tar.gz":
        make = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
        flags = ["--no-index", "--no-build-isolation", "--wheel-dir", str(tmp_path)]
        subprocess.run([*make, *flags, str(package)], check=True, timeout=300)
        (package,) = tmp_path.glob("*.whl")
    commands, empty = _installed(package, tmp_path / "environment"), tmp_path / "empty"
    empty.mkdir()

    def run(*words: str) -> str:
        done = subprocess.run(
            [str(commands / words[0]), *words[1:]],
            cwd=empty,
            env={"PATH": str(commands), "HOME": str(empty)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stdout
        assert "Warning" not in done.stdout
        return done.stdout

    where = run("python", "-c", "import pbem; print(pbem.__file__)")
    assert where.startswith(str(tmp_path / "environment"))
    probe = "import importlib.util as u; print(u.find_spec('flask'))"
    assert run("python", "-c", probe) == "None\n"  # an extra
    readme = [*consoles.steps((ROOT / "README.md").read_text())]
    assert [step.command.split()[1] for step in readme] == [
        *("new", "append", "legal", "resolve")
    ]
    for step in readme:
        assert consoles.agrees(step.shown, run(*shlex.split(step.command)))
    for words in (["games"], ["rules", "arena"], ["game", "cases"]):
        assert run("pbem", *words)
    (empty / "game.txt").write_text(GAME)
    assert run("pbem", "resolve", "game.txt")
