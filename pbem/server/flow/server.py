"""The loop: letters fetched, sorted, answered; the outbox sent; again and again."""

from __future__ import annotations

import logging
import math
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Literal

from sqlalchemy.engine import Connection

from pbem.mail.message.limits import LetterRefused
from pbem.mail.message.trace_headers import delivered_to
from pbem.mail.sandbox.reader import LetterReader
from pbem.mail.transport.base import (
    Incoming,
    Sink,
    Source,
    TooLarge,
    Unreachable,
    is_login_trouble,
)
from pbem.schedule.parser import parse_duration
from pbem.schedule.units import DAY
from pbem.server.context import ServerContext, Transaction
from pbem.server.flow import (
    bounces,
    clocks,
    daily,
    ignored_letters,
    junk,
    outage,
    retention,
)
from pbem.server.flow.bot_runner import Thinking
from pbem.server.flow.elsewhere import Elsewhere
from pbem.server.flow.reading import RawReader
from pbem.server.flow.sorter import Sorter
from pbem.server.flow.threads import POLL_SECONDS, UNAVAILABLE, WorkerThread
from pbem.server.flow.unread import tell_writer
from pbem.server.flow.worker import Worker
from pbem.server.outbound.sender import PER_DAY, Sender
from pbem.server.store import letters, reply_tokens
from pbem.server.store.connection import UNAVAILABLE_ERRORS, wake_listeners
from pbem.server.store.queries import once_in
from pbem.server.store.rows import OutboxRow

_log = logging.getLogger("pbem.server")
BATCH = 50  #: letters that are kept in one transaction
MAX_BATCH_BYTES = 8_000_000
LINGER_SECONDS = 90.0  #: seconds for letters that came in time but were not fetched yet
GAMES = 20  #: checked between two polls for letters that no event has announced
Clock = Callable[[], float]


