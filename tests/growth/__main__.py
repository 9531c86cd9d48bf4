"""What a store of a million games costs, beside one with a hundredth of it.

`python -m tests.growth` fills two stores in PostgreSQL, a tenth of which run, each
game with a letter that was answered, and tells how long claims and questions take in
both; `--database sqlite` does it in a file, with a tenth. It ends with status 1 where
one takes more than twice as long in the larger one.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

from pbem.server.flow import outage
from pbem.server.host.metrics import figures
from pbem.server.store import claims, schema
from pbem.server.store.connection import Database
from tests.growth.fill import world
from tests.support import servers
from tests.support.server.world import ANN, World

MOST = 2.0  #: times as long
PART = 100
ROUNDS = 15
MOST_SECONDS = 60.0  #: that a task is asked for


class Size(NamedTuple):
    """A store that was filled."""

    world: World
    filled: float  #: seconds
    disk: float  #: bytes a game


@contextmanager
def _store(database: str, games: int) -> Iterator[tuple[Database, Path]]:
    with tempfile.TemporaryDirectory(prefix="pbem-growth-") as name:
        folder = Path(name)
        url = str(folder / "pbem.db")
        if database == "postgres":
            url = servers.postgres().database(f"growth{games}")
        store = Database(url)
        yield store, folder
        store.close()
        if database == "postgres":
            servers.postgres().drop(f"growth{games}")


def _bytes(store: Database) -> int:
    with store.reading() as conn:
        if store.embedded:
            pages = conn.exec_driver_sql("PRAGMA page_count").scalar() or 0
            return int(pages * (conn.exec_driver_sql("PRAGMA page_size").scalar() or 0))
        query = sa.text("SELECT pg_database_size(current_database())")
        return int(conn.execute(query).scalar() or 0)


def _claims(one: World) -> None:
    """Claim a game that is due, as a worker does."""
    with one.store.writing() as conn:
        this = schema.game.c.id == 20 + 10 * (int(one.now) % 9)
        conn.execute(schema.game.update().where(this).values(wake_at=one.now - 1))
    with one.store.writing() as conn:
        game = claims.claim(conn, one.now, lock=not one.store.embedded)
        assert game is not None
        this = schema.game.c.id == game.id
        conn.execute(schema.game.update().where(this).values(wake_at=one.now + 9e6))


def _asks(text: str) -> Callable[[World], None]:
    def ask(one: World) -> None:
        assert one.say(ANN, text)

    return ask


TASKS: dict[str, Callable[[World], object]] = {
    "a claim": _claims,
    "next moment of all games": lambda one: one.server.worker.next_at(),
    "letter: games": _asks("games"),
    "letter: standings": _asks("standings"),
    "letter: standings arena": _asks("standings arena"),
    "letter: history": _asks("history arena-1"),
    "letter: show, by name": _asks("show arena-1"),
    "letter: whois": _asks("whois Ann"),
    "letter: new game": _asks("new arena with bob@b.example"),
    "status": lambda one: figures(one.store, one.now),
    "a beat": lambda one: outage.heartbeat(one.office, one.now),
}


def filled(ends: ExitStack, database: str, games: int) -> Size:
    """Fill a store with so many games."""
    store, folder = ends.enter_context(_store(database, games))
    began = time.monotonic()
    one = world(store, folder, games)
    taken = time.monotonic() - began
    size = Size(one, taken, _bytes(store) / games)
    print(
        f"{games} games on {database}: filled in {taken:.0f} s; {size.disk:.0f} bytes"
    )
    return size


def asked(sizes: Sequence[Size], task: Callable[[World], object]) -> list[float]:
    """Return the milliseconds that a task takes in each store, asked in turn.

    What the rest of the machine does makes it longer, in both alike; so the least of
    several rounds is taken.
    """
    taken: list[list[float]] = [[] for _ in sizes]
    for _ in range(ROUNDS):
        for size, times in zip(sizes, taken, strict=True):
            size.world.now += 61.0
            start = time.perf_counter()
            task(size.world)
            times.append(time.perf_counter() - start)
        if sum(map(sum, taken)) > MOST_SECONDS:
            break
    return [1000 * min(times) for times in taken]


def main() -> int:
    """Measure both, and tell what grew."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int)
    parser.add_argument(
        "--database", choices=("postgres", "sqlite"), default="postgres"
    )
    given = parser.parse_args()
    games = given.games or (1_000_000 if given.database == "postgres" else 100_000)
    worst = 0.0
    with ExitStack() as ends:
        numbers = (games // PART, games)
        sizes = [filled(ends, given.database, number) for number in numbers]
        for name, task in TASKS.items():
            few, many = asked(sizes, task)
            worst = max(worst, many / few)
            print(
                f"{name:<28}{few:10.2f} ms{many:10.2f} ms{many / few:8.2f} times",
                flush=True,
            )
    return int(worst > MOST)


if __name__ == "__main__":
    sys.exit(main())
