"""`pbem server retry`."""

from __future__ import annotations

import time

import click

from pbem.cli._common import Stop
from pbem.cli._server import configured, open_context


@click.command()
@click.argument("what", metavar="[LETTER|GAME]", required=False)
@configured
def command(what: str | None, config_file: str) -> None:
    """Take up again a letter or a game that was quarantined.

    A letter goes by its number, a game by its name; without either, all that was set
    aside is listed. Fix first what made it fail. The deadline of a game is then as far
    away as it was.

    \b
    Example:
      pbem server retry
      pbem server retry 12
      pbem server retry friday
    """
    from pbem.server.flow.quarantine import retry
    from pbem.server.store import asides, game_store, letters

    with open_context(config_file, fresh=False) as context:
        if what is not None and what.isdecimal():
            with context.database.writing() as conn:
                found = letters.retry(conn, int(what))
            if found:
                click.echo(f"Letter {what} is read again.")
                return
        if what is not None:
            if not retry(context, what, time.time()):
                raise Stop(f"No letter and no game {what} was set aside.")
            click.echo(f"The game {what} goes on.")
            return
        with context.database.reading() as conn:
            rows = letters.quarantined(conn)
            stopped = [game_store.get(conn, one) for one in asides.everyone(conn)]
    for row in rows:
        click.echo(f"{row.id:>8}  {row.state:<8} {row.sender} {row.why}".rstrip())
    for game in stopped:
        click.echo(f"game {game.name} ({game.kind})")
    if not rows:
        click.echo("No letter was set aside.")
