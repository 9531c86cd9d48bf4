"""`pbem game check`: what an author should fix in a game, and random games of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from pbem.testing.run import RandomGames


@click.command()
@click.argument("game")
@click.option(
    "--games",
    default=200,
    show_default=True,
    type=click.IntRange(0, 100_000),
    help="How many random games to play.",
)
@click.option(
    "--file",
    "files",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Look at this file of its data alone, such as a map of your own.",
)
def command(game: str, games: int, files: tuple[Path, ...]) -> None:
    """Say what is missing or wrong in a game, and play it at random.

    First what can be found without playing: macros, endings, prompts, readers against
    the grammar, options, reserved names, handbook; by file and line. Then random games,
    the cases, what every game must hold, and records that other processes read again.
    GAME is a name, or the folder of a package, which need not be installed: all of its
    games are looked through, or with FOLDER:NAME that one.
    A loop without an end is stopped after ten seconds, and named. Hints deserve a look;
    the exit status is 1 where something is wrong.

    \b
    Example:
      pbem game check hop
      pbem game check .
      pbem game check diplomacy --file my-map.toml
    """
    from pbem.cli._games_of_folders import game_names

    names = game_names(game)
    wrong = False
    for name in names:
        if len(names) > 1:
            click.secho(f"{name}:", bold=True)
        wrong |= _check(name, games, files)
    if wrong:
        raise click.exceptions.Exit(1)


def _check(game: str, games: int, files: tuple[Path, ...]) -> bool:
    """Say what is wrong with one game; return whether anything is."""
    from pbem.testing import run

    wrong = dict[str, list[str]]()
    for found in run.checked(game, games, files):
        if isinstance(found, run.Unknown):
            raise click.UsageError(found.why)
        if isinstance(found, run.Hint):
            click.echo(f"Hint: {found.text}")
        elif isinstance(found, run.WrongResult):
            same = wrong.setdefault(found.why, [])
            if not same:
                prefix = f"Wrong: {found.what}: " if found.what else ""
                click.echo(f"{prefix}{found.why}")
            same.append(found.what)
        elif isinstance(found, run.Files) and not wrong:
            names = ", ".join(file.name for file in files)
            click.echo(f"{found.title}: nothing is wrong with {names}.")
        elif isinstance(found, run.RandomGames):
            _say(found, sound=not wrong)
    for first, *others in wrong.values():
        if others:
            also = "; ".join(others)
            click.echo(f'What breaks "{first}" breaks these checks too: {also}.')
    return bool(wrong)


def _say(played: RandomGames, *, sound: bool) -> None:
    """Say how random games went."""
    from pbem.testing.run import WINDOWS

    if sound:
        count = played.games
        click.echo(f"{played.title}: {count} random games, and nothing is wrong.")
    ends = dict(played.ends)
    open_still = ends.pop("", 0)
    counts = [f"{name} {count}" for name, count in ends.items()]
    counts += [f"still open after {WINDOWS} turns {open_still}"] if open_still else []
    if counts:
        click.echo(f"How they ended: {', '.join(counts)}.")
    if played.seats:
        click.echo(f"Who won, in order of seats: {played.seats}.")
