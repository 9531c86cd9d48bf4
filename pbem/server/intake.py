"""Letters in: kept as they came, then read, then laid before their game."""

from __future__ import annotations

import hashlib
import logging
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from pbem.mail.message.letter import Letter
from pbem.mail.message.limits import LetterRefused
from pbem.mail.sandbox.read import Reading
from pbem.mail.transport.base import Incoming
from pbem.server import bounces, gamebook, limits, people, poison, schema
from pbem.server.config import Config
from pbem.server.identity import Claim, identify
from pbem.server.office import Office
from pbem.server.store import Store, Unavailable, insert_new, note, notify

_log = logging.getLogger("pbem.server")
_letter = schema.letter
# What is asked for every letter is put together once.
CHANGE = _letter.update().where(_letter.c.id == sa.bindparam("number"))
_KNOWN = sa.select(_letter.c.id).where(_letter.c.twin == sa.bindparam("twin"))
_NEW = (
    sa.select(_letter)
    .where(_letter.c.state == "new")
    .order_by(_letter.c.id)
    .limit(sa.bindparam("most"))
)
_PLAYS = (
    sa.select(schema.game.c.id)
    .join(schema.seat, schema.seat.c.game_id == schema.game.c.id)
    .where(schema.seat.c.player_id == sa.bindparam("player"))
    .where(schema.game.c.state.in_(("invited", "running")))
    .limit(20)
)
# A busy machine may be the cause of these: such a letter is read again.
_PASSING = frozenset({"stalled", "memory", "crash"})
MOST = 50  #: letters that are sorted in one transaction
_SORTER = 7402002  #: of all machines one sorts at a time, or letters would overtake


class Reader(Protocol):
    """What reads raw letters (mail.sandbox.Reader)."""

    def read(self, raw: bytes, then: bytes = b"") -> Reading:
        """Read one; `then` is what comes next. Raises LetterRefused."""
        ...


class Content(msgspec.Struct, frozen=True, kw_only=True):
    """What sorting found out about a letter, for the worker that answers it."""

    text: str
    subject: str
    message_id: str
    writer: str
    name: str  #: the writer's, as the From field has it
    ref: str | None
    buried: bool
    cut: bool
    player_id: int | None
    told_id: int | None
    seat: str | None
    serial: int | None
    problem: str
    token_game: int | None = None
    errand: bool = False  #: a part of a letter that was for another game


def keep(store: Store, letters: list[Incoming], now: float) -> int:
    """Stores letters as they came; how many are new. Raises Unavailable.

    When it has returned they are safe, and the source may forget them.
    """
    with store.writing() as link:
        new = insert_new(link, _letter, *(_kept(one, now) for one in letters))
        if new:
            notify(link)
    return new


def _kept(incoming: Incoming, now: float) -> dict[str, Any]:
    key = incoming.identity or incoming.key
    if len(key) > 600:
        key = key[:500] + hashlib.sha256(key.encode()).hexdigest()
    received = incoming.received
    return {
        "key": key,
        "raw": incoming.raw,
        "recipient": (incoming.recipient or "")[:500] or None,
        # Another clock may be ahead of ours; a letter from the future is not late.
        "received": now if received is None else min(received, now),
        "kept": now,
        "state": "new",
    }


