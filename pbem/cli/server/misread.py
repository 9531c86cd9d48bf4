"""`pbem server misread`."""

from __future__ import annotations

import click

from pbem.cli._server import configured, open_context


@click.command()
@configured
def command(config_file: str) -> None:
    """Show letters that were read wrong, as their players say.

    Names, addresses and tokens are left out. The newest 200 are kept, as long as
    letters are (keep_letters); those of a player who is forgotten go at once.

    \b
    Example:
      pbem server misread
    """
    from pbem.schedule.phrases import format_moment
    from pbem.server.store import misread

    with open_context(config_file, fresh=False) as context:
        with context.database.reading() as conn:
            rows = misread.everyone(conn)
        zone = context.config.zone_info
    for row in rows:
        click.echo(f"{row.kind}, {format_moment(row.made, zone)}")
        for line in row.text.strip().split("\n"):
            click.echo(f"    > {line}".rstrip())
        click.echo("  was read as:")
        for line in row.read.split("\n"):
            click.echo(f"    {line}")
        click.echo()
    if not rows:
        click.echo("No player has said that a letter was read wrong.")
