"""The queue of received letters."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.mail.message.unread import UnreadPart
from pbem.mail.transport.base import Incoming
from pbem.server.states import LetterState, TokenPurpose
from pbem.server.store import claims, schema
from pbem.server.store.connection import Database, wake_listeners
from pbem.server.store.queries import (
    count,
    fetch,
    fetch_first,
    insert,
    insert_new,
    save,
)
from pbem.server.store.rows import LetterRow
from pbem.server.store.stored_tokens import TokenHider

_letter = schema.letter
_KNOWN = sa.select(_letter.c.id).where(_letter.c.twin == sa.bindparam("twin"))
# Everything but the raw letter, which nobody needs any more.
_ROWS = sa.select(*(_letter.c[name] for name in LetterRow._fields))
_NEW = (
    _ROWS.add_columns(_letter.c.raw)
    .where(_letter.c.state == LetterState.NEW, _letter.c.id > sa.bindparam("after"))
    .order_by(_letter.c.id)
    .limit(sa.bindparam("most"))
)
_STILL_NEW = _ROWS.where(
    _letter.c.state == LetterState.NEW,
    _letter.c.id.between(sa.bindparam("first"), sa.bindparam("last")),
).order_by(_letter.c.id)
_WAITING = _ROWS.where(_letter.c.state == LetterState.WAITING).order_by(_letter.c.id)
_OF_GAME = _WAITING.where(_letter.c.game_id == sa.bindparam("game")).limit(
    sa.bindparam("most")
)
_FIRST = _WAITING.where(_letter.c.game_id.is_(None)).limit(1)
_OF_NONE = _FIRST
_OF_NONE_LOCKED = _FIRST.with_for_update(skip_locked=True)
_HELD = sa.func.length(_letter.c.raw) > 0
_TO_DO = (LetterState.NEW, LetterState.WAITING)
_QUARANTINED = _letter.c.state.in_((LetterState.DEAD, LetterState.REFUSED)) & sa.or_(
    _HELD, _letter.c.content.is_not(None)
)
#: Letters of players that were classified as automatic, with what sorting found.
_IGNORED = (
    _letter.c.state.in_((LetterState.AUTO, LetterState.LIST))
    & _letter.c.player_id.is_not(None)
    & _letter.c.content.is_not(None)
)
#: Letters that nobody has read yet: as they came, with tokens that can be used.
_UNREAD = (LetterState.NEW, LetterState.REFUSED, LetterState.DEAD)
HOLDS_TOKENS = _HELD & _letter.c.state.in_(_UNREAD) & _letter.c.content.is_(None)


class SortedLetter(msgspec.Struct, frozen=True, kw_only=True):
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
    serial: int | None
    problem: str
    token_game: int | None = None
    forwarded: bool = False  #: a part of a letter that was for another game
    spent: bool = False  #: of an errand: its token was too old to send it
    purpose: TokenPurpose = TokenPurpose.ANSWER  #: of its token
    made: float | None = None  #: when its token was minted, if it has one
    asked: int | None = None  #: the letter that "yes" repeats
    unread: tuple[UnreadPart, ...] = ()  #: what came instead of text, or next to it
    behind: tuple[str, ...] = ()  #: lines of the writer's behind ">", as quotes are

    @classmethod
    def of(cls, row: LetterRow) -> SortedLetter:
        """Return what sorting found out about a letter."""
        return msgspec.msgpack.decode(row.content or b"", type=cls)


def store_new(store: Database, letters: list[Incoming], now: float) -> int:
    """Store letters as they came; return how many are new. Raises UNAVAILABLE_ERRORS.

    When it has returned they are safe, and the source may forget them.
    """
    with store.writing() as conn:
        new = insert_new(conn, _letter, *(_row(one, now) for one in letters))
        if new:
            wake_listeners(conn)
    return new


def _row(incoming: Incoming, now: float) -> dict[str, object]:
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
        "state": LetterState.NEW,
    }


def get(conn: Connection, number: int) -> LetterRow:
    """Return a letter."""
    return LetterRow._make(conn.execute(_ROWS.where(_letter.c.id == number)).one())


def unread(
    conn: Connection, most: int, after: int = 0
) -> list[tuple[LetterRow, bytes]]:
    """Return letters that nobody has read, those behind one, in order; their bytes."""
    rows = conn.execute(_NEW, {"most": most, "after": after})
    return [(LetterRow._make(row[:-1]), row[-1]) for row in rows]


def still_unread(conn: Connection, numbers: Collection[int]) -> list[LetterRow]:
    """Return which of some letters nobody has read meanwhile, in order."""
    between = {"first": min(numbers), "last": max(numbers)}
    found = fetch(conn, LetterRow, _STILL_NEW, between)
    return [row for row in found if row.id in numbers]


def is_known(conn: Connection, twin: str) -> bool:
    """Return whether a letter is the copy of another."""
    return conn.execute(_KNOWN, {"twin": twin}).first() is not None


def waiting_for(conn: Connection, game_id: int, most: int) -> list[LetterRow]:
    """Return the letters that wait for a game, the first ones first."""
    return fetch(conn, LetterRow, _OF_GAME, {"game": game_id, "most": most})


def waiting_for_none(conn: Connection, *, lock: bool) -> LetterRow | None:
    """Return the first letter that is for no game."""
    return fetch_first(conn, LetterRow, _OF_NONE_LOCKED if lock else _OF_NONE)


def add_part(
    conn: Connection, row: LetterRow, game_id: int, content: SortedLetter, now: float
) -> None:
    """Lay a part of a letter before another game, as if it were a letter of its own."""
    number = 0
    while count(conn, _letter.c.key == f"errand:{row.id}:{number}"):
        number += 1
    part = row._replace(
        id=0,
        key=f"errand:{row.id}:{number}",
        recipient=None,
        kept=now,
        state=LetterState.WAITING,
        game_id=game_id,
        content=msgspec.msgpack.encode(content),
        twin=None,
        digest=digest(content.text),
        tries=0,
    )
    insert(conn, part, raw=b"")
    claims.wake(conn, game_id, now)


def keep_lines(
    conn: Connection, row: LetterRow, content: SortedLetter, lines: Sequence[str]
) -> int:
    """Keep lines of a letter that somebody is asked about, as they are shown; return
    their number. They go with old letters."""
    number = count(conn, _letter.c.key.like(f"asked:{row.id}:%"))
    text = "\n".join(lines)
    shortened = msgspec.structs.replace(content, text=text, subject="")
    stored = row._replace(
        id=0,
        key=f"asked:{row.id}:{number}",
        recipient=None,
        state=LetterState.ASKED,
        content=msgspec.msgpack.encode(shortened),
        twin=None,
        digest=digest(text),
        answered=False,
    )
    return insert(conn, stored, raw=b"")


def stored_lines(conn: Connection, number: int) -> str:
    """Return lines that somebody was asked about; "" where they are gone."""
    row = fetch_first(conn, LetterRow, _ROWS.where(_letter.c.id == number))
    return SortedLetter.of(row).text if row is not None and row.content else ""


def keep_answer(conn: Connection, number: int, text: str) -> None:
    """Store an answer to a letter, behind the answers stored before."""
    so_far = conn.execute(sa.select(_letter.c.answer).where(_letter.c.id == number))
    parts = [*filter(None, [so_far.scalar()]), text.strip("\n")]
    values = {"answer": "\n\n".join(parts)}
    conn.execute(_letter.update().where(_letter.c.id == number).values(values))


def digest(text: str) -> str:
    """Return the SHA-256 of a text in hex, by which equal letters are found."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def hide_tokens(
    conn: Connection, number: int, raw: bytes, recipient: str | None, hide: TokenHider
) -> None:
    """Keep a letter that was read without its tokens."""
    if hide.handles:
        values = {
            "raw": hide.in_letter(raw),
            "recipient": hide.in_text(recipient or ""),
        }
        conn.execute(_letter.update().where(_letter.c.id == number).values(values))


