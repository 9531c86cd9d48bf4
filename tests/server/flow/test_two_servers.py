"""Two servers on one mailbox and one PostgreSQL, one of them killed in the middle.

`python -m tests.server.flow.test_two_servers 200` says how long the other takes.
"""

from __future__ import annotations

import smtplib
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack, closing
from email.message import EmailMessage
from pathlib import Path

import sqlalchemy as sa

from pbem.server.store import schema
from pbem.server.store.connection import Database
from tests.support import servers
from tests.support.processes import HOST
from tests.support.server.real import Mailbox, serving, until
from tests.support.server.stores import clear
from tests.support.server_fixtures import dovecot, postfix
from tests.support.servers import PASSWORD, Dovecot, Postfix

__all__ = ["dovecot", "postfix"]


def answered(store: Database) -> Counter[str]:
    """How many answers have gone out, by who wrote."""
    outbox = schema.outbox.c
    query = sa.select(outbox.recipient).where(outbox.state == "sent")
    with store.reading() as conn:
        return Counter(conn.execute(query).scalars())


def write(to: str, postfix: Postfix, count: int, mark: str = "p") -> list[str]:
    """A letter each from so many people; their addresses."""
    name = to.partition("@")[0]
    people = [f"{name}{mark}{number}@pbem.test" for number in range(count)]
    with smtplib.SMTP(HOST, postfix.smtp) as client:
        for address in people:
            letter = EmailMessage()
            letter["From"], letter["To"], letter["Subject"] = address, to, "help"
            letter["Message-ID"] = f"<{address}>"
            letter.set_content("help")
            client.send_message(letter)
    return people


def both(
    url: str, place: Path, postfix: Postfix, dovecot: Dovecot, count: int
) -> float:
    """Have so many letters answered; the seconds until the second server went on."""
    referee = Mailbox("Referee", postfix, dovecot)
    for name in ("one", "two"):
        (place / f"{name}.toml").write_text(
            f'address = "{referee.address}"\nstore = "{url}"\n'
            'html = false\ngather = ""\n'
            f'[[in]]\nfrom = "imap"\nhost = "{HOST}"\nport = {dovecot.imap}\n'
            f'security = "plain"\nuser = "{referee.user}"\npassword = "{PASSWORD}"\n'
            f'[out]\nby = "smtp"\nhost = "{HOST}"\nport = {postfix.smtp}\n'
            'security = "plain"\nname = "pbem.test"\n'
            "[limits]\nsender_hour = 1000\ndomain_hour = 10000\n"
        )
    with ExitStack() as stack:
        store = stack.enter_context(closing(Database(url)))
        store.prepare()
        first = stack.enter_context(serving(place, "one.toml"))
        second = stack.enter_context(serving(place, "two.toml"))
        people = write(referee.address, postfix, count)
        until(lambda: answered(store).total() >= count // 4, "a quarter of them")
        assert second.poll() is None, (place / "two.toml.log").read_text()
        first.kill()
        first.wait(30)
        people += write(referee.address, postfix, count // 4, "later")
        count += count // 4
        before, began = answered(store).total(), time.monotonic()
        until(lambda: answered(store).total() > before, "the other server")
        took = time.monotonic() - began
        until(lambda: answered(store).total() >= count, "all of them")
        time.sleep(1)
        found = answered(store)
    assert set(found) == set(people)
    # A letter that was just handed over may go out once more, under its Message-ID.
    assert found.total() == count
    place_of = dovecot.mailbox
    for address in people:
        box = place_of(address.partition("@")[0])
        names = [one for part in ("new", "cur") for one in (box / part).glob("*")]
        said = {
            line
            for one in names
            for line in one.read_text().split("\n")
            if line.startswith("Message-ID: ")
        }
        assert len(said) == 1, (address, said)
    return took


def test_each_letter_is_answered_once_though_one_is_killed(
    shared_postgres: str, tmp_path: Path, postfix: Postfix, dovecot: Dovecot
) -> None:
    clear(shared_postgres)
    both(shared_postgres, tmp_path, postfix, dovecot, 24)


if __name__ == "__main__":
    number = int(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        address = servers.postgres().database("two")
        mail = (servers.postfix(), servers.dovecot())
        seconds = both(address, Path(folder), *mail, number)
    print(f"{number} letters, each answered once; the other after {seconds:.1f} s")
    servers.stop_all()
