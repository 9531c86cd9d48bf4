"""Letters a second from a Maildir to a report that an SMTP server has accepted.

One worker, SQLite with full synchronous commits, letters as text and with HTML and
pictures; every letter is an order of Magic Arena, every second one ends a turn.
Beside it, in turn and in the same run, a bare loop of the standard library that is
as durable, salmon-mail, which stores nothing, and one Python process a letter.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import perf_counter, sleep

from pbem.mail.transport.maildir import MaildirSource, make_maildir
from pbem.mail.transport.smtp import SmtpSink
from pbem.mail.transport.smtp_connection import SmtpAccount as SmtpServer
from pbem.record.header import Header
from pbem.record.turn_file import Record
from pbem.server import config
from pbem.server.context import ServerContext, Transaction
from pbem.server.database import schema
from pbem.server.database.connection import Database
from pbem.server.host import transfer
from pbem.server.queue.reply_tokens import Key
from pbem.server.run.server import MailServer
from pbem.server.run.worker import Worker
from tests import fuzz_letters
from tests.bench.harness import Peer, Row
from tests.bench.mail_sink import sink

GAMES = 50
TURNS = 4
FIRST = (("ann", "fire C3"), ("bob", "air F6"))  #: who writes, and the first orders
LETTERS = GAMES * TURNS * len(FIRST)
ONES = 10
ODD = 40  #: shapes of letters that no mail program makes
ROUNDS = 3
BEGIN = 1_700_000_000.0
# Text alone, as all the others write it.
SETTINGS = (
    'address = "referee@x.example"\nhtml = false\n'
    '[identity]\npolicy = "open"\n[limits]\n'
    "sender_hour = 100000\ngame_hour = 100000\nalike_day = 100000\n"
)


def rows() -> list[Row]:
    """All figures of the mail server."""
    pictured = SETTINGS.replace("html = false", "html = true")
    with sink() as port:
        ours, both, bare, ones, salmon = [], [], [], [], []
        for settings in (SETTINGS, pictured):  # templates are compiled once
            timed(partial(served, port=port, settings=settings))
        for _ in range(ROUNDS):
            ours.append(timed(lambda place: served(place, port)))
            bare.append(timed(lambda place: _peer("bare", place, port)))
            both.append(timed(lambda place: served(place, port, pictured)))
            ones.append(timed(lambda place: _process_a_letter(place, port)))
            if find_spec("salmon") is not None:
                salmon.append(timed(lambda place: _peer("salmon", place, port)))
    loop = Peer("the bare loop as durable", LETTERS / median(bare))
    one_each = Peer("one process each", ONES / median(ones))
    rate = LETTERS / median(ours)
    found = [
        Row(loop.name, loop.value, "/s", None, loop),
        Row("letters, Maildir to SMTP", rate, "/s", 0.70, loop),
        Row(
            "letters, with HTML and pictures", LETTERS / median(both), "/s", 0.35, loop
        ),
        Row("the same letters", rate, "/s", 20, one_each),
    ]
    if salmon:
        peer = Peer("salmon-mail", LETTERS / median(salmon))
        found.append(Row("the same letters once more", rate, "/s", 1, peer))
    found += _full(loop)
    # Last, as a server leaves these to its sandbox: their memory is not the server's.
    slowest = max(max(fuzz_letters.seconds(seed)) for seed in range(ODD))
    found.append(Row(f"slowest of {ODD} odd letters, to 1 MB", 1000 * slowest, "ms"))
    return found


def timed(work: Callable[[Path], float]) -> float:
    """Return what some work in a folder of its own takes."""
    with tempfile.TemporaryDirectory(prefix="pbem-bench-") as name:
        return work(Path(name))


def write_letters(
    place: Path,
    games: Sequence[int],
    turns: int = TURNS,
    writers: Sequence[tuple[str, str]] = FIRST,
) -> None:
    """Lay the orders of some games before the referee, in the Maildir `in`."""
    make_maildir(place / "in")
    count = 0
    for turn in range(turns):
        for number in games:
            for who, first in writers:
                count += 1
                text = first if turn == 0 else f"{'CDEF'[turn % 4]}{turn % 3 + 3} 1N"
                path = place / "in" / "new" / f"1700000000.{count:06}.{who}{number}"
                path.write_text(
                    "Received: from mail.example by x.example; Tue, 14 Nov 2023"
                    " 22:13:20 +0000\nMIME-Version: 1.0\nContent-Type: text/plain;"
                    f" charset=utf-8\nFrom: {who}{number}@{who[0]}.example\n"
                    f"To: referee@x.example\nSubject: Re: g{number}: your turn\n"
                    f"Message-ID: <{who}{number}.{count}@players.example>\n\n{text}\n\n"
                    "On Tuesday, the referee wrote:\n"
                    + "> a line of an old report that is quoted\n"
                    * 30
                )
                os.utime(path, (BEGIN + count, BEGIN + count))


def begin_games(tx: Transaction, games: Iterable[int]) -> None:
    """Have Ann and Bob play games of Magic Arena."""
    for number in games:
        head = Header("arena", ("Ann", "Bob"), name=f"g{number}")
        seats = {"Ann": f"ann{number}@a.example", "Bob": f"bob{number}@b.example"}
        transfer.import_game(tx, Record(head, ("",), None, 1), seats)


def served(
    place: Path,
    port: int,
    settings: str = SETTINGS,
    prepare: Callable[[MailServer, Transaction], None] | None = None,
    finish: Callable[[], None] = lambda: None,
) -> float:
    """Return the seconds that our server takes for all letters.

    `prepare` is called before the clock starts, `finish` when it has stopped.
    """
    write_letters(place, range(GAMES))
    store = Database(str(place / "pbem.db"))
    office = ServerContext(config.read(settings, str(place)), store, Key(b"k" * 32))
    out = SmtpSink(SmtpServer("127.0.0.1", port, "plain"))
    server = MailServer(office, [MaildirSource(place / "in")], out)
    server.open()
    with office.writing(BEGIN) as tx:
        begin_games(tx, range(GAMES))
        if prepare is not None:
            prepare(server, tx)
    server.reader.read(b"From: a@b.example\n\nwarm\n")
    began = perf_counter()
    stop = threading.Event()
    loop = threading.Thread(target=server.serve, args=(lambda: BEGIN + 3600, stop))
    loop.start()
    while server.worker.letters < LETTERS or server.sender.next_at() is not None:
        sleep(0.01)  # a look that comes more often takes the processor from them
    taken = perf_counter() - began
    finish()
    stop.set()
    loop.join()
    with store.reading() as link:
        done = schema.letter.c.state == "done"
        assert len(link.execute(schema.letter.select().where(done)).all()) == LETTERS
    server.close()
    return taken


def _peer(how: str, place: Path, port: int) -> float:
    write_letters(place, range(GAMES))
    command = [
        sys.executable,
        "-m",
        "tests.bench.mail_peers",
        how,
        str(place),
        str(port),
    ]
    empty = [*command[:4], str(place / "none"), str(port)]
    make_maildir(place / "none" / "in")
    start = perf_counter()
    subprocess.run(empty, check=True, capture_output=True)
    starting = perf_counter() - start
    start = perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return perf_counter() - start - starting


def _process_a_letter(place: Path, port: int) -> float:
    write_letters(place, range(GAMES))
    command = [sys.executable, "-m", "tests.bench.mail_peers", "one", str(place)]
    start = perf_counter()
    for _ in range(ONES):
        subprocess.run([*command, str(port)], check=True, capture_output=True)
    return perf_counter() - start


def _full(loop: Peer) -> list[Row]:
    """The claim of the next game among 10,000 with 100,000 letters stored."""
    with tempfile.TemporaryDirectory(prefix="pbem-bench-") as name:
        store = Database(str(Path(name) / "pbem.db"))
        store.prepare()
        _fill(store)
        office = ServerContext(config.read(SETTINGS, name), store, Key(b"k" * 32))
        worker = Worker(office)
        taken = []
        for number in range(50):
            with store.writing() as link:
                game = schema.game
                this = game.c.id == 1 + number * 199
                link.execute(game.update().where(this).values(wake_at=BEGIN))
            start = perf_counter()
            worker.step(BEGIN + 1)
            taken.append(perf_counter() - start)
        store.close()
    letter = Peer("a letter of the bare loop", 1000 / loop.value)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return [
        Row("claim a game of 10,000", median(taken) * 1000, "ms", 1, letter),
        Row("memory of server and bench", memory, "MB", 150),
    ]


def _fill(store: Database) -> None:
    with store.writing() as link:
        games = [
            {
                "name": f"g{n}", "kind": "arena", "state": "running", "pace": 172800,
                "made": BEGIN, "wake_at": BEGIN + 1e6 + n, "deadline": BEGIN + 1e6 + n,
            }
            for n in range(10_000)
        ]  # fmt: skip
        link.execute(schema.game.insert(), games)
        person = {"id": 1, "name": "x", "made": BEGIN, "display": "board"}
        link.execute(schema.player.insert().values(person))
        seats = [
            {"game_id": n + 1, "number": s, "name": "AB"[s], "player_id": 1,
             "state": "in"}
            for n in range(10_000) for s in (0, 1)
        ]  # fmt: skip
        link.execute(schema.seat.insert(), seats)
        for part in range(100):
            letters = [
                {
                    "key": f"k{part}:{n}", "raw": b"x" * 2000, "received": BEGIN,
                    "kept": BEGIN, "state": "done", "game_id": 1 + n * 7 % 10_000,
                }
                for n in range(1000)
            ]  # fmt: skip
            link.execute(schema.letter.insert(), letters)