def clear_older(
    conn: Connection, moment: float, most: int, after: int = 0
) -> list[int]:
    """Delete the content of letters older than a moment, with ids above `after`; return
    the ids, in order.

    What waits to be read or answered stays.
    """
    old = (_letter.c.kept < moment) & _letter.c.state.not_in(_TO_DO)
    has_content = sa.or_(_HELD, _letter.c.content.is_not(None))
    query = sa.select(_letter.c.id).where(_letter.c.id > after, old, has_content)
    found = list(conn.execute(query.order_by(_letter.c.id).limit(most)).scalars())
    gone = {"raw": b"", "content": None, "recipient": None, "lines": "", "answer": ""}
    conn.execute(_letter.update().where(_letter.c.id.in_(found)).values(gone))
    return found


def quarantined(conn: Connection) -> list[LetterRow]:
    """Return the letters that could not be read or answered."""
    return fetch(conn, LetterRow, _ROWS.where(_QUARANTINED).order_by(_letter.c.id))


def ignored(conn: Connection, after: float) -> list[LetterRow]:
    """Return players' letters after a moment that were classified as automatic, in
    order."""
    newer = _IGNORED & (_letter.c.kept > after)
    return fetch(conn, LetterRow, _ROWS.where(newer).order_by(_letter.c.id))


def retry(conn: Connection, number: int) -> bool:
    """Have a letter that was quarantined read again; False where there is none.

    One that was sorted keeps what sorting found out: its token is hidden since.
    """
    query = _ROWS.where(_QUARANTINED | _IGNORED, _letter.c.id == number)
    row = fetch_first(conn, LetterRow, query)
    if row is None:
        return False
    again = row._replace(state=LetterState.WAITING, tries=0, why="")
    if row.content is None:
        again = again._replace(state=LetterState.NEW, twin=None)
    elif row.game_id is not None:
        claims.wake(conn, row.game_id, row.kept)
    save(conn, row, again)
    wake_listeners(conn)
    return True


def latest(conn: Connection, most: int) -> list[tuple[str, bytes, str | None]]:
    """Return the last letters that came: key, bytes, recipient."""
    columns = (_letter.c.key, _letter.c.raw, _letter.c.recipient)
    query = sa.select(*columns).order_by(_letter.c.id.desc()).limit(most)
    return [(row.key, bytes(row.raw), row.recipient) for row in conn.execute(query)]


def last_from(conn: Connection, addresses: list[str]) -> float:
    """Return when the last letter of some addresses came; 0: never."""
    newest = sa.select(sa.func.max(_letter.c.kept))
    return conn.execute(newest.where(_letter.c.sender.in_(addresses))).scalar() or 0.0
