"""A server that is killed: a child process, and what it may be killed at."""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import event

from pbem.mail.transport.base import DeliveryResult, OutgoingLetter
from pbem.mail.transport.maildir import MaildirSink, MaildirSource, make_maildir
from pbem.record.header import Header
from pbem.record.turn_file import Record
from pbem.server.context import ServerContext
from pbem.server.flow.server import MailServer
from pbem.server.host import transfer
from pbem.server.outbound.hooks import Asked, HookResponse
from pbem.server.settings import config
from pbem.server.settings.tables import Notify
from pbem.server.store import game_store, schema
from pbem.server.store.connection import Database
from pbem.server.store.queries import fetch
from pbem.server.store.reply_tokens import Key
from pbem.server.store.rows import GameRow
from tests.support.server.stores import quicken
from tests.support.server.world import BEGIN, REFEREE, Here

SETTINGS = (
    f'address = "{REFEREE}"\nhost = "host@x.example"\nhtml = false\n'
    '[identity]\npolicy = "open"\n[limits]\n'
    "sender_hour = 100000\ngame_hour = 100000\nalike_day = 100000\n"
    '[notify]\nprivate = ["127.0.0.1"]\n'
)


class Steps:
    """Kills this process at the step of that number."""

    def __init__(self, fatal: int) -> None:
        self.fatal = fatal
        self.count = 0

    def __call__(self, *given: object) -> None:
        """One more step."""
        self.count += 1
        if self.count == self.fatal:
            os.kill(os.getpid(), signal.SIGKILL)


@dataclass(slots=True)
class Sink:
    """A Maildir, with a step before and after each letter."""

    inner: MaildirSink
    step: Callable[[], None]

    def send(self, letter: OutgoingLetter) -> DeliveryResult:
        """Deliver."""
        self.step()
        verdict = self.inner.send(letter)
        self.step()
        return verdict

    def close(self) -> None:
        """Nothing."""


def build(url: str, place: Path, step: Steps) -> MailServer:
    """A server between two Maildirs; statements, commits and moves are steps."""
    settings = config.read(SETTINGS, str(place))
    store = quicken(Database(url))
    for name in ("begin", "commit"):
        event.listen(store.engine, name, step)

    def written(conn: object, cursor: object, statement: str, *more: object) -> None:
        if statement.startswith(("INSERT", "UPDATE", "DELETE")):
            step()

    event.listen(store.engine, "after_cursor_execute", written)
    source = MaildirSource(place / "in")
    moved = source.done

    def done(key: str) -> None:
        step()
        moved(key)
        step()

    source.done = done  # type: ignore[method-assign]
    sink = Sink(MaildirSink(place / "out"), step)
    office = ServerContext(settings, store, Key(b"k" * 32))
    office.outbox.gather = 0.0
    server = MailServer(office, [source], sink, Here())
    ask = server.elsewhere.ask

    def asked(notify: Notify, what: Asked) -> HookResponse:
        step()
        answer = ask(notify, what)
        step()
        return answer

    server.elsewhere.ask = asked
    return server


def whole(url: str, place: Path, now: float = BEGIN + 10) -> int:
    """One round in this process, which loads all that a round needs; its steps.

    Children that are forked afterwards need not load it again.
    """
    steps = Steps(0)
    server = build(url, place, steps)
    server.once(now)
    server.context.database.close()
    return steps.count


def alone(url: str) -> None:
    """Waits until nobody else is connected.

    PostgreSQL may notice late that a client was killed; until then a game that was
    being looked at is locked, and a round leaves it for the next one.
    """
    if not url.startswith("postgresql"):
        return
    query = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    store = quicken(Database(url))
    with store.engine.connect() as conn:
        while (conn.execute(sa.text(query)).scalar() or 0) > 1:
            conn.rollback()  # each look is a moment of its own
            time.sleep(0.01)
    store.close()


