"""The memory of a server with ten thousand games that run.

`python -m tests.growth.memory` fills a file with ten times as many, has another process
begin, find that it slept, move all deadlines and tell everybody, and let the deadlines
of some games pass; it ends with status 1 where that takes more than 300 MB.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from pbem.server.store import schema
from pbem.server.store.connection import Database
from pbem.server.store.games import going_on
from tests.growth.fill import RUNNING, SETTINGS, world
from tests.support.server.world import HOUR, World

MOST = 300  #: MB
PASSED = 1000  #: games whose deadline passes


def peak() -> float:
    """Megabytes that this process has needed at most."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    line = next(one for one in status.splitlines() if one.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


def work(path: str, folder: str) -> None:
    """What the other process does; print what it needed by then."""
    one = World(Database(path), Path(folder), SETTINGS)
    print(f"begun: {peak():.0f} MB", flush=True)
    one.server.heartbeat(one.now)
    print(f"looked at the clocks of all games: {peak():.0f} MB", flush=True)
    one.now += 8 * HOUR
    one.server.heartbeat(one.now)
    print(f"moved all deadlines by 8 hours: {peak():.0f} MB", flush=True)
    with one.store.writing() as conn:
        games = [game.id for game in going_on(conn, most=PASSED)]
        here = schema.game.c.id.in_(games)
        passed = {"deadline": one.now - HOUR, "wake_at": one.now - HOUR}
        conn.execute(schema.game.update().where(here).values(passed))
    while one.server.worker.step(one.now):
        one.box.mail.clear()
    print(f"let the deadlines of {len(games)} games pass: {peak():.0f} MB", flush=True)


def main() -> int:
    """Fill a file, and have it worked on."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--running", type=int, default=10_000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        path = str(Path(name) / "pbem.db")
        one = world(Database(path), Path(name), given.running * RUNNING)
        one.server.close()
        code = f"from tests.growth.memory import work; work({path!r}, {name!r})"
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    print(done.stdout, end="")
    return int(float(done.stdout.rsplit(" ", 2)[1]) > MOST)


if __name__ == "__main__":
    sys.exit(main())
