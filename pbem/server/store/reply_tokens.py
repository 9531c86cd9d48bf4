"""Tokens: what a letter must carry to speak for a player.

A token is 128 bits. The store holds only its digest; a letter that waits to be
sent holds a mark in its place, from which the key of the server makes the token
at the last moment. A token is worth what it was mailed for, and grows old.
"""

from __future__ import annotations

import base64
import fcntl
import hashlib
import hmac
import os
import re
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.schedule.units import DAY
from pbem.server.states import NOT_BEGUN, GameState, TokenPurpose
from pbem.server.store import game_store, schema
from pbem.server.store.connection import Database, ServerLock, wait_for
from pbem.server.store.queries import fact, insert_new
from pbem.system.files import sync_folder

NO_GAME_DAYS = 14  #: how long a token for a letter about no seat is valid
TURN_DAYS = 30  #: the same for a letter of a turn that is no longer open
CONFIRM_DAYS = 3  #: how long what gives power can be confirmed
ADDRESS_DAYS = 30  #: how long a new address can prove itself, by one letter
UNDO_DAYS = 7  #: how long an old address can take a change back
KEY_BYTES = 32  #: of the secret that makes tokens
MIN_KEY_BYTES = 16  #: of one that a host wrote there himself
TOKEN_PATTERN = re.compile(r"(?<![a-z2-7])[a-z2-7]{26}(?![a-z2-7])")


class NoKey(Exception):
    """The file of the key holds something else."""


class WrongKey(Exception):
    """The key is not the one that this store was used with before."""


class StoreMissing(Exception):
    """There is a key, but not the store that it was used with."""


class TokenGrant(NamedTuple):
    """The rights that a token carries: which seat or player, and for which purpose."""

    player_id: int
    game_id: int | None
    serial: int | None
    until: float | None
    purpose: TokenPurpose = TokenPurpose.ANSWER
    address: str = ""  #: that its letter must come from; "": any of the player's
    letter_id: int | None = None  #: the letter that "yes" in an answer repeats
    made: float = 0.0  #: noted when it is minted


_table = schema.token
_GRANT = (_table.c[name] for name in TokenGrant._fields)
INSERT_TOKEN = _table.insert()
_FIND = sa.select(_table.c.digest, *_GRANT).where(
    _table.c.handle == sa.bindparam("start")
)


def grant_without_game(player_id: int, now: float) -> TokenGrant:
    """Return for whom an answer to a letter about no game speaks."""
    return TokenGrant(player_id, None, None, now + NO_GAME_DAYS * DAY)


def grant_for_address(
    player_id: int, address: str, purpose: TokenPurpose, now: float
) -> TokenGrant:
    """Return what an answer from one address is worth: it proves itself, or takes a
    change back."""
    days = UNDO_DAYS if purpose is TokenPurpose.UNDO else ADDRESS_DAYS
    until = now + days * DAY
    return TokenGrant(player_id, None, None, until, purpose, address)


