"""The outbox: letters that wait to be sent, written together with what they tell."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.mail.transport.base import Fate, Outgoing, Sink, Verdict
from pbem.server import digest, people, schema
from pbem.server.compose import Draft, Envelope, compose
from pbem.server.config import Config
from pbem.server.store import Store, note
from pbem.server.tokens import MINTED, Bearer, Key, mint, new_mark

_log = logging.getLogger("pbem.server")
_outbox = schema.outbox
# What is asked for every letter is put together once.
_DUE = (
    sa.select(_outbox)
    .where(_outbox.c.state == "waiting", _outbox.c.next_at <= sa.bindparam("now"))
    .order_by(_outbox.c.next_at, _outbox.c.id)
    .limit(sa.bindparam("most"))
)
_SENT = (
    _outbox.update()
    .where(_outbox.c.id == sa.bindparam("number"))
    .values(
        state="sent",
        raw=None,
        settled=sa.bindparam("settled"),
        tries=sa.bindparam("tries"),
    )
)
_WAITS = _outbox.insert()
FIRST_PAUSE = 60.0
LONGEST_PAUSE = 4 * 3600.0
GIVE_UP = 5 * 86400.0  #: how long a letter is tried
TOGETHER = 20  #: letters between two looks at the outbox
_Letter = sa.Row[tuple[object, ...]]


@dataclass(slots=True)
class _Rows:
    """Letters on their way into the store, and the tokens that they bring."""

    letters: list[dict[str, Any]] = field(default_factory=list)
    tokens: list[dict[str, Any]] = field(default_factory=list)

    def write(self, link: Connection) -> None:
        for statement, rows in ((MINTED, self.tokens), (_WAITS, self.letters)):
            if rows:
                link.execute(statement, rows)


@dataclass(frozen=True, slots=True)
class Post:
    """Writes letters into the outbox, in the transaction of what they tell."""

    config: Config
    key: Key
    _gathered: dict[Connection, _Rows] = field(default_factory=dict)

    @contextmanager
    def together(self, link: Connection) -> Iterator[None]:
        """The letters of this block go into the store at its end, all at once:
        nothing in it may look for one of them."""
        gathered = self._gathered[link] = _Rows()
        try:
            yield
            gathered.write(link)
        finally:
            del self._gathered[link]

    def to_player(
        self,
        link: Connection,
        now: float,
        player_id: int,
        draft: Draft,
        *,
        kind: str,
        bearer: Bearer | None = None,
        wanted: str = "",
    ) -> bool:
        """A letter to a player, whose answer will speak for `bearer`.

        It goes to the address they wrote from, where that is one of theirs, or to
        the first that works; False where none does.
        """
        recipient = people.reach(link, player_id, wanted)
        game_id = bearer.game_id if bearer else None
        # An answer to a letter of theirs never waits for the digest.
        held = not wanted and digest.holds(
            link, self.config, player_id, kind, draft.due, now
        )
        if recipient is None:
            note(link, "unreachable", now, player_id=player_id, game_id=game_id)
            return False
        self._put(
            *(link, now, recipient, draft, kind),
            bearer=bearer,
            player_id=player_id,
            state="held" if held else "waiting",
        )
        return True

    def to_stranger(
        self, link: Connection, now: float, address: str, draft: Draft, kind: str
    ) -> None:
        """A letter to an address of nobody we know; a bounce of it goes nowhere."""
        self._put(link, now, address, draft, kind, sender="")

    def to_host(self, link: Connection, now: float, draft: Draft) -> None:
        """A letter to the game master, if there is one."""
        if self.config.host:
            self._put(link, now, self.config.host, draft, "alarm", sender="")

    def reply_address(self, mark: str, game_id: int | None) -> str:
        """Where an answer goes."""
        config = self.config
        if not mark or config.identity.place == "subject":
            return config.address
        tag = f"g{game_id}.{mark}" if game_id else mark
        return f"{config.local}{config.identity.separator}{tag}@{config.domain}"

    def _put(
        self,
        link: Connection,
        now: float,
        recipient: str,
        draft: Draft,
        kind: str,
        sender: str | None = None,
        player_id: int | None = None,
        bearer: Bearer | None = None,
        state: str = "waiting",
    ) -> None:
        config = self.config
        game_id = bearer.game_id if bearer else None
        mark, token = mint(self.key, now, bearer) if bearer else ("", None)
        message_id = f"<{new_mark()}@{config.domain}>"
        subject = draft.subject
        if mark and config.identity.place == "subject":
            subject = f"{subject} [{f'g{game_id}.' if game_id else ''}{mark}]"
        envelope = Envelope(
            config.address,
            config.name,
            recipient,
            self.reply_address(mark, game_id),
            message_id,
            now,
        )
        raw = compose(
            replace(draft, subject=subject),
            envelope,
            html=config.html,
        )
        gathered = self._gathered.get(link)
        rows = _Rows() if gathered is None else gathered
        rows.tokens += [token] if token else []
        rows.letters.append(
            {
                "message_id": message_id,
                "player_id": player_id,
                "game_id": game_id,
                "recipient": recipient,
                "sender": config.address if sender is None else sender,
                "kind": kind,
                "subject": draft.subject[:300],
                "raw": raw,
                "mark": mark,
                "state": state,
                "next_at": now,
                "made": now,
            }
        )
        if gathered is None:
            rows.write(link)


class Sender:
    """Hands waiting letters to a sink, one after the other."""

    def __init__(
        self,
        store: Store,
        key: Key,
        sink: Sink,
        refused: Callable[[Connection, _Letter, str, float], None],
    ) -> None:
        self.store = store
        self.key = key
        self.sink = sink
        self.refused = refused
        self.sent = 0
        self._failures = 0
        self._rest = 0.0
        self._verdicts: dict[int, Verdict] = {}  #: not in the store yet

    def step(self, now: float, most: int = 100) -> int:
        """Sends what is due; how many letters were tried.

        Three failures in a row look like trouble of the sink: it gets a rest.
        """
        count = 0
        while count < most and now >= self._rest:
            fates = self._alone(now) if self.store.embedded else self._shared(now)
            if not fates:
                break
            count += len(fates)
        return count

    def _weigh(self, fate: Fate, now: float) -> Fate:
        self._failures = self._failures + 1 if fate is Fate.RETRY else 0
        if self._failures >= 3:
            self._failures = 0
            self._rest = now + FIRST_PAUSE
        return fate

    def next_at(self) -> float | None:
        """When the next letter is due."""
        query = sa.select(sa.func.min(_outbox.c.next_at))
        with self.store.reading() as link:
            when = link.execute(query.where(_outbox.c.state == "waiting")).scalar()
        return None if when is None else max(when, self._rest)

    def _alone(self, now: float) -> list[Fate]:
        """Some letters sent. No lock is held: one process works on the file.

        While others write to it, what became of some letters is noted together:
        no more than these are sent once more after a crash.
        """
        with self.store.reading() as link:
            rows = link.execute(_DUE, {"now": now, "most": TOGETHER}).all()
        fates: list[Fate] = []
        sent: list[tuple[_Letter, Verdict]] = []
        try:
            for row in rows:
                if now < self._rest:
                    break
                sent.append((row, self._verdict(row)))
                fates.append(self._weigh(sent[-1][1].fate, now))
                if not self.store.busy:
                    self._note(sent, now)
        finally:
            self._note(sent, now)
        return fates

    def _note(self, sent: list[tuple[_Letter, Verdict]], now: float) -> None:
        if sent:
            with self.store.writing() as link:
                for row, verdict in sent:
                    self._settle(link, row, verdict, now)
            for row, _ in sent:
                del self._verdicts[row.id]
            sent.clear()

    def _shared(self, now: float) -> list[Fate]:
        """One letter sent, under a lock that falls with the connection."""
        with self.store.writing() as link:
            due = _DUE.with_for_update(skip_locked=True)
            row = link.execute(due, {"now": now, "most": 1}).one_or_none()
            if row is None:
                return []
            verdict = self._verdict(row)
            self._settle(link, row, verdict, now)
        del self._verdicts[row.id]
        return [self._weigh(verdict.fate, now)]

    def _verdict(self, row: _Letter) -> Verdict:
        """What becomes of a letter; it is not sent again while the store cannot
        take that down."""
        if row.id not in self._verdicts:
            self._verdicts[row.id] = self._send(row)
        return self._verdicts[row.id]

    def _send(self, row: _Letter) -> Verdict:
        raw = bytes(row.raw)
        if row.mark:
            raw = raw.replace(row.mark.encode(), self.key.token(row.mark).encode())
        return self.sink.send(Outgoing(row.message_id, row.sender, row.recipient, raw))

    def _settle(
        self,
        link: Connection,
        row: _Letter,
        verdict: Verdict,
        now: float,
    ) -> None:
        tries = row.tries + 1
        if verdict.fate is Fate.SENT:
            self.sent += 1
            given = {"number": row.id, "settled": now, "tries": tries}
            link.execute(_SENT, given)
            _log.info("sent", extra={"outbox": row.id, "kind": row.kind})
            return
        why = verdict.why
        this = _outbox.update().where(_outbox.c.id == row.id)
        if verdict.fate is Fate.RETRY and now - row.made < GIVE_UP:
            pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(tries - 1, 12))
            link.execute(this.values(next_at=now + pause, tries=tries, why=why))
            _log.warning("put off", extra={"outbox": row.id, "why": why})
            return
        link.execute(this.values(state="refused", settled=now, tries=tries, why=why))
        _log.warning("refused", extra={"outbox": row.id, "why": why})
        self.refused(link, row, why, now)
        link.execute(this.values(raw=None))
