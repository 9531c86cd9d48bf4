"""Runs the tests that are near to a change, without slow ones.

    python -m tests.near [--list] [--against COMMIT]   of what git says is changed
    python -m tests.near [--list] PART...              of parts, or folders of tests

Changed is what differs from the branch `main`, committed or not. A test file that is
changed is run itself. For a module or template it is the folder of tests with the same
name, else those of its part (tests/parts.py) but for those of other games, and test
files that import it, where these are few. The quick ones of the house's own rules
(tests/house) are always among them.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

from tests.parts import ELSEWHERE, PARTS, matches, part_called, part_of

ROOT = Path(__file__).parents[1]
#: Tests that are run after every change: the quick ones of the house's own rules.
ALWAYS = tuple(
    f"tests/house/test_{name}.py"
    for name in ("house", "layers", "tests", "plain_python")
)
GAMES = frozenset(file.parent.name for file in ROOT.glob("games/*/game.toml"))
FEW = 12  #: test files that import a module and are run for a change of it


def main(words: list[str]) -> int:
    """Run the tests; return the status of pytest."""
    parser = argparse.ArgumentParser(prog="tests.near", description=__doc__)
    parser.add_argument("--list", action="store_true", help="only print the tests")
    parser.add_argument("--against", default="main", metavar="COMMIT")
    parser.add_argument("part", nargs="*")
    wish = parser.parse_args(words)
    if wish.part:
        paths = [path for name in wish.part for path in of_part(name)]
    else:
        paths = [*ALWAYS, *near(changed(wish.against))]
    paths = _outermost(paths)
    print("\n".join(paths), file=sys.stdout if wish.list else sys.stderr, flush=True)
    if wish.list:
        return 0
    pytest = [sys.executable, "-m", "pytest", "-n", "2", "--dist", "worksteal"]
    return subprocess.run([*pytest, "-m", "not slow", *paths], cwd=ROOT).returncode


def changed(against: str) -> list[str]:
    """Paths that differ from where this branch left another, or are new."""
    base = _git("merge-base", "HEAD", against)
    return [
        *_git("diff", "--name-only", "--no-renames", *base),
        *_git("ls-files", "--others", "--exclude-standard"),
    ]


def near(paths: Iterable[str]) -> list[str]:
    """Return the test files and folders that mirror changed files."""
    files = _test_files()
    found: set[str] = set()
    modules: set[str] = set()
    for path in paths:
        pure = PurePosixPath(path)
        if path in files:
            found.add(path)
        elif pure.suffix == ".py":
            modules.add(".".join(pure.with_suffix("").parts).removesuffix(".__init__"))
        if pure.parts[0] == "tests" and path not in files:
            found.update(_beside(pure, files))
        elif pure.parts[0] != "tests":
            found.update(_mirror(pure, files))
    imports = {file: _imports(file) for file in files} if modules else {}
    for module in modules:
        importers = [file for file in files if module in imports[file]]
        # What all import is mirrored, too; a helper of tests has no other tests.
        if len(importers) <= FEW or module.startswith("tests."):
            found.update(importers)
    return sorted(found)


def of_part(name: str) -> list[str]:
    """Return the test files of a part, or the folder of tests of this name."""
    folder = ROOT / "tests" / name
    if part := part_called(name):
        return [file for file in _test_files() if matches(file, part.tests)]
    if folder.is_dir():
        return [f"tests/{name}"]
    names = ", ".join(part.name for part in PARTS)
    raise SystemExit(f'There is no part "{name}". Parts: {names}; or a folder of tests')


def _git(*words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stderr)
    return done.stdout.splitlines()


def _test_files() -> list[str]:
    found = (ROOT / "tests").rglob("test_*.py")
    return sorted(file.relative_to(ROOT).as_posix() for file in found)


def _mirror(path: PurePosixPath, files: list[str]) -> Iterator[str]:
    """The folder of tests that has the name of a file's folder, or of one around it,
    else the tests of its part."""
    inner = PurePosixPath("tests", *path.parent.parts[1:])
    for folder in (inner, *inner.parents):
        mirrored = path.parts[0] == "pbem" and len(folder.parts) > 2
        if mirrored and any(file.startswith(f"{folder}/") for file in files):
            yield str(folder)
            return
    part = part_of(str(path))
    globs = part.tests if part else ()
    for glob, more in ELSEWHERE.items():
        globs += more if matches(str(path), (glob,)) else ()
    for file in files:
        if matches(file, globs) and not _of_another_game(PurePosixPath(file), path):
            yield file


def _of_another_game(test: PurePosixPath, path: PurePosixPath) -> bool:
    """Whether a test is one game's alone, and a file another's."""
    whose = GAMES.intersection((*path.parts, path.stem))
    tested = GAMES.intersection(test.parts)
    return bool(whose and tested) and not whose & tested


def _beside(path: PurePosixPath, files: list[str]) -> Iterator[str]:
    """The tests of the folder that a file of tests lies in, or of one around it."""
    for folder in path.parents:
        if str(folder) in ("tests", "tests/support", "tests/conversations"):
            return
        if beside := [file for file in files if file.startswith(f"{folder}/")]:
            yield from beside
            return


def _imports(file: str) -> set[str]:
    """The modules of the project that a test file names in its imports."""
    text = (ROOT / file).read_text(encoding="utf-8")
    found: set[str] = set()
    pattern = r"^\s*from ((?:pbem|tests)[\w.]*) import (\([^)]*\)|.*)|^\s*import (.*)"
    for module, names, plain in re.findall(pattern, text, re.MULTILINE):
        found.add(module or plain.strip())
        found.update(f"{module}.{name}" for name in re.findall(r"\w+", names))
    return found


def _outermost(paths: Iterable[str]) -> list[str]:
    """Return paths without those below another of them."""
    given = dict.fromkeys(paths)
    return [
        path
        for path in given
        if not any(str(above) in given for above in PurePosixPath(path).parents)
    ]


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main(sys.argv[1:]))
