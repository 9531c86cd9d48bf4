"""One connection to an IMAP server, in the few words that a source needs."""

from __future__ import annotations

import logging
import socket
import ssl
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from imapclient import IMAPClient  # type: ignore[import-untyped]
from imapclient.exceptions import (  # type: ignore[import-untyped]
    LoginError,
)
from imapclient.imapclient import JUNK  # type: ignore[import-untyped]

from pbem.mail.message.limits import LIMITS
from pbem.mail.transport.base import LOGIN_REFUSED, Rescued, Security, Wanted
from pbem.mail.transport.imap_errors import CommandRefused, ImapError, translated
from pbem.mail.transport.oauth import MECHANISMS, Bearer, NoToken, responses

Sizes = dict[int, tuple[int, float | None]]

# At level DEBUG the library writes whole letters to the log, tokens and all.
logging.getLogger("imapclient").setLevel(logging.WARNING)

_MAX_JUNK = 500  #: letters, the latest, whose heads are looked at
_MAX_UIDS = 200  #: of a command
_MAX_IDLE_RESTARTS = 3


@dataclass(frozen=True, slots=True)
class ImapAccount:
    """Where a mailbox is and how to open it.

    `port` 0 is the usual one; `timeout` is how long the server may be silent
    in the middle of an answer.
    """

    host: str
    user: str
    password: str = field(repr=False)
    port: int = 0
    security: Security = "tls"
    folder: str = "INBOX"
    done: str = "Done"
    failed: str = "Failed"
    junk: str = "auto"  #: the folder for junk; "auto": as the server says, "": none
    context: ssl.SSLContext | None = field(default=None, repr=False)
    timeout: float = 60.0
    bearer: Bearer | None = field(default=None, repr=False)  #: in a password's place


class ImapConnection:
    """An open connection with its folder selected.

    Raises ImapError from the constructor and from every method.
    """

    def __init__(self, account: ImapAccount) -> None:
        self.account = account
        self.validity = 0
        with translated("cannot connect"):
            self._client: Any = connect(account)
        try:
            self._log_in()
            self.select()
            self._folders = {
                name: self._make_folder(name) for name in (account.done, account.failed)
            }
            # Making folders may have left the folder of letters unselected.
            self.select()
        except BaseException:
            self.close()
            raise

    def _log_in(self) -> None:
        account, client = self.account, self._client
        try:
            with translated("cannot log in"):
                if account.security == "starttls":
                    context = account.context or ssl.create_default_context()
                    client.starttls(context)
                # Only AUTHENTICATE carries a password that is not ASCII.
                if account.bearer is not None:
                    self._show_token(account.bearer)
                elif client.has_capability("AUTH=PLAIN"):
                    client.plain_login(account.user, account.password)
                else:
                    client.login(account.user, account.password)
        except CommandRefused:
            # The server's words may repeat what it was sent.
            raise CommandRefused(LOGIN_REFUSED) from None
        except NoToken as error:
            raise CommandRefused(str(error)) from None
        with translated("cannot enable"):
            if client.has_capability("UTF8=ACCEPT") and client.has_capability("ENABLE"):
                # Without it letters with UTF-8 headers come altered or not at
                # all. It is only allowed before a folder is selected.
                client.enable("UTF8=ACCEPT")
                client.folder_encode = False

    def _show_token(self, bearer: Bearer) -> None:
        """Log in with a token, and with a fresh one where that is refused."""
        account, client = self.account, self._client
        offered = (one for one in MECHANISMS if client.has_capability(f"AUTH={one}"))
        mechanism = next(offered, MECHANISMS[-1])
        for fresh in (False, True):
            token = bearer.token(fresh=fresh)
            port = client.port
            given = responses(mechanism, account.user, token, account.host, port)
            said = iter(given)
            try:
                client.sasl_login(mechanism, lambda _, said=said: next(said, ""))
                return
            except LoginError:
                if fresh:
                    raise

    def select(self) -> None:
        """Select the folder afresh: only then does a server tell its UIDVALIDITY."""
        with translated("cannot open the folder"):
            answer = self._client.select_folder(self.account.folder)
            self.validity = int(answer[b"UIDVALIDITY"])

    def _make_folder(self, name: str) -> str:
        """Make a folder if there is none; its full name on this server."""
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

    def rescue(self, wanted: Wanted, take: bool) -> Rescued | None:
        """Look through the folder for junk, and move what is wanted to the letters."""
        account, client = self.account, self._client
        with translated("cannot find the folder for junk"):
            named = account.junk
            junk = client.find_special_folder(JUNK) if named == "auto" else named
        if not junk or junk == account.folder:
            return None
        try:
            with translated("cannot open the folder for junk"):
                client.select_folder(junk, readonly=not take)
            uids = self.uids()[-_MAX_JUNK:]
            found = [uid for uid in uids if wanted(self.fetch_head(uid))]
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
            # The folder may have been removed since; a second refusal stands.
            self._folders[folder] = self._make_folder(folder)
            self._move(uid, self._folders[folder])

    def _move(self, uid: int, folder: str) -> None:
        with translated("cannot move"):
            if self._client.has_capability("MOVE"):
                self._client.move([uid], folder)
                return
            self._client.copy([uid], folder)
            self._client.add_flags([uid], [b"\\Deleted"], silent=True)
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
            # News that came with another answer are not told a second time.
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


def connect(account: ImapAccount) -> Any:
    tls = account.security == "tls"
    context = account.context
    if tls and context is None:
        context = ssl.create_default_context()
    client = IMAPClient(
        account.host,
        port=account.port or (993 if tls else 143),
        ssl=tls,
        ssl_context=context,
        timeout=account.timeout,
    )
    # The library sends a command in pieces; the second would wait for an answer.
    with suppress(OSError):
        client.socket().setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return client
