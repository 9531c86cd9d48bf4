"""What others do with the same letters: a bare loop, and salmon-mail.

`python -m tests.bench.mail_peers bare|one|salmon FOLDER PORT` answers the letters
of a Maildir through an SMTP server.
"""

from __future__ import annotations

import email
import os
import re
import smtplib
import sqlite3
import sys
from email.utils import formatdate, make_msgid
from importlib import import_module
from pathlib import Path
from typing import Any

BODY = "A report of some length.\n" + "  8  .  :  .  :  .  :  .  :  8\n" * 30
_ORDER = re.compile(rb"^[A-Za-z0-9 -]+$", re.MULTILINE)


def bare(place: Path, port: int, most: int = 1 << 30) -> None:
    """Standard library alone, and as durable as we are: the letter is stored before
    anything else, what came of it before it is answered, and that it was answered."""
    link = sqlite3.connect(place / "bare.db", isolation_level=None)
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        link.execute(f"PRAGMA {pragma}")
    link.execute("CREATE TABLE IF NOT EXISTS letter (name UNIQUE, raw, done)")
    link.execute("CREATE TABLE IF NOT EXISTS outbox (id, who, raw, sent)")
    with smtplib.SMTP("127.0.0.1", port) as client:
        for name in sorted(os.listdir(place / "in" / "new"))[:most]:
            _answer(link, client, place, name)
    link.close()


def _answer(
    link: sqlite3.Connection, client: smtplib.SMTP, place: Path, name: str
) -> None:
    path = place / "in" / "new" / name
    raw = path.read_bytes()
    link.execute("INSERT OR IGNORE INTO letter VALUES (?, ?, 0)", (name, raw))
    letter = email.message_from_bytes(raw)
    payload = letter.get_payload(decode=True)
    assert isinstance(payload, bytes)
    order = _ORDER.search(payload)
    writer = str(letter["From"])
    said = order[0].decode() if order else ""
    number = make_msgid()
    answer = (
        f"From: referee@x.example\r\nTo: {writer}\r\nSubject: Re: x\r\n"
        f"Date: {formatdate()}\r\nMessage-ID: {number}\r\n\r\n{said}\r\n{BODY}"
    ).encode()
    link.execute("BEGIN IMMEDIATE")
    link.execute("INSERT INTO outbox VALUES (?, ?, ?, 0)", (number, writer, answer))
    link.execute("UPDATE letter SET done = 1 WHERE name = ?", (name,))
    link.execute("COMMIT")
    client.sendmail("referee@x.example", [writer], answer)
    link.execute("UPDATE outbox SET sent = 1, raw = NULL WHERE id = ?", (number,))
    os.rename(path, place / "in" / "cur" / f"{name}:2,S")


def salmon(place: Path, port: int) -> None:
    """salmon-mail: its queue, its router, its relay; it stores nothing."""
    mail, routing, server = (
        import_module(f"salmon.{name}") for name in ("mail", "routing", "server")
    )
    relay = server.Relay(host="127.0.0.1", port=port)

    def answer(message: Any) -> None:
        said = str(message.body())[:100]
        relay.deliver(
            mail.MailResponse(
                To=message.From,
                From="referee@x.example",
                Subject="Re: x",
                Body=f"{said}\n{BODY}",
            )
        )

    handler = routing.route(".*")(routing.stateless(routing.nolocking(answer)))
    assert handler
    server.QueueReceiver(str(place / "in"), sleep=0, workers=1).start(one_shot=True)


if __name__ == "__main__":
    how, folder, where = sys.argv[1:4]
    if how == "salmon":
        salmon(Path(folder), int(where))
    else:
        bare(Path(folder), int(where), 1 if how == "one" else 1 << 30)
