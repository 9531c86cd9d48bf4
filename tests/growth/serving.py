"""What serving costs while a large store is copied, or led to another version.

`python -m tests.growth.serving` fills a PostgreSQL store, and has a server answer as
many letters undisturbed as beside `pbem server backup`; then one of the version before
answers some while this version brings the tables up to date. It tells letters a
second, what a letter costs a processor, and the longest time without an answer; at the
end all letters are answered, and the copy is whole.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

import sqlalchemy as sa

from pbem.server.context import ServerContext
from pbem.server.settings import config
from pbem.server.store import schema
from pbem.server.store.connection import Database
from pbem.server.store.queries import count, note_done
from pbem.server.store.reply_tokens import Key
from tests.bench.bench_mail import BEGIN, SETTINGS, begin_games, write_letters
from tests.bench.mail_sink import sink
from tests.growth.__main__ import filled
from tests.growth.processes import spent
from tests.growth.server_process import NOW, serving, tell
from tests.support import servers

GAMES = 200  #: of which letters are answered in each part, two of each
LETTERS = 2 * GAMES
PARTS = ("alone", "beside a backup")
ROOT = Path(__file__).parents[2]
_BACKUP = """
import resource, sys
from pathlib import Path
from pbem.server.store.connection import Database
from pbem.server.host import backup
held = backup.save(Database(sys.argv[1]), Path(sys.argv[2]))
used = resource.getrusage(resource.RUSAGE_SELF)
cost, memory = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
print(f"backup: {held.rows} rows, {cost:.1f} s of a processor, {memory:.0f} MB")
"""


def last_letter(store: Database) -> int:
    """Return the number of the last letter that came."""
    with store.reading() as conn:
        found = conn.execute(sa.select(sa.func.max(schema.letter.c.id))).scalar()
    return int(found or 0)


def answered(store: Database, since: int) -> int:
    """Return how many letters behind one are answered."""
    letter = schema.letter.c
    with store.reading() as conn:
        return count(conn, letter.id > since, letter.state == "done")


def watched(
    what: str,
    store: Database,
    server: subprocess.Popen[Any],
    begin: Callable[[], object],
) -> None:
    """Have letters answered, and tell how it went."""
    roots = [server.pid]
    database = [servers.postgres().main_process()]
    since, costs = last_letter(store), (spent(roots), spent(database))
    begin()
    began = last = perf_counter()
    longest, known = 0.0, 0
    while known < LETTERS:
        assert not server.poll()
        sleep(0.05)
        now = answered(store, since)
        if now > known or not known:
            longest = max(longest, perf_counter() - last if known else 0.0)
            last, known = perf_counter(), now
    rate = LETTERS / (perf_counter() - began)
    ours = 1000 * (spent(roots) - costs[0]) / LETTERS
    theirs = 1000 * (spent(database) - costs[1]) / LETTERS
    print(
        f"{what}: {rate:.1f} letters/s, {longest:.2f} s at most without one;"
        f" {ours:.1f} ms of a processor each, {theirs:.1f} of the database's",
        flush=True,
    )


@contextmanager
def beside(program: str, tree: Path, *given: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program on a tree of ours meanwhile, to its end."""
    command = [sys.executable, "-c", program, *given]
    path = {**os.environ, "PYTHONPATH": str(tree)}
    with subprocess.Popen(command, cwd=tree, env=path) as process:
        yield process
        assert process.wait() == 0


def main() -> int:
    """Run all parts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    games = parser.parse_args().games
    with ExitStack() as ends:
        place = Path(ends.enter_context(tempfile.TemporaryDirectory()))
        port = ends.enter_context(sink())
        store = filled(ends, "postgres", games).world.store
        url = store.url.render_as_string(hide_password=False)
        office = ServerContext(config.read(SETTINGS, str(place)), store, Key(b"k" * 32))
        with office.writing(BEGIN) as tx:
            begin_games(tx, range(len(PARTS) * GAMES))
            # Or the server would think that it had slept, or that clocks are set
            # otherwise than when games were copied, and tell everybody.
            note_done(tx.conn, "beat", NOW)
            tx.conn.execute(schema.game.update().values(wall=""))
        for number, name in enumerate(PARTS):
            first = number * GAMES
            write_letters(place / name, range(first, first + GAMES), 1)
        write_letters(place / "warm", range(0))
        copy = place / "copy.db"
        with serving(url, place, port) as server:
            tell([server], "begin")
            sleep(1.0)
            watched(PARTS[0], store, server, lambda: tell([server], PARTS[0]))
            with beside(_BACKUP, ROOT, url, str(copy)) as program:
                sleep(1.0)
                watched(PARTS[1], store, server, lambda: tell([server], PARTS[1]))
                ended = program.poll() is not None
                print("the backup ended first" if ended else "the backup went on")
        kept = Database(str(copy))
        with kept.reading() as conn:
            assert conn.execute(sa.text("PRAGMA integrity_check")).scalar() == "ok"
            assert count(conn, schema.game.c.id > 0) > games
        kept.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
