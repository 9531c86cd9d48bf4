"""Letters out by SMTP: one connection for many, one recipient a transaction."""

from __future__ import annotations

import re
import smtplib
import ssl
from collections.abc import Sequence
from contextlib import suppress

from pbem.mail.transport.base import (
    LOGIN_REFUSED,
    SENT,
    DeliveryResult,
    EagerSink,
    Outgoing,
    Scope,
    refused,
    retry,
)
from pbem.mail.transport.oauth import NoToken
from pbem.mail.transport.server_replies import redact
from pbem.mail.transport.smtp_connection import SmtpAccount, connect

_LINE_END = re.compile(rb"\r\n|\r|\n")
_ADDRESS = re.compile(r"[^\s<>\x00-\x1f\x7f]+@[^\s<>@\x00-\x1f\x7f]+")
# Ours to mend, not the recipient's fault: log in first, encrypt first.
_OUR_FAULT_CODES = frozenset({421, 454, 530, 534, 535, 538})
#: Not now: for this recipient, by the server or by what stands behind it.
_THEIR_CODES = frozenset({450, 451, 452})
#: What our address is told at MAIL may still be about the letter: how large it is.
_OF_LETTER = re.compile(r"552\b|55\d[ -]+5\.(2\.3|3\.4|6\.\d)\b")
#: And what is said of a recipient about us: not known enough, or no more today.
_OF_US = re.compile(
    r"\b5\.4\.5\b|\brelay(ing)? (access |is )?(denied|not|prohibited)|\bto relay\b",
    re.IGNORECASE,
)
_OF_MAILBOX = re.compile(r"4\.[12]\.\d")  # the address, the mailbox (RFC 3463)


class SmtpSink(EagerSink):
    """Sends letters through a mail server, over a connection that is kept.

    A connection that the server has closed meanwhile is opened again once. Where the
    server takes commands before it has answered others, the next letter is announced
    behind each: then a letter costs one answer's time, not two.
    Not for use by two threads at once.
    """

    def __init__(self, account: SmtpAccount) -> None:
        self.account = account
        self._client: smtplib.SMTP | None = None
        self._clean = True
        self._next: Outgoing | None = None
        self._said: Outgoing | None = None  #: announced: the server waits for it alone

    def send(self, letter: Outgoing, then: Outgoing | None = None) -> DeliveryResult:
        """Hand a letter over, and return what became of it.

        Lost after the letter itself means "retry": it may have been taken, and the
        repeat has the same Message-ID.
        """
        if self._said is not None and self._said is not letter:
            self._drop()
        if wrong := _wrong(letter):
            return refused(wrong)
        self._next = None if then is None or _wrong(then) else then
        kept = self._client is not None
        try:
            verdict = self._transaction(letter)
            if verdict is None and kept:
                verdict = self._transaction(letter)
        except ssl.SSLError as error:
            self.close()
            return retry(f"no secure connection: {error.reason or error}")
        except OSError as error:
            self.close()
            return self._retry(letter, f"no connection: {error}")
        return verdict or retry("the server closed the connection")

    def close(self) -> None:
        """Close the connection, politely where it still works."""
        client, self._client = self._client, None
        said, self._said = self._said, None
        if client is not None:
            # To a server that waits for a letter any word would be one.
            with suppress(OSError, smtplib.SMTPException):
                if said is None:
                    client.quit()
            client.close()

    def _transaction(self, letter: Outgoing) -> DeliveryResult | None:
        """Hand a letter over; None: the connection was dead before it was begun."""
        try:
            client = self._client or self._connect()
        except smtplib.SMTPAuthenticationError:
            # The server's words may repeat what it was sent.
            return retry(LOGIN_REFUSED)
        except NoToken as error:
            return retry(str(error))
        except smtplib.SMTPException as error:
            return self._retry(letter, f"no session: {_words(error)}")
        self._client = client
        try:
            if not self._clean:
                client.rset()
            self._clean = False
            code, words, about = self._announce(client, letter)
        except smtplib.SMTPServerDisconnected:
            self._drop()
            return None
        except smtplib.SMTPNotSupportedError:
            return refused("the server does not take addresses outside ASCII")
        except smtplib.SMTPException as error:
            self._drop()
            return self._retry(letter, _words(error))
        if code == 421:
            self._drop()
            return None
        return (
            self._hand_over(client, letter)
            if code == 354
            else self._verdict(letter, code, words, about)
        )

    def _announce(
        self, client: smtplib.SMTP, letter: Outgoing
    ) -> tuple[int, str, bool]:
        """Say what will come, all at once where the server allows it (RFC 2920).

        Return its answer, 354 where it waits for the letter itself, and whether that
        is about the recipient: what it says to our own address is about us.
        """
        lines = _envelope(client, letter)
        groups = [lines] if client.has_extn("pipelining") else [[one] for one in lines]
        said, self._said = self._said, None
        for group in groups:
            if said is None:
                client.send(_spoken(group))
            refusal = None
            for line in group:
                try:
                    code, words = client.getreply()
                except smtplib.SMTPServerDisconnected:
                    if refusal is None:
                        raise
                    self._drop()
                    return refusal
                if code not in (250, 251, 354):
                    about = not line.startswith("MAIL")
                    refusal = refusal or (code, _text(words), about)
            if refusal is not None:
                if code == 354:  # it waits for a letter that is for nobody
                    client.send(b".\r\n")
                    client.getreply()
                return refusal
        return code, "", True

    def _hand_over(self, client: smtplib.SMTP, letter: Outgoing) -> DeliveryResult:
        words = _stuffed(letter.raw) + b"\r\n.\r\n"
        if self._next is not None and client.has_extn("pipelining"):
            with suppress(smtplib.SMTPNotSupportedError):
                words += _spoken(_envelope(client, self._next))
                self._said = self._next
        try:
            if client.sock is not None:
                client.sock.settimeout(self.account.patience)
            client.send(words)
            code, answer = client.getreply()
            if client.sock is not None:
                client.sock.settimeout(self.account.timeout)
        except (smtplib.SMTPException, OSError):
            self._drop()
            return retry("connection lost with the letter under way")
        if code == 250:
            self._clean = True
            return SENT
        if self._said is not None:
            self._drop()  # or the server would take the next one for a part of it
        return self._verdict(letter, code, _text(answer))

    def _verdict(
        self, letter: Outgoing, code: int, words: str, about: bool = True
    ) -> DeliveryResult:
        if _ours(code, words, about) or not 500 <= code <= 599:
            if code == 421 or code < 400:
                self._drop()
            theirs = about and code in _THEIR_CODES
            scope = _scope(words) if theirs else Scope.SINK
            return self._retry(letter, f"{code} {words}", scope)
        return refused(_redact(letter, f"{code} {words}"))

    def _retry(
        self, letter: Outgoing, why: str, scope: Scope = Scope.SINK
    ) -> DeliveryResult:
        return retry(_redact(letter, why), scope)

    def _drop(self) -> None:
        self._said = None
        if self._client is not None:
            self._client.close()
            self._client = None

    def _connect(self) -> smtplib.SMTP:
        client = connect(self.account)
        self._clean = True
        return client


