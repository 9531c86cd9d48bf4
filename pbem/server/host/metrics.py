"""Health and figures on a local port, for anyone who watches the host."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import sqlalchemy as sa

from pbem.server.flow.server import MailServer
from pbem.server.settings.config import Misconfigured
from pbem.server.states import LetterState, OutboxState
from pbem.server.store import players, schema, tallies
from pbem.server.store.connection import Database

STALE = 180.0  #: seconds after which a part that says nothing counts as stuck


def figures(store: Database, now: float) -> dict[str, float]:
    """Return what the store holds, in numbers."""
    letter, outbox = schema.letter, schema.outbox
    with store.reading() as conn:
        found = tallies.counts(conn)
        todo = letter.c.state.in_((LetterState.NEW, LetterState.WAITING))
        oldest = conn.execute(sa.select(sa.func.min(letter.c.kept)).where(todo))
        since = oldest.scalar()
        found["oldest_letter_seconds"] = 0 if since is None else now - since
        waiting = outbox.c.state == OutboxState.WAITING
        mails = sa.select(sa.func.min(outbox.c.made)).where(waiting)
        first = conn.execute(mails).scalar()
        found["oldest_mail_seconds"] = 0 if first is None else now - first
        found["addresses_in_trouble"] = len(players.in_trouble(conn))
    return found


def health(server: MailServer, now: float) -> dict[str, Any]:
    """Return whether every part has done a round lately, and the store answers."""
    late = [name for name, beat in server.last_rounds.items() if now - beat > STALE]
    try:
        with server.context.database.reading() as conn:
            conn.execute(sa.text("SELECT 1"))
        store = True
    except sa.exc.SQLAlchemyError:
        store = False
    return {"well": store and not late, "store": store, "late": late}


def start(
    server: MailServer, clock: Callable[[], float], host: str, port: int
) -> ThreadingHTTPServer:
    """Answer /health and /metrics until it is shut down.

    Raises OSError, and Misconfigured where the Prometheus client is not installed.
    """
    try:
        from pbem.server.host.prometheus import exposition
    except ImportError:
        raise Misconfigured("metrics: needs pip install 'pbem[metrics]'") from None

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            """Answer."""
            if self.path == "/health":
                found = health(server, clock())
                status = 200 if found["well"] else 503
                self._answer(status, "application/json", json.dumps(found).encode())
            elif self.path == "/metrics":
                try:
                    found = figures(server.context.database, clock())
                    found |= {"sent": server.sender.sent}  # since the start
                    found |= {"answered": server.worker.letters}
                    text = exposition(found)
                except sa.exc.SQLAlchemyError:
                    self._answer(503, "text/plain", b"the store does not answer\n")
                    return
                self._answer(200, "text/plain; version=0.0.4", text)
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
