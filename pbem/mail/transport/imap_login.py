"""Who we are on an IMAP server: a connection that is encrypted and logged in."""

from __future__ import annotations

import socket
import ssl
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from imapclient import IMAPClient  # type: ignore[import-untyped]
from imapclient.exceptions import (  # type: ignore[import-untyped]
    IMAPClientAbortError,
    LoginError,
)

from pbem.mail.transport.base import LOGIN_REFUSED, Security
from pbem.mail.transport.imap_errors import CommandRefused, ConnectionLost, translated
from pbem.mail.transport.oauth import MECHANISMS, Bearer, NoToken, responses

_ASCII_ALONE = "this server takes no user or password outside ASCII"


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


def connect(account: ImapAccount) -> Any:
    """Return a connection, which is nobody's yet."""
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


def log_in(client: Any, account: ImapAccount) -> None:
    """Encrypt a connection where that is still to be done, and say who we are. Raises
    ImapError."""
    if account.security == "starttls":
        with translated("cannot encrypt"):
            client.starttls(account.context or ssl.create_default_context())
    if client._imap.state == "NONAUTH":  # or the server knows already (PREAUTH)
        try:
            with translated("cannot log in"):
                _identify(client, account)
        except CommandRefused:
            # The server's words may repeat what it was sent.
            raise CommandRefused(LOGIN_REFUSED) from None
        except NoToken as error:
            raise CommandRefused(str(error)) from None
    with translated("cannot enable"):
        if client.has_capability("UTF8=ACCEPT") and client.has_capability("ENABLE"):
            # Without it letters with UTF-8 headers come altered or not at
            # all. It is only allowed before a folder is selected. Names of folders
            # are UTF-8 from then on, too.
            client.enable("UTF8=ACCEPT")
            client.folder_encode = False
            client._imap._encoding = "utf-8"


def _identify(client: Any, account: ImapAccount) -> None:
    try:
        _say_who(client, account)
    except LoginError as error:
        # The library makes one of everything; that a connection ends refuses nobody.
        if isinstance(error.__context__, IMAPClientAbortError):
            raise ConnectionLost("cannot log in: connection lost") from None
        raise


def _say_who(client: Any, account: ImapAccount) -> None:
    # Only AUTHENTICATE carries a password that is not ASCII.
    if account.bearer is not None:
        _show_token(client, account, account.bearer)
    elif client.has_capability("AUTH=PLAIN"):
        client.plain_login(account.user, account.password)
    elif (account.user + account.password).isascii():
        client.login(account.user, account.password)
    else:
        raise NoToken(f"{LOGIN_REFUSED}: {_ASCII_ALONE}")


def _show_token(client: Any, account: ImapAccount, bearer: Bearer) -> None:
    """Log in with a token, and with a fresh one where that is refused."""
    offered = (one for one in MECHANISMS if client.has_capability(f"AUTH={one}"))
    mechanism = next(offered, MECHANISMS[-1])
    for fresh in (False, True):
        token = bearer.token(fresh=fresh)
        port = client.port
        given = responses(mechanism, account.user, token, account.host, port)
        replies = iter(given)
        try:
            client.sasl_login(mechanism, lambda _, replies=replies: next(replies, ""))
            return
        except LoginError:
            if fresh:
                raise
