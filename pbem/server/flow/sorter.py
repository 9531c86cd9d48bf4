"""Incoming letters: stored as they came, then parsed, then passed to their game."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import msgspec
from sqlalchemy.engine import Connection

from pbem.mail.message.addresses import addresses
from pbem.mail.message.letter import Letter
from pbem.mail.sandbox.read import ParsedLetter
from pbem.server.context import ServerContext, Transaction
from pbem.server.flow import automatic, banned, dead_letters
from pbem.server.flow.identity import Identity, TokenStrength, identify
from pbem.server.flow.reading import RawReader, Reading, RefusedLetter, read
from pbem.server.flow.unread import tell_writer
from pbem.server.outbound import rate_limits
from pbem.server.states import GameState, LetterState, SeatState
from pbem.server.store import claims, games, letters, players, stored_tokens
from pbem.server.store.connection import (
    UNAVAILABLE_ERRORS,
    ServerLock,
    only_one,
    wake_listeners,
)
from pbem.server.store.letters import SortedLetter
from pbem.server.store.queries import save
from pbem.server.store.rows import LetterRow
from pbem.server.store.stored_tokens import TokenHider

_log = logging.getLogger("pbem.server")
# A busy machine may be the cause of these: such a letter is read again.
_PASSING = frozenset({"stalled", "memory", "crash"})
BATCH = 50  #: letters that are sorted in one transaction


#: Called for a bounce, with the addresses that failed and the raw letter.
Bounced: TypeAlias = Callable[[Transaction, Sequence[str], bytes], None]


@dataclass(slots=True)
class Sorter:
    """Parses stored letters and passes them to their games, in order of arrival."""

    context: ServerContext
    reader: RawReader
    bounced: Bounced
    woken: set[int] = field(default_factory=set)  #: games, in this transaction

    def step(self, now: float) -> int:
        """Sort some letters; return how many."""
        letter_id: int | None = None
        self.woken.clear()
        try:
            with self._turn() as ours:
                if not ours:
                    return 0
                # A letter may take its time: nobody who writes waits meanwhile.
                with self.context.database.reading() as conn:
                    found = letters.unread(conn, BATCH)
                if not found:
                    return 0
                raws = {row.id: raw for row, raw in found}
                readings = {
                    number: read(self.reader, raw) for number, raw in raws.items()
                }
                with self.context.writing(now) as tx:
                    conn = tx.conn
                    if not only_one(conn, ServerLock.SORT):
                        return 0
                    rows = letters.still_unread(conn, readings.keys())
                    for row in rows:
                        letter_id = row.id
                        self._sort(tx, row, raws[row.id], readings[row.id])
                    letter_id = None
                    wake_listeners(conn)
                return len(readings)
        except UNAVAILABLE_ERRORS:
            raise
        except Exception:
            if letter_id is None:
                raise
            dead_letters.log_failure("sorter", None, letter_id)
        with self.context.writing(now) as tx:
            dead_letters.count_failure(tx, letter_id)
        return 1

    @contextmanager
    def _turn(self) -> Iterator[bool]:
        """Say whether no other machine reads letters, as long as this lasts.

        One that stands still loses its turn with its connection, after
        MAX_IDLE_SECONDS; what it has read meanwhile is good all the same.
        """
        database, done = self.context.database, False
        if database.embedded:
            yield True
            return
        try:
            with database.reading() as conn:
                yield only_one(conn, ServerLock.READ)
                done = True
        except UNAVAILABLE_ERRORS:
            if not done:
                raise

    def _refuse(self, tx: Transaction, row: LetterRow, found: RefusedLetter) -> None:
        """Quarantine a letter that cannot be read, and notify its sender."""
        conn, code, head = tx.conn, found.refusal.code, found.head
        if code in _PASSING and row.tries < dead_letters.MAX_TRIES - 1:
            save(conn, row, row._replace(tries=row.tries + 1))
            return
        new = row._replace(state=LetterState.REFUSED, why=str(found.refusal)[:300])
        save(conn, row, new)
        tx.audit("letter-refused", code, letter_id=row.id)
        _log.warning("unreadable", extra={"letter": row.id, "why": code})
        tx.alert_host("unreadable", letter=row.id, why=code)
        if head is not None:
            tell_writer(tx, head, row.recipient, code)

    def _sort(
        self, tx: Transaction, row: LetterRow, raw: bytes, reading: Reading
    ) -> None:
        conn = tx.conn
        if isinstance(reading, Exception):
            raise reading
        if isinstance(reading, RefusedLetter):
            self._refuse(tx, row, reading)
            return
        old, letter, verdict = row, reading.letter, reading.classification
        texts = (letter.subject, reading.reply.text)
        hide = stored_tokens.hider(conn, raw, row.recipient or "", *texts)
        letters.hide_tokens(conn, row.id, raw, row.recipient, hide)
        row = row._replace(sender=letter.writer[:320])
        _log.info("read", extra={"letter": row.id, "kind": verdict.kind})
        ours = self.context.config.address.lower()
        if letter.first("x-loop").strip().lower() == ours:
            save(conn, old, row._replace(state=LetterState.OURS))
            return
        if verdict.kind == "bounce":
            self.bounced(tx, verdict.failed, raw)
            save(conn, old, row._replace(state=LetterState.BOUNCE, why=verdict.rule))
            return
        config = self.context.config
        if config.host and letter.writer == config.host.lower():
            players.get_or_create(conn, letter.writer, "", tx.now, proven=True)
        claim = identify(conn, config, letter, row.recipient, tx.now)
        leaver = automatic.leaver(letter, claim)
        if leaver is not None:
            claim, reading = leaver, automatic.stopping(reading)
        elif automatic.is_ignored(verdict, claim):
            row = row._replace(state=LetterState(verdict.kind), why=verdict.rule)
            if claim.player_id is not None and claim.token is TokenStrength.GOOD:
                row = row._replace(
                    player_id=claim.player_id,
                    game_id=claim.game_id,
                    digest=_digest(reading),
                    content=msgspec.msgpack.encode(_content(reading, claim, hide)),
                )
            save(conn, old, row)
            return
        ban = banned.ban_of(tx, claim, reading.reply.text)
        if ban is not None:
            banned.tell_once(tx, ban, claim.writer, letter.message_id)
            banned_row = row._replace(
                state=LetterState.BANNED, player_id=claim.player_id
            )
            save(conn, old, banned_row)
            return
        self._sort_reply(tx, old, reading, claim, hide)

    def _sort_reply(
        self,
        tx: Transaction,
        row: LetterRow,
        reading: ParsedLetter,
        claim: Identity,
        hide: TokenHider,
    ) -> None:
        conn, now = tx.conn, tx.now
        config, letter = self.context.config, reading.letter
        twin = _twin(claim, letter, reading.reply.text)
        new = row._replace(sender=claim.writer[:320])
        if letters.is_known(conn, twin):
            save(conn, row, new._replace(state=LetterState.REPEAT))
            return
        new = new._replace(
            twin=twin,
            player_id=claim.player_id,
            digest=_digest(reading),
        )
        if new.player_id is None:
            if claim.told_id is None:
                new = new._replace(domain=rate_limits.home_of(new.sender))
            if rate_limits.flooded(conn, config, new, now):
                known = claim.told_id is not None
                if not known or not rate_limits.has_reserve(conn, new.sender, now):
                    save(conn, row, new._replace(state=LetterState.EXCESS))
                    return
                new = new._replace(why=rate_limits.FLOOD)
                claim = replace(claim, problem=rate_limits.FLOOD)
        if claim.told_id is not None and claim.doubted:
            self._heard_from(tx, claim)
        game_id = claim.game_id if claim.player_id is not None else None
        if game_id is None and config.identity.policy == "open":
            game_id = _game_of(conn, claim, reading.reply.ref)
        content = msgspec.msgpack.encode(_content(reading, claim, hide))
        waiting = LetterState.WAITING
        save(conn, row, new._replace(state=waiting, game_id=game_id, content=content))
        about = {"letter": row.id, "player": claim.player_id, "game": game_id}
        _log.info("sorted", extra=about)
        if game_id is not None:
            self._wake(tx, game_id)

    def _heard_from(self, tx: Transaction, claim: Identity) -> None:
        """Note that an address seems to work, which proves nothing, and, of one that
        has proven itself now, that it may be sent what was kept from it."""
        if players.mark_working(tx.conn, claim.writer, claim.player_id):
            states = ((SeatState.LISTED,), (GameState.INVITED,))
            for game in games.of_player(tx.conn, claim.player_id, *states):
                self._wake(tx, game.id)

    def _wake(self, tx: Transaction, game_id: int) -> None:
        if game_id not in self.woken:
            self.woken.add(game_id)
            claims.wake(tx.conn, game_id, tx.now)


def _content(reading: ParsedLetter, claim: Identity, hide: TokenHider) -> SortedLetter:
    letter, reply = reading.letter, reading.reply
    return SortedLetter(
        text=hide.in_text(reply.text),
        subject=hide.in_text(letter.subject)[:300],
        message_id=letter.message_id,
        writer=claim.writer,
        name=next((name for name, _ in addresses(letter.first("from"), 1)), "")[:80],
        ref=reply.ref,
        buried=reply.buried,
        cut=reply.cut,
        player_id=claim.player_id,
        told_id=claim.told_id,
        serial=claim.serial,
        problem=claim.problem,
        token_game=claim.game_id,
        purpose=claim.purpose,
        made=claim.made,
        asked=claim.asked,
        unread=letter.unread,
        behind=tuple(map(hide.in_text, reply.behind)),
    )


def _digest(reading: ParsedLetter) -> str:
    return letters.digest(reading.reply.text.strip() or reading.letter.subject)


def _twin(claim: Identity, letter: Letter, text: str) -> str:
    """Return what two copies of one letter share, and nobody else's letter has.

    Who wrote it is part of it, so nobody can use up another's Message-ID; and what
    is new in it, since some programs give the same Message-ID to every letter.
    """
    name = letter.message_id or letter.first("date")
    who = f"{claim.player_id}\n{claim.writer}\n{claim.game_id}"
    words = " ".join(text.split())
    whole = f"{who}\n{name}\n{words}\n{letter.subject}"
    return hashlib.sha256(whole.encode("utf-8", "replace")).hexdigest()


def _game_of(conn: Connection, claim: Identity, ref: str | None) -> int | None:
    """Return the game of a letter without token, where addresses are trusted."""
    found = games.numbers_of_player(conn, claim.player_id)
    for game_id in found:
        if ref is not None and ref.startswith(f"g{game_id}."):
            return game_id
    return found[0] if len(found) == 1 else None
