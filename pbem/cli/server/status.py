"""`pbem server status`."""

from __future__ import annotations

import json
import time
from functools import partial
from typing import TYPE_CHECKING

import click

from pbem.cli._common import Stop
from pbem.cli._server import configured, open_context
from pbem.server.states import GameState

if TYPE_CHECKING:
    from pbem.server.context import ServerContext

MAX_LETTERS = 20  #: of a game or player that are shown
_MANY = 100  #: games that are listed with whom they wait for


@click.command()
@configured
@click.option("--json", "as_json", is_flag=True, help="As JSON, for programs.")
@click.option(
    "--most",
    default=1000,
    show_default=True,
    type=click.IntRange(min=1),
    help="Games, or letters of a game or player, to show at most.",
)
@click.option("--player", help="Letters of one player: a name, address or number.")
@click.option("--game", help="Letters for one game.")
@click.option("--letter", type=int, help="One letter, whole, by its number.")
def command(
    config_file: str,
    as_json: bool,
    most: int,
    player: str | None,
    game: str | None,
    letter: int | None,
) -> None:
    """Show the games, whom each waits for, and the mail queues.

    With --player, --game or --letter: who wrote what, how each line was understood,
    and what was answered. The log names letters, players and games by number.

    \b
    Example:
      pbem server status
      pbem server status --player Ann
      pbem server status --letter 12
    """
    named = [one for one in (player, game, letter) if one is not None]
    if len(named) > 1 or (named and as_json):
        raise Stop("One of --player, --game, --letter and --json at a time.")
    if named:
        with open_context(config_file, fresh=False) as context:
            _letters(context, player, game, letter, min(most, MAX_LETTERS))
    else:
        _games(config_file, as_json, most)


def _letters(
    context: ServerContext,
    player: str | None,
    game: str | None,
    letter: int | None,
    most: int,
) -> None:
    """Print letters of a player, for a game, or one by its number. Raises Stop."""
    from pbem.schedule.phrases import format_moment
    from pbem.server.host import correspondence
    from pbem.server.store import game_store

    moment = partial(format_moment, zone=context.config.zone_info)
    with context.database.reading() as conn:
        if letter is not None:
            found = correspondence.of_letter(conn, letter)
            if found is None:
                raise Stop(f"There is no letter {letter}.")
            click.echo("\n".join(correspondence.shown(found, moment, whole=True)))
            return
        if game is not None:
            row = game_store.find(conn, game)
            if row is None:
                raise Stop(f'There is no game "{game}" here.')
            head = [f"{row.name}, {row.kind}, {row.state}"]
            pages = [(head, correspondence.of_game(conn, row.id, most))]
        else:
            people = correspondence.find_players(conn, player or "")
            if not people:
                raise Stop(f'There is no player "{player}" here.')
            pages = [
                (
                    correspondence.about_player(conn, one, moment),
                    correspondence.of_player(conn, one.id, most),
                )
                for one in people
            ]
    for head, letters in pages:
        click.echo("\n".join(head))
        for one in letters:
            text = correspondence.shown(one, moment, whole=False)
            click.echo("\n" + "\n".join(text))


def _games(config_file: str, as_json: bool, most: int) -> None:
    from pbem.pages import page
    from pbem.schedule.phrases import format_deadline
    from pbem.server.game import drafts
    from pbem.server.host import remarks
    from pbem.server.host.metrics import figures
    from pbem.server.outbound import templates
    from pbem.server.store import asides, games, players, stuck

    now = time.time()
    with open_context(config_file, fresh=False) as context:
        numbers = figures(context.database, now)
        with context.database.reading() as conn:
            going_on = games.going_on(conn, most=most + 1)
            trouble = players.in_trouble(conn)
            excluded = frozenset(asides.everyone(conn))
            empty = remarks.ended_empty(conn, now)
            silent = remarks.silent_newcomers(conn)
            people = stuck.everyone(conn, now)
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
            {name: getattr(game, name) for name in names}
            | {"aside": game.id in excluded}
            for game in found
        ]
        click.echo(json.dumps({"figures": numbers, "games": shown}, indent=2))
        return
    more = len(going_on) > most
    for game in sorted(going_on[:most], key=lambda game: game.name):
        due = game.deadline
        until = format_deadline(due, now, zone) if due else "no deadline"
        if game.id in excluded:
            until = 'set aside: see "pbem server retry"'
        turn = f"#{game.serial}" if game.state is GameState.RUNNING else game.state
        click.echo(f"{game.name:<24} {game.kind:<10} {turn:<8} {until}")
        if whom := waits.get(game.id):
            click.echo(f"    waits for {', '.join(whom)}")
        for seat, at in held.get(game.id, ()):
            deadline = format_deadline(at, now, zone)
            click.echo(f"    holds an order of {seat}, read freely: {deadline}")
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
    if people:
        click.echo("\nPlayers who may need you:\n")
        click.echo(page.to_text(templates.blocks("stuck", people=people)))
    for row in trouble:
        click.echo(f"cannot be reached: {row.address}: {row.trouble}")
