"""Which tests enter which blocks, once for each state of their files.

Each block of a copy is given a mark in a file that all processes share, so what
commands and sandboxed readers do is seen as well. What a test enters and how long it
takes is kept in the user's cache, and used for later trees too (translation.py).
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import time
from collections.abc import Iterator
from mmap import mmap
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.mutation import forks
from tests.mutation.asking import PYTEST, RecordedTest, failing
from tests.mutation.blocks import Module
from tests.mutation.parts import READ, matches
from tests.mutation.translation import Outline, translator

_HITS = """import mmap, pathlib
with pathlib.Path(__file__).with_name("_hits.bin").open("r+b") as _file:
    HITS = mmap.mmap(_file.fileno(), 0)
"""
TREE = ("pbem/**/*.py", "grammars/**/*", "templates/**/*", "games/**/*")
SHARDS = 6  #: runs of pytest a worker, so that the last does not work alone
MAX_SECONDS = 3600.0  #: of processor time for one run
_MAX_KEPT = 4  #: recordings in the cache
_OUTLINES = ""  #: the key of the modules in a recording; else they are test files
_BITS = bytes.maketrans(b"\0\1", b"01")


class Recording(NamedTuple):
    """What is known of the tests."""

    tests: tuple[RecordedTest, ...]
    left_out: tuple[str, ...]  #: tests that are slow or need a server or a browser
    failed: tuple[str, ...]  #: that do not pass as the tree is
    seconds: float  #: spent on recording now; 0: all of it was kept
    changed: int = 0  #: modules that are not as they were when it was recorded


class _Recorder:
    """A plugin that writes a line of JSON for each test."""

    def __init__(self, copy: Path) -> None:
        with (copy / "pbem" / "_hits.bin").open("r+b") as file:
            self.hits = mmap(file.fileno(), 0)
        self.zero = bytes(len(self.hits))
        self.file = (forks.scratch(copy) / "tests").open("w")
        self.passed = False

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        outside = [item for item in items if _is_slow(item)]
        items[:] = [item for item in items if item not in outside]
        for item in outside:
            self._write(item.nodeid, "left out", 0, 0)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.hits[:] = self.zero
        self.outcome = "skipped"
        before = sum(os.times()[:4])
        try:
            return (yield)
        finally:
            bits = bytes(self.hits)[::-1].translate(_BITS)
            spent = sum(os.times()[:4]) - before
            self._write(item.nodeid, self.outcome, spent, int(bits, 2))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed or (report.when == "call" and self.outcome != "failed"):
            self.outcome = report.outcome

    def _write(self, name: str, outcome: str, spent: float, bits: int) -> None:
        line = [name, outcome, round(spent, 4), f"{bits:x}"]
        self.file.write(json.dumps(line) + "\n")
        self.file.flush()


def _is_slow(item: pytest.Item) -> bool:
    """Whether a test is marked as slow: it drives servers, browsers, whole years."""
    return item.get_closest_marker("slow") is not None


def modules(root: Path) -> list[Module]:
    """All modules of the package, their blocks numbered throughout."""
    found: list[Module] = []
    for file in sorted((root / "pbem").rglob("*.py")):
        first = found[-1].end if found else 0
        text = file.read_text(encoding="utf-8")
        found.append(Module(file.relative_to(root).as_posix(), text, first))
    return found


def record(
    root: Path,
    room: Path,
    globs: tuple[str, ...],
    workers: int,
    cache: Path,
    *,
    afresh: bool = False,
) -> Recording:
    """What the tests that globs name enter; recorded now where it is not known.

    `afresh`: what was recorded with other modules counts as unknown.
    """
    files = [
        file.relative_to(root).as_posix() for file in root.glob("tests/**/test_*.py")
    ]
    wanted = sorted(file for file in files if matches(file, globs))
    keys = {file: _key(root, file) for file in wanted}
    kept = cache / f"{_digest(root, TREE)}.json.gz"
    outlines = [Outline.of(module) for module in modules(root)]
    known, changed = _load(kept), 0
    if not known and not afresh:
        known, changed = _translated(cache, outlines)
    todo = [file for file in wanted if known.get(file, [""])[0] != keys[file]]
    started = time.monotonic()
    if todo:
        copy = forks.copy_tree(root, room / "unmarked")
        for found in _run(root, room, todo, workers):
            _try_again([line for lines in found.values() for line in lines], copy)
            known |= {name: [keys[name], lines] for name, lines in found.items()}
            _keep(kept, known, outlines)
    lines = [line for file in wanted for line in known.get(file, ["", []])[1]]
    by_outcome: dict[str, list[RecordedTest]] = {}
    for name, outcome, took, bits in lines:
        test = RecordedTest(name, took, int(bits, 16))
        by_outcome.setdefault(outcome, []).append(test)
    return Recording(
        tuple(by_outcome.get("passed", ())),
        tuple(test.name for test in by_outcome.get("left out", ())),
        tuple(test.name for test in by_outcome.get("failed", ())),
        time.monotonic() - started if todo else 0.0,
        changed,
    )


def _try_again(lines: list[Any], copy: Path) -> None:
    """Let tests pass that failed for the marks alone, as they read the code."""
    bad = [line for line in lines if line[1] == "failed"]
    tests = [RecordedTest(line[0], line[2], 0) for line in bad]
    still = failing(tests, copy)
    for line in bad:
        line[1] = "failed" if line[0] in still else "passed"


def _run(
    root: Path, room: Path, files: list[str], workers: int
) -> Iterator[dict[str, list[Any]]]:
    """Run test files in copies with marks; give the lines of some files at a time."""
    plain = modules(root)
    copies = []
    for number in range(workers):
        copy = forks.copy_tree(root, room / f"marked{number}")
        for module in plain:
            text = module.marked("pbem")
            (copy / module.path).write_text(text, encoding="utf-8")
        (copy / "pbem" / "_hits.py").write_text(_HITS)
        (copy / "pbem" / "_hits.bin").write_bytes(bytes(plain[-1].end))
        copies.append(copy)
    tasks = []
    for number in range(min(len(files), SHARDS * workers)):
        share = files[number :: SHARDS * workers]

        def work(copy: Path, share: list[str] = share) -> int:
            return pytest.main([*PYTEST, *share], plugins=[_Recorder(copy)])

        tasks.append(forks.Task(share, MAX_SECONDS, work))
    for share, status, place in forks.each(tasks, copies):
        if status not in (0, 1, 5):
            output = (place / "output").read_text(errors="replace")
            raise RuntimeError(f"recording ended with {status}:\n{output[-3000:]}")
        lines = [json.loads(line) for line in (place / "tests").open()]
        found: dict[str, list[Any]] = {file: [] for file in share}
        for line in lines:
            found[line[0].partition("::")[0]].append(line)
        yield found


def _digest(root: Path, globs: tuple[str, ...]) -> str:
    """A digest of all files that globs name, and of their names."""
    whole = hashlib.sha256()
    for glob in globs:
        for file in sorted(root.glob(glob)):
            if file.is_file() and "__pycache__" not in file.parts:
                name = file.relative_to(root).as_posix()
                whole.update(f"{name}\0{file.stat().st_size}\0".encode())
                whole.update(file.read_bytes())
    return whole.hexdigest()[:24]


def _key(root: Path, file: str) -> str:
    """A digest of a test file, and of all beside and below it that is no test or that
    it reads elsewhere."""
    folder = (root / file).parent
    beside = _digest(folder, ("[!t]*", "*/**/[!t]*", "t[!e]*"))
    found = [_digest(root, (file,)), beside]
    found += [_digest(root, read) for of, read in READ.items() if matches(file, (of,))]
    return "-".join(found)


def _load(file: Path) -> dict[str, Any]:
    if not file.exists():
        return {}
    os.utime(file)
    with gzip.open(file, "rt") as opened:
        found: dict[str, Any] = json.load(opened)
    return found


def _translated(cache: Path, outlines: list[Outline]) -> tuple[dict[str, Any], int]:
    """Return what the newest recording of another tree says of this one, and how many
    modules have changed since."""
    files = sorted(cache.glob("*.json.gz"), key=lambda one: one.stat().st_mtime)
    known = _load(files[-1]) if files else {}
    if _OUTLINES not in known:
        return {}, 0
    old = [Outline(*one) for one in known.pop(_OUTLINES)]
    anew, changed = translator(old, outlines)
    for _, lines in known.values():
        for line in lines:
            line[3] = f"{anew(int(line[3], 16)):x}"
    return known, changed


def _keep(file: Path, known: dict[str, Any], outlines: list[Outline]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(file, "wt", compresslevel=3) as opened:
        json.dump(known | {_OUTLINES: outlines}, opened)
    all_kept = sorted(
        file.parent.glob("*.json.gz"), key=lambda one: one.stat().st_mtime
    )
    for old in all_kept[:-_MAX_KEPT]:
        old.unlink()
