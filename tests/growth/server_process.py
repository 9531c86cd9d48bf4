"""A server in a process of its own: `python -m tests.growth.server_process
URL FOLDER PORT` answers letters that lie in a folder, on a database that others share.

It warms itself with those that lie in `warm` and says "ready". Told a line, it begins
to serve; each other line names a folder with letters that it is to take now. It ends
with its standard input.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pbem.mail.transport.maildir import MaildirSource
from pbem.mail.transport.smtp import SmtpSink
from pbem.mail.transport.smtp_connection import SmtpAccount
from pbem.server.context import ServerContext
from pbem.server.flow.server import MailServer
from pbem.server.settings import config
from pbem.server.store.connection import Database
from pbem.server.store.reply_tokens import Key
from tests.bench.bench_mail import BEGIN, SETTINGS

NOW = BEGIN + 3600
# The clock stands still: no letter may wait for others to join it.
_SETTINGS = 'gather = ""\n' + SETTINGS


def main(url: str, folder: str, port: str) -> None:
    """Serve until nobody listens."""
    settings = config.read(_SETTINGS, folder)
    office = ServerContext(settings, Database(url), Key(b"k" * 32))
    out = SmtpSink(SmtpAccount("127.0.0.1", int(port), "plain"))
    server = MailServer(office, [_mailbox(folder, "warm")], out)
    server.open()
    server.once(NOW)
    server.sources = []
    stop = threading.Event()
    given = (lambda: NOW, stop)
    serving = threading.Thread(target=server.serve, args=given)
    print("ready", flush=True)
    if sys.stdin.readline():
        serving.start()
        for name in sys.stdin:
            server.fetch(_mailbox(folder, name.strip()), NOW)
        stop.set()
        serving.join()
    server.close()


def _mailbox(folder: str, name: str) -> MaildirSource:
    return MaildirSource(Path(folder) / name / "in")


@contextmanager
def serving(url: str, folder: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    """Have a server warmed, to be told when it begins, and which letters have come."""
    command = [sys.executable, "-m", "tests.growth.server_process"]
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


if __name__ == "__main__":
    main(*sys.argv[1:])
