"""Letters of others while a bot thinks, beside the same letters while none does.

The bot is a strong one, in a process of its own as `pbem serve` starts it; it thinks
for as long as there are letters. All share one processor: with a second one free, the
bot would have that, and nothing be known of whether it gives way.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pbem.bots.child import Failed, Question, Reply
from pbem.record.turn_file import read
from pbem.server.context import Transaction
from pbem.server.host import transfer
from pbem.server.run.server import MailServer
from tests.bench import bench_mail
from tests.bench.harness import Peer, Row
from tests.bench.mail_sink import sink

LAVA = "Game: lava\nSeats: Ann, Bot\nBots: Bot=strong\n\n== 0 ==\nAnn: n 0,0\n"
ROUNDS = 5


def rows() -> list[Row]:
    """How many letters are answered in a second, and how many of them alone."""
    alone, beside = [], []
    with one_processor(), sink() as port:
        for _ in range(ROUNDS):
            alone.append(bench_mail.timed(lambda place: bench_mail.served(place, port)))
            beside.append(bench_mail.timed(lambda place: _with_bot(place, port)))
    # What else the machine does can only add to a time.
    free = Peer("nobody thinks", bench_mail.LETTERS / min(alone))
    rate = bench_mail.LETTERS / min(beside)
    return [Row("letters, while a bot thinks", rate, "/s", 0.80, free)]


@contextmanager
def one_processor() -> Iterator[None]:
    """Keep to one processor, with all that is started meanwhile; where a system can."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _with_bot(place: Path, port: int) -> float:
    think = _Thinker()

    def prepare(server: MailServer, tx: Transaction) -> None:
        server.thinking.think = think
        transfer.import_game(tx, read(LAVA), {"Ann": "ann@a.example"}, "alone")

    taken = bench_mail.served(place, port, prepare=prepare, finish=think.over.set)
    assert think.asked, "nobody has asked the bot"
    return taken


class _Thinker:
    """Has a bot think in a process of its own, until it is told that it is enough."""

    def __init__(self) -> None:
        self.over = threading.Event()
        self.asked = 0

    def __call__(self, question: Question) -> Reply:
        self.asked += 1
        command = [sys.executable, "-m", "pbem.bots.behind"]
        said = json.dumps(question._asdict()).encode()
        pipe, none = subprocess.PIPE, subprocess.DEVNULL
        while not self.over.is_set():
            with subprocess.Popen(command, stdin=pipe, stdout=none) as process:
                assert process.stdin is not None
                process.stdin.write(said)
                process.stdin.close()
                while process.poll() is None and not self.over.wait(0.05):
                    pass
                process.kill()
        raise Failed("the bench is over")
