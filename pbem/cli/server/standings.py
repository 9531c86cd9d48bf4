"""`pbem server standings`."""

from __future__ import annotations

import click

from pbem.cli._common import Stop
from pbem.cli._server import configured, open_context

NONE = "No game has come to its end yet."


@click.command()
@click.argument("game", required=False, default="")
@click.option("--afresh", is_flag=True, help="Read every record again.")
@click.option(
    "--scoring",
    type=click.Choice(["draw-size", "squares", "carnage", "c-diplo"]),
    help="Points by a system of tournaments.",
)
@click.option("--roles", is_flag=True, help="Results by what was played.")
@configured
def command(
    config_file: str, game: str, afresh: bool, scoring: str | None, roles: bool
) -> None:
    """Show results and ratings, of all games or of one GAME.

    With --scoring the points of a system, with --roles how each power or colour of the
    GAME has done: games, wins, shared wins, and its mean score.

    \b
    Example:
      pbem server standings lava --afresh
      pbem server standings diplomacy --scoring carnage
    """
    from pbem.pages.wording import shared_words
    from pbem.plugins.games import GameFault, find
    from pbem.server.lobby import ratings

    if scoring or roles:
        if not game:
            raise Stop("Name the game, too: pbem server standings diplomacy --roles")
        _show(config_file, game.lower(), scoring or "", roles=roles)
        return

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
    click.echo(NONE)


def _show(config_file: str, game: str, scoring: str, *, roles: bool) -> None:
    """Print the points of players, or how roles have done."""
    from pbem.server.lobby import scoring as points

    with (
        open_context(config_file, fresh=False) as context,
        context.database.reading() as conn,
    ):
        if roles:
            table = points.by_role(conn, game)
        else:
            table = points.by_player(conn, game, scoring)
    for row in table:
        click.echo(
            f"      {row.name:<20} {row.points:>8.1f}  "
            f"{row.played:>4} played {row.won:>4} won {row.shared:>4} shared"
        )
    if not table:
        click.echo(NONE)