@dataclass(slots=True)
class Sorter:
    """Reads kept letters and lays them before their games, in order of arrival."""

    office: Office
    reader: Reader
    woken: set[int] = field(default_factory=set)  #: games, in this transaction

    def step(self, now: float) -> int:
        """Sorts some letters; how many."""
        letter_id: int | None = None
        self.woken.clear()
        try:
            with self.office.store.writing() as link:
                if not _only_one(link):
                    return 0
                rows = link.execute(_NEW, {"most": MOST}).all()
                raws = [bytes(row.raw) for row in rows]
                for row, raw, then in zip(rows, raws, (*raws[1:], b""), strict=False):
                    letter_id = row.id
                    self._sort(link, row, raw, then, now)
                letter_id = None
                if rows:
                    notify(link)
            return len(rows)
        except Unavailable:
            raise
        except Exception:
            if letter_id is None:
                raise
            poison.complain("sorter", None, letter_id)
        with self.office.store.writing() as link:
            poison.count(link, self.office, letter_id, now)
        return 1

    def _sort(
        self, link: Connection, row: Row[Any], raw: bytes, then: bytes, now: float
    ) -> None:
        try:
            reading = self.reader.read(raw, then)
        except LetterRefused as refusal:
            if refusal.code in _PASSING and row.tries < poison.TRIES - 1:
                _change(link, row, tries=row.tries + 1)
                return
            _change(link, row, state="refused", why=str(refusal)[:300])
            note(link, "letter-refused", now, refusal.code, letter_id=row.id)
            _log.warning("unreadable", extra={"letter": row.id, "why": refusal.code})
            self.office.alarm(link, now, "unreadable", letter=row.id, why=refusal.code)
            return
        letter, verdict = reading.letter, reading.verdict
        if letter.first("x-loop").strip().lower() == self.office.config.address.lower():
            _change(link, row, state="ours", sender=letter.writer)
            return
        if verdict.kind != "reply":
            if verdict.kind == "bounce":
                bounces.returned(link, self.office, verdict.failed, raw, now)
            values = {"state": verdict.kind, "why": verdict.rule}
            _change(link, row, sender=letter.writer[:320], **values)
            return
        self._sort_reply(link, row, reading, now)

    def _sort_reply(
        self, link: Connection, row: Row[Any], reading: Reading, now: float
    ) -> None:
        config, letter = self.office.config, reading.letter
        if config.host and letter.writer == config.host.lower():
            people.enrol(link, letter.writer, "", now)
        claim = identify(link, config, letter, row.recipient, now)
        twin = _twin(claim, letter, reading.reply.text)
        if link.execute(_KNOWN, {"twin": twin}).first() is not None:
            _change(link, row, state="repeat", sender=claim.writer[:320])
            return
        values: dict[str, Any] = {
            "twin": twin,
            "sender": claim.writer[:320],
            "player_id": claim.player_id,
            "digest": _digest(reading.reply.text),
        }
        if claim.player_id is None and limits.flooded(link, config, claim, now):
            _change(link, row, state="excess", **values)
            return
        if claim.told_id is not None:
            # Nothing is proven by it, but the address seems to work again.
            people.sound(link, claim.writer)
        content = _content(reading, claim)
        game_id = claim.game_id if claim.player_id is not None else None
        if game_id is None and config.identity.policy == "open":
            game_id = _meant(link, claim, reading.reply.ref)
        packed = msgspec.msgpack.encode(content)
        _change(link, row, state="waiting", game_id=game_id, content=packed, **values)
        if game_id is not None and game_id not in self.woken:
            self.woken.add(game_id)
            gamebook.wake(link, game_id, now)


def _change(link: Connection, row: Row[Any], **values: Any) -> None:
    link.execute(CHANGE, {"number": row.id, **values})


def _content(reading: Reading, claim: Claim) -> Content:
    letter, reply = reading.letter, reading.reply
    return Content(
        text=reply.text,
        subject=letter.subject[:300],
        message_id=letter.message_id,
        writer=claim.writer,
        name=_display(letter),
        ref=reply.ref,
        buried=reply.buried,
        cut=reply.cut,
        player_id=claim.player_id,
        told_id=claim.told_id,
        seat=claim.seat,
        serial=claim.serial,
        problem=claim.problem,
        token_game=claim.game_id,
    )


def _display(letter: Letter) -> str:
    from pbem.mail.message.addresses import addresses

    pairs = addresses(letter.first("from"), 1)
    return pairs[0][0][:80] if pairs else ""


def _twin(claim: Claim, letter: Letter, text: str) -> str:
    """What two copies of one letter share, and nobody else's letter has.

    Who wrote it is part of it, so nobody can use up another's Message-ID; and what
    is new in it, since some programs give the same Message-ID to every letter.
    """
    name = letter.message_id or letter.first("date")
    who = f"{claim.player_id}\n{claim.writer}\n{claim.game_id}"
    said = " ".join(text.split())
    whole = f"{who}\n{name}\n{said}\n{letter.subject}"
    return hashlib.sha256(whole.encode("utf-8", "replace")).hexdigest()


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def _meant(link: Connection, claim: Claim, ref: str | None) -> int | None:
    """The game that a letter without token is for, where addresses are trusted."""
    found = [row.id for row in link.execute(_PLAYS, {"player": claim.player_id})]
    for game_id in found:
        if ref is not None and ref.startswith(f"g{game_id}."):
            return int(game_id)
    return int(found[0]) if len(found) == 1 else None


def _only_one(link: Connection) -> bool:
    if link.dialect.name != "postgresql":
        return True
    query = sa.select(sa.func.pg_try_advisory_xact_lock(_SORTER))
    return bool(link.execute(query).scalar())


def accepts(config: Config, address: str) -> bool:
    """Whether our LMTP server takes letters for an address."""
    from pbem.server.identity import ours

    return ours(config, address)


class Keep(Protocol):
    """Stores one letter, or raises."""

    def __call__(self, incoming: Incoming) -> None:
        """Returns when it is safe."""
        ...
