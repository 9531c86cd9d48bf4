"""Two versions of the program on one database, both killed again and again.

`python -m tests.rolling [COMMIT]` plays games by mail with servers of this tree and of
a commit (the one before the newest migration), two at a time on one PostgreSQL
database that this tree has migrated, each killed at a step that matters. At the end
every letter was answered, every order is in its record once, and the records are those
of a server that nobody disturbed.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from pbem.server.database.connection import OLDEST, Database
from pbem.server.database.queries import set_fact
from tests.support import servers
from tests.support.server import crash
from tests.support.server.stores import clear

ROOT = Path(__file__).parents[1]
MIGRATIONS = "pbem/server/migrations/versions"
GAMES, TURNS = 10, 5
STEPS = 400  #: before which a server is killed
ROUND = """
import sys
from pathlib import Path
try:
    from pbem.server.database import connection as database
except ImportError:  # as versions before had it
    from pbem.server.storage import database
from tests.support.server.crash import BEGIN, Steps, build
server = build(sys.argv[1], Path(sys.argv[2]), Steps(int(sys.argv[3])))
if hasattr(database, "OLDEST"):
    server.open()  # a version before would not open a store that is newer
server.once(BEGIN + 10)
server.context.database.close()
"""


def before() -> str:
    """The commit before the newest migration came."""
    file = f"{MIGRATIONS}/{max((ROOT / MIGRATIONS).glob('0*.py')).name}"
    made = _git("log", "--follow", "--diff-filter=A", "--format=%H", "-1", "--", file)
    return f"{made.decode().strip()}~1"


def _git(*words: str) -> bytes:
    command = ["git", "-C", str(ROOT), *words]
    return subprocess.run(command, check=True, capture_output=True).stdout


def unpack(commit: str, folder: Path) -> None:
    """Lay the tree of a commit into a folder."""
    archive = _git("archive", commit)
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive, check=True)


def _server(tree: Path, url: str, place: Path, fatal: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", ROUND, url, str(place), str(fatal)]
    given = {**os.environ, "PYTHONPATH": str(tree)}
    return subprocess.Popen(command, cwd=tree, env=given)


def mixed(url: str, place: Path, older: Path, kills: int, luck: random.Random) -> int:
    """Let servers of both trees answer letters until none is left; return how many of
    them were killed."""
    died = 0
    while died < kills:
        pair = [
            _server(tree, url, place, luck.randint(1, STEPS)) for tree in (ROOT, older)
        ]
        codes = [process.wait() for process in pair]
        died += sum(code < 0 for code in codes)
        assert all(code <= 0 for code in codes), codes
        if all(code == 0 for code in codes):
            break
    return died


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commit", nargs="?")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    commit, luck, total = given.commit or before(), random.Random(given.seed), 0
    with tempfile.TemporaryDirectory(prefix="pbem-rolling-") as name:
        older = Path(name) / "older"
        older.mkdir()
        unpack(commit, older)
        url = servers.postgres().database("rolling")
        store = Database(url)
        store.prepare()
        wanted: list[str] = []
        for number in range(given.rounds + 1):
            clear(url)
            with store.writing() as link:
                set_fact(link, "oldest", OLDEST)  # as the migration says
            store.close()
            place = Path(name) / f"round-{number}"
            place.mkdir()
            letters = crash.prepare(url, place, GAMES, TURNS)
            if not number:
                assert _server(ROOT, url, place, 0).wait() == 0
                wanted = crash.records(url)
                continue
            died = mixed(url, place, older, luck.randint(1, 12), luck)
            crash.alone(url)
            for tree in (older, ROOT):
                assert _server(tree, url, place, 0).wait() == 0
            crash.check(url, place, letters, wanted, died)
            total += died
            print(f"round {number}: {letters} letters, {died} killed", flush=True)
    print(f"{total} servers of this tree and of {commit[:12]} were killed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
