"""OAuth 2: a short-lived token in the place of a password, for IMAP and SMTP alike.

The token comes from a command, as isync and msmtp have it, or from a sign-in with a
code that `pbem server login` makes and that is renewed here before it ends. What a
provider or a command says is never repeated: it may hold the token.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Any, Protocol
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

from pbem.mail.transport.base import LOGIN_REVOKED
from pbem.system.files import locked, write_whole
from pbem.system.secret import SecretMissing, revealed

#: What servers offer, the one that is tried first in front: RFC 7628, and what Google
#: and Microsoft had before it.
MECHANISMS = ("OAUTHBEARER", "XOAUTH2")
RENEW_SECONDS = 300.0  #: before its end a token is renewed
_ANSWER_SECONDS = 30.0
_MAX_ANSWER = 100_000  #: bytes
_DEVICE = "urn:ietf:params:oauth:grant-type:device_code"


class NoToken(Exception):
    """There is no token to be had now; the message says why, and holds no secret."""


class Bearer(Protocol):
    """A source of OAuth access tokens."""

    def token(self, *, fresh: bool = False) -> str:
        """Return an access token; a `fresh` one where the last was refused.

        Raises NoToken.
        """
        ...


def responses(mechanism: str, user: str, token: str, host: str, port: int) -> list[str]:
    """Return what a client says: its opening, then its answer to a complaint."""
    if mechanism == "OAUTHBEARER":
        name = user.replace("=", "=3D").replace(",", "=2C")
        where = f"host={host}\x01port={port}"
        return [f"n,a={name},\x01{where}\x01auth=Bearer {token}\x01\x01", "\x01"]
    return [f"user={user}\x01auth=Bearer {token}\x01\x01", ""]


@dataclass(frozen=True, slots=True)
class GivenToken:
    """A token that is in the configuration."""

    value: str = field(repr=False)

    def token(self, *, fresh: bool = False) -> str:
        """Return it; there is no other."""
        return self.value


@dataclass(frozen=True, slots=True)
class CommandToken:
    """A command of the host's that prints a token; it is asked for every login."""

    setting: str = field(repr=False)  #: "cmd:PROGRAM ARGUMENTS"

    def token(self, *, fresh: bool = False) -> str:
        """Return the first line that it prints. Raises NoToken."""
        try:
            line = revealed(self.setting)
        except SecretMissing as missing:
            raise NoToken(f"the command for the token: {missing.why}") from None
        if not line or not line.isascii() or not line.isprintable():
            raise NoToken("the command prints no token")
        return line


@dataclass(frozen=True, slots=True)
class Provider:
    """The endpoints and scopes of an OAuth provider."""

    client_id: str
    device_url: str
    token_url: str
    scope: str = ""
    secret: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Code:
    """What a host types in to sign us in."""

    url: str
    code: str
    device: str = field(repr=False)
    interval: float  #: seconds between two questions whether it was done
    until: float  #: when the code ends, in seconds since 1970


