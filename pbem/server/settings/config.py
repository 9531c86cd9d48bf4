"""What a host decides: pbem.toml, read and checked."""

from __future__ import annotations

import re
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import msgspec

from pbem.schedule import zones
from pbem.schedule.parser import parse_duration, parse_time_control
from pbem.schedule.time_control import UnknownTime
from pbem.server.settings.errors import explain
from pbem.server.settings.tables import (
    HERE,
    Dkim,
    FolderOut,
    IdentitySettings,
    Imap,
    LimitSettings,
    LmtpIn,
    Login,
    MaildirIn,
    MaildirOut,
    Metrics,
    Notify,
    Section,
    Site,
    SmtpOut,
    Whole,
)
from pbem.server.states import PressPolicy, SilencePolicy
from pbem.system.secret import SecretMissing, revealed

ADDRESS = re.compile(r"[A-Za-z0-9._-]{1,40}@[A-Za-z0-9.-]{1,190}")
_STORE = re.compile(r"(postgresql(\+psycopg)?|sqlite)://")
_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,200}[A-Za-z0-9])?")


class Misconfigured(Exception):
    """A pbem.toml that cannot be used; the message says what to fix."""


class Config(Section, frozen=True, kw_only=True, dict=True):
    """All of pbem.toml."""

    address: str
    name: str = "The referee"
    host: str = ""
    zone: str = "UTC"
    store: str = "pbem.db"
    pace: str = "48h"
    invitation: str = "7d"
    grace: str = ""  # after the deadline, for those who are still awaited
    silence: SilencePolicy = SilencePolicy.DEFAULT
    misses: Annotated[int, msgspec.Meta(ge=1)] = 2  # before replace and resign
    press: PressPolicy = PressPolicy.AT_ONCE
    offer: str = "48h"  # for a standby player to accept a seat
    vote: str = "72h"
    away_days: Whole = 30  # of absence a year
    master_gone: str = "14d"  # without a word, after which players may appoint one
    outage: str = "2h"  # the longest that this server may sleep unnoticed
    hold: str = "10m"  # that a turn waits which an order in prose closes; "0": none
    empty: str = "7d"  # after which a game ends that no person plays any more
    gather: str = "60s"  # that letters about a game wait for others; "": none
    keep_letters: str = "90d"  # the letters that came; "": for ever
    key_file: str = "pbem.key"
    html: bool = True  # next to the text, with the board as a picture
    mail_in: tuple[Imap | LmtpIn | MaildirIn, ...] = msgspec.field(
        default=(), name="in"
    )
    mail_out: SmtpOut | MaildirOut | FolderOut | None = msgspec.field(
        default=None, name="out"
    )
    login: Login | None = None
    dkim: Dkim | None = None
    identity: IdentitySettings = IdentitySettings()
    limits: LimitSettings = LimitSettings()
    metrics: Metrics = Metrics()
    site: Site = Site()
    notify: Notify = Notify()
    folder: str = "."  # where the file lies: relative paths begin there

    @property
    def local(self) -> str:
        """The part of our address before the @."""
        return self.address.partition("@")[0].lower()

    @property
    def domain(self) -> str:
        """The part of our address after the @."""
        return self.address.partition("@")[2].lower()

    @property
    def zone_info(self) -> ZoneInfo:
        """The zone that times are shown in."""
        return ZoneInfo(self.zone)

    def path(self, name: str) -> Path:
        """Return a path of the file as one that can be opened from anywhere."""
        return Path(self.folder) / Path(name).expanduser()

    def owns(self, address: str) -> bool:
        """Return whether an address is the referee's, with or without a tag."""
        return address.lower() == self.address.lower() or bool(self.reply_tag(address))

    def reply_tag(self, address: str) -> str:
        """Return what is behind our name in an address of ours, in lower case.

        >>> Config(address="referee@x.org").reply_tag("Referee+g4.abc@x.org")
        'g4.abc'
        """
        local, at, domain = address.lower().rpartition("@")
        lead = self.local + self.identity.separator
        if at and domain == self.domain and local.startswith(lead):
            return local[len(lead) :]
        return ""

    @property
    def url(self) -> str:
        """Where the store is: the path of a file, or the URL of a database."""
        store = self.store.removeprefix("sqlite:///")
        return store if "://" in store else str(self.path(store))


_PARTS: list[type[msgspec.Struct]] = [
    *(Config, Imap, LmtpIn, MaildirIn, SmtpOut, MaildirOut, FolderOut),
    *(Login, Dkim, IdentitySettings, LimitSettings, Metrics, Site, Notify),
]


