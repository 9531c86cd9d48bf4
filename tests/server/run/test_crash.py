"""kill -9 at every step that matters, and at random moments: nothing is lost."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from pbem.server.database.connection import Busy, Database
from tests.support.server import crash
from tests.support.server.stores import clear

RANDOM = 200


def _fresh(url: str, tmp_path: Path, empty: Path, name: str) -> tuple[str, Path]:
    place = tmp_path / name
    place.mkdir()
    if url.startswith("postgresql"):
        clear(url)
        return url, place
    shutil.copy(empty, place / "pbem.db")
    return str(place / "pbem.db"), place


def test_killed_at_every_step(url: str, tmp_path: Path, empty: Path) -> None:
    where, place = _fresh(url, tmp_path, empty, "whole")
    letters = crash.prepare(where, place, 1, 1)
    steps = crash.whole(where, place)
    wanted = crash.records(where)
    assert steps > 30
    for fatal in range(1, steps + 1):
        where, place = _fresh(url, tmp_path, empty, f"step-{fatal}")
        crash.prepare(where, place, 1, 1)
        status = crash.child(where, place, fatal)
        assert os.WIFSIGNALED(status) or status == 0
        assert crash.child(where, place) == 0
        crash.check(where, place, letters, wanted, 1)
        shutil.rmtree(place)


def test_killed_at_random(url: str, tmp_path: Path, empty: Path) -> None:
    where, place = _fresh(url, tmp_path, empty, "whole")
    letters = crash.prepare(where, place, 10, 5)
    assert letters == 100
    crash.whole(where, place)
    wanted = crash.records(where)
    kills, rounds = 0, 0
    while kills < RANDOM:
        rounds += 1
        where, place = _fresh(url, tmp_path, empty, f"round-{rounds}")
        crash.prepare(where, place, 10, 5)
        died = crash.killed(where, place, RANDOM - kills, rounds)
        kills += died
        assert crash.child(where, place) == 0
        crash.check(where, place, letters, wanted, died)
        shutil.rmtree(place)
        assert rounds < RANDOM


def test_a_killed_server_leaves_no_lock(tmp_path: Path, empty: Path) -> None:
    where, place = _fresh("sqlite", tmp_path, empty, "lock")
    store = Database(where)
    number = os.fork()
    if number == 0:
        with Database(where).alone():
            os.kill(os.getpid(), 9)
    os.waitpid(number, 0)
    with store.alone():
        pass
    store.close()
    assert place.is_dir()


def test_only_one_server_works_on_a_file(tmp_path: Path, empty: Path) -> None:
    where, _ = _fresh("sqlite", tmp_path, empty, "busy")
    with Database(where).alone(), pytest.raises(Busy), Database(where).alone():
        pass
