"""`pbem server standings`."""

from __future__ import annotations

import click

from pbem.cli._common import Stop
from pbem.cli._server import configured, open_context


@click.command()
@click.argument("game", required=False, default="")
@click.option("--afresh", is_flag=True, help="Read every record again.")
@configured
def command(config_file: str, game: str, afresh: bool) -> None:
    """Show results and ratings, of all games or of one GAME.

    \b
    Example:
      pbem server standings lava --afresh
    """
    from pbem.pages.wording import shared_words
    from pbem.plugins.games import GameFault, find
    from pbem.server.lobby import ratings

    with (
        open_context(config_file, fresh=False) as context,
        context.database.reading() as conn,
    ):
        table = ratings.table(conn, game.lower(), afresh=afresh)
    for place, row in enumerate(table, 1):
        click.echo(
            f"{place:>4}  {row.name:<20} {row.rating:>6.1f}  "
            f"{row.played:>4} played {row.won:>4} won {row.shared:>4} shared"
        )
    if table:
        return
    try:
        if game:
            find(game)
    except GameFault as fault:
        raise Stop(shared_words().fault(fault.fault)) from None
    click.echo("No game has come to its end yet.")
