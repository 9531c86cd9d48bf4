"""`pbem server run`."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from pbem.cli._server import configured, reason, server

if TYPE_CHECKING:
    from pbem.cli._guarded import ServerTask


@click.command()
@click.pass_obj
@configured
@click.option(
    "--once",
    is_flag=True,
    expose_value=False,
    help="One round, then stop: what it always does.",
)
def command(charge: ServerTask | None, config_file: str) -> None:
    """Do one round of `serve` for cron: fetch, answer, send.

    Ends with status 1 when a mailbox could not be read, or the store not be written
    to; nothing is lost then.

    \b
    Example:
      pbem server run --config /srv/pbem/pbem.toml
    """
    from pbem.server.host import logs
    from pbem.server.store.connection import UNAVAILABLE_ERRORS

    logs.begin("warning")
    with server(config_file, charge) as parts:
        if parts.context.config.gather:
            # The next round may be far away: what this one writes is all that waits.
            parts.context.outbox.gather = 0.0
        try:
            parts.heartbeat(time.time())
            all_read = parts.once(time.time())
        except UNAVAILABLE_ERRORS as error:
            click.echo(f"The store cannot be used now: {reason(error)}", err=True)
            raise click.exceptions.Exit(1) from None
    if not all_read:  # the log says why
        raise click.exceptions.Exit(1)