@dataclass(slots=True)
class MailServer:
    """All parts of one server. The clock is handed in: nothing here reads one."""

    context: ServerContext
    sources: list[Source]
    sink: Sink
    reader: RawReader = field(default_factory=LetterReader)
    sorter: Sorter = field(init=False)
    worker: Worker = field(init=False)
    thinking: Thinking = field(init=False)  #: of bots
    elsewhere: Elsewhere = field(init=False)  #: lines to hooks
    sender: Sender = field(init=False)
    #: when each part was last known to work
    last_rounds: dict[str, float] = field(default_factory=dict)
    #: set when letters came
    wake_event: threading.Event = field(default_factory=threading.Event)
    #: what else has a thread of its own: its name, a step, and when the next is due
    extra_workers: list[
        tuple[str, Callable[[float], int], Callable[[], float | None]]
    ] = field(default_factory=list)
    _asked: threading.Event = field(default_factory=threading.Event)  #: bots
    _came: bool = True  #: whether there may be letters that nobody has sorted
    _games: int = 0  #: looked at since then
    _beat: float = -1e18  #: when outages were last looked for
    _chores_at: float = -1e18
    _junk_at: dict[int, float] = field(default_factory=dict)  #: by source

    def __post_init__(self) -> None:
        context = self.context

        def refused(conn: Connection, row: OutboxRow, why: str, now: float) -> None:
            bounces.handle_undeliverable(Transaction(context, conn, now), row, why)

        def put_off(conn: Connection, why: str, now: float) -> None:
            tx = Transaction(context, conn, now)
            if why == PER_DAY:
                tx.alert_host("per-day", most=context.config.limits.per_day)
            _alert_of_login(tx, "out", why)

        self.sorter = Sorter(context, self.reader, bounces.handle_bounce)
        self.worker = Worker(context)
        self.thinking = Thinking(context)
        self.elsewhere = Elsewhere(context)
        self.sender = Sender(
            context.database,
            context.key,
            self.sink,
            refused,
            put_off,
            context.config.limits.per_day,
        )

    def open(self) -> None:
        """Make the store ready. Raises UNAVAILABLE_ERRORS, Outdated, WrongKey."""
        self.context.database.prepare()
        with self.context.database.writing() as conn:
            reply_tokens.check_key(conn, self.context.key)

    def fetch(self, source: Source, now: float) -> int:
        """Take all letters of a source into the store; return how many are new."""
        new = 0
        if now >= self._junk_at.get(id(source), now):
            again = junk.look(self.context, self.reader, source, now)
            self._junk_at[id(source)] = math.inf if again is None else again
        batch: list[Incoming] = []
        size = 0
        for incoming in source.letters():
            batch.append(incoming)
            size += len(incoming.raw)
            if len(batch) >= BATCH or size > MAX_BATCH_BYTES:
                new += self._keep(source, batch, now)
                batch, size = [], 0
        return new + self._keep(source, batch, now)

    def _keep(self, source: Source, batch: list[Incoming], now: float) -> int:
        if not batch:
            return 0
        new = self.store(batch, now)
        # They are in the store for good: only now may the source forget them.
        for incoming in batch:
            source.done(incoming.key)
        return new

    def store(self, batch: list[Incoming], now: float) -> int:
        """Store letters as they came; return how many are new."""
        new = letters.store_new(self.context.database, batch, now)
        self._came = True
        self.wake_event.set()
        return new

    def heartbeat(self, now: float) -> None:
        """Note that we are awake, and move the deadlines of an outage."""
        if self._beat < 0:
            clocks.check_zones(self.context, now)
            clocks.check_wall_times(self.context, now)
        if not 0 <= now - self._beat < outage.HEARTBEAT_SECONDS:
            outage.heartbeat(self.context, now)
            self._beat = now
        self._chores(now)

    def _chores(self, now: float) -> None:
        """Do what is due hourly or daily; nobody waits a minute for it."""
        if not 0 <= now - self._chores_at < outage.HEARTBEAT_SECONDS:
            retention.step(self.context, now)
            ignored_letters.tell(self.context, now)
            daily.tell(self.context, now)
            self._chores_at = now

    def run_until_idle(self, now: float) -> int:
        """Sort and answer until nothing is due; return how many steps it took."""
        steps = 0
        for step in (self.sorter.step, self.worker.step):
            while step(now):
                steps += 1
        return steps

    def once(self, now: float) -> bool:
        """Do one round: fetch, answer, send; return whether all sources could be read.
        Raises UNAVAILABLE_ERRORS."""
        self._chores(now)
        all_read = True
        for source in self.sources:
            try:
                self.fetch(source, now)
            except Unreachable as error:
                _log.warning("source unreachable", extra={"why": error.why})
                self._tell_of_login(error.why, now)
                all_read = False
        self.run_until_idle(now)
        while self.thinking.step(now):
            self.run_until_idle(now)
        while self.elsewhere.step(now):
            pass
        while self.sender.step(now):
            pass
        return all_read

    def _tell_of_login(self, why: str, now: float) -> None:
        """Tell the host where letters do not come in for want of a login."""
        if is_login_trouble(why):
            with self.context.writing(now) as tx:
                _alert_of_login(tx, "in", why)

    def close(self) -> None:
        """Let go of everything."""
        for source in self.sources:
            source.close()
        self.sink.close()
        if isinstance(self.reader, LetterReader):
            self.reader.close()
        self.context.database.close()

    def serve(self, clock: Clock, stop: threading.Event) -> None:
        """Work until `stop` is set."""
        self.context.linger = LINGER_SECONDS
        gather = self.context.config.gather
        self.context.outbox.gather = parse_duration(gather) if gather else None
        send = WorkerThread("sender", self.sender.step, self.sender.next_at)
        hooks = WorkerThread(
            "hooks", self.elsewhere.step, self.elsewhere.next_at, [send]
        )
        to_wake = [send, hooks]
        work = WorkerThread("worker", self._work, self.worker.next_at, to_wake)
        work.wake_event = self.wake_event
        bots = WorkerThread(
            "bots", self.thinking.step, self.thinking.next_at, [work, *to_wake]
        )
        bots.wake_event = self._asked
        workers = [work, send, bots, hooks]
        workers += [WorkerThread(*one) for one in self.extra_workers]
        jobs: list[Callable[[], None]] = []
        jobs += [partial(one.run, clock, stop, self.last_rounds) for one in workers]
        jobs += [
            partial(self._watch_source, source, index, clock, stop)
            for index, source in enumerate(self.sources)
        ]
        if not self.context.database.embedded:
            jobs.append(partial(self._listen_to_database, workers, stop))
        # A part that never works is late, too.
        names = [one.name for one in workers]
        names += [f"source-{index}" for index, _ in enumerate(self.sources)]
        self.last_rounds |= dict.fromkeys(names, clock())
        threads = [threading.Thread(target=job, daemon=True) for job in jobs]
        for thread in threads:
            thread.start()
        stop.wait()
        self.thinking.end()
        for worker in workers:
            worker.wake_event.set()
        for thread in threads[: len(workers)]:
            thread.join(30)

    def _work(self, now: float) -> int:
        """Sort letters where some have come; else look at a game."""
        self.heartbeat(now)
        if self._came or self._games >= GAMES:
            self._came, self._games = False, 0
            if self.sorter.step(now):
                self._came = True
                return 1
        worked = self.worker.step(now)
        self._games += 1
        if self.context.bots_asked:
            self.context.bots_asked = False
            self._asked.set()
        return int(bool(worked or self.sorter.step(now)))

    def _watch_source(
        self, source: Source, index: int, clock: Clock, stop: threading.Event
    ) -> None:
        """Run one thread for a source: fetch, wake the worker, and wait for more."""
        trouble = WorkerThread(f"source-{index}", lambda now: 0, lambda: None)
        while not stop.is_set():
            try:
                self.fetch(source, clock())
                self.last_rounds[trouble.name] = clock()
                trouble.failures = 0
                source.wait(POLL_SECONDS)
            except Unreachable as error:
                _log.warning(
                    "source unreachable", extra={"source": index, "why": error.why}
                )
                with suppress(*UNAVAILABLE_ERRORS):
                    self._tell_of_login(error.why, clock())
                stop.wait(max(1.0, error.again))
            except Exception as error:
                trouble.fail(error, stop)

    def _listen_to_database(
        self, workers: list[WorkerThread], stop: threading.Event
    ) -> None:
        """Wake the threads when another machine has put work into the database."""
        trouble = WorkerThread("listener", lambda now: 0, lambda: None)
        url = self.context.database.url.set(drivername="postgresql")
        while not stop.is_set():
            try:
                import psycopg

                plain = url.render_as_string(hide_password=False)
                with psycopg.connect(plain, autocommit=True) as conn:
                    conn.execute("LISTEN pbem")
                    trouble.failures = 0
                    while not stop.is_set():
                        for _ in conn.notifies(timeout=1.0, stop_after=1):
                            self._came = True
                            for worker in workers:
                                worker.wake_event.set()
            except Exception as error:
                # All that it does is to ask the store.
                trouble.fail(error, stop, UNAVAILABLE)


