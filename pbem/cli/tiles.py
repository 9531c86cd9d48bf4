"""`pbem tiles`: the tiles of Magic Maze on Mars, one's own and those in the box."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
_PLAYERS = range(1, 7)


@click.group("tiles")
def command() -> None:
    """Look at the tiles of Magic Maze on Mars, or check your own.

    \b
    Example:
      pbem tiles show A1
      pbem tiles check my-tiles
    """


def _workshop() -> Any:
    """The part of the game that knows tiles."""
    from pbem.games import find

    rules: Any = find("mars").rules
    return rules.workshop()


@command.command("check")
@click.argument("folder", type=_FOLDER)
@click.option(
    "--games",
    type=click.IntRange(0, 1000),
    default=3,
    help="Games played for each module and number of players (3); 0: none.",
)
@click.option("--x", type=click.IntRange(0, 8), default=0, help="X tiles added (0).")
def check(folder: Path, games: int, x: int) -> None:
    """Check a box of tiles, and prove that every module can be won with it.

    FOLDER holds the tiles, one TOML file each; "pbem rules mars" tells how they
    are written. The exit status is 1 when something is wrong.
    """
    workshop = _workshop()
    box, problems = workshop.problems(folder)
    for problem in problems:
        click.echo(_said(*problem))
    if problems:
        raise SystemExit(1)
    click.echo(f"{len(box.tiles)} tiles, and nothing wrong with them.")
    if games and not _prove(workshop, box, games, x):
        raise SystemExit(1)


def _prove(workshop: Any, box: Any, games: int, x: int) -> bool:
    """Prints the table of games played; whether every cell was won."""
    click.echo(f"\nGames won out of {games}, and the ticks of the middle one:\n")
    click.echo("  players " + "".join(f"{number:>10}" for number in _PLAYERS))
    lost = []
    for module in range(1, 6):
        cells = []
        for seats in _PLAYERS:
            [(won, ticks)] = workshop.row(box, module, [seats], games, x)
            cells.append(f"{won}: {ticks[len(ticks) // 2]}" if ticks else "0")
            if not won:
                lost.append({"module": module, "seats": seats, "games": games})
        click.echo(f"  module {module}" + "".join(f"{cell:>10}" for cell in cells))
    click.echo("")
    for one in lost:
        click.echo(_said("tile.lost", one))
    return not lost


def _said(code: str, given: Any) -> str:
    from pbem.games import find
    from pbem.report.wording import words

    where = f"{given['file']}: " if "file" in given else ""
    return where + words(find("mars")).problem(code, given)


@command.command("show")
@click.argument("names", nargs=-1, metavar="[TILE]...")
@click.option("--folder", type=_FOLDER, help="Tiles of your own.")
def show(names: tuple[str, ...], folder: Path | None) -> None:
    """Draw tiles as they lie in their files: all of them, or those named."""
    workshop = _workshop()
    if folder is None:
        box = workshop.house()
    else:
        box, problems = workshop.problems(folder)
        for problem in problems:
            click.echo(_said(*problem), err=True)
    known = {name.casefold(): name for name in box.tiles}
    for name in names or tuple(box.tiles):
        if name.casefold() not in known:
            there = ", ".join(box.tiles) or "none"
            raise click.UsageError(f'there is no tile "{name}"; there are {there}')
        tile = box.tiles[known[name.casefold()]]
        click.echo(f"{tile.name}: {tile.title}\n")
        click.echo("\n".join(workshop.draw_tile(box, tile.name)) + "\n")
