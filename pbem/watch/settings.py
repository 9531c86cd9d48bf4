"""How the thread of a game is watched: a file that only the moderator can read.

It lies with all that is known of a game, in `.pbem/NAME/watch/settings.toml`.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import msgspec

from pbem.forum.posts.dialect import is_address
from pbem.schedule.parser import parse_duration, parse_time_control
from pbem.system.files import is_open, write_whole
from pbem.system.secret import SecretMissing, lies_elsewhere, revealed
from pbem.watch.trouble import Trouble

MIN_EVERY_SECONDS = 60
_SECRETS = ("token", "password")


class WatchSettings(msgspec.Struct, forbid_unknown_fields=True):
    """Where a thread lies, as whom it is read and answered, and what is allowed."""

    thread: str  #: its address
    forum: str = ""  #: which program it is; empty: still to be found out
    name: str = ""  #: of the moderator, as members see it
    password: str = ""  #: or env:NAME, file:PATH, cmd:PROGRAM
    token: str = ""  #: likewise
    every: str = "15m"  #: between two looks
    post: Literal["ask", "itself", "never"] = "ask"  #: reports and messages
    pace: str = ""  #: how long a turn may take, where the turn file does not say it
    publish: str = ""  #: a folder for board and replay, which a web server shows
    address: str = ""  #: where that folder is on the web
    pause: float = 2.0  #: seconds between two requests

    def __repr__(self) -> str:
        """Nothing that may not be shown."""
        return f"WatchSettings({self.thread!r})"

    @property
    def every_seconds(self) -> int:
        """Seconds between two looks."""
        return max(parse_duration(self.every), MIN_EVERY_SECONDS)

    def secret(self, key: Literal["token", "password"]) -> str:
        """Return a secret. Raises Trouble where it cannot be had."""
        try:
            return revealed(getattr(self, key))
        except SecretMissing as missing:
            raise Trouble("secret", why=str(missing), key=key) from None

    def checked(self) -> WatchSettings:
        """Return the settings if they can be used. Raises Trouble."""
        parts = urlsplit(self.thread)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise Trouble("address", address=self.thread)
        if parts.username or parts.password:
            raise Trouble("address-secret")
        if self.address and not is_address(self.address):
            raise Trouble("publish-address", address=self.address)
        if self.publish and not Path(self.publish).is_dir():
            raise Trouble("publish-folder", file=self.publish)
        try:
            parse_duration(self.every)
        except ValueError:
            raise Trouble("duration", key="every", value=self.every) from None
        try:
            if self.pace:
                parse_time_control(self.pace)
        except ValueError:
            raise Trouble("pace", value=self.pace) from None
        local = parts.hostname in ("localhost", "127.0.0.1", "::1")
        if parts.scheme == "http" and not local and (self.password or self.token):
            raise Trouble("clear", host=parts.hostname)
        return self


def load(path: Path) -> WatchSettings | None:
    """Return the settings in a file; None: no such file. Raises Trouble."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise Trouble("settings", file=str(path), why=str(error)) from None
    try:
        found = msgspec.convert(tomllib.loads(text), WatchSettings)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise Trouble("settings", file=str(path), why=str(error)) from None
    if is_open(path) and any(_plain(getattr(found, key)) for key in _SECRETS):
        raise Trouble("open", file=str(path))
    return found.checked()


def _plain(value: str) -> bool:
    return bool(value) and not lies_elsewhere(value)


def save(path: Path, settings: WatchSettings, game: str) -> None:
    """Write settings so that nobody else can read them. Raises OSError."""
    lines = [
        f'# How "pbem forum watch" reads and answers the thread of {game}.',
        "# token and password may be env:NAME, file:PATH or cmd:PROGRAM. Keep this",
        "# file to yourself.",
    ]
    values = msgspec.to_builtins(settings)
    usual = msgspec.to_builtins(WatchSettings(thread=""))
    for key, value in values.items():
        if value != usual[key] or key in ("every", "post"):
            lines.append(f"{key} = {json.dumps(value, ensure_ascii=False)}")
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(path, ("\n".join(lines) + "\n").encode(), private=True)
