"""Several threads are watched, each when it is time, until somebody says stop."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from typing import cast

import pytest

from pbem.watch import loop
from pbem.watch.state import Tracking
from pbem.watch.watch import Watch
from pbem.workspace.folder import Folder


@dataclass
class Thread:
    """A thread that is looked at every so many seconds."""

    name: str
    every: float
    fails: bool = False
    looks: list[float] = field(default_factory=list)
    seen: Tracking = field(default_factory=Tracking)


class Clock(Event):
    """A time that goes on where somebody waits for it, up to a day's end."""

    def __init__(self, end: float) -> None:
        super().__init__()
        self.now, self.end = 0.0, end

    def wait(self, timeout: float | None = None) -> bool:
        """Goes on by so many seconds."""
        assert timeout is not None
        assert 1 <= timeout <= 30
        self.now += timeout
        if self.now >= self.end:
            self.set()
        return self.is_set()


@dataclass
class Watched:
    """Stands for a Watch."""

    thread: Thread
    clock: Clock

    @property
    def name(self) -> str:
        return self.thread.name

    def state(self) -> Tracking:
        return self.thread.seen

    def look(self) -> Tracking:
        self.thread.looks.append(self.clock.now)
        if self.thread.fails:
            raise ValueError("broken")
        self.thread.seen.next = self.clock.now + self.thread.every
        return self.thread.seen


def watch(*threads: Thread, seconds: float) -> list[str]:
    """What is told while these are watched for so long."""
    clock, told = Clock(seconds), []
    watches = [cast("Watch", Watched(one, clock)) for one in threads]
    loop.watch_all(
        lambda: watches,
        clock,
        lambda one, _: told.append(one.name),
        lambda: clock.now,
        lambda one, error: told.append(f"{one.name}: {error}"),
    )
    return told


def test_each_is_looked_at_when_it_is_time() -> None:
    often, seldom = Thread("often", 60), Thread("seldom", 200)
    told = watch(often, seldom, seconds=600)
    assert often.looks == [60.0 * at for at in range(10)]
    assert seldom.looks == [0, 200, 400]
    assert sorted(told) == ["often"] * 10 + ["seldom"] * 3


def test_one_that_breaks_waits_and_harms_no_other() -> None:
    broken, sound = Thread("broken", 60, fails=True), Thread("sound", 60)
    told = watch(broken, sound, seconds=600)
    assert broken.looks == [0, 300]
    assert told.count("broken: broken") == 2
    assert len(sound.looks) == 10


def test_a_game_that_is_over_is_not_looked_at() -> None:
    over = Thread("over", 60, seen=Tracking(over=True))
    assert watch(over, seconds=300) == []
    assert over.looks == []


def test_watched_games_of_a_folder_in_the_background(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("duel", "other"):
        (tmp_path / f"{name}.txt").write_text("Game: arena\nSeats: Ann, Bob\n")
    place = tmp_path / ".pbem" / "duel" / "watch"
    place.mkdir(parents=True)
    (place / "settings.toml").touch()
    looked: SimpleQueue[str] = SimpleQueue()

    def look(one: Watch) -> Tracking:
        looked.put(one.name)
        raise ValueError("broken")  # which the page shows, and no log

    monkeypatch.setattr(Watch, "look", look)
    with loop.in_background(Folder(tmp_path, time.time), lambda: 1.0):
        assert looked.get(timeout=60) == "duel"
    assert looked.empty()
