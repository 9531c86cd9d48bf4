"""`pbem retry`."""

from __future__ import annotations

import click

from pbem.cli._common import Stop
from pbem.cli._server import configured, open_context


@click.command()
@click.argument("letter", type=int, required=False)
@configured
def command(letter: int | None, config_file: str) -> None:
    """Read LETTER again that was set aside; without a number, list such letters.

    Of use when what made it fail is mended.

    \b
    Example:
      pbem retry
      pbem retry 12
    """
    from pbem.server.queue import letters

    with (
        open_context(config_file, fresh=False) as context,
        context.database.writing() as link,
    ):
        if letter is not None:
            if not letters.retry(link, letter):
                raise Stop(f"There is no letter {letter} that was set aside.")
            click.echo(f"Letter {letter} is read again.")
            return
        rows = letters.set_aside(link)
    for row in rows:
        click.echo(f"{row.id:>8}  {row.state:<8} {row.sender} {row.why}".rstrip())
    if not rows:
        click.echo("No letter was set aside.")
