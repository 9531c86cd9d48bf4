"""`pbem server status`."""

from __future__ import annotations

import json
import time

import click

from pbem.cli._server import configured, open_context
from pbem.server.states import GameState

_MANY = 100  #: games of which it is told whom they wait for


@click.command()
@configured
@click.option("--json", "as_json", is_flag=True, help="As JSON, for programs.")
@click.option(
    "--most",
    default=1000,
    show_default=True,
    type=click.IntRange(min=1),
    help="Games to show at most.",
)
def command(config_file: str, as_json: bool, most: int) -> None:
    """Show the games, whom each waits for, and the mail queues.

    \b
    Example:
      pbem server status
      pbem server status --json
    """
    from pbem.schedule.phrases import format_deadline
    from pbem.server.game import drafts
    from pbem.server.host import remarks
    from pbem.server.host.metrics import figures
    from pbem.server.store import asides, games, players

    now = time.time()
    with open_context(config_file, fresh=False) as context:
        numbers = figures(context.database, now)
        with context.database.reading() as conn:
            going_on = games.going_on(conn, most=most + 1)
            trouble = players.in_trouble(conn)
            aside = frozenset(asides.everyone(conn))
            empty = remarks.ended_empty(conn, now)
            silent = remarks.silent_newcomers(conn)
            held = drafts.all_held(conn)
            waits = {
                game.id: context.game_cache.awaited(conn, game)
                for game in going_on[: 0 if as_json else _MANY]
                if game.state is GameState.RUNNING
            }
        zone = context.config.zone_info
    if as_json:
        names = ("name", "kind", "state", "serial", "deadline")
        found = going_on[:most]
        shown = [
            {name: getattr(game, name) for name in names} | {"aside": game.id in aside}
            for game in found
        ]
        click.echo(json.dumps({"figures": numbers, "games": shown}, indent=2))
        return
    more = len(going_on) > most
    for game in sorted(going_on[:most], key=lambda game: game.name):
        due = game.deadline
        until = format_deadline(due, now, zone) if due else "no deadline"
        if game.id in aside:
            until = 'set aside: see "pbem server retry"'
        turn = f"#{game.serial}" if game.state is GameState.RUNNING else game.state
        click.echo(f"{game.name:<24} {game.kind:<10} {turn:<8} {until}")
        if whom := waits.get(game.id):
            click.echo(f"    waits for {', '.join(whom)}")
        for seat, at in held.get(game.id, ()):
            said = format_deadline(at, now, zone)
            click.echo(f"    holds an order of {seat}, read freely: {said}")
    if more:
        click.echo(f"These are the first {most} games that go on (--most).")
    if not going_on:
        click.echo("No game is going on.")
    click.echo()
    for name, number in sorted(numbers.items()):
        click.echo(f"{name.replace('_', ' '):<32} {number:g}")
    for name in empty:
        click.echo(f"ended, as no person played it any more: {name}")
    for game_name, seat, address in silent:
        click.echo(f"has not written yet: {address}, for {seat} in {game_name}")
    for row in trouble:
        click.echo(f"cannot be reached: {row.address}: {row.trouble}")
