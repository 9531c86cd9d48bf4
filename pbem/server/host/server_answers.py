"""Answers about mail servers: where they are, and who we are there. Each is tried."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from pbem.mail.transport.base import Security
from pbem.mail.transport.imap_login import ImapAccount
from pbem.mail.transport.smtp_connection import SmtpAccount
from pbem.server.host import probe, transports
from pbem.server.host.interview import Given, InvalidAnswer, Unconfirmed
from pbem.server.host.probe import Unusable
from pbem.server.outbound.templates import markup
from pbem.server.settings.config import Config
from pbem.server.settings.tables import HERE
from pbem.system.secret import SecretMissing, lies_elsewhere, revealed

NONE = ("-", "none")  #: said for nothing
VARIABLE = "env:PBEM_PASSWORD"
_CONNECTED: dict[Security, str] = {
    "tls": "Connected with TLS.",
    "starttls": "Connected with STARTTLS.",
    "plain": "Connected without encryption; it does not leave this machine.",
}


def plain(text: str) -> str:
    """Return an answer that can be between quotation marks. Raises InvalidAnswer."""
    if any(char in text for char in '"\\\n'):
        raise InvalidAnswer("Please without quotation marks and backslashes.")
    return text


def server(kind: str) -> Callable[[Given, str], str]:
    """Return what notes where a server of a kind is: imap or smtp."""

    def check(given: Given, answer: str) -> str:
        if kind == "smtp" and answer.lower() in NONE:
            given |= {"smtp": None, "smtp_asks": False}
            return ""
        place = probe.read_place(answer)
        if place is None:
            example = f"{kind}.example.org"
            port = 993 if kind == "imap" else 587
            raise InvalidAnswer(
                f"A server is wanted, such as {example} or {example}:{port}."
            )
        usual = "plain" if kind == "smtp" and place.host in HERE else ""
        guess = usual or ("starttls" if kind == "smtp" else "tls")
        given |= {kind: place, f"{kind}_security": guess, f"{kind}_certificate": ""}
        given |= {f"{kind}_untrusted": False, f"{kind}_reached": False}
        given["smtp_asks"] = kind == "smtp" and place.host not in HERE
        return _look(given, kind)

    return check


def _look(given: Given, kind: str, *options: Security) -> str:
    """Find out how a server is spoken to, and return that in a line."""
    place, trust = given[kind], _trust(given, kind)
    try:
        how = given[f"{kind}_security"] = probe.security(place, kind, trust, options)
        if kind == "smtp":
            account = SmtpAccount(place.host, place.port, how, context=trust)
            given["smtp_asks"] = probe.letters_out(account)
        given[f"{kind}_reached"] = True
        given[f"{kind}_untrusted"] = False
    except Unusable as error:
        given[f"{kind}_untrusted"] = str(error) == "certificate"
        if given[f"{kind}_untrusted"] and not given[f"{kind}_certificate"]:
            return ""
        raise Unconfirmed(_problem(given, kind, error)) from None
    open_ = kind == "smtp" and not given["smtp_asks"]
    return _CONNECTED[how] + (" It asks for no password." if open_ else "")


def _trust(given: Given, kind: str) -> Any:
    file = given[f"{kind}_certificate"]
    settings = Config(address=given["address"], folder=str(given["folder"]))
    return transports.context(settings, file)


def certificate(kind: str) -> Callable[[Given, str], str]:
    """Return what notes the file of a certificate that this machine does not trust."""

    def check(given: Given, answer: str) -> str:
        if answer.lower() in NONE and given[kind].host in HERE:
            given |= {f"{kind}_certificate": "", f"{kind}_security": "plain"}
            try:
                return _look(given, kind, "plain")
            except Unconfirmed:
                given[f"{kind}_untrusted"] = True
                raise InvalidAnswer("It speaks to nobody without encryption.") from None
        path = given["folder"].resolve() / Path(plain(answer)).expanduser()
        if not answer:
            raise InvalidAnswer("A file is wanted that holds the certificate (PEM).")
        if not path.is_file():
            raise InvalidAnswer(f"There is no file {path}.")
        given[f"{kind}_certificate"] = answer
        try:
            return _look(given, kind)
        except PermissionError:
            raise InvalidAnswer(f"You may not read {path}.") from None
        except OSError:
            raise InvalidAnswer(f"{path} holds no certificate (PEM).") from None

    return check


def user(kind: str) -> Callable[[Given, str], None]:
    """Return what notes who we are there."""

    def check(given: Given, answer: str) -> None:
        given[f"{kind}_user"] = "" if answer.lower() in NONE else plain(answer)

    return check


def password_file(given: Given, kind: str) -> Path:
    """Return the path of a password: next to the toml, and named like it."""
    folder: Path = given["folder"].resolve()
    return folder / f"{given['name']}.{kind}-password"


def password(kind: str) -> Callable[[Given, str], None]:
    """Return what notes a password: it gets a file of its own, unless it has one."""

    def check(given: Given, answer: str) -> None:
        value = answer or VARIABLE
        given[f"{kind}_known"] = False
        secrets = {**given["secrets"]}
        if lies_elsewhere(value):
            named = plain(value)
            secrets.pop(kind, None)
        else:
            path = password_file(given, kind)
            if path.exists() and not given["force"]:
                raise InvalidAnswer(
                    f"{path} is there already, and --force alone replaces it. "
                    f"file:{path} takes the password that is in it."
                )
            named, secrets[kind] = f"file:{path}", value
        given |= {f"{kind}_password": named, "secrets": secrets}
        try:
            given[f"{kind}_secret"] = secrets.get(kind) or revealed(value)
        except SecretMissing as missing:
            given[f"{kind}_secret"] = ""
            raise Unconfirmed(f"{missing}; so I cannot try it.") from None
        _try(given, kind)

    return check


def same_password(given: Given, answer: str) -> None:
    """Set the password for sending; an empty answer means the mailbox's password."""
    if answer or "imap_password" not in given:
        password("smtp")(given, answer)
        return
    given["smtp_password"] = given["imap_password"]
    given["smtp_secret"] = given["imap_secret"]
    if given["smtp_secret"]:
        _try(given, "smtp")


def folder(given: Given, answer: str) -> None:
    """Set the folder from which letters are fetched."""
    given["mailbox"] = plain(answer)
    if given["imap_known"]:
        _try(given, "imap")


def _try(given: Given, kind: str) -> None:
    """Log in, and open the folder that letters lie in, if the server was there."""
    if not given[f"{kind}_reached"]:
        return
    place, how, trust = given[kind], given[f"{kind}_security"], _trust(given, kind)
    user, secret = given[f"{kind}_user"], given[f"{kind}_secret"]
    try:
        if kind == "smtp":
            server = (place.host, place.port, how, user, secret)
            probe.letters_out(SmtpAccount(*server, context=trust))
        else:
            login = (place.host, user, secret, place.port, how)
            folder = given.get("mailbox", "INBOX")
            probe.letters_in(ImapAccount(*login, folder, context=trust))
    except Unusable as error:
        raise Unconfirmed(_problem(given, kind, error)) from None
    given[f"{kind}_known"] = True


def _problem(given: Given, kind: str, error: Unusable) -> str:
    """Return what is wrong with a server, and what to check."""
    place, reached = given[kind], given[f"{kind}_reached"]
    options = [given[f"{kind}_security"]] if reached else []
    tried = probe.ports(place, kind, options)
    return markup("server_asked", host=place.host, ports=tried, why=str(error)).strip()
