"""`pbem server unban`."""

from __future__ import annotations

import click

from pbem.cli._common import Stop
from pbem.cli._server import configured, open_context


@click.command()
@click.argument("what", metavar="ADDRESS|DOMAIN|NUMBER")
@configured
def command(what: str, config_file: str) -> None:
    """Let somebody play again who was banned.

    NUMBER is the one in the list of "pbem server ban". Seats that others have taken
    over do not come back.

    \b
    Example:
      pbem server unban eve@example.org
    """
    from pbem.server.store import bans

    with (
        open_context(config_file, fresh=False) as context,
        context.database.writing() as conn,
    ):
        lifted = bans.lift(conn, bans.named(what))
    if not lifted:
        raise Stop(f'{what} is not banned; "pbem server ban" lists who is.')
    click.echo(f"{what} may play again.")
