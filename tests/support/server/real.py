"""Players with real mailboxes, and `pbem server serve` as a process of its own."""

from __future__ import annotations

import os
import re
import smtplib
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage, Message
from itertools import count
from pathlib import Path

import sqlalchemy as sa

from pbem.server.host.local import body_of
from pbem.server.store import schema
from pbem.server.store.connection import Database
from tests.support.processes import HOST
from tests.support.servers import Dovecot, Postfix

PATIENCE = 60.0
_numbers = count(1)
_PBEM = (sys.executable, "-c", "from pbem.cli import main; main()")


def pbem(
    *given: str, stdin: bytes = b"", place: Path
) -> subprocess.CompletedProcess[bytes]:
    """Runs a command to its end."""
    return subprocess.run(
        [*_PBEM, *given],
        input=stdin,
        cwd=place,
        capture_output=True,
        timeout=120,
        env={**os.environ, "PYTHONPATH": os.getcwd()},
    )


@contextmanager
def serving(
    place: Path, config: str = "pbem.toml"
) -> Iterator[subprocess.Popen[bytes]]:
    """`pbem server serve` in a process of its own; its log goes into a file."""
    with open(place / f"{config}.log", "ab") as log:
        process = subprocess.Popen(
            [*_PBEM, "server", "serve", "--config", config],
            cwd=place,
            stderr=log,
            env={**os.environ, "PYTHONPATH": os.getcwd()},
        )
        try:
            yield process
        finally:
            process.terminate()
            process.wait(60)


def until(true: Callable[[], bool], what: str) -> None:
    """Waits until something is so; fails when it never is."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.05)


class Mailbox:
    """Somebody who reads and writes mail through real servers."""

    def __init__(self, name: str, postfix: Postfix, dovecot: Dovecot) -> None:
        self.name = name
        self.user = f"{name.lower()}{os.getpid()}n{next(_numbers)}"
        self.address = f"{self.user}@pbem.test"
        self.postfix = postfix
        self.place = dovecot.mailbox(self.user)

    def count(self) -> int:
        """How many letters there are."""
        return len(self._files())

    def letters(self) -> list[Message]:
        """All letters, in the order in which they came."""
        return [message_from_bytes(path.read_bytes()) for path in self._files()]

    def _files(self) -> list[Path]:
        found = [p for part in ("new", "cur") for p in (self.place / part).glob("*")]
        return sorted(found, key=lambda path: path.stat().st_mtime_ns)

    def write(self, to: str, text: str, subject: str = "a game") -> None:
        """Sends a letter."""
        letter = EmailMessage()
        letter["From"] = f"{self.name} <{self.address}>"
        letter["To"] = to
        letter["Subject"] = subject
        letter["Message-ID"] = f"<{next(_numbers)}.{os.getpid()}@players.test>"
        letter.set_content(text)
        with smtplib.SMTP(HOST, self.postfix.smtp) as client:
            client.send_message(letter)

    def answer(self, text: str) -> None:
        """Answers the last letter, quoting it."""
        last = self.letters()[-1]
        to = re.sub(r".*<(.*)>", r"\1", str(last["Reply-To"]).replace("\n", ""))
        quoted = "".join(f"> {line}\n" for line in body_of(last).splitlines())
        text = f"{text}\n\nOn Tuesday the referee wrote:\n{quoted}"
        self.write(to, text, f"Re: {last['Subject']}")


class Host:
    """Looks into the store of a server that runs."""

    def __init__(self, store: Database, people: list[Mailbox]) -> None:
        self.store = store
        self.people = people
        self.sent = 0

    def quiet(self) -> bool:
        """Whether all letters are answered and all mail has arrived."""
        letter, outbox = schema.letter, schema.outbox
        number = sa.func.count()
        with self.store.reading() as conn:
            busy = letter.c.state.in_(("new", "waiting"))
            query = sa.select(number).select_from(letter)
            if conn.execute(query).scalar() != self.sent:
                return False
            if conn.execute(query.where(busy)).scalar():
                return False
            query = sa.select(outbox.c.recipient, outbox.c.state)
            rows = conn.execute(query).all()
        if any(row.state == "waiting" for row in rows):
            return False
        return all(
            person.count() == sum(row.recipient == person.address for row in rows)
            for person in self.people
        )

    def wait(self) -> None:
        """Waits until one more letter is answered, and everything has arrived."""
        self.sent += 1
        until(self.quiet, f"letter {self.sent}")
