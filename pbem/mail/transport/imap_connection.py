"""One connection to an IMAP server, in the few words that a source needs."""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from typing import Any

from imapclient.exceptions import IMAPClientError  # type: ignore[import-untyped]
from imapclient.imapclient import JUNK  # type: ignore[import-untyped]

from pbem.mail.message.limits import LIMITS
from pbem.mail.transport.base import HeadTest, Rescued
from pbem.mail.transport.imap_errors import CommandRefused, ImapError, translated
from pbem.mail.transport.imap_login import ImapAccount, connect, log_in

Sizes = dict[int, tuple[int, float | None]]

# At level DEBUG the library writes whole letters to the log, tokens and all.
logging.getLogger("imapclient").setLevel(logging.WARNING)

_MAX_JUNK = 500  #: letters, the latest, whose heads are checked
_MAX_UIDS = 200  #: of a command
_MAX_IDLE_RESTARTS = 3


class ImapConnection:
    """An open connection with its folder selected.

    Raises ImapError from the constructor and from every method.
    """

    def __init__(self, account: ImapAccount) -> None:
        self.account = account
        self.validity = 0
        self._deletes = True  #: whether letters can be marked as deleted
        self._copied: set[tuple[int, str]] = set()  #: and still to be marked
        with translated("cannot connect"):
            self._client: Any = connect(account)
        try:
            log_in(self._client, account)
            self.select()
            self._folders = {
                name: self._make_folder(name) for name in (account.done, account.failed)
            }
            # Making folders may have left the folder of letters unselected.
            self.select()
        except BaseException:
            self.close()
            raise

    def select(self) -> None:
        """Select the folder afresh: only then does a server tell its UIDVALIDITY."""
        with translated("cannot open the folder"):
            answer = self._client.select_folder(self.account.folder)
            validity = int(answer[b"UIDVALIDITY"])
            marks = answer.get(b"PERMANENTFLAGS", (b"\\Deleted",))
            self._deletes = b"\\Deleted" in marks
        if validity != self.validity:
            self.validity = validity
            self._copied.clear()

    def _make_folder(self, name: str) -> str:
        """Create a folder if it is missing; return its full name on this server."""
        with translated("cannot make a folder"):
            if self._client.has_capability("NAMESPACE"):
                spaces = self._client.namespace()
                personal = spaces.personal
                prefix = personal[0][0] if personal else ""
                shared = [*(spaces.other or ()), *(spaces.shared or ())]
                # What others share with us is named in full.
                whole = [prefix, *(one for one, _ in shared if one)]
                if prefix and not any(name.startswith(one) for one in whole):
                    name = prefix + name
            if self._client.folder_exists(name):
                return name
        try:
            with translated("cannot make a folder"):
                self._client.create_folder(name)
                self._client.subscribe_folder(name)
        except CommandRefused as refusal:
            # Another program may have made it at the same moment; and not every
            # server lists what others share with us.
            known = "ALREADYEXISTS" in str(refusal).upper()
            if not known and not self._is_there(name):
                raise
        return name

    def _is_there(self, name: str) -> bool:
        try:
            with translated("cannot look at a folder"):
                self._client.folder_status(name, ["UIDNEXT"])
        except ImapError:
            return False
        return True

    def uids(self) -> list[int]:
        """Return the UIDs in the folder, in order of arrival."""
        with translated("cannot search"):
            self._client._imap.response("EXISTS")
            return sorted({int(uid) for uid in self._client.search("UNDELETED")})

    def sizes(self, uids: list[int]) -> Sizes:
        """Return size and time of arrival of each letter that is still there."""
        found: Sizes = {}
        for start in range(0, len(uids), _MAX_UIDS):
            chunk = uids[start : start + _MAX_UIDS]
            with translated("cannot read sizes"):
                self._client.normalise_times = False
                answer = self._client.fetch(chunk, ["RFC822.SIZE", "INTERNALDATE"])
                for uid, data in answer.items():
                    date = data.get(b"INTERNALDATE")
                    if b"RFC822.SIZE" in data:
                        size = int(data[b"RFC822.SIZE"])
                        found[uid] = (size, date.timestamp() if date else None)
        return found

    def fetch(self, uid: int, size: int) -> bytes | None:
        """Return a letter, or None where the server does not give all of it.

        A length other than the server's own figure is believed only when the
        server also says that nothing follows: some servers guess sizes.
        """
        raw = self._part(uid, "BODY.PEEK[]", b"BODY[]")
        if raw is None or len(raw) == size:
            return raw
        if not raw:
            return None
        at = len(raw)
        rest = self._part(uid, f"BODY.PEEK[]<{at}.1>", b"BODY[]<%d>" % at)
        return raw if rest == b"" else None

    def fetch_head(self, uid: int) -> bytes:
        """Return a letter up to its body, or what the server gives of that."""
        most = LIMITS.header_bytes
        try:
            item = f"BODY.PEEK[HEADER]<0.{most}>"
            return (self._part(uid, item, b"BODY[HEADER]<0>") or b"")[:most]
        except CommandRefused:
            return b""

    def _part(self, uid: int, item: str, answer: bytes) -> bytes | None:
        with translated("cannot fetch"):
            data = self._client.fetch([uid], [item]).get(uid, {})
            part = data.get(answer)
            return part if isinstance(part, bytes) else None

    def rescue(self, test: HeadTest, take: bool) -> Rescued | None:
        """Move letters whose head passes `test` from the junk folder to the others."""
        account, client = self.account, self._client
        with translated("cannot find the folder for junk"):
            named = account.junk
            junk = client.find_special_folder(JUNK) if named == "auto" else named
            if isinstance(junk, bytes):  # as it came, where names are UTF-8
                junk = junk.decode("utf-8", "replace")
        if not junk or junk == account.folder:
            return None
        try:
            with translated("cannot open the folder for junk"):
                client.select_folder(junk, readonly=not take)
            uids = self.uids()[-_MAX_JUNK:]
            found = [uid for uid in uids if test(self.fetch_head(uid))]
            for uid in found if take else ():
                self._move(uid, account.folder)
        finally:
            self.select()
        return Rescued(len(found), len(uids))

    def move(self, uid: int, folder: str) -> None:
        """Move a letter. One that is there no more is no trouble."""
        try:
            self._move(uid, self._folders[folder])
        except CommandRefused:
            # The folder may have been removed since; a second refusal is final.
            self._folders[folder] = self._make_folder(folder)
            self._move(uid, self._folders[folder])

    def _move(self, uid: int, folder: str) -> None:
        with translated("cannot move"):
            if self._client.has_capability("MOVE"):
                self._client.move([uid], folder)
                return
            if not self._deletes:
                raise IMAPClientError("we may not delete letters there")
            # Where the mark is refused, each attempt would leave another copy.
            if (uid, folder) not in self._copied:
                self._client.copy([uid], folder)
                self._copied.add((uid, folder))
            self._client.add_flags([uid], [b"\\Deleted"], silent=True)
            self._copied.discard((uid, folder))
            # A plain EXPUNGE would also remove what others have marked.
            if self._client.has_capability("UIDPLUS"):
                self._client.uid_expunge([uid])

    @property
    def can_idle(self) -> bool:
        """Whether the server tells of new letters by itself."""
        with translated("cannot wait"):
            return bool(self._client.has_capability("IDLE"))

    def idle(self, seconds: float) -> None:
        """Return when the server speaks of a new letter, or after that time."""
        client = self._client
        end = time.monotonic() + seconds
        with translated("cannot wait"):
            # News that came with another answer are not repeated by the server.
            if client._imap.response("EXISTS")[1] != [None]:
                return
            # What came in one packet with the server's "go ahead" lies in a buffer
            # where the library does not look for it: leave IDLE to read it.
            for _ in range(_MAX_IDLE_RESTARTS):
                client.idle()
                if not self._unread():
                    break
                if _tells_of_letters(client.idle_done()[1]):
                    return
            else:
                client.idle()
            while (left := end - time.monotonic()) > 0:
                heard = client.idle_check(timeout=left)
                # "Still here" is no news; nothing heard is time out or the end.
                if not heard or _tells_of_letters(heard):
                    break
            client.idle_done()

    def _unread(self) -> bool:
        """Return whether there is something to read that has already been received."""
        imap, sock = self._client._imap, self._client.socket()
        if getattr(imap, "_readbuf", None):
            return True
        sock.setblocking(False)
        try:
            return bool(imap.file.peek(1))
        except (OSError, AttributeError):
            return False
        finally:
            sock.settimeout(self.account.timeout)

    def close(self) -> None:
        """Close the connection without a word: nothing is left to say."""
        with suppress(Exception):
            self._client.shutdown()


def _tells_of_letters(heard: list[Any]) -> bool:
    return any(b"EXISTS" in line for line in heard)
