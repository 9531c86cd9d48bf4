"""A mail server of our own that the doctor looks at, and what it finds."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.mail.transport.base import (
    SENT,
    DeliveryResult,
    Incoming,
    OutgoingLetter,
    Unreachable,
    refused,
)
from pbem.server.host import doctor
from pbem.server.host.finding import Finding
from pbem.server.settings import config
from tests.support.server.world import BEGIN

MAILDIRS = '[[in]]\nfrom = "maildir"\npath = "in"\n[out]\nby = "folder"\npath = "out"\n'
SMTP = '[out]\nby = "smtp"\nhost = "127.0.0.1"\nsecurity = "plain"\nport = {}\n'
NOW = BEGIN + 60
SENT_ON = MAILDIRS.partition("[out]")[0] + SMTP.format(25)
IMAP = (
    '[[in]]\nfrom = "imap"\nhost = "127.0.0.1"\nsecurity = "plain"\nport = {}\n'
    'user = "u"\npassword = "p"\n[out]\nby = "folder"\npath = "out"\n'
)


class Mailbox:
    """A mail server: what it is sent is there at once, with a head of its own."""

    def __init__(self, head: str = "", *, tags: bool = True, why: str = "") -> None:
        self.head = head.encode()
        self.tags = tags
        self.why = why
        self.found: list[Incoming] = []
        self.settled: list[str] = []
        self.sent: list[OutgoingLetter] = []

    def send(self, letter: OutgoingLetter) -> DeliveryResult:
        self.sent.append(letter)
        if letter.recipient.startswith("referee+") and not self.tags:
            return refused("550 no such user")
        raw = self.head + letter.raw
        self.found.append(Incoming(f"{len(self.sent)}", raw, letter.recipient))
        return SENT

    def letters(self) -> Iterator[Incoming]:
        if self.why and self.sent:
            raise Unreachable(self.why)
        yield Incoming("0", b"Subject: another\n\n")
        yield from self.found

    def done(self, key: str) -> None:
        self.settled.append(key)

    def failed(self, key: str) -> None:
        raise AssertionError(key)

    def wait(self, seconds: float) -> None:
        """Nothing."""

    def close(self) -> None:
        """Nothing."""


def findings(
    folder: Path, settings: str = MAILDIRS, now: float = NOW
) -> dict[str, tuple[bool, str]]:
    """What is found, by what was tested."""
    read = config.read(f'address = "referee@x.example"\n{settings}', str(folder))
    found = list(doctor.examine(read, lambda: now, 2))
    assert len({one.what for one in found}) == len(found)
    return {one.what: (one.well, one.why) for one in found}


@pytest.fixture(autouse=True)
def store_there(tmp_path: Path, empty: Path) -> None:
    shutil.copy(empty, tmp_path / "pbem.db")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that were slept, in no time."""
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    return slept


def use(monkeypatch: pytest.MonkeyPatch, box: Mailbox) -> Mailbox:
    """Let letters go out to a mailbox, and come from it."""
    monkeypatch.setattr("pbem.server.host.transports.sink", lambda _: box)
    monkeypatch.setattr("pbem.server.host.transports.sources", lambda *_: [box])
    well = Finding("smtp", True)
    monkeypatch.setattr("pbem.server.host.mail_checks.sink", lambda _: well)
    return box