def keeper(server: MailServer, clock: Clock) -> Callable[[Incoming], None]:
    """Return what stores a letter that our LMTP server was brought, or raises."""

    def keep(incoming: Incoming) -> None:
        server.store([incoming], clock())

    return keep


def too_large(
    context: ServerContext, reader: RawReader, clock: Clock
) -> Callable[[TooLarge], None]:
    """Return what a source calls before it sets a letter aside unread.

    The host is notified, and who sent it, as far as its head can be read.
    """

    def tell(letter: TooLarge) -> None:
        head = None
        with suppress(LetterRefused):
            head = reader.read(letter.head) if letter.head else None
        with context.writing(clock()) as tx:
            writer = head.letter.writer if head else ""
            about = {"size": letter.size, "most": context.config.limits.size}
            tx.alert_host("too-large", writer=writer, **about)
            if head is not None:
                tell_writer(tx, head, delivered_to(letter.head), "size")
            wake_listeners(tx.conn)
        _log.warning("too large", extra={"size": letter.size})

    return tell


def _alert_of_login(tx: Transaction, way: Literal["in", "out"], why: str) -> None:
    """Alert the host, once a day for each way, if it is the login that fails."""
    if is_login_trouble(why) and once_in(tx.conn, DAY, f"login-{way}", tx.now):
        tx.alert_host("login", way=way, why=why)
