"""The ways that letters come and go by, as pbem.toml names them."""

from __future__ import annotations

import ssl
from hashlib import sha256
from typing import TYPE_CHECKING

from pbem.mail.transport.base import Oversize, Sink, Source
from pbem.mail.transport.eml import FolderSink
from pbem.mail.transport.imap import ImapSource
from pbem.mail.transport.imap_login import ImapAccount
from pbem.mail.transport.maildir import MaildirSink, MaildirSource
from pbem.mail.transport.oauth import (
    Bearer,
    CommandToken,
    GivenToken,
    Provider,
    SignIn,
)
from pbem.mail.transport.smtp import SmtpSink
from pbem.mail.transport.smtp_connection import SmtpAccount
from pbem.server.settings.config import Config, Misconfigured
from pbem.server.settings.tables import (
    FolderOut,
    Imap,
    LmtpIn,
    MaildirIn,
    MaildirOut,
    SmtpOut,
)
from pbem.system.files import is_open

if TYPE_CHECKING:
    from pbem.mail.transport.dkim_key import Signer


def sources(config: Config, oversize: Oversize) -> list[Source]:
    """Return everything that letters are fetched from. Raises OSError."""
    fetched = (part for part in config.mail_in if not isinstance(part, LmtpIn))
    return [_source(config, part, oversize) for part in fetched]


def _source(config: Config, part: Imap | MaildirIn, oversize: Oversize) -> Source:
    limit = config.limits.size
    if isinstance(part, MaildirIn):
        owner = sha256(config.url.encode()).hexdigest()
        path = config.path(part.path)
        return MaildirSource(path, limit=limit, oversize=oversize, owner=owner)
    account = ImapAccount(
        part.host,
        part.user,
        part.password,
        part.port,
        part.security,
        part.folder,
        part.done,
        part.failed,
        part.junk,
        context=context(config, part.certificate),
        bearer=bearer(config, part.token),
    )
    return ImapSource(account, limit=limit, oversize=oversize)


def sink(config: Config) -> Sink:
    """Return where our letters go, signed if [dkim] says so. Raises Misconfigured."""
    if config.dkim is None:
        return _plain_sink(config)
    signs = signer(config)
    from pbem.mail.transport.dkim_key import SigningSink

    return SigningSink(_plain_sink(config), signs)


def signer(config: Config) -> Signer:
    """Return who signs our letters. Raises Misconfigured."""
    part = config.dkim
    if part is None:
        raise Misconfigured("[dkim] is missing: say with which key to sign")
    try:
        from pbem.mail.transport.dkim_key import BadKey, Signer
    except ImportError:
        raise Misconfigured("dkim: needs pip install 'pbem[dkim]'") from None
    try:
        key = config.path(part.key).read_bytes()
        return Signer(part.domain or config.domain, part.selector, key)
    except OSError as error:
        raise Misconfigured(f"dkim.key: {part.key}: {error.strerror}") from None
    except BadKey as error:
        raise Misconfigured(f"dkim.key: {part.key}: {error}") from None


def key_is_open(config: Config) -> bool:
    """Return whether others can read the key that letters are signed with."""
    return config.dkim is not None and is_open(config.path(config.dkim.key))


def _plain_sink(config: Config) -> Sink:
    part = config.mail_out
    match part:
        case MaildirOut():
            return MaildirSink(config.path(part.path))
        case FolderOut():
            return FolderSink(config.path(part.path))
        case SmtpOut():
            return SmtpSink(smtp_account(config, part))
    raise Misconfigured("[out] is missing: say how letters leave")


def smtp_account(config: Config, part: SmtpOut) -> SmtpAccount:
    """Return the mail server that takes our letters. Raises OSError."""
    server = (part.host, part.port, part.security, part.user, part.password)
    trust, shown = context(config, part.certificate), bearer(config, part.token)
    return SmtpAccount(*server, context=trust, name=part.name, bearer=shown)


def bearer(config: Config, token: str) -> Bearer | None:
    """Return the source of the OAuth token that a setting names, or None."""
    if token == "login":
        return sign_in(config)
    if token.startswith("cmd:"):
        return CommandToken(token)
    return GivenToken(token) if token else None


def sign_in(config: Config) -> SignIn:
    """Return the sign-in of [login]. Raises Misconfigured where there is none."""
    part = config.login
    if part is None:
        raise Misconfigured("[login] is missing: say with which client_id to sign in")
    urls = (part.device_url, part.token_url)
    provider = Provider(part.client_id, *urls, part.scope, part.client_secret)
    return SignIn(provider, config.path(part.file))


def context(config: Config, certificate: str) -> ssl.SSLContext | None:
    """Return trust in one certificate more than the system knows, if one is named."""
    if not certificate:
        return None
    return ssl.create_default_context(cafile=str(config.path(certificate)))


def transport_label(part: object) -> str:
    """Describe a way in or out in a few words, without its password.

    >>> transport_label(Imap(host="imap.x.org", user="a"))
    'IMAP from imap.x.org (INBOX)'
    >>> transport_label(MaildirIn(path="in"))
    'Maildir in'
    """
    match part:
        case Imap(host=host, folder=folder):
            return f"IMAP from {host} ({folder})"
        case LmtpIn(host=host, port=port, socket=socket):
            return f"LMTP on {socket or f'{host}:{port}'}"
        case MaildirIn(path=path) | MaildirOut(path=path):
            return f"Maildir {path}"
        case SmtpOut(host=host):
            return f"SMTP to {host}"
        case FolderOut(path=path):
            return f"folder {path}"
    return "nothing"
