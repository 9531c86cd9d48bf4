"""A small world for tests: a server in this process, its players, a list of mail."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from email import message_from_bytes
from functools import partial
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from pbem.bots.child import here
from pbem.mail.sandbox.read import ParsedLetter, read
from pbem.mail.transport.base import SENT, DeliveryResult, Incoming, OutgoingLetter
from pbem.schedule.parser import parse_duration
from pbem.server.context import ServerContext
from pbem.server.flow.server import MailServer
from pbem.server.settings import config
from pbem.server.states import EntrySource
from pbem.server.store import letters, schema
from pbem.server.store.connection import Database
from pbem.server.store.game_store import TimeEntry
from pbem.server.store.reply_tokens import Key
from tests.support.server.stores import hurry

REFEREE = "referee@x.example"
BEGIN = 1_700_000_000.0
HOUR = 3600.0


class Here:
    """Reads letters in this process: quicker than a child, and as good."""

    def read(self, raw: bytes) -> ParsedLetter:
        """Read one letter."""
        return read(raw)


@dataclass
class Mail:
    """A letter of ours as a player sees it."""

    raw: bytes
    sender: str
    recipient: str
    message_id: str
    subject: str = ""
    reply_to: str = ""
    text: str = ""

    def __post_init__(self) -> None:
        message = message_from_bytes(self.raw)
        self.subject = str(message["Subject"])
        self.reply_to = re.sub(r".*<(.*)>.*", r"\1", str(message["Reply-To"]))
        part = message
        while part.is_multipart():
            part = part.get_payload(0)  # type: ignore[assignment]
        payload = part.get_payload(decode=True)
        assert isinstance(payload, bytes)
        self.text = payload.decode().replace("\r\n", "\n")


@dataclass
class Box:
    """A sink that keeps what it is sent; `verdict` may refuse."""

    mail: list[Mail] = field(default_factory=list)
    verdict: Callable[[OutgoingLetter], DeliveryResult] = lambda letter: SENT

    def send(self, letter: OutgoingLetter) -> DeliveryResult:
        """Take a letter."""
        verdict = self.verdict(letter)
        if verdict == SENT:
            self.mail.append(
                Mail(letter.raw, letter.sender, letter.recipient, letter.message_id)
            )
        return verdict

    def close(self) -> None:
        """Nothing."""


class World:
    """A server whose clock stands still until it is moved."""

    def __init__(
        self,
        store: Database,
        folder: Path,
        settings: str = "",
        address: str = REFEREE,
    ) -> None:
        text = f'address = "{address}"\nhost = "host@x.example"\n{settings}'
        if "html = " not in settings:
            # Pictures take longer than all the rest.
            text = f"html = false\n{text}"
        if "hold = " not in settings:
            # What a test is about comes at once.
            text = f'hold = "0"\n{text}'
        self.config = config.read(text, str(folder))
        self.now = BEGIN
        self.box = Box()
        self.office = ServerContext(self.config, hurry(store), Key(b"k" * 32))
        if "gather = " in settings:
            self.office.outbox.gather = parse_duration(self.config.gather)
        self.server = MailServer(self.office, [], self.box, Here())
        # A thirtieth of what a bot may think is quick, and here.
        self.server.thinking.think = partial(here, share=30)
        self.server.open()
        self._letters = 0
        self._shown = 0

    @property
    def store(self) -> Database:
        """The store."""
        return self.office.database

    def run(self) -> list[Mail]:
        """Answers and sends until nothing is due; the mail that went out."""
        self.server.once(self.now)
        new = self.box.mail[self._shown :]
        self._shown = len(self.box.mail)
        return new

    def post(
        self,
        writer: str,
        text: str,
        to: str = REFEREE,
        *,
        subject: str = "Re: a game",
        message_id: str | None = None,
        head: str = "",
        key: str | None = None,
        received: float | None = None,
        form: str = "",
    ) -> bytes:
        """A letter to the referee, laid into the store; its bytes.

        `form` stands for the text, from its Content-Type on.
        """
        self._letters += 1
        name = message_id or f"{self._letters}@players.example"
        raw = (
            f"{head}From: {writer}\nTo: {to}\nSubject: {subject}\n"
            f"Message-ID: <{name}>\n"
            + (f"MIME-Version: 1.0\n{form}" if form else f"\n{text}\n")
        ).encode()
        self.take(raw, key=key, received=received)
        return raw

    def take(
        self, raw: bytes, key: str | None = None, received: float | None = None
    ) -> None:
        """Bytes of a letter, laid into the store."""
        self._letters += 1
        letter = Incoming(key or f"test:{self._letters}", raw, None, received)
        letters.store_new(self.store, [letter], self.now)

    def say(self, writer: str, text: str, to: str = REFEREE, **more: str) -> list[Mail]:
        """A letter, and what goes out because of it."""
        self.post(writer, text, to, **more)  # type: ignore[arg-type]
        return self.run()

    def last(self, recipient: str, about: str = "") -> Mail:
        """The last letter that somebody got, with such a subject."""
        return next(
            m
            for m in reversed(self.box.mail)
            if m.recipient == recipient and m.subject.startswith(about)
        )

    def answer(self, writer: str, text: str, about: str = "") -> list[Mail]:
        """An answer to the last letter that somebody got, with such a subject."""
        address = re.sub(r".*<(.*)>.*", r"\1", writer)
        last = self.last(address, about)
        return self.say(writer, text, last.reply_to, subject=f"Re: {last.subject}")

    def confirmed(self, writer: str, text: str) -> list[Mail]:
        """An answer to the last letter that somebody got, and the same once more to the
        letter that asks whether it was meant; what goes out then."""
        self.answer(writer, text)
        return self.answer(writer, text)

    def add_address(self, writer: str, address: str) -> None:
        """A further address of somebody: asked for, confirmed, proven from there."""
        self.confirmed(writer, f"address add {address}")
        self.answer(f"New <{address}>", f"address add {address}")

    def start(self, *others: str, game: str = "arena", options: str = "") -> None:
        """A game of Ann with others, from `new` to its first report."""
        names = others or (BOB,)
        addresses = ", ".join(re.sub(r".*<(.*)>", r"\1", name) for name in names)
        self.say(ANN, f"new {game} with {addresses} {options}")
        for name in (ANN, *names):
            self.answer(name, "accept")

    def begin(self, *others: str, options: str = "") -> None:
        """A game of Arena in which Ann and Bob have chosen where they begin."""
        self.start(*others, options=options)
        self.answer(ANN, "fire C3")
        self.answer(BOB, "air F6")

    def due(self, number: int = 1) -> float:
        """The deadline of a game."""
        game = schema.game.c
        with self.store.reading() as conn:
            when = conn.execute(sa.select(game.deadline).where(game.id == number))
            return float(when.scalar_one())

    def host_does(self, act: str, game: str = "arena-1") -> list[Mail]:
        """An act of the host on the open turn of a game, and what goes out then."""
        self.say(HOST, "whois")
        serial = self.scalar(
            sa.select(schema.game.c.serial).where(schema.game.c.name == game)
        )
        line = f"gm {game} #{serial} {act} because it must be"
        out = self.answer(HOST, line)
        asked = [mail.subject for mail in out] == ["Is this from you?"]
        return self.answer(HOST, line) if asked else out

    def scalar(self, query: sa.Select[Any]) -> int:
        """One number out of the store."""
        with self.store.reading() as conn:
            return conn.execute(query).scalar() or 0

    def count(self, table: sa.Table, *where: sa.ColumnElement[bool]) -> int:
        """How many rows of a table are like this."""
        return self.scalar(sa.select(sa.func.count()).select_from(table).where(*where))

    def orders(self) -> list[str]:
        """The lines of all records."""
        table = schema.entry
        seat = schema.seat
        mine = (seat.c.game_id == table.c.game_id) & (seat.c.number == table.c.seat)
        query = sa.select(seat.c.name.label("seat"), table.c.text, table.c.seconds)
        query = query.select_from(table.outerjoin(seat, mine)).where(~table.c.void)
        with self.store.reading() as conn:
            rows = conn.execute(query.order_by(table.c.game_id, table.c.number))
            return [
                f"{row.seat}: {row.text}"
                if row.seat is not None
                else str(TimeEntry(0, row.seconds, EntrySource.CLOCK))
                for row in rows
            ]


ANN = "Ann Smith <ann@a.example>"
BOB = "Bob <bob@b.example>"
CID = "Cid <cid@c.example>"
DOT = "Dot <dot@d.example>"
HOST = "Host <host@x.example>"
ADDRESS = {ANN: "ann@a.example", BOB: "bob@b.example", CID: "cid@c.example"}
