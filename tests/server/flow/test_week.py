"""A host's week by real Postfix and Dovecot, done as docs/week.md says."""

from __future__ import annotations

import re
import shlex
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from pbem.cli._server import server
from pbem.server.host.local import body_of
from pbem.server.store import schema
from pbem.server.store.connection import Database
from tests.docs import consoles
from tests.docs.walkthrough import Step, shows, steps
from tests.forum.evening import DAYS
from tests.server.flow.test_real import configured
from tests.server.host.conftest import run
from tests.support import processes
from tests.support.server.real import Mailbox, until
from tests.support.server_fixtures import dovecot, postfix
from tests.support.servers import Dovecot, Postfix

pytestmark = pytest.mark.slow
__all__ = ["dovecot", "postfix"]

GUIDE = Path(__file__).parents[3] / "docs" / "week.md"
PEOPLE = ("Host", "Ann", "Bob", "Cid", "Dan")


class Week:
    """A server, its host and four players, each with a mailbox."""

    def __init__(self, place: Path, postfix: Postfix, dovecot: Dovecot) -> None:
        self.place, self.postfix = place, postfix
        self.referee = Mailbox("Referee", postfix, dovecot)
        self.people = {name: Mailbox(name, postfix, dovecot) for name in PEOPLE}
        configured(place, self.referee, postfix, dovecot, "pbem.db")
        file = place / "pbem.toml"
        host = f'host = "{self.people["Host"].address}"\n'
        file.write_text(host + file.read_text())
        self.ahead, self.printed = 0.0, ""
        self.real = time.time
        now = datetime.now(UTC)
        monday = now + timedelta(days=7 - now.weekday())
        self.monday = monday.replace(hour=0, minute=0, second=0, microsecond=0)

    def clock(self) -> float:
        """The time of the week."""
        return self.real() + self.ahead

    def do(self, step: Step) -> None:
        """Do one step, or see what it tells."""
        getattr(self, step.kind)(self._named(step.what), step.where)

    def _named(self, text: str) -> str:
        """A text with the addresses of this run in the place of the guide's."""
        for name, box in self.people.items():
            text = text.replace(f"{name.lower()}@example.org", box.address)
        return text

    def moment(self, what: str, _where: str) -> None:
        """Wait until a day and an hour, and do a round."""
        day, hour, minute = re.findall(r"(\w+), (\d+):(\d+)", what)[0]
        ahead = timedelta(DAYS.index(day), hours=int(hour), minutes=int(minute))
        end, now = (self.monday + ahead).timestamp(), self.clock()
        with server("pbem.toml", None) as parts:
            while self.ahead and now < end:  # else it would think that it was off
                parts.heartbeat(now)
                now += 600
        self.ahead = end - self.real()
        self.round()

    def round(self) -> None:
        """Have the server fetch, answer and send, and wait until all has arrived."""
        done = run("server", "run")
        assert done.exit_code == 0, done.output
        until(self.arrived, "letters of the server")

    def arrived(self) -> bool:
        """Whether all that was sent lies in a mailbox."""
        outbox = schema.outbox
        with (
            closing(Database(str(self.place / "pbem.db"))) as store,
            store.reading() as conn,
        ):
            query = sa.select(outbox.c.recipient).where(outbox.c.state == "sent")
            sent = [*conn.execute(query).scalars()]
        return all(b.count() == sent.count(b.address) for b in self.people.values())

    def run(self, what: str, _where: str) -> None:
        """Type the host's commands."""
        for step in consoles.steps(f"```console\n{what}\n```"):
            done = run(*shlex.split(step.command)[1:])
            self.printed = done.output
            assert consoles.agrees(step.shown, self.printed), self.printed
        self.round()

    def text(self, what: str, _where: str) -> None:
        """Have people write: to the server at first, then in answer to its letters."""
        names = "|".join(PEOPLE)
        for name, text in re.findall(rf"(?ms)^({names}): (.*?)(?=^\w+: |\Z)", what):
            box, before = self.people[name], self.referee.count()
            if box.count():
                box.answer(text.strip())
            else:
                box.write(self.referee.address, text.strip())
            until(lambda: self.referee.count() != before, "a letter of a player")  # noqa: B023
            self.round()

    def click(self, what: str, _where: str) -> None:
        """Let a mailbox go: the mail server knows it no more."""
        assert what == "Dan's mailbox is gone"
        file = self.postfix.folder / "main.cf"
        gone = (
            f"{self.people['Dan'].address} = 550 5.1.1 No such mailbox }}, {{ nobody@"
        )
        file.write_text(file.read_text().replace("{ nobody@", "{ " + gone, 1))
        processes.run("postfix", "-c", str(self.postfix.folder), "reload")

    def seen(self, what: str, where: str) -> None:
        """Find a quote in what was printed, or in somebody's last letters."""
        told = self.printed
        if found := re.search(r"(\w+) gets?:?$", where):
            letters = self.people[found[1]].letters()[-3:]
            told = "\n".join(f"{one['Subject']}\n{body_of(one)}" for one in letters)
        told = re.sub(r"(?m)^> ?|^  ", "", told)
        assert shows(what, told), f"{what}\n--\n{told}"


def test_a_week_of_a_host(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    postfix: Postfix,
    dovecot: Dovecot,
) -> None:
    monkeypatch.chdir(tmp_path)
    week = Week(tmp_path, postfix, dovecot)
    store = Database(str(tmp_path / "pbem.db"))
    store.prepare()
    store.close()
    monkeypatch.setattr(time, "time", week.clock)
    for step in steps(GUIDE, ""):
        try:
            week.do(step)
        except Exception as error:
            error.add_note(str(step))
            raise
