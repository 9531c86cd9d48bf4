"""A server that works for hours: years of 500 games by simulation, as fast as they go.

`python -m tests.soak --hours 8` writes a line every two weeks of the games: letters so
far, processor time that the server took for each of the last ones, memory of the
process, size of the store. Time is counted in moves that python-chess pushes between
the letters, so that it does not matter what else the machine does. It ends with
status 1 where the second half needs a fifth more of either than the first, its first
month apart.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean
from typing import NamedTuple
from unittest import mock

import chess as peer

from pbem.server.flow.server import MailServer
from pbem.server.store.connection import Database
from tests.support.server import year
from tests.support.server.habits import DAY
from tests.support.server.world import Mail

GAMES = 500  #: that begin in a year
PLAYERS = 300
YEARS = 20  #: more than anybody waits for
STEP = 14 * DAY  #: between two lines
MORE = 1.2  #: what the second half may need, of what the first needs
WARM = 3  #: lines before caches are full and all games have begun


class Line(NamedTuple):
    """How it stands."""

    day: int
    letters: int  #: answered so far
    cost: float  #: moves of the peer in the processor time of a letter since the last
    memory: float  #: MB of the whole process
    store: float  #: MB


class _Enough(Exception):
    """The time is up."""


class _Peer:
    """What python-chess needs for a move, measured again and again."""

    LINE = ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7")

    def __init__(self) -> None:
        self.moves = 0
        self.seconds = 0.0

    def push(self) -> None:
        """Play a few moves."""
        began = time.process_time()
        board = peer.Board()
        for move in self.LINE:
            board.push_san(move)
        self.seconds += time.process_time() - began
        self.moves += len(self.LINE)


@dataclass
class Soak(year.Year):
    """A year that keeps none of its letters but the last of each reader."""

    until: float = 0.0  #: when to stop, by the clock of the machine
    file: Path = Path()
    spent: float = 0.0  #: seconds of processor time in the server
    peer: _Peer = field(default_factory=_Peer)
    lines: list[Line] = field(default_factory=list)
    _latest: dict[str, Mail] = field(default_factory=dict)
    _told: float = year.BEGIN
    _before: int = 0

    def latest(self, address: str) -> Mail | None:
        """The last letter to somebody."""
        return self._latest.get(address)

    def _read_mail(self) -> None:
        super()._read_mail()
        self._latest |= {mail.recipient: mail for _, mail in self.sent}
        self.sent.clear()
        self.world.box.mail.clear()
        self._seen = 0
        if self.world.now - self._told >= STEP:
            self._told = self.world.now
            self._tell()
        if time.monotonic() > self.until:
            raise _Enough

    def _tell(self) -> None:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        letters, count = self.world.server.worker.letters, self._before
        line = Line(
            int((self.world.now - year.BEGIN) / DAY),
            letters,
            self.spent * self.peer.moves / self.peer.seconds / max(1, letters - count),
            pages * os.sysconf("SC_PAGE_SIZE") / 1e6,
            self.file.stat().st_size / 1e6 if self.file.is_file() else 0.0,
        )
        self._before, self.spent, self.peer = letters, 0.0, _Peer()
        self.lines.append(line)
        print(
            f"day {line.day:5}  letters {line.letters:7}  {line.cost:6.0f} moves each"
            f"  memory {line.memory:6.1f} MB  store {line.store:6.1f} MB",
            flush=True,
        )


def soak(store: Database, folder: Path, hours: float, seed: int = 7) -> list[Line]:
    """Run for some hours; return the lines."""
    once = MailServer.once
    made: list[Soak] = []

    def timed(server: MailServer, now: float) -> None:
        began = time.process_time()
        once(server, now)
        if made:
            made[0].spent += time.process_time() - began
            made[0].peer.push()

    def build(*given: object) -> Soak:
        made.append(Soak(*given))  # type: ignore[arg-type]
        made[0].until = time.monotonic() + 3600 * hours
        made[0].file = folder / "soak.db"
        return made[0]

    with (
        mock.patch.object(MailServer, "once", timed),
        mock.patch.object(year, "Year", build),
        suppress(_Enough),
    ):
        year.simulate(*(store, folder, GAMES * YEARS, PLAYERS, 365 * YEARS, seed))
    return made[0].lines


def grows(lines: list[Line]) -> list[str]:
    """Return what the second half needs more of than it may."""
    lines = lines[WARM:]
    half = len(lines) // 2
    if not half:
        return []
    found = []
    for name in ("cost", "memory"):
        first, second = (
            mean(getattr(line, name) for line in part)
            for part in (lines[:half], lines[-half:])
        )
        print(f"{name}: {first:.2f} in the first half, {second:.2f} in the second")
        if second > MORE * first:
            found.append(name)
    return found


def main() -> int:
    """Run it, and tell what grew."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=float, default=8.0)
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        store = Database(str(folder / "soak.db"))
        lines = soak(store, folder, given.hours, given.seed)
    found = grows(lines)
    for name in found:
        print(f"{name} grew")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
