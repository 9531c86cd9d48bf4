"""`pbem game`: games of one's own."""

from __future__ import annotations

import click

from pbem.cli._group import Commands


@click.command("game", cls=Commands)
def command() -> None:
    """Write a game of your own, try it, and test it.

    \b
    Example: a game that plays at once, to be changed
      pbem game new hop && cd hop && pip install -e .
      pbem game play hop
      pbem game check hop
    """
