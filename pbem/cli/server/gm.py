"""`pbem server gm`."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from pbem.cli._common import Stop
from pbem.cli._server import configured, open_context

if TYPE_CHECKING:
    from pbem.server.gm.perform import GmResult


@click.command()
@click.argument("name")
@click.argument("act", nargs=-1, required=True)
@click.option("--at", "serial", type=int, required=True, help="The turn that you mean.")
@click.option("--reason", required=True, help="Why; everybody is told.")
@click.option("--dry-run", is_flag=True, help="Show what would happen, and do nothing.")
@click.option("--who", default="the host", show_default=True, help="Who does it.")
@configured
def command(
    config_file: str,
    name: str,
    act: tuple[str, ...],
    serial: int,
    reason: str,
    dry_run: bool,
    who: str,
) -> None:
    """Act as game master: pause, extend, replace, undo and more.

    \b
    ACT is one of
      pause | resume | process | close
      deadline WHEN          extend 24h
      replace SEAT with ADDRESS
      standby SEAT           kick SEAT
      undo to TURN           act as SEAT: ORDERS
      correct SEAT: ORDERS   (the last turn again, other orders as they were)
      note WORDS             set pace|grace|silence|press|anonymous VALUE
      master ADDRESS

    It does something only if the game is at the turn that --at names. What it
    did, who did it and why are in the log, and everybody is told.

    \b
    Example:
      pbem server gm friday extend 24h --at 4 --reason "the mail was down" --dry-run
    """
    from pbem.server.gm import by_host
    from pbem.server.gm.grammar import parse_act

    wish = parse_act(f"#{serial} {' '.join(act)}", reason)
    if dry_run:
        wish = replace(wish, trying=True)
    with open_context(config_file, fresh=False) as context:
        done = by_host.act(context, name, wish, who, time.time())
    if done is None:
        raise Stop(f'There is no game "{name}" here.')
    click.echo(_summary(name, done, dry=wish.trying))
    if done.refusal:
        raise click.exceptions.Exit(2)


def _summary(name: str, done: GmResult, *, dry: bool) -> str:
    """What came of it, in the words that a letter would have."""
    from pbem.pages import page
    from pbem.server.gm import perform

    blocks = perform.blocks(name, done, tried=dry, by_letter=False)
    return page.to_text(blocks).strip("\n")
