"""Some tests, run by name in a copy of the tree."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.mutation import forks

#: How pytest is called: quiet, in one process, the same each time.
PYTEST = (
    *("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:pbem"),
    *("--assert=plain", "--hypothesis-seed=0", "--timeout=0"),
)
PASSED = (0, 5)  #: statuses of pytest: all passed; no test of these is left
_FIRST_FILES = 4  #: that are asked before any other is loaded
_START = 20.0  #: seconds of processor time that pytest may take to begin
_SLACK = 3.0  #: how many times the recorded seconds the tests may take
_PATIENCE = 6.0  #: seconds of processor time that any one test may take
_PATIENT = 12.0  #: how many times its recorded seconds one test may take beyond that
_WAIT = 30.0  #: seconds by the clock that any one test may take
_WAITING = 40.0  #: how many times its recorded seconds it may take beyond that


class RecordedTest(NamedTuple):
    """A test that passes when nothing is changed."""

    name: str  #: as pytest has it: file::function[parameters]
    seconds: float  #: of processor time
    blocks: int  #: bit N is set where it enters block N

    @property
    def file(self) -> str:
        """Its file."""
        return self.name.partition("::")[0]

    @property
    def function(self) -> str:
        """Its function, without parameters."""
        return self.name.partition("[")[0]


class _Asked:
    """A plugin that runs the chosen tests alone and writes down which fail."""

    def __init__(self, copy: Path, tests: list[RecordedTest]) -> None:
        self.rank = {test.name: number for number, test in enumerate(tests)}
        self.seconds = {test.name: test.seconds for test in tests}
        self.file = forks.scratch(copy) / "failed"

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        found = [item for item in items if item.nodeid in self.rank]
        items[:] = sorted(found, key=lambda item: self.rank[item.nodeid])

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        # Where one of them goes off, this process ends.
        recorded = self.seconds[nodeid]
        signal.setitimer(signal.ITIMER_PROF, _PATIENCE + _PATIENT * recorded)
        signal.setitimer(signal.ITIMER_REAL, _WAIT + _WAITING * recorded)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            with self.file.open("a") as file:
                file.write(f"{report.nodeid}\n")


def seconds(tests: list[RecordedTest]) -> float:
    """How much processor time tests may take before they are stopped."""
    return _START + _SLACK * sum(test.seconds for test in tests)


def ask(copy: Path, tests: list[RecordedTest]) -> int:
    """Run tests in this process until one fails; the quickest files come first.

    Most mistakes are noticed by the first few, so the others are loaded after these.
    """
    files: dict[str, list[RecordedTest]] = {}
    for test in tests:
        files.setdefault(test.file, []).append(test)
    order = sorted(files, key=lambda file: sum(test.seconds for test in files[file]))
    for some in (order[:_FIRST_FILES], order[_FIRST_FILES:]):
        plugin = _Asked(copy, [test for file in some for test in files[file]])
        status = pytest.main([*PYTEST, "-x", *some], plugins=[plugin]) if some else 0
        if status not in PASSED:
            return status
    return 0


def ask_all(copy: Path, tests: list[RecordedTest]) -> int:
    """Run tests in this process, whatever fails."""
    order = list(dict.fromkeys(test.file for test in tests))
    return pytest.main([*PYTEST, *order], plugins=[_Asked(copy, tests)])


def failed(place: Path) -> list[str]:
    """The tests that failed, first to last, in a run with this scratch folder."""
    file = place / "failed"
    return file.read_text().splitlines() if file.exists() else []


def failing(tests: list[RecordedTest], copy: Path) -> set[str]:
    """The tests that fail in a copy as it is."""
    if not tests:
        return set()
    task = forks.Task(None, seconds(tests), lambda copy: ask_all(copy, tests))
    ((*_, place),) = forks.each([task], [copy])
    return set(failed(place))
