"""Letters from an IMAP mailbox, moved to other folders when they are dealt with.

Every letter in the folder counts as new until it is moved, so there is no mark
that could pass an unread one. Whatever goes wrong on the way, the connection
is dropped and the letter fetched again.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator

from pbem.mail.message.headers import head_of
from pbem.mail.message.trace_headers import delivered_to, fingerprint
from pbem.mail.transport.backoff import Backoff
from pbem.mail.transport.base import (
    MAX_LETTER_BYTES,
    HeadTest,
    Incoming,
    Oversize,
    Rescued,
    TooLarge,
    Transport,
    Unreachable,
    log_too_large,
)
from pbem.mail.transport.imap_connection import ImapConnection
from pbem.mail.transport.imap_errors import CommandRefused, ConnectionLost, ImapError
from pbem.mail.transport.imap_login import ImapAccount

# Routers forget a silent connection; well below the half hour of RFC 2177.
_MAX_IDLE_SECONDS = 300.0
_MAX_FAILURES = 3  #: of a command, before it is done without
_log = logging.getLogger("pbem.mail")


class ImapSource(Transport):
    """A mailbox on an IMAP server; not for use by two threads at once.

    A key is `imap:user@host:folder:uidvalidity:uid`. Where the server numbers
    its letters anew, one that was settled but not yet moved is known by its
    content, and moved instead of read again; after a restart of ours as well, by
    the identity that its reader has kept.
    """

    def __init__(
        self,
        account: ImapAccount,
        limit: int = MAX_LETTER_BYTES,
        oversize: Oversize = log_too_large,
        backoff: Backoff | None = None,
    ) -> None:
        self.account = account
        self.limit = limit
        self.oversize = oversize
        self.name = f"imap:{account.user}@{account.host}:{account.folder}"
        self.backoff = backoff or Backoff(self.name)
        self._connection: ImapConnection | None = None
        self._fingerprints: dict[str, str] = {}  #: of letters handed out, by key
        self._pending_moves: dict[str, str] = {}  #: key to the folder it goes to
        self._stuck: set[str] = set()  #: of these, which were logged as not moved
        self._failed_fetches: Counter[str] = Counter()
        self._idle_failures = 0

    def letters(self) -> Iterator[Incoming]:
        """Return the letters in the folder, in order of arrival.

        One that cannot be had whole is left for the next time; after three
        times it waits for all others. Raises Unreachable.
        """
        self.backoff.check()
        connection = self._open()
        self._apply_moves(list(self._pending_moves))
        known = self._fingerprints
        self._fingerprints = {key: known.get(key, "") for key in self._pending_moves}
        try:
            uids = connection.uids()
            sizes = connection.sizes(uids)
            # A letter that has now gone is not worth a memory.
            current = {self._key(connection, uid) for uid in uids}
        except ImapError as error:
            raise self._disconnected(error) from None
        for key in set(self._failed_fetches) - current:
            del self._failed_fetches[key]
        for uid in set(uids) - set(sizes):
            self._note_failed_fetch(self._key(connection, uid))
        for uid in sorted(sizes, key=lambda n: (self._is_failing(connection, n), n)):
            if self._connection is not connection:
                raise self.backoff.unreachable()
            letter = self._fetch(connection, uid, *sizes[uid])
            if letter is not None:
                yield letter
        self.backoff.succeeded()
        if not self._failed_fetches:
            self._give_up_moves(connection.validity)

    def done(self, key: str) -> None:
        """Move a letter to the folder for those done."""
        self._settle(key, self.account.done)

    def failed(self, key: str) -> None:
        """Move a letter to the folder for those failed."""
        self._settle(key, self.account.failed)

    def rescue(self, test: HeadTest, *, take: bool = True) -> Rescued | None:
        """Move letters whose head passes `test` out of the folder for junk.

        None without a readable folder. Raises Unreachable.
        """
        self.backoff.check()
        connection = self._open()
        try:
            return connection.rescue(test, take)
        except CommandRefused as error:
            _log.warning("%s: %s", self.name, error)
            return None
        except ImapError as error:
            raise self._disconnected(error) from None

    def wait(self, seconds: float) -> None:
        """Wait that long, or until the server tells of a new letter (IDLE)."""
        connection = self._connection
        if connection is None:
            self.backoff.sleep(min(seconds, self.backoff.again or seconds))
            return
        try:
            if self._idle_failures >= _MAX_FAILURES or not connection.can_idle:
                self.backoff.sleep(seconds)
                return
            connection.idle(min(seconds, _MAX_IDLE_SECONDS))
            self._idle_failures = 0
        except ImapError as error:
            if self._connection is not connection:
                return  # closed meanwhile, by us
            self._idle_failures += 1
            if self._idle_failures == _MAX_FAILURES:
                _log.warning("%s: IDLE does not work here, polling", self.name)
            self._disconnected(error)

    def close(self) -> None:
        """Close the connection; the next use opens another."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _open(self) -> ImapConnection:
        try:
            if self._connection is None:
                self._connection = ImapConnection(self.account)
            else:
                self._connection.select()
        except ImapError as error:
            raise self._disconnected(error) from None
        return self._connection

    def _disconnected(self, error: Exception) -> Unreachable:
        self.close()
        return self.backoff.failed(str(error))

    def _key(self, connection: ImapConnection, uid: int) -> str:
        return f"{self.name}:{connection.validity}:{uid}"

    def _is_failing(self, connection: ImapConnection, uid: int) -> bool:
        return self._failed_fetches[self._key(connection, uid)] >= _MAX_FAILURES

    def _fetch(
        self, connection: ImapConnection, uid: int, size: int, received: float | None
    ) -> Incoming | None:
        key = self._key(connection, uid)
        if key in self._pending_moves:
            return None
        try:
            if size > self.limit:
                # A server that loses the connection over a head is asked no more.
                failing = self._is_failing(connection, uid)
                head = b"" if failing else connection.fetch_head(uid)
                self._quarantine(key, size, head)
                return None
            raw = connection.fetch(uid, size)
        except CommandRefused:
            raw = None
        except ConnectionLost as error:
            self._note_failed_fetch(key)
            raise self._disconnected(error) from None
        if raw is None:
            self._note_failed_fetch(key)
            return None
        del self._failed_fetches[key]
        if len(raw) > self.limit:
            self._quarantine(key, len(raw), head_of(raw))
            return None
        content = fingerprint(raw)
        if self._move_renumbered(content, key):
            return None
        self._fingerprints[key] = content
        identity = f"{self.name}:{content}"
        return Incoming(key, raw, delivered_to(raw), received, identity)

    def _quarantine(self, key: str, size: int, head: bytes) -> None:
        self.oversize(TooLarge(key, size, head))
        self.failed(key)

    def _note_failed_fetch(self, key: str) -> None:
        self._failed_fetches[key] += 1
        if self._failed_fetches[key] == _MAX_FAILURES:
            _log.error("%s: the server does not give this letter whole", key)

    def _move_renumbered(self, content: str, key: str) -> bool:
        """Move a letter that was settled under a number it had before."""
        for old, folder in self._pending_moves.items():
            same = self._fingerprints.get(old) == content
            if same and _validity(old) != _validity(key):
                self._forget_move(old)
                self._settle(key, folder)
                return True
        return False

    def _give_up_moves(self, validity: int) -> None:
        """Give up the moves of letters that a whole reading did not find again."""
        for key in list(self._pending_moves):
            if _validity(key) != validity:
                self._forget_move(key)

    def _settle(self, key: str, folder: str) -> None:
        if not key.startswith(self.name + ":"):
            raise ValueError(f"not a letter of {self.name}: {key}")
        self._pending_moves[key] = folder
        self._apply_moves([key])

    def _apply_moves(self, keys: list[str]) -> None:
        """Make moves that are still to be made, as far as that works now."""
        connection = self._connection
        if connection is None:
            return
        for key in keys:
            if _validity(key) != connection.validity:
                continue
            try:
                uid = int(key.rpartition(":")[2])
                connection.move(uid, self._pending_moves[key])
            except CommandRefused as error:
                if key not in self._stuck:
                    self._stuck.add(key)
                    _log.warning("%s: stays where it is: %s", key, error)
            except ConnectionLost as error:
                self._disconnected(error)
                return
            else:
                self._forget_move(key)

    def _forget_move(self, key: str) -> None:
        del self._pending_moves[key]
        self._fingerprints.pop(key, None)
        self._stuck.discard(key)


def _validity(key: str) -> int:
    """Return the UIDVALIDITY that a key was made under."""
    return int(key.rsplit(":", 2)[1])
