"""The tables of pbem.toml: ways in and out, and what else a host may set."""

from __future__ import annotations

import re
from typing import Annotated, Literal

import msgspec

_USER = re.compile(r"://[^@\s/]+@")
_MICROSOFT = "https://login.microsoftonline.com/common/oauth2/v2.0"
_OUTLOOK = "https://outlook.office.com"
_SCOPE = f"offline_access {_OUTLOOK}/IMAP.AccessAsUser.All {_OUTLOOK}/SMTP.Send"
#: Hosts that letters reach without a network.
HERE = ("localhost", "127.0.0.1", "::1")
Whole = Annotated[int, msgspec.Meta(ge=0)]
Port = Annotated[int, msgspec.Meta(ge=0, le=65535)]


class Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of pbem.toml."""

    def __repr__(self) -> str:
        # Nobody reads a password in a log.
        hidden = {"password", "token", "client_secret"}
        names = [name for name in self.__struct_fields__ if name not in hidden]
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__name__}({_USER.sub('://', shown)})"


class Imap(Section, frozen=True, kw_only=True, tag="imap", tag_field="from"):
    """Letters come from a mailbox."""

    host: str
    port: Port = 0
    security: Literal["tls", "starttls", "plain"] = "tls"
    user: str
    password: str = ""
    token: str = ""  # in its place: "cmd:...", or "login" for what [login] says
    folder: str = "INBOX"
    done: str = "Done"  # where letters go that were taken
    failed: str = "Failed"
    junk: str = "auto"  # looked into once a day; "auto": as the server names it
    certificate: str = ""


class LmtpIn(Section, frozen=True, kw_only=True, tag="lmtp", tag_field="from"):
    """A mail server brings letters by LMTP."""

    host: str = "127.0.0.1"
    port: Port = 24
    socket: str = ""


class MaildirIn(Section, frozen=True, kw_only=True, tag="maildir", tag_field="from"):
    """Letters lie in a Maildir."""

    path: str


class SmtpOut(Section, frozen=True, kw_only=True, tag="smtp", tag_field="by"):
    """A mail server takes our letters."""

    host: str
    port: Port = 0
    security: Literal["tls", "starttls", "plain"] = "starttls"
    user: str = ""
    password: str = ""
    token: str = ""
    name: str = ""
    certificate: str = ""


class MaildirOut(Section, frozen=True, kw_only=True, tag="maildir", tag_field="by"):
    """Our letters go into a Maildir, for all recipients."""

    path: str


class FolderOut(Section, frozen=True, kw_only=True, tag="folder", tag_field="by"):
    """Our letters go into a folder of files."""

    path: str


class Dkim(Section, frozen=True, kw_only=True):
    """Our own signature on every letter, for a host with a domain."""

    selector: str = "pbem"
    key: str = "pbem.dkim"
    domain: str = ""  # our address's, unless another is named


class IdentitySettings(Section, frozen=True, kw_only=True):
    """How a letter proves whose it is."""

    policy: Literal["token", "token+dkim", "open"] = "token"
    place: Literal["address", "subject"] = "address"
    separator: str = "+"
    authserv: str = ""
    hops: Whole = 0


class LimitSettings(Section, frozen=True, kw_only=True):
    """How much is read and answered."""

    size: Whole = 1_000_000
    sender_hour: Whole = 20
    domain_hour: Whole = 100
    game_hour: Whole = 200
    alike_day: Whole = 3
    games: Whole = 20
    # For one step of a game: less than what PostgreSQL lets a session do nothing.
    work_seconds: Annotated[int, msgspec.Meta(ge=1, le=100)] = 60
    bots: Whole = 3  # games with bots that one player has begun; 0: none
    bots_domain: Whole = 10  # begun by all players of one domain; 0: any number
    bots_all: Whole = 100
    per_day: Whole = 0  # letters that go out; 0: any number


class Login(Section, frozen=True, kw_only=True):
    """Who signs us in where no password is taken: Microsoft, unless it is said."""

    client_id: str
    client_secret: str = ""
    device_url: str = f"{_MICROSOFT}/devicecode"
    token_url: str = f"{_MICROSOFT}/token"
    scope: str = _SCOPE
    file: str = "pbem.login"


class Site(Section, frozen=True, kw_only=True):
    """The pages of finished games that everybody may see."""

    folder: str = ""  # "": there is none
    title: str = "Games by mail"
    address: str = ""  # where it will stand, for its feed


class Notify(Section, frozen=True, kw_only=True):
    """Where players may be notified of their turn, other than by mail."""

    on: bool = True
    hosts: tuple[str, ...] = ()  # (): any public one
    private: tuple[str, ...] = ()  # that may lie in this machine's own network


class Metrics(Section, frozen=True, kw_only=True):
    """The local port for health and figures; 0: none."""

    host: str = "127.0.0.1"
    port: Port = 0
