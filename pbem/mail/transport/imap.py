"""Letters from an IMAP mailbox, moved to other folders when they are dealt with.

Every letter in the folder counts as new until it is moved, so there is no mark
that could pass an unread one. Whatever goes wrong on the way, the connection
is dropped and the letter fetched again.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator

from pbem.mail.message.trace_headers import delivered_to, fingerprint
from pbem.mail.transport.backoff import Pace
from pbem.mail.transport.base import (
    LIMIT,
    Incoming,
    Oversize,
    TooLarge,
    Unreachable,
    tell_too_large,
)
from pbem.mail.transport.imap_connection import Account, Declined, Link, Lost

# Routers forget a silent connection; well below the half hour of RFC 2177.
_LONGEST_IDLE = 300.0
_PATIENCE = 3
_log = logging.getLogger("pbem.mail")


class ImapSource:
    """A mailbox on an IMAP server; not for use by two threads at once.

    A key is `imap:user@host:folder:uidvalidity:uid`. Where the server numbers
    its letters anew, one that was settled but not yet moved is known by its
    content, and moved instead of read again; after a restart of ours as well, by
    the identity that its reader has kept.
    """

    def __init__(
        self,
        account: Account,
        limit: int = LIMIT,
        oversize: Oversize = tell_too_large,
        pace: Pace | None = None,
    ) -> None:
        self.account = account
        self.limit = limit
        self.oversize = oversize
        self.name = f"imap:{account.user}@{account.host}:{account.folder}"
        self.pace = pace or Pace(self.name)
        self._link: Link | None = None
        self._given: dict[str, str] = {}
        self._owed: dict[str, str] = {}
        self._troubles: dict[str, int] = {}
        self._deaf = 0

    def letters(self) -> Iterator[Incoming]:
        """The letters in the folder, in order of arrival.

        One that cannot be had whole is left for the next time; after three
        times it waits for all others. Raises Unreachable.
        """
        self.pace.check()
        link = self._open()
        self._pay()
        self._given = {key: self._given.get(key, "") for key in self._owed}
        try:
            uids = link.waiting()
            sizes = link.sizes(uids)
            # A letter that has now gone is not worth a memory.
            current = {self._key(link, uid) for uid in uids}
        except (Lost, Declined) as error:
            raise self._lost(error) from None
        self._troubles = {k: n for k, n in self._troubles.items() if k in current}
        for uid in set(uids) - set(sizes):
            self._note(self._key(link, uid))
        for uid in sorted(sizes, key=lambda uid: (self._stuck(link, uid), uid)):
            size, received = sizes[uid]
            if self._link is not link:
                raise Unreachable(self.pace.why, self.pace.failures, self.pace.again)
            letter = self._letter(link, uid, size, received)
            if letter is not None:
                yield letter
        self.pace.succeeded()
        if not self._troubles:
            self._forget(link.validity)

    def done(self, key: str) -> None:
        """Move a letter to the folder for those done."""
        self._settle(key, self.account.done)

    def failed(self, key: str) -> None:
        """Move a letter to the folder for those failed."""
        self._settle(key, self.account.failed)

    def wait(self, seconds: float) -> None:
        """Wait that long, or until the server tells of a new letter (IDLE)."""
        link = self._link
        if link is None:
            self.pace.sleep(min(seconds, self.pace.again or seconds))
            return
        try:
            if self._deaf >= _PATIENCE or not link.can_idle:
                self.pace.sleep(seconds)
                return
            link.idle(min(seconds, _LONGEST_IDLE))
            self._deaf = 0
        except (Lost, Declined) as error:
            self._deaf += 1
            if self._deaf == _PATIENCE:
                _log.warning("%s: IDLE does not work here, polling", self.name)
            self._lost(error)

    def close(self) -> None:
        """Close the connection; the next use opens another."""
        if self._link is not None:
            self._link.close()
            self._link = None

    def __enter__(self) -> ImapSource:
        return self

    def __exit__(self, *failed: object) -> None:
        self.close()

    def _open(self) -> Link:
        try:
            if self._link is None:
                self._link = Link(self.account)
            else:
                self._link.select()
        except (Lost, Declined) as error:
            raise self._lost(error) from None
        return self._link

    def _lost(self, error: Exception) -> Unreachable:
        self.close()
        return self.pace.failed(str(error))

    def _key(self, link: Link, uid: int) -> str:
        return f"{self.name}:{link.validity}:{uid}"

    def _stuck(self, link: Link, uid: int) -> bool:
        return self._troubles.get(self._key(link, uid), 0) >= _PATIENCE

    def _letter(
        self, link: Link, uid: int, size: int, received: float | None
    ) -> Incoming | None:
        key = self._key(link, uid)
        if key in self._owed:
            return None
        if size > self.limit:
            self._set_aside(key, size)
            return None
        try:
            raw = link.whole(uid, size)
        except Declined:
            raw = None
        except Lost as error:
            self._note(key)
            raise self._lost(error) from None
        if raw is None:
            self._note(key)
            return None
        self._troubles.pop(key, None)
        if len(raw) > self.limit:
            self._set_aside(key, len(raw))
            return None
        print_ = fingerprint(raw)
        if self._renumbered(print_, key):
            return None
        self._given[key] = print_
        identity = f"{self.name}:{print_}"
        return Incoming(key, raw, delivered_to(raw), received, identity)

    def _set_aside(self, key: str, size: int) -> None:
        self.oversize(TooLarge(key, size))
        self.failed(key)

    def _note(self, key: str) -> None:
        count = self._troubles[key] = self._troubles.get(key, 0) + 1
        if count == _PATIENCE:
            _log.error("%s: the server does not give this letter whole", key)

    def _renumbered(self, print_: str, key: str) -> bool:
        """Move a letter that was settled under a number it had before."""
        for old, folder in self._owed.items():
            if self._given.get(old) == print_ and not self._same_numbers(old, key):
                del self._owed[old]
                self._settle(key, folder)
                return True
        return False

    def _forget(self, validity: int) -> None:
        """Give up the moves of letters that a whole reading did not find again."""
        for key in list(self._owed):
            if int(key.rsplit(":", 2)[1]) != validity:
                del self._owed[key]
                self._given.pop(key, None)

    def _same_numbers(self, key: str, other: str) -> bool:
        return key.rpartition(":")[0] == other.rpartition(":")[0]

    def _settle(self, key: str, folder: str) -> None:
        if not key.startswith(self.name + ":"):
            raise ValueError(f"not a letter of {self.name}: {key}")
        self._owed[key] = folder
        self._pay()

    def _pay(self) -> None:
        """Make the moves that are still owed, as far as that works now."""
        link = self._link
        if link is None:
            return
        for key, folder in list(self._owed.items()):
            _, validity, uid = key.rsplit(":", 2)
            if int(validity) != link.validity:
                continue
            try:
                link.put(int(uid), folder)
            except Declined as error:
                _log.warning("%s: stays where it is: %s", key, error)
            except Lost as error:
                self._lost(error)
                return
            else:
                del self._owed[key]
                self._given.pop(key, None)
