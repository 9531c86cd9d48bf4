"""How rspamd scores our letters, with SPF, DKIM and DMARC as a host publishes them.

python -m tests.support.junk_scores: of each kind of letter that goes out in all
conversations, in text and in HTML, the one with the highest score, and why.
"""

from __future__ import annotations

import json
import re
import tempfile
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from email.utils import formatdate
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import click
from sqlalchemy.engine import Connection

from pbem.server.outbound.sender import Sender
from pbem.server.store.connection import Database
from pbem.server.store.rows import OutboxRow
from tests.support.dkim_letters import DOMAIN, signer
from tests.support.mail.resolver import Resolver
from tests.support.processes import HOST, stop_all
from tests.support.rspamd import rspamd
from tests.support.server.conversation import FOLDER, play
from tests.support.server.world import ADDRESS, ANN, REFEREE, World

MOST = 2.0  #: that a letter of ours may score; 6 is taken for junk, usually
_OURS = REFEREE.partition("@")[2].encode()
_IP = "192.0.2.10"


class Sent(NamedTuple):
    """A letter that went out."""

    kind: str
    html: bool
    recipient: str
    subject: str
    raw: bytes


class Judged(NamedTuple):
    """What rspamd says of one."""

    letter: Sent
    score: float
    symbols: dict[str, float]  #: those that count, and what for


@contextmanager
def noted_letters(*, html: bool) -> Iterator[list[Sent]]:
    """The letters that go out meanwhile, as our domain would send them today."""
    found: list[Sent] = []
    settle = Sender._settle
    now = formatdate().encode()

    def noted(self: Sender, conn: Connection, row: OutboxRow, *given: Any) -> None:
        raw = row.raw or b""
        if row.mark:
            raw = raw.replace(row.mark.encode(), b"k3fq" * 6 + b"ab")
        ours = raw.replace(b"@" + _OURS, b"@" + DOMAIN.encode())
        # The clock of conversations stands still, years ago.
        ours = re.sub(rb"\r\nDate: .*", b"\r\nDate: " + now, ours, count=1)
        to = row.recipient.replace("@" + _OURS.decode(), "@" + DOMAIN)
        found.append(Sent(str(row.kind), html, to, row.subject, ours))
        settle(self, conn, row, *given)

    with mock.patch.object(Sender, "_settle", noted):
        yield found


def letters_of(files: Iterable[Path], *, html: bool) -> Iterator[Sent]:
    """All letters that go out in some conversations."""
    for file in files:
        text = f"setting: html = {'true' if html else 'false'}\n{file.read_text()}"
        with (
            tempfile.TemporaryDirectory(prefix="pbem-") as place,
            noted_letters(html=html) as found,
        ):
            store = Database(str(Path(place) / "pbem.db"))
            play(text, store, Path(place))
            store.close()
        yield from found


def unread(*, html: bool) -> Iterator[Sent]:
    """What a player is told whose letter could not be read, and the host of it."""
    with tempfile.TemporaryDirectory(prefix="pbem-") as place:
        store = Database(str(Path(place) / "pbem.db"))
        settings = f"html = {'true' if html else 'false'}\n"
        world = World(store, Path(place), settings)
        world.start()
        part = "Content-Type: multipart/mixed; boundary=b{0}\n\n--b{0}\n"
        deep = "".join(map(part.format, range(60)))
        with noted_letters(html=html) as found:
            world.post(ANN, "", world.last(ADDRESS[ANN]).reply_to, form=deep)
            world.run()
        store.close()
    yield from found


@contextmanager
def judge() -> Iterator[int]:
    """A server that judges, with a resolver that knows our domain; its port."""
    with Resolver() as resolver:
        key = signer()
        mail = f"mx.{DOMAIN}"
        resolver.texts(DOMAIN, f"v=spf1 ip4:{_IP} -all")
        resolver.texts(key.place, f"v=DKIM1; k=rsa; p={key.public}")
        resolver.texts(f"_dmarc.{DOMAIN}", "v=DMARC1; p=reject")
        resolver.records[DOMAIN, "MX"] = [f"10 {mail}."]
        resolver.records[mail, "A"] = [_IP]
        name = ".".join(reversed(_IP.split("."))) + ".in-addr.arpa"
        resolver.records[name, "PTR"] = [f"{mail}."]
        yield rspamd(resolver.port)


def judged(port: int, letter: Sent) -> Judged:
    """What the server says of a letter, signed."""
    about = {
        "IP": _IP,
        "Helo": f"mx.{DOMAIN}",
        "Hostname": f"mx.{DOMAIN}",
        "From": f"referee@{DOMAIN}",
        "Rcpt": letter.recipient,
    }
    raw = signer().signed(letter.raw)
    url = f"http://{HOST}:{port}/checkv2"
    request = urllib.request.Request(url, raw, about)
    with urllib.request.urlopen(request, timeout=60) as answer:
        told = json.load(answer)
    found = {name: one["score"] for name, one in told["symbols"].items()}
    return Judged(letter, told["score"], dict(sorted(found.items())))


@click.command()
@click.option("--only", default="", help="Conversations whose names have this.")
@click.option("--all-symbols", is_flag=True, help="Also those that count nothing.")
def main(only: str, all_symbols: bool) -> None:
    """List the scores of all kinds of letters."""
    files = sorted(file for file in FOLDER.glob("*.txt") if only in file.name)
    worst: dict[tuple[str, bool], Judged] = {}
    number = 0
    with judge() as port:
        for html in (False, True):
            for letter in (*letters_of(files, html=html), *unread(html=html)):
                one = judged(port, letter)
                number += 1
                held = worst.get((letter.kind, html))
                if held is None or one.score > held.score:
                    worst[letter.kind, html] = one
    for (kind, html), one in sorted(worst.items()):
        fired = (
            f"{name} {score:+.2f}"
            for name, score in one.symbols.items()
            if score or all_symbols
        )
        form = "html" if html else "text"
        click.echo(f"{kind:12}{form:6}{one.score:6.2f}  {', '.join(fired)}")
    click.echo(f"{number} letters")
    stop_all()
    if any(one.score >= MOST for one in worst.values()):
        raise click.exceptions.Exit(1)


if __name__ == "__main__":
    main()