class Key:
    """The secret that makes tokens out of marks; never in the store."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def __repr__(self) -> str:
        return "Key()"

    @property
    def fingerprint(self) -> str:
        """What tells this key from others, and nothing more."""
        return hashlib.sha256(b"pbem key 1\n" + self._secret).hexdigest()[:32]

    def token(self, mark: str) -> str:
        """Return the token that a mark stands for: 26 letters and digits."""
        return _spell(hmac.digest(self._secret, mark.encode(), "sha256")[:16])


def load_key(path: Path) -> Key:
    """Return the key in a file, made at the first call. Raises OSError, NoKey.

    Two servers that start side by side make one key; one that was killed before it
    had written it leaves an empty file, into which the next one is written.
    """
    with suppress(FileNotFoundError), open(path, "rb") as file:
        fcntl.flock(file, fcntl.LOCK_SH)
        if found := file.read():
            return _read_key(path, found)
    with open(os.open(path, os.O_CREAT | os.O_RDWR, 0o600), "r+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        found = file.read()
        if not found:
            found = secrets.token_hex(KEY_BYTES).encode() + b"\n"
            os.fchmod(file.fileno(), 0o600)
            file.write(found)
            file.flush()
            os.fsync(file.fileno())
            sync_folder(path.parent)
    return _read_key(path, found)


def _read_key(path: Path, found: bytes) -> Key:
    try:
        secret = bytes.fromhex(found.decode("ascii").strip())
    except ValueError:
        raise NoKey(str(path)) from None
    if len(secret) < MIN_KEY_BYTES:
        raise NoKey(str(path))
    return Key(secret)


def need_store(store: Database, path: Path) -> None:
    """Raise StoreMissing where a key lies in a file and nothing where its store should
    be, or a store that no key was ever used with: its disk may not be there, or it was
    never filled, and a server that began with an empty store would know no game and no
    player. FileNotFoundError: there is no folder for the store."""
    # In this order: who starts beside us makes the store first, then the key.
    if not path.exists() or not path.stat().st_size:
        return
    if not store.exists():
        raise StoreMissing
    with store.reading() as conn:
        known = _known(conn)
    if known is None:
        with store.writing() as conn:
            wait_for(conn, ServerLock.KEY)  # who is about to note it comes first
            if _known(conn) is None:
                raise StoreMissing


def open_key(conn: Connection, path: Path) -> Key:
    """Return the store's key; a new store gets a new one. Raises OSError, NoKey,
    WrongKey (another store's key, or the file is gone)."""
    wait_for(conn, ServerLock.KEY)
    if _known(conn) is not None and not path.exists():
        raise WrongKey
    key = load_key(path)
    check_key(conn, key)
    return key


def _known(conn: Connection) -> str | None:
    """Return the fingerprint of the key that a store was used with."""
    return fact(conn, "key")


def check_key(conn: Connection, key: Key) -> None:
    """Raise WrongKey where the store knows another one."""
    known = _known(conn)
    if known is None:
        mine = {"name": "key", "value": key.fingerprint}
        if not insert_new(conn, schema.meta, mine):
            return check_key(conn, key)  # another server was faster
    elif not hmac.compare_digest(known, key.fingerprint):
        raise WrongKey


def new_mark() -> str:
    """Return a fresh mark: as long as a token, and as hard to guess."""
    return _spell(secrets.token_bytes(16))


def mint(key: Key, now: float, grant: TokenGrant) -> tuple[str, dict[str, Any]]:
    """Return a mark whose token speaks for `grant`, and the row of its digest."""
    mark = new_mark()
    digest = token_digest(key.token(mark))
    row = {"handle": digest[:16], "digest": digest}
    return mark, row | grant._replace(made=now)._asdict()


def find_grant(conn: Connection, token: str) -> TokenGrant | None:
    """Return whom a token speaks for, whether its turn has passed or not."""
    digest = token_digest(token)
    # The index sees a part of the digest, of which nobody can choose the token.
    for known, *grant in conn.execute(_FIND, {"start": digest[:16]}):
        if hmac.compare_digest(known, digest):
            return TokenGrant._make(grant)
    return None


def lasts(conn: Connection, grant: TokenGrant, now: float) -> bool:
    """Return whether a token is still worth anything.

    One of a turn lasts as long as its turn is open, and a while longer for what is
    no order.
    """
    if grant.until is not None:
        return grant.until > now
    if grant.made + TURN_DAYS * DAY > now or grant.game_id is None:
        return True
    game = game_store.get(conn, grant.game_id)
    own_turn = game.state is GameState.RUNNING and game.serial == grant.serial
    return own_turn or game.state in NOT_BEGUN


def expire(conn: Connection, now: float) -> None:
    """Forget tokens that a date ended long ago."""
    conn.execute(_table.delete().where(_table.c.until < now - 30 * DAY))


def end_tokens(conn: Connection, game_id: int, serial: int, now: float) -> None:
    """End the tokens of a turn of a game, and of all later ones."""
    stale = (_table.c.game_id == game_id) & (_table.c.serial >= serial)
    conn.execute(_table.update().where(stale).values(until=now))


def end_tokens_since(conn: Connection, player_id: int, moment: float) -> None:
    """End the tokens that were mailed to a player since a moment, and those with which
    an address could still become theirs."""
    recent = (_table.c.made >= moment) | (_table.c.purpose == TokenPurpose.ADDRESS)
    ended = _table.update().where(_table.c.player_id == player_id, recent)
    conn.execute(ended.values(until=moment))


def token_digest(token: str) -> str:
    """Return what the store keeps of a token."""
    return hashlib.sha256(b"pbem token 1\n" + token.encode()).hexdigest()


def _spell(raw: bytes) -> str:
    """Return sixteen bytes in base32, in small letters and without its padding.

    >>> _spell(bytes(range(16)))
    'aaaqeayeaudaocajbifqydiob4'
    """
    return base64.b32encode(raw).decode("ascii").rstrip("=").lower()
