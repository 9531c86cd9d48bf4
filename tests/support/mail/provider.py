"""A provider of sign-ins with OAuth 2: codes, tokens, and what a token is worth."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from typing import Any, Self
from urllib.parse import parse_qs

from tests.support.processes import HOST
from tests.support.serving import Serving

SECRET = "zqxjsecret"  #: in all that nobody may see
LIFE = 3600  #: seconds of a token


@dataclass
class Provider(Serving):
    """Answers on a port, from `with` on; what it knows can be changed meanwhile."""

    port: int
    user: str = ""  #: who signs in
    typed: bool = False  #: whether the code was typed in
    life: int = LIFE
    good: set[str] = field(default_factory=set)  #: access tokens
    refresh: set[str] = field(default_factory=set)  #: tokens to renew with
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    says: dict[str, Any] = field(default_factory=dict)  #: instead, at the token's door
    _numbers: Any = field(default_factory=lambda: count(1))

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://{HOST}:{self.port}"

    def issue(self) -> dict[str, Any]:
        """New tokens."""
        number = next(self._numbers)
        token, refresh = f"{SECRET}.a{number}", f"{SECRET}.r{number}"
        self.good.add(token)
        self.refresh = {refresh}  # the one before is used up
        return {
            "token_type": "Bearer",
            "access_token": token,
            "refresh_token": refresh,
            "expires_in": self.life,
        }

    def revoke(self) -> None:
        """End all that it has given away."""
        self.good.clear()
        self.refresh.clear()

    def answer(self, path: str, given: dict[str, str]) -> tuple[int, dict[str, Any]]:
        """What it says to a request."""
        self.asked.append((path, given))
        if path == "/introspect":
            well = given.get("token") in self.good
            return 200, {"active": well} | ({"username": self.user} if well else {})
        if path == "/device":
            return 200, {
                "device_code": f"{SECRET}.d",
                "user_code": "WDJB-MJHT",
                "verification_uri": f"{self.url}/type-it-in",
                "interval": 1,
                "expires_in": 60,
            }
        if self.says:
            return 400, self.says
        if given["grant_type"] == "refresh_token":
            well = given["refresh_token"] in self.refresh
            return (200, self.issue()) if well else (400, {"error": "invalid_grant"})
        assert given["device_code"] == f"{SECRET}.d"
        if not self.typed:
            self.typed = True  # by now the host has
            return 400, {"error": "authorization_pending"}
        return 200, self.issue()

    def __enter__(self) -> Self:
        provider = self

        class Door(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers["Content-Length"])
                form = parse_qs(self.rfile.read(length).decode())
                flat = {name: values[0] for name, values in form.items()}
                status, told = provider.answer(self.path, flat)
                raw = json.dumps(told).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(raw)))
                self.end_headers()
                self.wfile.write(raw)

            def log_message(self, *given: object) -> None:
                pass

        server = ThreadingHTTPServer((HOST, self.port), Door)
        return self.begin(server)
