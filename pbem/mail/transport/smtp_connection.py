"""A session with the mail server that takes our letters, logged in."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import IO, Any

from pbem.mail.transport.base import Security
from pbem.mail.transport.oauth import MECHANISMS, Bearer, responses

MAX_REPLY_LINES = 200  #: of a server, before we take it for mad
DEFAULT_PORTS = {"tls": 465, "starttls": 587, "plain": 25}


@dataclass(frozen=True, slots=True)
class SmtpAccount:
    """A mail server that takes our letters.

    `port` 0 is the usual one. `timeout` is for each answer but the last;
    `patience` for that one: giving up on it means sending the letter again.
    `name` is what we call ourselves, the name of this host unless given.
    """

    host: str
    port: int = 0
    security: Security = "starttls"
    user: str = ""
    password: str = field(default="", repr=False)
    context: ssl.SSLContext | None = field(default=None, repr=False)
    timeout: float = 60.0
    patience: float = 600.0
    name: str = ""
    bearer: Bearer | None = field(default=None, repr=False)  #: in a password's place


class _Lines:
    """What a server says, of which one reply may have `left` lines."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file
        self.left = 0

    def readline(self, size: int) -> bytes:
        if not self.left:
            raise OSError("a reply without end")
        self.left -= 1
        return self.file.readline(size)

    def close(self) -> None:
        self.file.close()


class _Utf8(str):
    """What goes out in UTF-8 where the library would have ASCII alone (RFC 4616)."""

    def encode(self, encoding: str = "utf-8", errors: str = "strict") -> bytes:
        return super().encode("utf-8", errors)


class SmtpSession(smtplib.SMTP):
    """A session that a reply without end ends, and no password does."""

    def auth(
        self,
        mechanism: str,
        authobject: Callable[..., str | None],
        *,
        initial_response_ok: bool = True,
    ) -> tuple[int, bytes]:
        def respond(challenge: bytes | None = None) -> Any:
            answer = authobject() if challenge is None else authobject(challenge)
            return None if answer is None else _Utf8(answer)

        try:
            return super().auth(
                mechanism, respond, initial_response_ok=initial_response_ok
            )
        except ValueError:  # of a challenge
            raise smtplib.SMTPException("unreadable answer") from None

    def getreply(self) -> tuple[int, bytes]:
        if self.file is None and self.sock is not None:
            self.file = _Lines(self.sock.makefile("rb"))
        if self.file is not None:
            self.file.left = MAX_REPLY_LINES
        return super().getreply()


class TlsSession(SmtpSession, smtplib.SMTP_SSL):
    """The same, with TLS from its first byte on."""


def connect(account: SmtpAccount) -> smtplib.SMTP:
    """Return a session that is logged in. Raises OSError, SMTPException, NoToken."""
    port = account.port or DEFAULT_PORTS[account.security]
    context = account.context
    if context is None and account.security != "plain":
        context = ssl.create_default_context()  # which takes a while
    name = account.name or None
    client = (
        TlsSession(
            account.host, port, name, None, None, account.timeout, context=context
        )
        if account.security == "tls"
        else SmtpSession(account.host, port, name, account.timeout)
    )
    try:
        if account.security == "starttls":
            client.starttls(context=context)
        client.ehlo_or_helo_if_needed()
        if account.bearer is not None:
            _show_token(client, account, account.bearer, port)
        elif account.user:
            client.login(account.user, _Utf8(account.password))
    except BaseException:
        client.close()
        raise
    return client


def _show_token(
    client: smtplib.SMTP, account: SmtpAccount, bearer: Bearer, port: int
) -> None:
    """Log in with a token, and with a fresh one where that is refused."""
    offered = str(client.esmtp_features.get("auth", "")).upper().split()
    mechanism = next((one for one in MECHANISMS if one in offered), MECHANISMS[-1])
    for fresh in (False, True):
        token = bearer.token(fresh=fresh)
        replies = iter(responses(mechanism, account.user, token, account.host, port))

        def answer(
            challenge: bytes | None = None, replies: Iterator[str] = replies
        ) -> str:
            return next(replies, "")

        try:
            client.auth(mechanism, answer)
            return
        except smtplib.SMTPAuthenticationError:
            if fresh:
                raise
