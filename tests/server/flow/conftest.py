"""A real HTTP server on this machine that shows lines, as services do."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest


@dataclass
class Place:
    """A server that shows lines, as services do."""

    url: str = ""
    asked: list[tuple[str, str, str]] = field(default_factory=list)
    status: int = 200
    head: dict[str, str] = field(default_factory=dict)

    @property
    def shown(self) -> list[str]:
        """The lines that were shown or changed, in order."""
        return [text for method, _, text in self.asked if method in ("POST", "PATCH")]

    @property
    def methods(self) -> list[str]:
        """How the last few requests asked."""
        return [method for method, _, _ in self.asked]


@pytest.fixture
def place() -> Iterator[Place]:
    """A place on this machine."""
    found = Place()

    class Handler(BaseHTTPRequestHandler):
        def _take(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            text = body.decode()
            if text.startswith("{"):
                said = json.loads(text)
                text = said.get("content") or said.get("text") or said.get("body", "")
            found.asked.append((self.command, self.path, text))
            self.send_response(found.status)
            for name, value in found.head.items():
                self.send_header(name, value)
            answer = json.dumps({"id": str(len(found.asked)), "event_id": "$e1"})
            self.send_header("content-length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer.encode())

        do_POST = do_PATCH = do_DELETE = do_PUT = _take

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found.url = f"http://127.0.0.1:{server.server_port}/hook/1"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield found
    server.shutdown()
    server.server_close()
