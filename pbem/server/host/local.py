"""A server and its players on one machine: a Maildir each, and no mail server."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import Self

from pbem.mail.transport.base import DeliveryResult, OutgoingLetter, refused
from pbem.mail.transport.maildir import MaildirSink, MaildirSource, make_maildir
from pbem.schedule.units import HOUR
from pbem.server.context import ServerContext
from pbem.server.flow.server import MailServer
from pbem.server.settings import config
from pbem.server.store.connection import Database
from pbem.server.store.reply_tokens import load_key

REFEREE = "referee@pbem.example"
BEGIN = 1_700_000_000.0


@dataclass(slots=True)
class Carrier:
    """Delivers letters to their recipients' Maildirs."""

    boxes: dict[str, MaildirSink]

    def send(self, letter: OutgoingLetter) -> DeliveryResult:
        """Deliver one letter."""
        mailbox = self.boxes.get(re.sub(r"\+.*@", "@", letter.recipient.lower()))
        return mailbox.send(letter) if mailbox else refused("nobody here of that name")

    def close(self) -> None:
        """Do nothing: there is nothing to let go of."""


@dataclass(slots=True)
class Player:
    """Somebody who answers letters as mail programs do."""

    name: str
    address: str
    mailbox: MaildirSource
    post: Carrier
    count: int = 0
    last: Message | None = None
    letters: list[Message] = field(default_factory=list)

    def read(self) -> list[Message]:
        """Return the letters that came since."""
        found = []
        for incoming in self.mailbox.letters():
            found.append(message_from_bytes(incoming.raw))
            self.mailbox.done(incoming.key)
        self.letters += found
        if found:
            self.last = found[-1]
        return found

    def write(self, text: str, to: str = REFEREE, subject: str = "a game") -> bytes:
        """Send a new letter."""
        return self._send(to, subject, text, "")

    def answer(self, text: str) -> bytes:
        """Answer the last letter, which is quoted below."""
        assert self.last is not None
        body = body_of(self.last)
        quoted = "".join(f"> {line}\n" for line in body.splitlines())
        to = re.sub(r".*<(.*)>.*", r"\1", str(self.last["Reply-To"]))
        subject = str(self.last["Subject"])
        subject = subject if subject.startswith("Re: ") else f"Re: {subject}"
        text = f"{text}\n\nOn Tuesday, the referee wrote:\n{quoted}"
        return self._send(to, subject, text, str(self.last["Message-ID"]))

    def _send(self, to: str, subject: str, text: str, answers: str) -> bytes:
        self.count += 1
        head = [
            f"From: {self.name} <{self.address}>",
            f"To: {to}",
            f"Subject: {subject}",
            f"Message-ID: <{self.name.lower()}-{self.count}@mail.example>",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
        ]
        if answers:
            head.insert(3, f"In-Reply-To: {answers}")
        raw = ("\n".join(head) + "\n\n" + text + "\n").encode()
        verdict = self.post.send(OutgoingLetter("", self.address, to, raw))
        assert not verdict.why, verdict.why
        return raw


def body_of(message: Message) -> str:
    """Return the plain text of a letter."""
    part = message
    while part.is_multipart():
        part = part.get_payload(0)  # type: ignore[assignment]
    payload = part.get_payload(decode=True)
    assert isinstance(payload, bytes)
    return payload.decode("utf-8").replace("\r\n", "\n")


class LocalServer:
    """A server in a folder, and people who write to it; its clock is moved by hand."""

    def __init__(self, place: Path, names: tuple[str, ...]) -> None:
        self.now = BEGIN
        rooms = {f"player-{at}": name for at, name in enumerate(names, 1)}
        if all(re.fullmatch("[A-Za-z]+", name) for name in names):
            rooms = {name.lower(): name for name in names}
        boxes = {REFEREE: "referee"}
        boxes |= {f"{room}@pbem.example": room for room in rooms}
        for room in boxes.values():
            make_maildir(place / room)
        post = Carrier({a: MaildirSink(place / room) for a, room in boxes.items()})
        self.players = [
            Player(name, f"{room}@pbem.example", MaildirSource(place / room), post)
            for room, name in rooms.items()
        ]
        text = f'address = "{REFEREE}"\nstore = "demo.db"\nkey_file = "demo.key"\n'
        settings = config.read(text, str(place))
        key = load_key(place / "demo.key")
        self.context = ServerContext(settings, Database(settings.url), key)
        self.server = MailServer(self.context, [MaildirSource(place / "referee")], post)

    def pass_on(self, seconds: float = HOUR) -> list[tuple[Player, Message]]:
        """Have the server answer, and let time go; return what came to people."""
        self.server.once(self.now)
        self.now += seconds
        return [(one, letter) for one in self.players for letter in one.read()]

    def __enter__(self) -> Self:
        self.server.open()
        return self

    def __exit__(self, *_failed: object) -> None:
        self.server.close()
