"""Copies of the tree, and processes that work in them.

A process is forked from this one, which has loaded pytest and the libraries but
nothing of the tree, so that it begins at once. It sees the tree's copy alone, and so
does what it starts itself.
"""

from __future__ import annotations

import importlib
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

T = TypeVar("T")

_LIBRARIES = ("pytest", "hypothesis", "sqlalchemy", "alembic", "lark", "jinja2")
_LEFT_OUT = (".git", ".venv", "__pycache__", ".*_cache", ".hypothesis", "build", "dist")
_EXAMPLES = "HYPOTHESIS_STORAGE_DIRECTORY"
_MAX_MEMORY = 4 << 30  #: bytes of address space of one process
_MAX_FILE = 4 << 30  #: bytes; tests make holes of three gigabytes
_POLL = 0.02  #: seconds
_OURS = ("pbem", "tests")
#: The status of a task that took too long or was ended by a signal, and of one
#: that raised.
STOPPED, CRASHED = -1, 70


def warm() -> None:
    """Load what every process will need."""
    for name in _LIBRARIES:
        with suppress(ImportError):
            importlib.import_module(name)


def copy_tree(root: Path, to: Path) -> Path:
    """Copy a tree without what git, caches and environments keep in it."""
    shutil.copytree(root, to, ignore=shutil.ignore_patterns(*_LEFT_OUT))
    return to


@dataclass(slots=True)
class Task(Generic[T]):
    """Work for one process in one copy; `work` gives its exit status."""

    about: T
    seconds: float  #: of processor time, after which a process of it is stopped
    work: Callable[[Path], int]
    before: Callable[[Path], None] = lambda copy: None
    after: Callable[[Path], None] = lambda copy: None


@dataclass(slots=True)
class _Running(Generic[T]):
    task: Task[T]
    copy: Path
    started: float = field(default_factory=time.monotonic)


def scratch(copy: Path) -> Path:
    """The folder of a copy for homes, caches and what tests leave behind."""
    return copy.with_name(f"{copy.name}-scratch")


def each(tasks: Iterable[Task[T]], copies: list[Path]) -> Iterator[tuple[T, int, Path]]:
    """Do tasks, one at a time in each copy; give each with its status as it ends.

    The status is the process's exit status, or STOPPED. Its scratch folder is
    there until the next is asked for.
    """
    todo, free = iter(tasks), list(copies)
    running: dict[int, _Running[T]] = {}
    try:
        while True:
            while free and (task := next(todo, None)) is not None:
                copy = free.pop()
                shutil.rmtree(scratch(copy), ignore_errors=True)
                scratch(copy).mkdir()
                task.before(copy)
                running[_fork(task, copy)] = _Running(task, copy)
            if not running:
                return
            number, status = _ended(running)
            done = running.pop(number)
            done.task.after(done.copy)
            yield done.task.about, status, scratch(done.copy)
            free.append(done.copy)
    finally:
        for number in running:
            _kill(number)


def _ended(running: dict[int, _Running[T]]) -> tuple[int, int]:
    """Wait for one of the processes, and end those that take too long."""
    flags = os.WEXITED | os.WNOWAIT | os.WNOHANG
    while True:
        for number, one in running.items():
            late = time.monotonic() - one.started > 60 + 8 * one.task.seconds
            if late or os.waitid(os.P_PID, number, flags):
                _kill(number)
                _, status = os.waitpid(number, 0)
                ran = os.WIFEXITED(status) and not late
                return number, os.WEXITSTATUS(status) if ran else STOPPED
        time.sleep(_POLL)


def _kill(number: int) -> None:
    """End a process that is not yet waited for, and all that it began."""
    with suppress(ProcessLookupError):
        os.killpg(number, signal.SIGKILL)


def _fork(task: Task[T], copy: Path) -> int:
    sys.stdout.flush()
    number = os.fork()
    if number:
        return number
    status = CRASHED
    try:
        _move_to(copy)
        for kind, most in (
            (resource.RLIMIT_CPU, int(task.seconds) + 1),
            (resource.RLIMIT_AS, _MAX_MEMORY),
            (resource.RLIMIT_FSIZE, _MAX_FILE),
        ):
            resource.setrlimit(kind, (most, resource.getrlimit(kind)[1]))
        status = task.work(copy)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _move_to(copy: Path) -> None:
    """Make this process one that knows of no tree but the copy."""
    os.setsid()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    place = scratch(copy)
    for stream, flags in ((0, os.O_RDONLY), (1, os.O_WRONLY | os.O_CREAT)):
        name = place / "output" if stream else os.devnull
        os.dup2(os.open(name, flags, 0o600), stream)
    os.dup2(1, 2)
    for variable in ("HOME", "TMPDIR", "XDG_CACHE_HOME", _EXAMPLES):
        folder = place / variable[:2].lower()
        folder.mkdir()
        os.environ[variable] = str(folder)
    tempfile.tempdir = None
    os.environ["PYTHONPATH"] = str(copy)
    os.chdir(copy)
    sys.path.insert(0, str(copy))
    for name in list(sys.modules):
        if name.split(".")[0] in _OURS:
            del sys.modules[name]
    importlib.invalidate_caches()
