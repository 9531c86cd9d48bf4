"""What a second server on one PostgreSQL is good for.

Each takes half of the letters, all games are everybody's, and no two letters wait for
one game, as it is with players: the first of each is answered, then the second, which
brings a report to both. The bound is what one could hope for: a letter costs two
servers the processor time that it costs one alone (its database's and its sandbox's
among it), and nothing lies idle. What other programs of the machine need meanwhile is
nobody's: the bound is of what they left.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from time import perf_counter, sleep
from typing import NamedTuple

import sqlalchemy as sa

from pbem.server import config
from pbem.server.context import ServerContext
from pbem.server.database import schema
from pbem.server.database.connection import Database
from pbem.server.queue.reply_tokens import Key
from tests.bench.bench_mail import (
    BEGIN,
    FIRST,
    SETTINGS,
    TURNS,
    begin_games,
    write_letters,
)
from tests.bench.harness import Peer, Row
from tests.bench.mail_sink import sink
from tests.bench.processes import idle, spent
from tests.support import servers

GAMES = 200
WARM = 10  #: games that each answers letters of before the clock starts
LETTERS = GAMES * len(FIRST)
ROUNDS = 3
_numbers = count(1)


class Run(NamedTuple):
    """What it took to have all letters answered, in seconds."""

    wall: float
    ours: float  #: of a processor, by the servers and the database
    idle: float  #: of all processors, in which they did nothing


def rows() -> list[Row]:
    """What one server does, and what two do."""
    alone, both = [], []
    with sink() as port:
        for _ in range(ROUNDS):
            alone.append(_run(1, port))
            both.append(_run(2, port))
    return compared(_sum(alone), _sum(both), ROUNDS * LETTERS)


def compared(alone: Run, both: Run, letters: int) -> list[Row]:
    """Return how many letters one server answers a second, and two beside the bound."""
    left = (both.ours + both.idle) / both.wall
    bound = Peer("as one costs, nothing idle", left * letters / alone.ours)
    rate = letters / both.wall
    return [
        Row("letters, one server on PostgreSQL", letters / alone.wall),
        Row("letters, two servers on it", rate, "/s", 0.8, bound),
        Row("a letter's processor time, one server", 1000 * alone.ours / letters, "ms"),
        Row("the same with two", 1000 * both.ours / letters, "ms"),
    ]


def _sum(runs: list[Run]) -> Run:
    return Run(*map(sum, zip(*runs, strict=True)))


def _run(many: int, port: int) -> Run:
    """Have so many servers answer all letters."""
    name = f"servers{next(_numbers)}"
    database = servers.durable_postgres()
    with (
        tempfile.TemporaryDirectory(prefix="pbem-bench-") as place,
        ExitStack() as ends,
    ):
        url = database.database(name)
        ends.callback(database.drop, name)
        store = Database(url)
        ends.callback(store.close)
        store.prepare()
        office = ServerContext(config.read(SETTINGS, place), store, Key(b"k" * 32))
        with office.writing(BEGIN) as tx:
            begin_games(tx, range(GAMES + many * WARM))
        folders = [Path(place) / str(number) for number in range(many)]
        for number, folder in enumerate(folders):
            for one in FIRST:
                write_letters(folder / one[0], range(number, GAMES, many), 1, [one])
            first = GAMES + number * WARM
            write_letters(folder / "warm", range(first, first + WARM))
        # One after the other, or the first would do all that warms them.
        all_of_them = [ends.enter_context(serving(url, one, port)) for one in folders]
        tell(all_of_them, "begin")
        sleep(1.0)  # they open what they need
        roots = [database.main_process(), *(one.pid for one in all_of_them)]
        began, before, rested = perf_counter(), spent(roots), idle()
        wanted = many * WARM * TURNS * len(FIRST)
        for name, _ in FIRST:
            wanted += GAMES
            tell(all_of_them, name)
            while not _done(store, wanted):
                assert all(one.poll() is None for one in all_of_them)
                sleep(0.05)
        rest, cost = idle() - rested, spent(roots) - before
        return Run(perf_counter() - began, cost, rest)


@contextmanager
def serving(url: str, folder: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    """Have a server warmed, to be told when it begins, and which letters have come."""
    command = [sys.executable, "-m", "tests.bench.server_process"]
    with subprocess.Popen(
        [*command, url, str(folder), str(port)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stdout.readline() == "ready\n"
        yield process
        process.stdin.close()


def tell(all_of_them: Iterable[subprocess.Popen[str]], line: str) -> None:
    """Write a line to servers."""
    for one in all_of_them:
        assert one.stdin is not None
        one.stdin.write(line + "\n")
        one.stdin.flush()


def _done(store: Database, letters: int) -> bool:
    """Whether all letters were answered, and all answers sent."""
    done, wait = schema.letter.c.state == "done", schema.outbox.c.state == "waiting"
    with store.reading() as link:
        answered = link.execute(sa.select(sa.func.count()).where(done)).scalar()
        waiting = sa.select(schema.outbox.c.id).where(wait).limit(1)
        return answered == letters and link.execute(waiting).first() is None