@dataclass(frozen=True, slots=True)
class SignIn:
    """A sign-in that lies in a file, for its owner alone."""

    provider: Provider
    path: Path
    clock: Callable[[], float] = time.time

    def token(self, *, fresh: bool = False) -> str:
        """Return a token that is good for some minutes, renewed if need be."""
        try:
            with locked(self.path):
                login = self._stored()
                if fresh or self.clock() > login["until"] - RENEW_SECONDS:
                    login = self._renewed(login)
                return str(login["token"])
        except FileNotFoundError:
            raise NoToken('nobody has signed in: "pbem server login" does') from None
        except OSError as error:
            raise NoToken(f"the file of the sign-in: {error.strerror}") from None

    def begin(self) -> Code:
        """Ask for a code to sign in with. Raises NoToken."""
        given = {"client_id": self.provider.client_id, "scope": self.provider.scope}
        answer = self._ask(self.provider.device_url, given)
        try:
            url = answer.get("verification_uri") or answer["verification_url"]
            interval = max(1.0, float(answer.get("interval", 5)))
            until = self.clock() + float(answer.get("expires_in", 900))
            device = str(answer["device_code"])
            return Code(str(url), str(answer["user_code"]), device, interval, until)
        except (KeyError, ValueError, TypeError):
            raise NoToken(_refusal(answer) or "the provider gives no code") from None

    def finish(self, code: Code, sleep: Callable[[float], None] = time.sleep) -> None:
        """Wait until the code was typed in, and keep the sign-in. Raises NoToken."""
        given = {"grant_type": _DEVICE, "device_code": code.device, **self._who()}
        interval = code.interval
        while self.clock() < code.until:
            answer = self._ask(self.provider.token_url, given)
            match answer.get("error"):
                case None:
                    self._keep(answer, "")
                    return
                case "authorization_pending":
                    pass
                case "slow_down":
                    interval += 5
                case _:
                    raise NoToken(_refusal(answer))
            sleep(interval)
        raise NoToken("nobody typed in the code in time")

    def _renewed(self, login: dict[str, Any]) -> dict[str, Any]:
        refresh = str(login["refresh"])
        if not refresh:
            raise NoToken(f"{LOGIN_REVOKED}: it has ended, and cannot be renewed")
        given = {"grant_type": "refresh_token", "refresh_token": refresh, **self._who()}
        if self.provider.scope:
            given["scope"] = self.provider.scope
        answer = self._ask(self.provider.token_url, given)
        if answer.get("error") in ("invalid_grant", "unauthorized_client"):
            raise NoToken(f"{LOGIN_REVOKED} by the provider")
        return self._keep(answer, refresh)

    def _keep(self, answer: dict[str, Any], refresh: str) -> dict[str, Any]:
        """Keep what a provider gave; some give a new token to renew with each time."""
        token = answer.get("access_token")
        if not isinstance(token, str) or not token:
            raise NoToken(_refusal(answer) or "the provider gives no token")
        try:
            until = self.clock() + float(answer.get("expires_in", 3600))
        except (ValueError, TypeError):
            until = self.clock() + 3600
        refresh = str(answer.get("refresh_token") or refresh)
        login = {"token": token, "refresh": refresh, "until": until}
        write_whole(self.path, json.dumps(login).encode(), private=True)
        return login

    def _stored(self) -> dict[str, Any]:
        try:
            login = json.loads(self.path.read_text("utf-8"))
            return {
                "token": str(login["token"]),
                "refresh": str(login["refresh"]),
                "until": float(login["until"]),
            }
        except (ValueError, KeyError, TypeError):
            raise NoToken(
                'the file of the sign-in is none: "pbem server login"'
            ) from None

    def _who(self) -> dict[str, str]:
        who = {"client_id": self.provider.client_id}
        return who | (
            {"client_secret": self.provider.secret} if self.provider.secret else {}
        )

    def _ask(self, url: str, given: dict[str, str]) -> dict[str, Any]:
        """Return what a provider answers, also where that is an error of its own."""
        request = Request(
            url, urlencode(given).encode(), {"Accept": "application/json"}
        )
        try:
            with build_opener(_Straight).open(
                request, timeout=_ANSWER_SECONDS
            ) as answer:
                raw = answer.read(_MAX_ANSWER)
        except HTTPError as error:
            with error:
                raw = error.read(_MAX_ANSWER) if error.code < 500 else b""
            if not raw:
                raise NoToken(f"the provider answers {error.code}") from None
        except (OSError, HTTPException, ValueError):
            raise NoToken("the provider of the sign-in cannot be reached") from None
        try:
            found = json.loads(raw)
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise NoToken("the provider's answer cannot be read")
        return found


class _Straight(HTTPRedirectHandler):
    """Follows nobody: what is sent holds secrets."""

    def redirect_request(self, *args: Any, **more: Any) -> None:
        """Let it be an error."""


def _refusal(answer: dict[str, Any]) -> str:
    """Return a provider's error by its code alone, which is a word of the standard."""
    code = str(answer.get("error", ""))
    known = {
        "access_denied": "the sign-in was declined",
        "expired_token": "nobody typed in the code in time",
        "invalid_client": "the provider does not know client_id, or its secret",
        "unauthorized_client": "this client_id may not sign in with a code",
        "invalid_scope": "the provider does not know scope",
    }
    word = code if code.isascii() and code.replace("_", "").isalpha() else "an error"
    return known.get(code, f"the provider answers {word[:40]}") if code else ""
