"""Letters from a Maildir to a report that an SMTP server has accepted.

One worker, SQLite with full synchronous commits, letters with HTML and pictures; every
letter is an order of Magic Arena, every second one ends a turn. Beside it, in turn and
in the same run, Mailman 3 hands posts on to the one member of a list.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter, sleep

from pbem.mail.transport.maildir import MaildirSource, make_maildir
from pbem.mail.transport.smtp import SmtpSink
from pbem.mail.transport.smtp_connection import SmtpAccount as SmtpServer
from pbem.record.header import Header
from pbem.record.turn_file import Record
from pbem.server.context import ServerContext, Transaction
from pbem.server.flow.server import MailServer
from pbem.server.host import transfer
from pbem.server.settings import config
from pbem.server.store import schema
from pbem.server.store.connection import Database
from pbem.server.store.reply_tokens import Key
from tests.bench import mailman_peer, peer_environment
from tests.bench.harness import Row, beside, clock
from tests.bench.mail_sink import sink

GAMES = 50
TURNS = 4
FIRST = (("ann", "fire C3"), ("bob", "air F6"))  #: who writes, and the first orders
LETTERS = GAMES * TURNS * len(FIRST)
POSTS = 100
ROUNDS = 3
BEGIN = 1_700_000_000.0
# Text alone, as all the others write it.
SETTINGS = (
    'address = "referee@x.example"\nhtml = false\n'
    '[identity]\npolicy = "open"\n[limits]\n'
    "sender_hour = 100000\ngame_hour = 100000\nalike_day = 100000\n"
)


def rows() -> list[Row]:
    """Measure letters with HTML and pictures beside posts that Mailman 3 hands on."""
    pictured = SETTINGS.replace("html = false", "html = true")
    python = peer_environment.python("mailman")
    with sink() as port:

        def theirs() -> float:
            script = str(Path(mailman_peer.__file__))
            command = [str(python), script, str(port), str(POSTS)]
            done = subprocess.run(command, check=True, capture_output=True, text=True)
            return float(done.stdout) / POSTS

        def ours() -> float:
            start = clock()
            timed(partial(served, port=port, settings=pictured))
            return (clock() - start) / LETTERS

        peer = "a post handed on to one member by Mailman 3"
        work = ("a letter answered with HTML and picture, durably", ours, 1.0)
        return beside(peer, theirs, [work], ROUNDS)


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
    with store.reading() as conn:
        done = schema.letter.c.state == "done"
        assert len(conn.execute(schema.letter.select().where(done)).all()) == LETTERS
    server.close()
    return taken
