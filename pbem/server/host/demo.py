"""A whole game by mail on one machine: three Maildirs, and no mail server."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import Message
from pathlib import Path

from pbem.mail.transport.base import DeliveryResult, Outgoing, refused
from pbem.mail.transport.maildir import MaildirSink, MaildirSource, make_maildir
from pbem.record.turn_file import Entry, Heading, read
from pbem.schedule.units import HOUR
from pbem.server.context import ServerContext
from pbem.server.flow.server import MailServer
from pbem.server.settings import config
from pbem.server.store.connection import Database
from pbem.server.store.reply_tokens import load_key
from pbem.system.resources import folder

REFEREE = "referee@pbem.example"
BEGIN = 1_700_000_000.0
Show = Callable[[Message, str], None]


@dataclass(slots=True)
class Carrier:
    """Puts letters into the Maildir of whoever they are for."""

    boxes: dict[str, MaildirSink]

    def send(self, letter: Outgoing) -> DeliveryResult:
        """Deliver one letter."""
        box = self.boxes.get(re.sub(r"\+.*@", "@", letter.recipient.lower()))
        return box.send(letter) if box else refused("nobody here of that name")

    def close(self) -> None:
        """Do nothing: there is nothing to let go of."""


@dataclass(slots=True)
class Player:
    """Somebody who answers letters as mail programs do."""

    name: str
    address: str
    box: MaildirSource
    post: Carrier
    count: int = 0
    last: Message | None = None
    letters: list[Message] = field(default_factory=list)

    def read(self) -> list[Message]:
        """Return the letters that came since."""
        found = []
        for incoming in self.box.letters():
            found.append(message_from_bytes(incoming.raw))
            self.box.done(incoming.key)
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
        verdict = self.post.send(Outgoing("", self.address, to, raw))
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


def play(place: Path, show: Show) -> str:
    """Play the game that the box of Magic Arena calls a duel; return its name.

    Every letter is shown as it arrives, with the name of its reader.
    """
    example = folder("games") / "arena" / "examples" / "duel.txt"
    moves = _moves(example.read_text(encoding="utf-8"))
    boxes = {REFEREE: "referee"}
    people = {"ann@pbem.example": "Ann", "bob@pbem.example": "Bob"}
    boxes |= {address: name.lower() for address, name in people.items()}
    for name in boxes.values():
        make_maildir(place / name)
    post = Carrier({a: MaildirSink(place / name) for a, name in boxes.items()})
    ann, bob = (
        Player(name, address, MaildirSource(place / name.lower()), post)
        for address, name in people.items()
    )
    text = f'address = "{REFEREE}"\nstore = "demo.db"\nkey_file = "demo.key"\n'
    settings = config.read(text, str(place))
    context = ServerContext(
        settings, Database(settings.url), load_key(place / "demo.key")
    )
    server = MailServer(context, [MaildirSource(place / "referee")], post)
    server.open()
    try:
        _play(server, ann, bob, moves, show)
    finally:
        server.close()
    return "duel"


def _play(
    server: MailServer,
    ann: Player,
    bob: Player,
    moves: Iterator[dict[str, str]],
    show: Show,
) -> None:
    now = BEGIN

    def pass_on() -> None:
        nonlocal now
        server.once(now)
        for player in (ann, bob):
            for letter in player.read():
                show(letter, player.name)
        now += HOUR

    def send(raw: bytes) -> None:
        show(message_from_bytes(raw), "the referee")

    send(ann.write("new arena called duel with bob@pbem.example hp=8 healing=no"))
    pass_on()
    send(ann.answer("accept"))
    pass_on()
    send(bob.answer("accept"))
    pass_on()
    for turn in moves:
        for player in (ann, bob):
            if player.name in turn:
                send(player.answer(turn[player.name]))
                pass_on()


def _moves(text: str) -> Iterator[dict[str, str]]:
    """Return what everybody sends, turn by turn."""
    turn: dict[str, str] = {}
    for item in read(text).items():
        if isinstance(item, Heading) and turn:
            yield turn
            turn = {}
        elif isinstance(item, Entry):
            turn[item.seat.text] = "\n".join(piece.text for piece in item.pieces)
    yield turn
