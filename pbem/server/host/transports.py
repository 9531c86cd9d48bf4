"""The ways that letters come and go by, as pbem.toml names them."""

from __future__ import annotations

import ssl
from hashlib import sha256

from pbem.mail.transport.base import Oversize, Sink, Source
from pbem.mail.transport.eml import FolderSink
from pbem.mail.transport.imap import ImapSource
from pbem.mail.transport.imap_connection import ImapAccount
from pbem.mail.transport.maildir import MaildirSink, MaildirSource
from pbem.mail.transport.mbox import MboxSource
from pbem.mail.transport.smtp import SmtpAccount, SmtpSink
from pbem.server.config import (
    Config,
    FolderOut,
    Imap,
    LmtpIn,
    MaildirIn,
    MaildirOut,
    MboxIn,
    Misconfigured,
    SmtpOut,
)


def sources(config: Config, oversize: Oversize) -> list[Source]:
    """Return everything that letters are fetched from. Raises OSError."""
    fetched = (part for part in config.mail_in if not isinstance(part, LmtpIn))
    return [_source(config, part, oversize) for part in fetched]


def _source(
    config: Config, part: Imap | MaildirIn | MboxIn, oversize: Oversize
) -> Source:
    limit = config.limits.size
    if isinstance(part, MaildirIn):
        owner = sha256(config.url.encode()).hexdigest()
        path = config.path(part.path)
        return MaildirSource(path, limit=limit, oversize=oversize, owner=owner)
    if isinstance(part, MboxIn):
        return MboxSource(config.path(part.path), limit=limit, oversize=oversize)
    account = ImapAccount(
        part.host,
        part.user,
        part.password,
        part.port,
        part.security,
        part.folder,
        context=context(config, part.certificate),
    )
    return ImapSource(account, limit=limit, oversize=oversize)


def sink(config: Config) -> Sink:
    """Return where our letters go. Raises Misconfigured where nothing is said."""
    part = config.mail_out
    match part:
        case MaildirOut():
            return MaildirSink(config.path(part.path))
        case FolderOut():
            return FolderSink(config.path(part.path))
        case SmtpOut():
            trust = context(config, part.certificate)
            server = (part.host, part.port, part.security, part.user, part.password)
            return SmtpSink(SmtpAccount(*server, context=trust, name=part.name))
    raise Misconfigured("[out] is missing: say how letters leave")


def context(config: Config, certificate: str) -> ssl.SSLContext | None:
    """Return trust in one certificate more than the system knows, if one is named."""
    if not certificate:
        return None
    return ssl.create_default_context(cafile=str(config.path(certificate)))
