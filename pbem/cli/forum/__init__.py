"""`pbem forum`: games in the thread of a forum."""

from __future__ import annotations

import click

from pbem.cli._group import Commands


@click.command("forum", cls=Commands)
def command() -> None:
    """Moderate a game in a forum thread: read orders, post reports.

    \b
    Example: a turn by hand, or all of it on one page
      pbem forum read thread.html --game game.txt --write
      pbem forum post game.txt --forum phpbb
      pbem forum page games
    """
