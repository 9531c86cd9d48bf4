"""`pbem server export`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli._common import Stop
from pbem.cli._outputs import forcible, refuse_to_replace, write_out
from pbem.cli._server import configured, open_context


@click.command()
@click.argument("name")
@configured
@click.option("--out", metavar="FILE", help="Write to a file.")
@click.option("--press", metavar="FILE", help="Write what was said to another file.")
@forcible
def command(
    name: str, config_file: str, out: str | None, press: str | None, force: bool
) -> None:
    """Print the turn file of the game NAME.

    `pbem resolve` of it leads to the same state. It holds everything, hidden
    orders and the seed too: it is for the host's eyes. With --press the words
    between players go to a file of their own, for `pbem replay --press`. Plans
    stay in the store, and how many is said.

    \b
    Example:
      pbem server export friday-arena > friday.txt
      pbem resolve friday.txt
      pbem server export friday-arena --out friday.txt --press friday.json
      pbem replay friday.txt --press friday.json --public -o friday.html
    """
    from pbem.plugins.games import nearest
    from pbem.server.host import transfer
    from pbem.server.states import BEGUN, GameState
    from pbem.server.store import game_store, games, plans

    with (
        open_context(config_file, fresh=False) as context,
        context.database.reading() as conn,
    ):
        game = game_store.find(conn, name)
        if game is None:
            known = [one.name for one in games.in_state(conn, (*GameState,))]
            near = nearest(name, known)
            hint = f' Did you mean "{near}"?' if near else ""
            raise Stop(f'There is no game "{name}" here.{hint}')
        text = game_store.turn_file(conn, game)
        left = [row.seat for row in plans.of(conn, game.id)]
        words = transfer.export_press(conn, game) if press else ""
    if out:
        refuse_to_replace(Path(out), force=force)
    if press:
        write_out(words, press, force=force, private=True)
    write_out(text, out, force=force, private=True)
    if game.state not in BEGUN:
        click.echo(
            f"{game.name} has not begun: it has no orders, and no seed yet.", err=True
        )
    if left:
        many = f"{len(left)} plans stay" if len(left) > 1 else "1 plan stays"
        click.echo(
            f"{many} behind in the store; a plan is its owner's alone.", err=True
        )
