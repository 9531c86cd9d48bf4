"""Letters out by SMTP: one connection for many, one recipient a transaction."""

from __future__ import annotations

import re
import smtplib
import ssl
from contextlib import suppress
from email.utils import parseaddr

from pbem.mail.transport.base import (
    LOGIN_REFUSED,
    SENT,
    DeliveryResult,
    OutgoingLetter,
    Scope,
    Transport,
    refused,
    retry,
)
from pbem.mail.transport.oauth import NoToken
from pbem.mail.transport.server_replies import redact
from pbem.mail.transport.smtp_connection import SmtpAccount, connect

_LINE_END = re.compile(rb"\r\n|\r|\n")
_ADDRESS = re.compile(r"[^\s<>\x00-\x1f\x7f]+@[^\s<>@\x00-\x1f\x7f]+")
# Ours to fix, not the recipient's fault: log in first, encrypt first.
_OUR_FAULT_CODES = frozenset({421, 454, 530, 534, 535, 538})
#: Not now: for this recipient, by the server or by what is behind it.
_THEIR_CODES = frozenset({450, 451, 452})
#: A reply to MAIL may still be about the letter: how large it is.
_OF_LETTER = re.compile(r"552\b|55\d[ -]+5\.(2\.3|3\.4|6\.\d)\b")
#: A reply about a recipient may be about us: not known enough, or no more today.
_OF_US = re.compile(
    r"\b5\.4\.5\b|\brelay(ing)? (access |is )?(denied|not|prohibited)|\bto relay\b",
    re.IGNORECASE,
)
_OF_MAILBOX = re.compile(r"4\.[12]\.\d")  # the address, the mailbox (RFC 3463)


class SmtpSink(Transport):
    """Sends letters through a mail server, over a connection that is kept.

    A connection that the server has closed meanwhile is opened again once.
    Not for use by two threads at once.
    """

    def __init__(self, account: SmtpAccount) -> None:
        self.account = account
        self._client: smtplib.SMTP | None = None
        self._clean = True

    def send(self, letter: OutgoingLetter) -> DeliveryResult:
        """Hand a letter over, and return what became of it.

        Lost after the letter itself means "retry": it may have been taken, and the
        repeat has the same Message-ID.
        """
        if wrong := _wrong(letter):
            return refused(wrong)
        reused = self._client is not None
        try:
            verdict = self._transaction(letter)
            if verdict is None and reused:
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
        if client is not None:
            with suppress(OSError, smtplib.SMTPException):
                client.quit()
            client.close()

    def _transaction(self, letter: OutgoingLetter) -> DeliveryResult | None:
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
            refusal = self._offer(client, letter)
        except smtplib.SMTPServerDisconnected:
            self._drop()
            return None
        except smtplib.SMTPNotSupportedError:
            return refused("the server does not take addresses outside ASCII")
        except smtplib.SMTPException as error:
            self._drop()
            return self._retry(letter, _words(error))
        if refusal is None:
            return self._hand_over(client, letter)
        code, words, about = refusal
        if code == 421:
            self._drop()
            return None
        return self._verdict(letter, code, _text(words), about)

    def _offer(
        self, client: smtplib.SMTP, letter: OutgoingLetter
    ) -> tuple[int, bytes, bool] | None:
        """Say who writes to whom. Return a refusal, and whether that is about the
        recipient: what the server says to our own address is about us."""
        code, words = client.mail(letter.sender, _options(client, letter))
        if code != 250:
            return code, words, False
        code, words = client.rcpt(letter.recipient)
        return None if code in (250, 251) else (code, words, True)

    def _hand_over(
        self, client: smtplib.SMTP, letter: OutgoingLetter
    ) -> DeliveryResult:
        try:
            if client.sock is not None:
                client.sock.settimeout(self.account.patience)
            code, words = client.data(_LINE_END.sub(b"\r\n", letter.raw))
            if client.sock is not None:
                client.sock.settimeout(self.account.timeout)
        except smtplib.SMTPDataError as error:
            return self._verdict(letter, error.smtp_code, _text(error.smtp_error))
        except (smtplib.SMTPException, OSError):
            self._drop()
            return retry("connection lost with the letter under way")
        if code == 250:
            self._clean = True
            return SENT
        return self._verdict(letter, code, _text(words))

    def _verdict(
        self, letter: OutgoingLetter, code: int, words: str, about: bool = True
    ) -> DeliveryResult:
        if _ours(code, words, about) or not 500 <= code <= 599:
            if code == 421 or code < 400:
                self._drop()
            theirs = about and code in _THEIR_CODES
            scope = _scope(words) if theirs else Scope.SINK
            return self._retry(letter, f"{code} {words}", scope)
        return refused(_redact(letter, f"{code} {words}"))

    def _retry(
        self, letter: OutgoingLetter, why: str, scope: Scope = Scope.SINK
    ) -> DeliveryResult:
        return retry(_redact(letter, why), scope)

    def _drop(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None

    def _connect(self) -> smtplib.SMTP:
        client = connect(self.account)
        self._clean = True
        return client


def _wrong(letter: OutgoingLetter) -> str:
    """Return why a letter can go to nobody; "" where it can."""
    for address in filter(None, (letter.sender, letter.recipient)):
        # smtplib sends what it parses, which must be the same.
        if not _ADDRESS.fullmatch(address) or parseaddr(address)[1] != address:
            return "not a mail address"
    return "" if letter.recipient else "no recipient"


def _options(client: smtplib.SMTP, letter: OutgoingLetter) -> list[str]:
    """Return the MAIL options of a letter. Raises
    SMTPNotSupportedError."""
    options = []
    if client.has_extn("size"):
        options.append(f"SIZE={len(letter.raw)}")
    if client.has_extn("8bitmime") and not letter.raw.isascii():
        options.append("BODY=8BITMIME")
    if not (letter.sender + letter.recipient).isascii():
        if not client.has_extn("smtputf8"):
            raise smtplib.SMTPNotSupportedError
        options.append("SMTPUTF8")
    return options


def _ours(code: int, words: str, about: bool) -> bool:
    """Return whether a refusal is ours to fix: another letter would fare no better."""
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


def _redact(letter: OutgoingLetter, why: str) -> str:
    """Return a reason without what it repeats of the letter, our address among it."""
    if letter.sender:
        why = re.sub(re.escape(letter.sender), "<sender>", why, flags=re.IGNORECASE)
    return redact(letter.raw, why, letter.recipient)
