"""`pbem server deliver`."""

from __future__ import annotations

import os
import sys
import time

import click

from pbem.cli._server import configured, open_context, reason


@click.command()
@configured
@click.option("--recipient", metavar="ADDRESS", help="Whom it was sent to.")
def command(config_file: str, recipient: str | None) -> None:
    """Take one letter from standard input, for an alias or procmail.

    It is safe when this ends with status 0. With 65 it can never be taken, and its
    writer should be told; with 75 the mail program should try again. It is answered
    by `pbem server serve` or `pbem server run`.

    \b
    Example, a line of /etc/aliases:
      referee: "|/usr/local/bin/pbem server deliver --config /etc/pbem.toml"
    """
    from pbem.mail.transport.eml import NotALetter, read_stream
    from pbem.server.store import letters

    try:
        with open_context(config_file) as context:
            limit = context.config.limits.size
            letter = read_stream(sys.stdin.buffer, os.environ, recipient, limit)
            letters.store_new(context.database, [letter], time.time())
    except NotALetter as fault:
        click.echo(str(fault), err=True)
        raise click.exceptions.Exit(os.EX_DATAERR) from None
    except Exception as error:  # none of it is the fault of the letter
        click.echo(reason(error), err=True)
        raise click.exceptions.Exit(os.EX_TEMPFAIL) from None
