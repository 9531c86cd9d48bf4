"""Signing in with a code at a provider: what is asked, kept, renewed and refused."""

from __future__ import annotations

import json
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from pbem.mail.transport.oauth import RENEW_SECONDS, NoToken, SignIn
from pbem.mail.transport.oauth import Provider as Where
from tests.support.mail.provider import SECRET, Provider
from tests.support.processes import free_ports

NOW = 1_700_000_000.0
CODE = {
    "device_code": "d",
    "user_code": "WDJB",
    "verification_uri": "https://in.example",
    "interval": 7,
    "expires_in": 60,
}
TOKEN = {"access_token": "a1", "refresh_token": "r1", "expires_in": 1000}


@dataclass
class Scripted(Provider):
    """Gives the answers that are written down for it, the last one again."""

    script: list[tuple[int, Any]] = field(default_factory=list)

    def answer(self, path: str, given: dict[str, str]) -> tuple[int, Any]:
        self.asked.append((path, given))
        return self.script.pop(0) if len(self.script) > 1 else self.script[0]

    def says_now(self, *script: tuple[int, Any]) -> None:
        """Begin afresh with these answers."""
        self.script[:] = script
        self.asked.clear()


class Clock:
    """Stands still until somebody sleeps."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture(scope="module")
def provider() -> Iterator[Scripted]:
    with Scripted(free_ports(1)[0]) as found:
        yield found


def sign_in(
    provider: Provider, place: Path, scope: str = "mail", secret: str = "s"
) -> SignIn:
    where = Where(
        "client", f"{provider.url}/device", f"{provider.url}/token", scope, secret
    )
    return SignIn(where, place / "pbem.login", Clock())


def kept(one: SignIn, **more: object) -> None:
    """Put a sign-in into the file."""
    given = {"token": "a0", "refresh": "r0", "until": NOW + 1000, **more}
    one.path.write_text(json.dumps(given))


def why(one: SignIn) -> str:
    with pytest.raises(NoToken) as fault:
        one.token(fresh=True)
    return str(fault.value)


def test_a_code_is_typed_in_and_the_sign_in_is_kept(
    provider: Scripted, tmp_path: Path
) -> None:
    wait = (400, {"error": "authorization_pending"})
    provider.says_now((200, CODE), wait, wait, (200, TOKEN))
    one = sign_in(provider, tmp_path)
    code = one.begin()
    assert (code.url, code.code, code.device) == ("https://in.example", "WDJB", "d")
    assert (code.interval, code.until) == (7, NOW + 60)
    clock = one.clock
    assert isinstance(clock, Clock)
    one.finish(code, clock.sleep)
    assert clock.now == NOW + 14
    assert one.token() == "a1"
    grant = "urn:ietf:params:oauth:grant-type:device_code"
    asked = {"grant_type": grant, "device_code": "d", "client_id": "client"}
    assert provider.asked == [
        ("/device", {"client_id": "client", "scope": "mail"}),
        *[("/token", asked | {"client_secret": "s"})] * 3,
    ]
    assert json.loads(one.path.read_text()) == {
        **{"token": "a1", "refresh": "r1"},
        "until": NOW + 14 + 1000,
    }
    assert stat.S_IMODE(one.path.stat().st_mode) == 0o600
    assert SECRET not in repr(one)


@pytest.mark.parametrize(
    ("told", "url", "interval", "until"),
    [
        ({"verification_url": "https://g.example"}, "https://g.example", 5, 900),
        (CODE | {"interval": 0, "expires_in": "30"}, CODE["verification_uri"], 1, 30),
        (CODE | {"interval": 1.5}, CODE["verification_uri"], 1.5, 60),
    ],
)
def test_what_a_code_says_of_itself(
    told: dict[str, Any],
    url: str,
    interval: float,
    until: float,
    provider: Scripted,
    tmp_path: Path,
) -> None:
    given = {"device_code": "d", "user_code": "WDJB", **told}
    provider.says_now((200, given))
    code = sign_in(provider, tmp_path).begin()
    assert (code.url, code.interval, code.until) == (url, interval, NOW + until)


@pytest.mark.parametrize(
    ("status", "told", "said"),
    [
        (200, {}, "the provider gives no code"),
        (200, CODE | {"interval": []}, "the provider gives no code"),
        (200, {"verification_uri": "x"}, "the provider gives no code"),
        (400, {"error": "invalid_scope"}, "the provider does not know scope"),
        (
            400,
            {"error": "unauthorized_client"},
            "this client_id may not sign in with a code",
        ),
        (400, {"error": "x" * 41}, f"the provider answers {'x' * 40}"),
        (400, {"error": "a_b"}, "the provider answers a_b"),
        (400, {"error": "two words"}, "the provider answers an error"),
        (400, {"error": "w\xf6rter"}, "the provider answers an error"),
        (499, {"error": "invalid_client"}, "the provider does not know client_id"),
        (500, {"error": "invalid_client"}, "the provider answers 500"),
        (302, {}, "the provider gives no code"),
        (200, ["a list"], "the provider's answer cannot be read"),
        (200, "words", "the provider's answer cannot be read"),
    ],
)
def test_a_provider_that_gives_no_code(
    status: int, told: object, said: str, provider: Scripted, tmp_path: Path
) -> None:
    provider.says_now((status, told))
    with pytest.raises(NoToken) as fault:
        sign_in(provider, tmp_path).begin()
    assert str(fault.value).startswith(said)


def test_a_token_is_renewed_some_minutes_before_its_end(
    provider: Scripted, tmp_path: Path
) -> None:
    again = {"access_token": "a2", "expires_in": 2000}
    provider.says_now((200, again))
    one = sign_in(provider, tmp_path)
    kept(one, until=NOW + RENEW_SECONDS)
    assert one.token() == "a0"
    assert provider.asked == []
    kept(one, until=NOW + RENEW_SECONDS - 0.5)
    assert one.token() == "a2"
    assert one.token() == "a2"
    renewed = json.loads(one.path.read_text())
    # Who is given nothing new to renew with keeps what was.
    assert renewed == {"token": "a2", "refresh": "r0", "until": NOW + 2000}
    assert one.token(fresh=True) == "a2"
    asked = {"grant_type": "refresh_token", "refresh_token": "r0"}
    who = {"client_id": "client", "client_secret": "s", "scope": "mail"}
    assert provider.asked == [("/token", asked | who)] * 2


@pytest.mark.parametrize(
    ("expires", "until"), [(None, 3600), ("soon", 3600), ([], 3600), ("90", 90)]
)
def test_how_long_a_token_lasts(
    expires: object, until: float, provider: Scripted, tmp_path: Path
) -> None:
    told: dict[str, object] = {"access_token": "a", "refresh_token": "r"}
    told |= {} if expires is None else {"expires_in": expires}
    provider.says_now((200, told))
    one = sign_in(provider, tmp_path, scope="", secret="")
    kept(one)
    assert one.token(fresh=True) == "a"
    found = json.loads(one.path.read_text())
    assert (found["refresh"], found["until"]) == ("r", NOW + until)
    (_, asked), *_ = provider.asked
    assert set(asked) == {"grant_type", "refresh_token", "client_id"}


@pytest.mark.parametrize(
    ("status", "told", "said"),
    [
        (400, {"error": "invalid_grant"}, "login revoked by the provider"),
        (400, {"error": "unauthorized_client"}, "login revoked by the provider"),
        (400, {"error": "invalid_scope"}, "the provider does not know scope"),
        (200, {}, "the provider gives no token"),
        (200, {"access_token": ""}, "the provider gives no token"),
        (200, {"access_token": 5}, "the provider gives no token"),
        (503, {"error": "invalid_grant"}, "the provider answers 503"),
    ],
)
def test_a_token_that_cannot_be_renewed(
    status: int, told: object, said: str, provider: Scripted, tmp_path: Path
) -> None:
    provider.says_now((status, told))
    one = sign_in(provider, tmp_path)
    kept(one)
    before = one.path.read_text()
    assert why(one) == said
    assert one.path.read_text() == before


def test_a_sign_in_with_nothing_to_renew_it_with(
    provider: Scripted, tmp_path: Path
) -> None:
    provider.says_now()
    one = sign_in(provider, tmp_path)
    kept(one, refresh="")
    assert one.token() == "a0"
    assert why(one) == "login revoked: it has ended, and cannot be renewed"
    one.path.write_text('{"token": "a", "refresh": "r"}')
    assert why(one) == 'the file of the sign-in is none: "pbem server login"'
    one.path.unlink()
    one.path.mkdir()
    assert why(one) == "the file of the sign-in: Is a directory"
    assert provider.asked == []
