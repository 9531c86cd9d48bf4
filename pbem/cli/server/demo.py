"""`pbem server demo`."""

from __future__ import annotations

import re
import sys
import tempfile
from contextlib import ExitStack
from email.message import Message
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli._common import Stop, game_options, options_of, seats_option

if TYPE_CHECKING:
    from pbem.server.host.local import Player
    from pbem.server.host.typed import Typed

_COMMAND = re.compile(r"\.(?P<word>[a-z]+)(?P<rest>.*)")


@click.command()
@click.argument("game", required=False)
@seats_option
@game_options
@click.option(
    "--bot",
    is_flag=False,
    flag_value="fair",
    metavar="[LEVEL]",
    help="You write for the first alone: bots have the other seats.",
)
@click.option("--keep", metavar="FOLDER", help="Keep the Maildirs and the store here.")
def command(
    game: str | None,
    seats: str | None,
    options: tuple[str, ...],
    bot: str | None,
    keep: str | None,
) -> None:
    """Play a game by mail on this machine, and print each letter.

    A Maildir for the referee and each player is all there is: no mail server and no
    network. Without GAME a duel is played through. With one (a name, or the folder of
    a package, which need not be installed), you type what people write; an empty line
    sends it. Instead of a letter: `.next` lets another of those who are awaited write
    first, `.as Bob` lets Bob write, awaited or not, `.wait 5m` lets time go by,
    `.later` goes on to the next deadline, `.end` ends all. A letter takes a minute.

    \b
    Example:
      pbem server demo
      pbem server demo lava --seats 3
      pbem server demo ./hop
      pbem server demo arena --bot --option hp=8
      pbem server demo --keep letters
    """
    from pbem.server.host import demo

    with ExitStack() as stack:
        if keep is not None:
            Path(keep).mkdir(parents=True, exist_ok=True)
            place = Path(keep)
        else:
            temporary = tempfile.TemporaryDirectory(prefix="pbem-demo-")
            place = Path(stack.enter_context(temporary))
        if game is None:
            demo.play(place, _show)
        else:
            _play(place, game, seats, options, bot)


def _play(
    place: Path, name: str, seats: str | None, options: tuple[str, ...], bot: str | None
) -> None:
    from pbem.cli._games_of_folders import game_name
    from pbem.cli.game.play import names_of
    from pbem.pages.wording import shared_words
    from pbem.plugins.games import GameFault, find
    from pbem.server.host import typed
    from pbem.server.host.local import LocalServer

    given = options_of(options)
    try:
        game = find(game_name(name))
        names = names_of(seats if seats is not None else str(game.facts["seats"][0]))
        game.check_seats(len(names))
        game.read_options(given)
    except GameFault as fault:
        raise Stop(shared_words().fault(fault.fault)) from None
    people = names if bot is None else names[:1]
    bots = [bot or ""] * (len(names) - len(people))
    with LocalServer(place, people) as local:
        try:
            typed.play(local, game.name, given, bots, _show_player, _ask, _say)
        except typed.NotBegun:
            raise Stop("The game did not begin: the last letter says why.") from None


def _ask(player: Player) -> str | Typed:
    """Return what is typed for a player, up to an empty line."""
    from pbem.server.host.typed import END, Typed

    lines: list[str] = []
    click.secho(f"{player.name} writes: ", bold=True)
    for line in sys.stdin:
        if not lines and (found := _COMMAND.fullmatch(line.strip())):
            return Typed(found["word"], found["rest"].strip())
        if not line.strip():
            if lines:
                return "\n".join(lines)
            continue
        lines.append(line.rstrip("\n"))
    return "\n".join(lines) if lines else END


def _say(text: str) -> None:
    click.secho(f"({text})", dim=True)


def _show_player(letter: Message, player: Player) -> None:
    _show(letter, player.name)


def _show(letter: Message, reader: str) -> None:
    from pbem.server.host.local import body_of

    click.secho(f"{'_' * 72}\nTo {reader}: {letter['Subject']}\n", bold=True)
    lines = body_of(letter).splitlines()
    quoted = next((i for i, line in enumerate(lines) if line.startswith("On Tu")), None)
    shown = lines if quoted is None else [*lines[:quoted], "(the letter is quoted)"]
    click.echo("\n".join(shown) + "\n")
