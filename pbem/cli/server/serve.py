"""`pbem server serve`."""

from __future__ import annotations

import signal
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli._common import Stop
from pbem.cli._server import configured, server

if TYPE_CHECKING:
    from pbem.cli._guarded import ServerTask
    from pbem.server.flow.server import MailServer


@click.command()
@click.pass_obj
@configured
@click.option(
    "--log-level",
    type=click.Choice(["debug", "info", "warning", "error"]),
    default="info",
    show_default=True,
    help="The least that the log tells.",
)
def command(charge: ServerTask | None, config_file: str, log_level: str) -> None:
    """Answer players by mail until interrupted.

    Letters are fetched, answered and sent as pbem.toml says. Logs are lines of
    JSON on standard error.

    \b
    Example:
      pbem server serve --config /srv/pbem/pbem.toml
    """
    from pbem.server.host import logs

    logs.begin(log_level)
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    with server(config_file, charge) as parts, ExitStack() as stack:
        if parts.context.config.site.folder:
            from pbem.server.host.site import SiteKeeper

            site = SiteKeeper(parts.context)
            parts.extra_workers.append(("site", site.step, site.next_at))
        _listen(parts, stack)
        click.echo(_greeting(parts))
        parts.serve(time.time, stop)


def _greeting(parts: MailServer) -> str:
    """What is served: the address, ways in and out, games that go on."""
    from pbem.server.flow.server import LINGER_SECONDS
    from pbem.server.host.transports import transport_label
    from pbem.server.states import GOING_ON
    from pbem.server.store import games

    config = parts.context.config
    with parts.context.database.reading() as conn:
        many = len(games.in_state(conn, GOING_ON))
    incoming = ", ".join(map(transport_label, config.mail_in)) or "pbem server deliver"
    out = transport_label(config.mail_out) if config.mail_out else "nowhere"
    waits = (
        f" A report waits {config.gather} for more to tell." if config.gather else ""
    )
    return (
        f"{config.address}: letters in by {incoming}; out by {out}. Games that go on: "
        f"{many}.\nA turn is closed {LINGER_SECONDS:.0f} seconds after its deadline, "
        f"for letters on their way.{waits} Ctrl-C or SIGTERM ends this."
    )


def _listen(parts: MailServer, stack: ExitStack) -> None:
    """Opens the ports that the configuration asks for."""
    from pbem.server.flow.server import keeper
    from pbem.server.host import metrics
    from pbem.server.settings.tables import LmtpIn

    config = parts.context.config
    for part in config.mail_in:
        if not isinstance(part, LmtpIn):
            continue
        try:
            from pbem.mail.transport.lmtp import LmtpServer
        except ImportError:
            raise Stop("LMTP needs pip install 'pbem[lmtp]'.") from None
        lmtp = LmtpServer(
            keeper(parts, time.time),
            config.owns,
            part.host,
            part.port,
            path=Path(config.path(part.socket)) if part.socket else None,
            mode=0o660,
            limit=config.limits.size,
        )
        try:
            lmtp.start()
        except OSError as error:
            place = part.socket or f"{part.host}:{part.port}"
            raise Stop(f"LMTP on {place}: {error.strerror or error}.") from None
        stack.callback(lmtp.stop)
    if config.metrics.port:
        where = (config.metrics.host, config.metrics.port)
        try:
            listener = metrics.start(parts, time.time, *where)
        except OSError as error:
            raise Stop(f"metrics on {where[0]}:{where[1]}: {error.strerror}.") from None
        stack.callback(listener.server_close)
        stack.callback(listener.shutdown)