def child(
    url: str,
    place: Path,
    fatal: int = 0,
    now: float = BEGIN + 10,
    first: Callable[[MailServer], object] = lambda server: None,
) -> int:
    """Something to do and a round in a child process, killed at a step (0: never);
    its status."""
    alone(url)
    number = os.fork()
    if number == 0:
        status = 1
        try:
            server = build(url, place, Steps(fatal))
            first(server)
            server.once(now)
            server.context.database.close()
            status = 0
        finally:
            sys.stdout.flush()
            os._exit(status)
    _, status = os.waitpid(number, 0)
    return status


def killed(url: str, place: Path, kills: int, seed: int) -> int:
    """Rounds that are killed at random moments; how many were."""
    chance = random.Random(seed)
    done = 0
    for _ in range(kills * 3):
        number = os.fork()
        if number == 0:
            try:
                build(url, place, Steps(0)).once(BEGIN + 10)
            finally:
                os._exit(0)
        time.sleep(chance.uniform(0.005, 0.08))
        os.kill(number, signal.SIGKILL)
        _, status = os.waitpid(number, 0)
        done += os.WIFSIGNALED(status)
        if done >= kills or not os.WIFSIGNALED(status):
            break
    return done


def prepare(url: str, place: Path, games: int, turns: int) -> int:
    """Games that have begun, and all letters of their turns; how many letters."""
    store = quicken(Database(url))
    office = ServerContext(config.read(SETTINGS, str(place)), store, Key(b"k" * 32))
    with office.writing(BEGIN) as tx:
        for number in range(games):
            head = Header("arena", ("Ann", "Bob"), name=f"g{number}")
            seats = {"Ann": f"ann{number}@a.example", "Bob": f"bob{number}@b.example"}
            record = Record(head, ("",), None, 1)
            transfer.import_game(tx, record, seats)
    store.close()
    for name in ("in", "out"):
        make_maildir(place / name)
    count = 0
    for turn in range(turns):
        for number in range(games):
            for who, first in (("ann", "fire C3"), ("bob", "air F6")):
                text = first if turn == 0 else f"{'CDEF'[turn % 4]}{turn % 3 + 3}"
                count += 1
                path = place / "in" / "new" / f"1700000000.{count:05}.test"
                path.write_bytes(
                    f"From: {who}{number}@{who[0]}.example\nTo: {REFEREE}\n"
                    f"Subject: x\nMessage-ID: <{count}@t>\n\n{text}\n".encode()
                )
                stamp = 1_700_000_000 + count
                os.utime(path, (stamp, stamp))
    return count


def told(place: Path) -> Counter[str]:
    """How often each Message-ID was delivered."""
    found: Counter[str] = Counter()
    for path in (place / "out" / "new").iterdir():
        head = path.read_bytes().partition(b"\r\n\r\n")[0].decode()
        found[head.partition("Message-ID: ")[2].partition("\r\n")[0]] += 1
    return found


def records(url: str) -> list[str]:
    """All games as turn files."""
    store = quicken(Database(url))
    with store.reading() as conn:
        query = sa.select(schema.game).order_by(schema.game.c.id)
        games = fetch(conn, GameRow, query)
        found = [game_store.turn_file(conn, game) for game in games]
        for game in games:
            assert game.serial == game_store.load_story(conn, game).table.serial
    store.close()
    return found


def check(url: str, place: Path, letters: int, wanted: list[str], kills: int) -> None:
    """Nothing lost, nothing twice, nothing half; a kill repeats one mail at most."""
    assert records(url) == wanted, place
    counts = told(place)
    store = quicken(Database(url))
    letter, outbox, entry = schema.letter, schema.outbox, schema.entry
    with store.reading() as conn:
        states = Counter(conn.execute(sa.select(letter.c.state)).scalars())
        assert states == {"done": letters}, states
        sent = set(conn.execute(sa.select(outbox.c.message_id)).scalars())
        waiting = set(conn.execute(sa.select(outbox.c.state)).scalars())
        used = conn.execute(sa.select(entry.c.letter_id)).scalars().all()
    store.close()
    assert waiting == {"sent"}
    assert len(used) == len({*used}) == letters
    assert set(counts) == sent
    assert sum(counts.values()) - len(counts) <= kills
    assert not list((place / "in" / "new").iterdir())
