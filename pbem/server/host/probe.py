"""Mail servers as people write them, and what such a server turns out to want."""

from __future__ import annotations

import re
import smtplib
import ssl
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import replace
from typing import NamedTuple

from pbem.mail.transport import imap_login
from pbem.mail.transport.base import Security
from pbem.mail.transport.imap_connection import ImapConnection
from pbem.mail.transport.imap_errors import ImapError, translated
from pbem.mail.transport.imap_login import ImapAccount
from pbem.mail.transport.smtp_connection import DEFAULT_PORTS, SmtpAccount, connect
from pbem.server.host.mail_checks import cause
from pbem.server.settings.tables import HERE

SECONDS = 10.0  #: in which a server that is asked after must answer
_WRITTEN = re.compile(
    r"(?:(?P<scheme>imaps?|smtps?|submissions?)://)?"
    r"(?:\[(?P<six>[0-9a-f:]+)\]|(?P<host>[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?)"
    r"(?:(?:\s*:\s*|\s+(?:port\s+)?)(?P<port>\d{1,5}))?/?"
)
_SCHEMES = {"imaps": 993, "smtps": 465, "submissions": 465, "submission": 587}
_USUAL: dict[int, Security] = {
    993: "tls", 465: "tls", 143: "starttls", 587: "starttls", 25: "starttls",
}  # fmt: skip


class ServerAddress(NamedTuple):
    """Where a server is; port 0 is the usual one."""

    host: str
    port: int = 0


class Unusable(Exception):
    """A server that will not do; the message is what `ways.cause` says of it."""


def read_place(text: str) -> ServerAddress | None:
    """Return the host and port that somebody wrote, None where it is neither.

    >>> read_place("imaps://Mail.X.org/")
    ServerAddress(host='mail.x.org', port=993)
    >>> read_place("[::1]:143"), read_place("me@x.org"), read_place("x.org:70000")
    (ServerAddress(host='::1', port=143), None, None)
    """
    found = _WRITTEN.fullmatch(text.strip().lower())
    if found is None:
        return None
    port = int(found["port"] or _SCHEMES.get(found["scheme"] or "", 0))
    return ServerAddress(found["six"] or found["host"], port) if port <= 65535 else None


def security(
    place: ServerAddress,
    kind: str,
    trust: ssl.SSLContext | None,
    options: Sequence[Security] = (),
) -> Security:
    """Return how a server of a kind, imap or smtp, is spoken to: in the first of these
    ways that it knows. A password goes in the open only where no other does. Raises
    Unusable."""
    why, bare = "", False
    for one in options or _options(place, kind):
        try:
            if not _asks(place, kind, one, trust) or one != "plain":
                return one
            bare = True
        except Unusable as error:
            if str(error) not in ("tls", "closed"):
                raise
            # A server that speaks otherwise says more than a port without any.
            why = "tls" if "tls" in (why, str(error)) else str(error)
    if bare:
        return "plain"
    raise Unusable(why or "tls")


def _options(place: ServerAddress, kind: str) -> list[Security]:
    """Return what may be spoken at a place, the likeliest first."""
    here: list[Security] = ["plain"] if place.host in HERE else []
    usual = _USUAL.get(place.port)
    if usual == "tls":
        return ["tls"]
    # A relay on this machine that asks for no password may have a certificate that
    # is good for nobody.
    relay = here if kind == "smtp" and place.port != 587 else []
    if usual:
        return [*relay, usual] if relay else [usual, *here]
    if relay and not place.port:
        return ["plain", "tls", "starttls"]
    if relay:
        return ["tls", "plain", "starttls"]
    if kind == "smtp" and not place.port:
        return ["starttls", "tls"]
    return ["tls", "starttls", *here]


def ports(
    place: ServerAddress, kind: str, options: Sequence[Security] = ()
) -> list[int]:
    """Return where a server is looked for, when it is spoken to in these ways.

    >>> ports(ServerAddress("mail.x.org"), "imap")
    [993, 143]
    >>> ports(ServerAddress("mail.x.org", 1143), "imap")
    [1143]
    """
    usual = DEFAULT_PORTS if kind == "smtp" else {"tls": 993}
    tried = options or _options(place, kind)
    return list(dict.fromkeys(place.port or usual.get(how, 143) for how in tried))


def _asks(
    place: ServerAddress, kind: str, how: Security, trust: ssl.SSLContext | None
) -> bool:
    """Return whether a server asks who is there. Raises Unusable, also where it is not
    spoken to like this."""
    if kind == "smtp":
        account = SmtpAccount(place.host, place.port, how, context=trust)
        return letters_out(account)
    imap = ImapAccount(place.host, "", "", place.port, how, context=trust)
    try:
        with translated("cannot connect"):
            client = imap_login.connect(replace(imap, timeout=SECONDS))
            try:
                if how == "starttls":
                    client.starttls(trust or ssl.create_default_context())
            finally:
                with suppress(OSError):  # which a refused certificate has closed
                    client.shutdown()
    except ImapError as error:
        raise Unusable(cause(str(error))) from None
    return True


def letters_in(account: ImapAccount) -> None:
    """Log in, and open the folder. Raises Unusable."""
    try:
        ImapConnection(replace(account, timeout=SECONDS)).close()
    except ImapError as error:
        raise Unusable(cause(str(error))) from None


def letters_out(account: SmtpAccount) -> bool:
    """Log in, where there is a user; return whether the server has users. Raises
    Unusable."""
    try:
        with closing(connect(replace(account, timeout=SECONDS))) as client:
            if account.security == "plain" and client.mail("")[0] == 530:
                raise Unusable("tls")  # it wants to be spoken to otherwise first
            return bool(client.has_extn("auth"))
    except smtplib.SMTPAuthenticationError:
        raise Unusable("login") from None
    except (smtplib.SMTPException, OSError) as error:
        raise Unusable(cause(str(error)[:200])) from None