def _wrong(letter: Outgoing) -> str:
    """Return why a letter can go to nobody; "" where it can."""
    for address in filter(None, (letter.sender, letter.recipient)):
        if not _ADDRESS.fullmatch(address):
            return "not a mail address"
    return "" if letter.recipient else "no recipient"


def _spoken(lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\r\n" for line in lines).encode()


def _envelope(client: smtplib.SMTP, letter: Outgoing) -> list[str]:
    """Return the commands before a letter. Raises SMTPNotSupportedError."""
    options = ""
    if client.has_extn("size"):
        options += f" SIZE={len(letter.raw)}"
    if client.has_extn("8bitmime") and not letter.raw.isascii():
        options += " BODY=8BITMIME"
    if not (letter.sender + letter.recipient).isascii():
        if not client.has_extn("smtputf8"):
            raise smtplib.SMTPNotSupportedError
        options += " SMTPUTF8"
    sender, recipient = f"<{letter.sender}>", f"<{letter.recipient}>"
    return [f"MAIL FROM:{sender}{options}", f"RCPT TO:{recipient}", "DATA"]


def _stuffed(raw: bytes) -> bytes:
    r"""Return a letter as it is sent, without the end of its last line.

    >>> _stuffed(b"a\n.b\r\n"), _stuffed(b".a\r\nb")
    (b'a\r\n..b', b'..a\r\nb')
    """
    ends = raw.count(b"\r\n")
    if raw.count(b"\n") != ends or raw.count(b"\r") != ends:
        raw = _LINE_END.sub(b"\r\n", raw)
    raw = raw.removesuffix(b"\r\n")
    return (b"." + raw if raw.startswith(b".") else raw).replace(b"\n.", b"\n..")


def _ours(code: int, words: str, about: bool) -> bool:
    """Return whether a refusal is ours to mend: another letter would fare no better."""
    if not about and not _OF_LETTER.match(f"{code} {words}"):
        return True
    return code in _OUR_FAULT_CODES or bool(_OF_US.search(words))


def _scope(words: str) -> Scope:
    """Return whom a refusal for now is about, by its further code."""
    return Scope.MAILBOX if _OF_MAILBOX.match(words) else Scope.DOMAIN


def _text(words: bytes | str) -> str:
    return words if isinstance(words, str) else words.decode("utf-8", "replace")


def _words(error: smtplib.SMTPException) -> str:
    if isinstance(error, smtplib.SMTPResponseException):
        return f"{error.smtp_code} {_text(error.smtp_error)}"
    return str(error) or type(error).__name__


def _redact(letter: Outgoing, why: str) -> str:
    """Return a reason without what it repeats of the letter, our address among it."""
    if letter.sender:
        why = re.sub(re.escape(letter.sender), "<sender>", why, flags=re.IGNORECASE)
    return redact(letter.raw, why, letter.recipient)
