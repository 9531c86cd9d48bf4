"""Disk full, read-only, database gone: `serve` goes on by itself, nothing is lost."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

from pbem.mail.transport.maildir import MaildirSource, make_maildir
from pbem.server.store import schema
from pbem.server.store.connection import Database
from tests.support.server.real import until
from tests.support.server.world import ADDRESS, ANN, World

LETTERS = 8


def _limited(world: World, pragma: str, now: int, then: int) -> Iterator[None]:
    """Every connection has a pragma at one value, and afterwards at another."""
    value = now

    def limit(conn: sqlite3.Connection, *more: object) -> None:
        conn.execute(f"PRAGMA {pragma}={value}")

    sa.event.listen(world.store.engine, "checkout", limit)
    yield
    value = then


@contextmanager
def full(world: World) -> Iterator[None]:
    """The disk is full: not a page can be added to the file, nor to its log."""
    yield from _limited(world, "max_page_count", 1, 1 << 30)


@contextmanager
def read_only(world: World) -> Iterator[None]:
    """Nothing can be written."""
    yield from _limited(world, "query_only", 1, 0)


@contextmanager
def gone(world: World) -> Iterator[None]:
    """PostgreSQL throws everybody out and lets nobody in."""
    name = world.store.url.database
    url = world.store.url.set(database="postgres")
    other = sa.create_engine(url, isolation_level="AUTOCOMMIT")
    with other.connect() as conn:
        conn.execute(sa.text(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false'))
        conn.execute(
            sa.text(
                "SELECT pg_terminate_backend(pid, 20000) FROM pg_stat_activity"
                f" WHERE datname = '{name}'"
            )
        )
        yield
        conn.execute(sa.text(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true'))
    other.dispose()


@pytest.mark.parametrize(
    ("url", "trouble"),
    [("sqlite", full), ("sqlite", read_only), ("postgres", gone)],
    indirect=["url"],
    ids=["full", "read-only", "gone"],
)
def test_trouble_with_the_store_heals_by_itself(
    url: str,
    trouble: Callable[[World], AbstractContextManager[None]],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    world = World(Database(url), tmp_path, "[limits]\nsender_hour = 100\n")
    world.start()
    make_maildir(tmp_path / "in")
    world.server.sources = [MaildirSource(tmp_path / "in")]
    to, before = world.last(ADDRESS[ANN]).reply_to, len(world.box.mail)
    stop = threading.Event()

    def clock() -> float:
        return world.now

    def write(number: int) -> None:
        text = f"fire {'ABCDEFGH'[number % 8]}3"
        letter = f"From: {ANN}\nTo: {to}\nMessage-ID: <{number}@t>\n\n{text}\n"
        place = tmp_path / "in" / "tmp" / f"{number}"
        place.write_text(letter)
        place.rename(tmp_path / "in" / "new" / f"1.{number:03}.t")

    serving = threading.Thread(target=world.server.serve, args=(clock, stop))
    serving.start()
    try:
        write(0)
        until(lambda: len(world.box.mail) == before + 1, "an answer")
        with trouble(world):
            for number in range(1, LETTERS):
                write(number)
            until(lambda: "store unavailable" in caplog.text, "a failure")
            time.sleep(0.5)
            assert len(world.box.mail) <= before + 1
        until(lambda: len(world.box.mail) >= before + LETTERS, "all answers")
        # They may be answered before the mailbox has let go of them.
        new = tmp_path / "in" / "new"
        until(lambda: not list(new.iterdir()), "an empty mailbox")
    finally:
        stop.set()
        world.server.wake_event.set()
        serving.join(60)
    assert world.orders() == [
        f"Ann: fire {'ABCDEFGH'[number % 8]}3" for number in range(LETTERS)
    ]
    assert len(world.box.mail) == before + LETTERS
    assert max(Counter(mail.message_id for mail in world.box.mail).values()) == 1
    assert not [r for r in caplog.records if r.getMessage() == "failed"]
    told = [r for r in caplog.records if r.getMessage() == "store unavailable"]
    assert all(vars(one)["why"] not in ("", "None") for one in told)
    states = schema.letter.c.state.not_in(("done",))
    assert world.count(schema.letter, states) == 0
    world.server.close()
