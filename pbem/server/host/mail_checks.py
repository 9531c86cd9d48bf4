"""Checks whether letters come in and go out as pbem.toml says."""

from __future__ import annotations

import os
import re
import smtplib
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import msgspec
import sqlalchemy as sa

from pbem.mail.sandbox.reader import LetterReader
from pbem.mail.transport.base import LOGIN_REFUSED, LOGIN_REVOKED, Unreachable
from pbem.mail.transport.oauth import NoToken
from pbem.mail.transport.smtp_connection import connect
from pbem.server.context import ServerContext
from pbem.server.flow import junk
from pbem.server.host import transports
from pbem.server.host.finding import Finding
from pbem.server.settings.config import Config, Misconfigured
from pbem.server.settings.tables import Imap, LmtpIn, MaildirOut, SmtpOut
from pbem.server.store.connection import Database
from pbem.server.store.reply_tokens import NoKey, WrongKey, open_key
from pbem.system.files import is_open

_KNOCK_SECONDS = 3.0  #: for somebody who listens on this machine
#: What servers and libraries say, by what must be mended.
_CAUSES = {
    "revoked": LOGIN_REVOKED,
    "ascii": r"outside ASCII",
    "login": LOGIN_REFUSED,
    "certificate": r"CERTIFICATE_VERIFY_FAILED",
    "tls": r"WRONG_VERSION_NUMBER|STARTTLS extension not supported|\bSSL\b|"
    r"not support STARTTLS",
    "unknown": r"Name or service not known|nodename nor servname|name resolution",
    "closed": r"Connection refused",
    "silent": r"timed out|No route to host|unreachable",
    "read-only": r"is not writable",
    "folder": r"cannot open the folder",
}


def cause(why: str) -> str:
    """Return what kind of trouble it is, or the words themselves where that is not
    clear.

    >>> cause("cannot connect: [Errno 111] Connection refused"), cause("451 later")
    ('closed', '451 later')
    """
    return next(
        (one for one, pattern in _CAUSES.items() if re.search(pattern, why)), why
    )


def login(config: Config) -> Iterator[Finding]:
    """Find whether our sign-in is there, ours alone, and can be renewed."""
    parts = (*config.mail_in, config.mail_out)
    if config.login is None or all(getattr(p, "token", "") != "login" for p in parts):
        return
    path = config.path(config.login.file)
    if path.exists() and is_open(path):
        yield Finding("login", False, "open")
        return
    try:
        transports.sign_in(config).token(fresh=True)
    except NoToken as error:
        yield Finding("login", False, cause(str(error)))
    else:
        yield Finding("login", True)


def source(config: Config, part: object) -> Finding:
    if isinstance(part, LmtpIn):
        return Finding("lmtp", True, "" if _listens(config, part) else "not yet")
    name = "imap" if isinstance(part, Imap) else "folder-in"
    try:
        alone = msgspec.structs.replace(config, mail_in=(part,))
        (found,) = transports.sources(alone, lambda letter: None)
    except (OSError, ValueError) as error:
        return Finding(name, False, str(error))
    try:
        next(iter(found.letters()), None)
    except Unreachable as error:
        return Finding(name, False, cause(error.why))
    finally:
        found.close()
    return Finding(name, True)


def _listens(config: Config, part: LmtpIn) -> bool:
    """Return whether somebody takes letters there, as `pbem server serve` does."""
    try:
        if part.socket:
            with closing(socket.socket(socket.AF_UNIX)) as caller:
                caller.settimeout(_KNOCK_SECONDS)
                caller.connect(str(config.path(part.socket)))
        else:
            socket.create_connection((part.host, part.port), _KNOCK_SECONDS).close()
    except OSError:
        return False
    return True


def in_junk(config: Config, part: Imap, now: float) -> Iterator[Finding]:
    """Report how many letters to us were found in the folder for junk."""
    alone = msgspec.structs.replace(config, mail_in=(part,))
    with ExitStack() as stack:
        store = stack.enter_context(closing(Database(config.url)))
        reader = stack.enter_context(closing(LetterReader()))
        (source,) = transports.sources(alone, lambda letter: None)
        stack.callback(source.close)
        try:
            if not isinstance(source, junk.Mailbox):
                return
            with store.writing() as conn:
                key = open_key(conn, config.path(config.key_file))
            context = ServerContext(config, store, key)
            found = source.rescue(junk.token_test(context, reader, now), take=False)
            with store.reading() as conn:
                before = junk.rescued_lately(conn, now)
        except (Unreachable, OSError, NoKey, WrongKey, sa.exc.SQLAlchemyError):
            return
    if found is not None:
        total = found.matched + before
        yield Finding("junk", True, f"{found.matched} {before}" if total else "")


def sink(config: Config) -> Finding:
    part = config.mail_out
    try:
        found = transports.sink(config)
    except (Misconfigured, OSError) as error:
        return Finding("out", False, str(error))
    found.close()
    if not isinstance(part, SmtpOut):
        path = Path(config.path(part.path)) if part else Path()
        if not path.parent.exists():
            return Finding("out", False, str(path))
        inner = ("tmp", "new") if isinstance(part, MaildirOut) else ()
        places = [one for one in (path, *map(path.joinpath, inner)) if one.exists()]
        for one in places or [path.parent]:
            if not os.access(one, os.W_OK | os.X_OK):
                where = one if places else path
                return Finding("out", False, f"{where}: this user may not write there")
        return Finding("out", True, str(path))
    try:
        with connect(transports.smtp_account(config, part)) as client:
            client.noop()
    except NoToken as error:
        return Finding("smtp", False, cause(str(error)))
    except smtplib.SMTPAuthenticationError:
        # The server's words may repeat what it was sent.
        return Finding("smtp", False, "login")
    except (smtplib.SMTPException, OSError) as error:
        return Finding("smtp", False, cause(str(error)[:200]))
    return Finding("smtp", True)
