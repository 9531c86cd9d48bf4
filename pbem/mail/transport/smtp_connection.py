"""A session with the mail server that takes our letters, logged in."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Iterator
from dataclasses import dataclass, field

from pbem.mail.transport.base import (
    Security,
)
from pbem.mail.transport.oauth import MECHANISMS, Bearer, responses

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


def connect(account: SmtpAccount) -> smtplib.SMTP:
    """Return a session that is logged in. Raises OSError, SMTPException, NoToken."""
    port = account.port or DEFAULT_PORTS[account.security]
    context = account.context
    if context is None and account.security != "plain":
        context = ssl.create_default_context()  # which takes a while
    name = account.name or None
    client = (
        smtplib.SMTP_SSL(
            account.host, port, name, None, None, account.timeout, context=context
        )
        if account.security == "tls"
        else smtplib.SMTP(account.host, port, name, account.timeout)
    )
    try:
        if account.security == "starttls":
            client.starttls(context=context)
        client.ehlo_or_helo_if_needed()
        if account.bearer is not None:
            _show_token(client, account, account.bearer, port)
        elif account.user:
            client.login(account.user, account.password)
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
        said = iter(responses(mechanism, account.user, token, account.host, port))

        def answer(challenge: bytes | None = None, said: Iterator[str] = said) -> str:
            return next(said, "")

        try:
            client.auth(mechanism, answer)
            return
        except smtplib.SMTPAuthenticationError:
            if fresh:
                raise
        except ValueError:
            raise smtplib.SMTPException("unreadable answer") from None