def read(text: str, folder: str = ".") -> Config:
    """Return the configuration that a text holds. Raises Misconfigured."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Misconfigured(str(error)) from None
    table = _secrets(_with_advanced(table))
    try:
        config = msgspec.convert({**table, "folder": folder}, Config)
    except msgspec.ValidationError as error:
        raise Misconfigured(explain(error, _PARTS)) from None
    _check(config)
    return config


def _with_advanced(table: dict[str, Any]) -> dict[str, Any]:
    """Return the table of a file with the keys of [advanced] at its top level: no key
    of the top level can be below a table. Raises Misconfigured."""
    more = table.get("advanced", {})
    if not isinstance(more, dict):
        raise Misconfigured("advanced: a table such as [advanced] is wanted")
    rest = {key: value for key, value in table.items() if key != "advanced"}
    for key, value in more.items():
        if key in rest:
            raise Misconfigured(f'"{key}" is there twice, the second in [advanced]')
        if isinstance(value, dict):
            raise Misconfigured(f'"{key}" is a table of its own: [{key}]')
    return {**rest, **more}


def load(path: Path) -> Config:
    """Return the configuration in a file. Raises Misconfigured, OSError."""
    raw = path.read_bytes()
    try:
        text = raw.decode("utf-8-sig")  # what some editors write before it is left out
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        why = f"this file is not UTF-8 (at line {line}); please save it as UTF-8"
        raise Misconfigured(why) from None
    return read(text, str(path.resolve().parent))


def _secrets(value: Any) -> Any:
    """Return values with the secrets in them (`pbem.system.secret`) in their places.

    Only a command for a token stays one: a token ends, and is asked for every login.
    """
    if isinstance(value, dict):
        return {
            key: inner if _is_asked_anew(key, inner) else _secrets(inner)
            for key, inner in value.items()
        }
    if isinstance(value, list):
        return [_secrets(inner) for inner in value]
    if isinstance(value, str):
        try:
            return revealed(value)
        except SecretMissing as missing:
            raise Misconfigured(str(missing)) from None
    return value


def _is_asked_anew(key: str, value: Any) -> bool:
    return key == "token" and isinstance(value, str) and value.startswith("cmd:")


def _check(config: Config) -> None:
    for key, value in (("address", config.address), ("host", config.host)):
        if (value or key == "address") and not ADDRESS.fullmatch(value):
            raise Misconfigured(f"{key}: {value!r} is not a plain mail address")
    if config.host.lower() == config.address.lower():
        raise Misconfigured("host: must be a person's address, not the referee's own")
    keys = ["invitation", "offer", "vote", "master_gone", "outage", "empty"]
    keys += [key for key in ("grace", "gather", "keep_letters") if getattr(config, key)]
    keys += ["hold"] if config.hold not in ("", "0") else []
    for key in keys:
        value = getattr(config, key)
        try:
            parse_duration(value)
        except ValueError:
            what = 'a time such as "48h" or "3d"'
            raise Misconfigured(f"{key}: {value!r} is not {what}") from None
    try:
        parse_time_control(config.pace)
    except UnknownTime:
        what = 'a time such as "48h" or "Fri 20:00 Europe/Paris"'
        raise Misconfigured(f"pace: {config.pace!r} is not {what}") from None
    if "://" in config.store and not _STORE.match(config.store):
        url = '"postgresql://user@localhost/pbem"'
        raise Misconfigured(f"store: a path, or a URL like {url}")
    if config.store.startswith("postgresql") and find_spec("psycopg") is None:
        raise Misconfigured("store: PostgreSQL needs pip install 'pbem[postgres]'")
    if not zones.is_known(config.zone):
        why = f'{config.zone!r} is not known; a zone is like "Europe/Paris"'
        raise Misconfigured(f"zone: {why}")
    separator = config.identity.separator
    if config.identity.place == "address" and (
        len(separator) != 1 or separator not in "+-=_"
    ):
        raise Misconfigured("identity.separator: one of + - = _")
    if config.identity.policy == "token+dkim" and not config.identity.authserv:
        raise Misconfigured(
            "identity.authserv: token+dkim needs the name that your mail server "
            "writes into Authentication-Results"
        )
    named = config.dkim and (config.dkim.selector, config.dkim.domain or config.domain)
    if named and not all(_NAME.fullmatch(one) for one in named):
        raise Misconfigured("dkim: selector and domain are names such as in the DNS")
    for part in (*config.mail_in, config.mail_out):
        if isinstance(part, Imap | SmtpOut):
            _check_server(config, part)
    for key in ("device_url", "token_url") if config.login else ():
        url = urlsplit(getattr(config.login, key))
        if url.scheme != "https" and url.hostname not in HERE:
            raise Misconfigured(f'login.{key}: an address that begins with "https://"')


def _check_server(config: Config, part: Imap | SmtpOut) -> None:
    if part.security == "plain" and part.host not in HERE:
        raise Misconfigured("imap, smtp: without TLS only on this machine (security)")
    if part.token and part.password:
        raise Misconfigured("token: in the place of password, not beside it")
    if part.token and not part.user:
        raise Misconfigured("token: user is missing, whose token it is")
    if part.token == "login" and config.login is None:
        raise Misconfigured('token: "login" needs a table [login] with a client_id')
