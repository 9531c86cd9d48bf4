"""`pbem server announce`."""

from __future__ import annotations

import sys
import time

import click

from pbem.cli._common import Stop
from pbem.cli._server import configured, open_context


@click.command()
@click.argument("text")
@click.option("--to", "name", help="The game whose players are told.")
@configured
def command(text: str, name: str | None, config_file: str) -> None:
    """Write TEXT to the players of one game, or of all of them.

    Each gets one letter; with - for TEXT it is read from standard input.

    \b
    Example:
      pbem server announce "We are away on Monday; no deadline falls on that day."
      pbem server announce --to friday - < words.txt
    """
    from pbem.server.game import announcement
    from pbem.server.store import game_store

    words = sys.stdin.read() if text == "-" else text
    if not words.strip():
        raise Stop("There are no words to send.")
    with (
        open_context(config_file, fresh=False) as context,
        context.writing(time.time()) as tx,
    ):
        game = None if name is None else game_store.find(tx.conn, name)
        if name is not None and game is None:
            raise Stop(f'There is no game "{name}" here.')
        recipients = announcement.send(tx, words, game)
    if not recipients:
        raise Stop("There is nobody to be told: no game goes on.")
    letters = "1 letter" if len(recipients) == 1 else f"{len(recipients)} letters"
    click.echo(f"{letters} go{'es' * (len(recipients) == 1)} out with the next round.")
