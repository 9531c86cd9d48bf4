"""Takes letters out of the queue and hands them to a sink."""

from __future__ import annotations

import logging
from collections.abc import Callable

from sqlalchemy.engine import Connection

from pbem.mail.transport.backoff import backoff
from pbem.mail.transport.base import (
    DeliveryResult,
    DeliveryStatus,
    OutgoingLetter,
    Scope,
    Sink,
)
from pbem.schedule.units import DAY, HOUR
from pbem.server.outbound.pace import Pace
from pbem.server.states import LetterKind, OutboxState
from pbem.server.store import outgoing
from pbem.server.store.connection import Database
from pbem.server.store.queries import save
from pbem.server.store.reply_tokens import Key
from pbem.server.store.rows import OutboxRow

_log = logging.getLogger("pbem.server")
FIRST_PAUSE = 60.0  #: seconds after a letter, or three in a row, could not be sent
LONGEST_PAUSE = 4.0 * HOUR  #: seconds between two attempts
GIVE_UP = 5.0 * DAY  #: how long a letter is tried
PER_DAY = "as many letters as per_day"  #: why letters wait for tomorrow
BATCH = 20  #: letters between two looks at the outbox


class Sender:
    """Hands waiting letters to a sink, one after the other."""

    def __init__(
        self,
        store: Database,
        key: Key,
        sink: Sink,
        refused: Callable[[Connection, OutboxRow, str, float], None],
        put_off: Callable[[Connection, str, float], None],
        per_day: int = 0,
    ) -> None:
        self.store = store
        self.key = key
        self.sink = sink
        self.refused = refused
        self.put_off = put_off
        self.per_day = per_day  #: letters in 24 hours, at most; 0: any number
        self.sent = 0
        self._failures = 0
        self._rest = 0.0
        self._full = 0.0  #: until when `per_day` is used up
        self._pace = Pace()
        self._verdicts: dict[int, DeliveryResult] = {}  #: not in the store yet

    def step(self, now: float, most: int = 100) -> int:
        """Send what is due; return how many letters were tried.

        Three failures in a row look like trouble of the sink: it gets a rest. Trouble
        of one provider is that provider's alone.
        """
        alone, count = self.store.embedded, 0
        while count < most and now >= self._rest:
            room = self._room(now)
            fates = self._alone(now, room) if alone else self._shared(now, room)
            count += len(fates)
            if len(fates) < ((room or BATCH) if alone else 1):
                break  # these were all
        return count

    def _weigh(
        self, row: OutboxRow, verdict: DeliveryResult, now: float
    ) -> DeliveryStatus:
        self._pace.note(row.recipient, verdict, now)
        ours = verdict.scope is Scope.SINK and verdict.status is DeliveryStatus.RETRY
        self._failures = self._failures + 1 if ours else 0
        if self._failures >= 3:
            self._failures = 0
            self._rest = now + FIRST_PAUSE
        return verdict.status

    def _room(self, now: float) -> int:
        """Return how many letters may go out now, of those that are many."""
        if not self.per_day:
            return BATCH
        if now < self._full:
            return 0
        with self.store.reading() as conn:
            sent = outgoing.sent_since(conn, now - DAY)
        if len(sent) < self.per_day:
            return min(BATCH, self.per_day - len(sent))
        self._full = sent[-self.per_day] + DAY
        _log.warning(PER_DAY, extra={"count": len(sent)})
        with self.store.writing() as conn:
            self.put_off(conn, PER_DAY, now)
        return 0

    def next_at(self) -> float | None:
        """Return when the next letter is due."""
        with self.store.reading() as conn:
            when = outgoing.next_due(conn)
        return None if when is None else max(when, self._rest, self._full)

    def _alone(self, now: float, room: int) -> list[DeliveryStatus]:
        """Send some letters. No lock is held: one process works on a file."""
        with self.store.reading() as conn:
            rows = outgoing.due(conn, now, room or BATCH, urgent=not room)
        if any(row.blocks is not None for row in rows):
            with self.store.writing() as conn:
                rows = outgoing.close(conn, rows)
        rows, resting = self._pace.parted(rows, now)
        self._delay(resting)
        fates = [DeliveryStatus.RETRY] * len(resting)
        for row in rows:
            if now < self._rest:
                break
            if self._pace.until(row.recipient) > now:
                continue  # it has begun to rest; the next look puts it off
            verdict = self._verdict(row)
            fates.append(self._weigh(row, verdict, now))
            with self.store.writing() as conn:
                self._settle(conn, row, verdict, now)
            del self._verdicts[row.id]
        return fates

    def _delay(self, rows: list[OutboxRow]) -> None:
        """Put off letters to providers that want none now."""
        if rows:
            with self.store.writing() as conn:
                for row in rows:
                    save(conn, row, row._replace(next_at=self._again(row)))

    def _again(self, row: OutboxRow) -> float:
        """Return when a letter to a provider that rests is tried: behind those tried
        less often, or one that is never taken would hold up all others."""
        return self._pace.until(row.recipient) + row.tries

    def _shared(self, now: float, room: int) -> list[DeliveryStatus]:
        """Send one letter, under a lock that falls with the connection."""
        with self.store.writing() as conn:
            row = outgoing.hold(conn, now, urgent=not room)
            if row is None:
                return []
            if self._pace.until(row.recipient) > now:
                save(conn, row, row._replace(next_at=self._again(row)))
                return [DeliveryStatus.RETRY]
            verdict = self._verdict(row)
            self._settle(conn, row, verdict, now)
        del self._verdicts[row.id]
        return [self._weigh(row, verdict, now)]

    def _verdict(self, row: OutboxRow) -> DeliveryResult:
        """Return what becomes of a letter, which is not sent again while the database
        cannot take that down."""
        if row.id not in self._verdicts:
            raw = row.raw or b""
            if row.mark:
                raw = raw.replace(row.mark.encode(), self.key.token(row.mark).encode())
            letter = OutgoingLetter(row.message_id, row.sender, row.recipient, raw)
            self._verdicts[row.id] = self.sink.send(letter)
        return self._verdicts[row.id]

    def _settle(
        self, conn: Connection, row: OutboxRow, verdict: DeliveryResult, now: float
    ) -> None:
        # It may have arrived, whatever was said: nothing can be added any more.
        tried = row._replace(tries=row.tries + 1, why=verdict.why, blocks=None)
        last = row.kind is LetterKind.GOODBYE
        to = "" if last else row.recipient
        whose = {"outbox": row.id, "kind": row.kind, "letter": row.letter_id}
        whose |= {"game": row.game_id, "player": row.player_id}
        about = {**whose, "why": verdict.why}
        if verdict.status is DeliveryStatus.SENT:
            self.sent += 1
            sent = tried._replace(state=OutboxState.SENT, settled=now, why=row.why)
            save(conn, row, sent._replace(raw=None, subject="", recipient=to))
            _log.info("sent", extra=whose)
        elif verdict.status is DeliveryStatus.RETRY and _is_tried_again(
            conn, row, verdict, now
        ):
            pause = backoff(tried.tries, FIRST_PAUSE, LONGEST_PAUSE)
            if verdict.scope is Scope.DOMAIN:
                pause += tried.tries  # as in _again
            save(conn, row, tried._replace(next_at=now + pause))
            _log.warning("put off", extra=about)
            self.put_off(conn, verdict.why, now)
        else:
            refused = tried._replace(state=OutboxState.REFUSED, settled=now)
            save(conn, row, refused)
            _log.warning("refused", extra=about)
            self.refused(conn, row, verdict.why, now)
            gone = refused._replace(raw=None, subject="", recipient=to)
            save(conn, refused, gone)


def _is_tried_again(
    conn: Connection, row: OutboxRow, verdict: DeliveryResult, now: float
) -> bool:
    """Return whether a letter that could not be sent is tried once more. While none at
    all goes out, nothing is known of whom it is for, and it may wait for longer."""
    if now - row.made < GIVE_UP:
        return True
    return verdict.scope is Scope.SINK and not outgoing.sent_since(conn, row.made)
