"""Health and figures on a local port, for whoever watches the host."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import sqlalchemy as sa
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from pbem.server.database import schema
from pbem.server.database.connection import Database
from pbem.server.run.server import MailServer
from pbem.server.states import LetterState, OutboxState
from pbem.server.storage import players, tallies

STALE = 180.0  #: seconds after which a part that says nothing counts as stuck


def figures(store: Database, now: float) -> dict[str, float]:
    """Return what the store holds, in numbers."""
    letter, outbox = schema.letter, schema.outbox
    with store.reading() as link:
        found = tallies.counts(link)
        todo = letter.c.state.in_((LetterState.NEW, LetterState.WAITING))
        oldest = link.execute(sa.select(sa.func.min(letter.c.kept)).where(todo))
        since = oldest.scalar()
        found["oldest_letter_seconds"] = 0 if since is None else now - since
        waiting = outbox.c.state == OutboxState.WAITING
        mails = sa.select(sa.func.min(outbox.c.made)).where(waiting)
        made = link.execute(mails).scalar()
        found["oldest_mail_seconds"] = 0 if made is None else now - made
        found["addresses_in_trouble"] = len(players.in_trouble(link))
    return found


def health(server: MailServer, now: float) -> dict[str, Any]:
    """Return whether every part has done a round lately, and the store answers."""
    late = [name for name, beat in server.last_rounds.items() if now - beat > STALE]
    try:
        with server.context.database.reading() as link:
            link.execute(sa.text("SELECT 1"))
        store = True
    except sa.exc.SQLAlchemyError:
        store = False
    return {"well": store and not late, "store": store, "late": late}


class _Figures(Collector):
    def __init__(self, server: MailServer, clock: Callable[[], float]) -> None:
        self.server = server
        self.clock = clock

    def collect(self) -> Iterator[Metric]:
        """Return the figures of this moment."""
        for name, value in figures(self.server.context.database, self.clock()).items():
            yield GaugeMetricFamily(f"pbem_{name}", name.replace("_", " "), value)
        server = self.server
        yield GaugeMetricFamily("pbem_sent", "since the start", server.sender.sent)
        answered = server.worker.letters
        yield GaugeMetricFamily("pbem_answered", "since the start", answered)


def start(
    server: MailServer, clock: Callable[[], float], host: str, port: int
) -> ThreadingHTTPServer:
    """Answer /health and /metrics until it is shut down. Raises OSError."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Figures(server, clock))

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            """Answer."""
            if self.path == "/health":
                found = health(server, clock())
                status = 200 if found["well"] else 503
                self._answer(status, "application/json", json.dumps(found).encode())
            elif self.path == "/metrics":
                try:
                    figures = generate_latest(registry)
                except sa.exc.SQLAlchemyError:
                    self._answer(503, "text/plain", b"the store does not answer\n")
                    return
                self._answer(200, "text/plain; version=0.0.4", figures)
            else:
                self._answer(404, "text/plain", b"/health and /metrics\n")

        def _answer(self, status: int, kind: str, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            """Log nothing: who asks is of no interest."""

    listener = ThreadingHTTPServer((host, port), Handler)
    threading.Thread(target=listener.serve_forever, daemon=True).start()
    return listener
