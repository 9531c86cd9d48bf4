"""Servers that share a store: one that stands still, and two whose clocks differ."""

from __future__ import annotations

import os
import signal
import time
import traceback
from contextlib import suppress
from pathlib import Path

import pytest
import sqlalchemy as sa

from pbem.mail.sandbox.read import ParsedLetter
from pbem.mail.sandbox.read import read as parsed
from pbem.server.context import ServerContext
from pbem.server.flow.server import LINGER_SECONDS, MailServer
from pbem.server.store import schema
from pbem.server.store.connection import UNAVAILABLE_ERRORS, Database
from tests.support.server import crash
from tests.support.server.world import ANN, BEGIN, BOB, Box, Here, World

SKEW = 60.0  #: seconds between the two clocks
HELD = "?options=-c%20idle_in_transaction_session_timeout%3D300"  #: milliseconds
MAX_SECONDS = 30.0
PAUSES = 4  #: moments of a round at which a server stands still


class _Pause(crash.Steps):
    """Stops this process at the step of that number, until it is sent on."""

    def __call__(self, *given: object) -> None:
        self.count += 1
        if self.count == self.fatal:
            os.kill(os.getpid(), signal.SIGSTOP)


def _paused(url: str, place: Path, step: int) -> int:
    """A server that stands still in the middle of its round; its process."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            with suppress(*UNAVAILABLE_ERRORS):
                crash.build(url, place, _Pause(step)).once(BEGIN + 10)
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    _, status = os.waitpid(child, os.WUNTRACED)
    assert os.WIFSTOPPED(status), step
    return child


def _done(url: str) -> bool:
    """Whether all is answered and sent, but for one letter: a server that stands still
    with it in its hands may have handed it over."""
    store = Database(url)
    letter, outbox = schema.letter.c, schema.outbox.c
    with store.reading() as conn:
        open_ = conn.execute(sa.select(letter.id).where(letter.state != "done")).first()
        kept = conn.execute(sa.select(letter.id)).first()
        waits = sa.select(outbox.id).where(outbox.state != "sent")
        unsent = conn.execute(waits).all()
    store.close()
    return kept is not None and open_ is None and len(unsent) <= 1


@pytest.mark.parametrize("at", range(PAUSES))
def test_a_paused_server_holds_nobody_up(
    shared_postgres: str, tmp_path: Path, at: int
) -> None:
    url = shared_postgres
    steps, wanted, letters = 0, [], 0
    for name in ("whole", "paused"):
        store = Database(url)
        with store.writing() as conn:
            for table in reversed(schema.metadata.sorted_tables):
                conn.execute(table.delete())
        store.close()
        (tmp_path / name).mkdir()
        letters = crash.prepare(url, tmp_path / name, 2, 1)
        if name == "whole":
            steps = crash.whole(url, tmp_path / name)
            wanted = crash.records(url)
    place = tmp_path / "paused"
    child = _paused(url + HELD, place, 2 + at * (steps - 2) // PAUSES)
    try:
        other = crash.build(url, place, crash.Steps(0))
        end = time.monotonic() + MAX_SECONDS
        while not _done(url):
            assert time.monotonic() < end
            other.once(BEGIN + 10)
            time.sleep(0.02)
        other.context.database.close()
    finally:
        os.kill(child, signal.SIGCONT)
        _, status = os.waitpid(child, 0)
    assert status == 0
    assert crash.child(url, place) == 0
    crash.check(url, place, letters, wanted, 1)


def _second(world: World) -> MailServer:
    """Another server on the world's store, which fetches no letters."""
    store = Database(world.store.url.render_as_string(hide_password=False))
    context = ServerContext(world.config, store, world.office.key)
    context.linger = LINGER_SECONDS
    return MailServer(context, [], Box(), Here())


@pytest.mark.parametrize("url", ["postgres"], indirect=True)
def test_a_letter_is_read_by_one_server(world: World) -> None:
    """However many there are: it may have been made to take its time."""
    other = _second(world)
    read: list[str] = []
    ours, theirs = world.server.sorter, other.sorter

    class Slow:
        def read(self, raw: bytes) -> ParsedLetter:
            read.append("ours")
            assert theirs.step(world.now) == 0
            return parsed(raw)

    class Idle:
        def read(self, raw: bytes) -> ParsedLetter:
            read.append("theirs")
            return parsed(raw)

    ours.reader, theirs.reader = Slow(), Idle()
    for _ in range(3):
        world.post(ANN, "help")
    assert ours.step(world.now) == 3
    assert read == ["ours"] * 3
    assert theirs.step(world.now) == 0
    world.post(BOB, "help")
    assert theirs.step(world.now) == 1
    assert read == ["ours"] * 3 + ["theirs"]
    other.context.database.close()


@pytest.mark.parametrize("ahead", [SKEW, -SKEW])
def test_servers_whose_clocks_differ(world: World, ahead: float) -> None:
    world.start()
    other = _second(world)
    world.office.linger = LINGER_SECONDS
    deadline = world.due()
    for server, now in ((world.server, world.now), (other, world.now + ahead)) * 3:
        server.heartbeat(now)
    assert world.due() == deadline
    audit = schema.audit.c.what
    assert not world.count(schema.audit, audit.in_(("outage", "clock-back")))
    # In time by the one clock, past the deadline by the other, which looks first.
    world.now = deadline - 5
    to = {who: world.last(who.partition("<")[2].strip(">")) for who in (ANN, BOB)}
    other.once(world.now + ahead)
    assert world.due() == deadline
    for who, order in ((ANN, "fire C3"), (BOB, "air F6")):
        last = to[who]
        world.post(who, order, last.reply_to, received=world.now)
    other.once(world.now + ahead)
    world.run()
    assert world.orders() == ["Ann: fire C3", "Bob: air F6"]
    assert world.due() > deadline
    other.once(world.now + ahead)
    recipients = [mail.message_id for mail in (*world.box.mail, *other.sink.mail)]  # type: ignore[attr-defined]
    assert len(recipients) == len(set(recipients))
    other.context.database.close()
