"""The figures of a server in the text format of Prometheus (`pbem[metrics]`)."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Gauge, generate_latest

from pbem.server.host.metrics import figures
from pbem.server.run.server import MailServer


def exposition(server: MailServer, now: float) -> bytes:
    """Return all figures of this moment, one gauge each."""
    registry = CollectorRegistry()
    for name, value in figures(server.context.database, now).items():
        Gauge(f"pbem_{name}", name.replace("_", " "), registry=registry).set(value)
    since_start = {"sent": server.sender.sent, "answered": server.worker.letters}
    for name, value in since_start.items():
        Gauge(f"pbem_{name}", "since the start", registry=registry).set(value)
    return bytes(generate_latest(registry))
