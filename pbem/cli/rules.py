"""`pbem rules`."""

from __future__ import annotations

import click


@click.command()
@click.argument("game")
def command(game: str) -> None:
    """Print the handbook of GAME: rules, notation, rulings, options.

    GAME is a name, or the folder of a package, which need not be installed.

    \b
    Example:
      pbem rules arena
      pbem rules ./hop
    """
    from pbem.cli._common import Stop
    from pbem.cli._games_of_folders import game_name
    from pbem.plugins.games import GameFault, find

    try:
        found = find(game_name(game))
    except GameFault as fault:
        from pbem.pages.wording import shared_words

        raise Stop(shared_words().fault(fault.fault)) from None
    handbook = found.handbook
    if handbook is None:
        where = found.shown(found.file("README.md"))
        raise Stop(f"{found.title} brings no handbook: there is no {where}.")
    click.echo_via_pager(handbook.read_text(encoding="utf-8"))
