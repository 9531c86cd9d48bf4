"""The wheel and the sdist install and run far from any checkout."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import venv
from pathlib import Path

import pytest

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


@pytest.mark.parametrize("kind", ["*.whl", "*.tar.gz"])
def test_it_installs_and_runs_in_an_empty_folder(
    built: Path, kind: str, tmp_path: Path
) -> None:
    (package,) = built.glob(kind)
    target, empty = tmp_path / "environment", tmp_path / "empty"
    empty.mkdir()
    # Third-party packages come from the environment of the tests.
    venv.create(target, with_pip=False, symlinks=True)
    (site,) = target.glob("lib/python*/site-packages")
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
    flags = ["--no-index", "--no-build-isolation", "--target", str(site)]
    subprocess.run([*install, *flags, str(package)], check=True, timeout=300)
    here = {str(ROOT), str(ROOT) + os.sep}
    libraries = [path for path in sys.path if "site-packages" in path]
    (site / "libraries.pth").write_text("\n".join(libraries))
    (empty / "game.txt").write_text(GAME)
    python = str(target / "bin" / "python")
    probe = [python, "-I", "-c", "import pbem; print(pbem.__file__)"]
    where = subprocess.run(probe, cwd=empty, capture_output=True, text=True, check=True)
    assert str(site) in where.stdout
    assert not any(where.stdout.startswith(place) for place in here)
    run = [python, "-I", "-c", "from pbem.cli import main; main()"]
    for words in (
        ["games"],
        ["resolve", "game.txt"],
        ["rules", "arena"],
        ["game", "cases"],
    ):
        done = subprocess.run(
            [*run, *words], cwd=empty, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout
        assert not done.stderr
