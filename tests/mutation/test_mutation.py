"""A planted tree with weak tests: what they miss is found and told."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutation import forks
from tests.mutation.parts import NEVER, PARTS, READ, matches, part_of
from tests.mutation.recording import modules
from tests.mutation.texts import texts
from tests.mutation.trial import sample

ROOT = Path(__file__).parents[2]
REFEREE = '''"""A module."""

LIMIT = 3


def strong(number: int) -> bool:
    return number > LIMIT


def weak(number: int) -> bool:
    return number > 5


def unasked(number: int) -> bool:
    return number > 7


def commanded(number: int) -> bool:
    return number > 9
'''
TESTS = """
import subprocess, sys
import pytest
from pbem.referee import strong, unasked, weak

def test_strong():
    assert strong(4) and not strong(3)

@pytest.mark.parametrize("number", [1, 9])
def test_weak(number):
    assert weak(number) is (number == 9)

def test_commanded():
    line = "from pbem.referee import commanded as c; assert c(10) and not c(9)"
    subprocess.run([sys.executable, "-c", line], check=True, cwd="/")

@pytest.mark.slow
def test_outside():
    assert unasked(8)

def test_broken():
    assert not strong(4)
"""
KNOWN = """
[[survivor]]
at = "pbem/elsewhere.py, unasked"
was = "return number > 7"
now = "return number >= 7"
equivalent = "seven is never asked for"

[[survivor]]
at = "pbem/referee.py, weak"
was = "return number > 5"
now = "return number > 6"
left = "five and six are the same here"
"""
PYTEST = """[tool.pytest.ini_options]
addopts = "-p no:doctest"
markers = ["slow"]
"""
FILES = {
    "pbem/__init__.py": '"""A package."""\n',
    "pbem/referee.py": REFEREE,
    "tests/core/test_planted.py": TESTS,
    "tests/mutation/survivors.toml": KNOWN,
    "pyproject.toml": PYTEST,
}
RUN = """
import sys
from pathlib import Path
from tests.mutation.__main__ import main
sys.exit(main(sys.argv[3:], Path(sys.argv[1]), Path(sys.argv[2])))
"""


def run(tmp_path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Plant mistakes in the tree, all of them."""
    command = [
        sys.executable,
        "-c",
        RUN,
        str(tmp_path / "tree"),
        str(tmp_path / "kept"),
    ]
    return subprocess.run(
        [*command, "--part", "referee", "--workers", "1", *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree with a module that weak tests are kept for."""
    for name, text in FILES.items():
        file = tmp_path / "tree" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path / "tree"


def test_what_weak_tests_miss_is_told(tree: Path, tmp_path: Path) -> None:
    done = run(tmp_path, "--at", "pbem/referee.py:11")
    assert done.returncode == 1, done.stderr
    assert "were recorded" in done.stderr
    assert "left out: tests/core/test_planted.py (1)" in done.stderr
    assert "FAILED: tests/core/test_planted.py (1)" in done.stderr
    assert "referee: noticed 2 of 5: 40%, MISSED the 90%" in done.stdout
    assert "pbem/referee.py:11, weak (4 tests)" in done.stdout
    for now in (">= 5", "> 4", "> 6"):
        assert f"    - return number > 5\n    + return number {now}\n" in done.stdout
    assert "> 6\n    = five and six are the same here" in done.stdout


def test_each_line_is_judged_by_those_that_go_there(tree: Path, tmp_path: Path) -> None:
    strong = run(tmp_path, "--at", "pbem/referee.py:3")
    assert strong.returncode == 0, strong.stderr
    assert strong.stdout == "referee: noticed 2 of 2: 100%\n"
    again = run(tmp_path, "--at", "pbem/referee.py:19")
    assert "were recorded" not in again.stderr
    assert again.stdout == "referee: noticed 5 of 5: 100%\n"
    nobody = run(tmp_path, "--at", "pbem/referee.py:15")
    assert "noticed 0 of 5, 1 of the others equivalent: 0%" in nobody.stdout
    assert "unasked (no test goes there)" in nobody.stdout
    assert "    = equivalent: seven is never asked for" in nobody.stdout


def test_what_never_ends_is_stopped(tree: Path, tmp_path: Path) -> None:
    def spin(copy: Path) -> int:
        while copy:
            pass
        return 0

    copy = forks.copy_tree(tree, tmp_path / "copy")
    tasks = [
        forks.Task("spin", 0, spin),
        forks.Task("raise", 9, lambda _: [][0]),
        forks.Task("end", 9, lambda _: 3),
    ]
    ended = [(about, status) for about, status, _ in forks.each(tasks, [copy])]
    assert ended == [("spin", forks.STOPPED), ("raise", forks.CRASHED), ("end", 3)]


def test_a_sample_is_drawn_from_its_seed(tree: Path) -> None:
    all_modules = modules(tree)
    drawn = [
        [mutant.edit for mutant in sample(all_modules, PARTS[0], seed, 3)]
        for seed in (1, 1, 2, 3)
    ]
    assert drawn[0] == drawn[1]
    assert drawn[0] != drawn[2] or drawn[0] != drawn[3]
    many = sample(all_modules, PARTS[0], 1, 99)
    assert len({mutant.line for mutant in many}) == len(many) == 5
    rest = sample(all_modules, PARTS[0], 1, 99, skip=lambda one: one.line == 11)
    assert {one.line for one in many} - {one.line for one in rest} == {11}


def test_every_module_template_grammar_and_table_is_in_a_part() -> None:
    files = [file.relative_to(ROOT).as_posix() for file in ROOT.glob("pbem/**/*.py")]
    files += [text.path for text in texts(ROOT)]
    found = [part_of(file) for file in files if not matches(file, NEVER)]
    assert None not in found
    assert {part.name for part in found if part} == {part.name for part in PARTS}
    assert part_of("pbem/record/replay.py") == part_of("pbem/record/trial.py")
    assert part_of("pbem/server/migrations/env.py") is None


def test_a_recording_is_used_for_a_tree_that_has_changed(
    tree: Path, tmp_path: Path
) -> None:
    file = tree / "pbem" / "referee.py"
    assert "were recorded" in run(tmp_path, "--at", "pbem/referee.py:3").stderr
    file.write_text(REFEREE.replace("LIMIT = 3", "LIMIT = 2 + 1"))
    (tree / "pbem" / "other.py").write_text('"""A module."""\n')
    again = run(tmp_path, "--at", "pbem/referee.py:7")
    assert "were recorded" not in again.stderr
    assert "2 modules have changed since" in again.stderr
    assert again.stdout == "referee: noticed 3 of 3: 100%\n"
    anew = run(tmp_path, "--afresh", "--at", "pbem/referee.py:7")
    assert "were recorded" in anew.stderr
    assert "have changed" not in anew.stderr


def test_what_tests_read_elsewhere_is_there() -> None:
    for tests, files in READ.items():
        assert any(ROOT.glob(tests))
        assert all(any(ROOT.glob(one)) for one in files)
