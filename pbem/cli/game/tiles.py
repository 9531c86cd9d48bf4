"""`pbem game tiles`: tiles of Magic Maze on Mars, one's own and those in the box."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from pbem.tiles.box import Box

_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
_PLAYERS = range(1, 7)


@click.group("tiles")
def command() -> None:
    """Draw or check tiles of Magic Maze on Mars.

    \b
    Example:
      pbem game tiles show A1
      pbem game tiles check my-tiles
    """


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
    from pbem.tiles.box import open_box

    tile_set, faults = open_box(folder)
    for fault in faults:
        click.echo(_words(fault.code, fault.given))
    if faults:
        raise click.exceptions.Exit(1)
    click.echo(f"{len(tile_set.tiles)} tiles, and nothing wrong with them.")
    if games and not _prove(tile_set, games, x):
        raise click.exceptions.Exit(1)


def _prove(tile_set: Box, games: int, x: int) -> bool:
    """Print the table of games played; return whether every cell was won."""
    from pbem.tiles.playout import winning_ticks

    click.echo(f"\nGames won out of {games}, and the ticks of the middle one:\n")
    click.echo("  players " + "".join(f"{number:>10}" for number in _PLAYERS))
    lost = []
    for module in range(1, 6):
        cells = []
        for seats in _PLAYERS:
            ticks = winning_ticks(tile_set, module, seats, games, x)
            cells.append(f"{len(ticks)}: {ticks[len(ticks) // 2]}" if ticks else "0")
            if not ticks:
                lost.append({"module": module, "seats": seats, "games": games})
        click.echo(f"  module {module}" + "".join(f"{cell:>10}" for cell in cells))
    click.echo("")
    for given in lost:
        click.echo(_words("lost", given))
    return not lost


def _words(code: str, given: Mapping[str, Any]) -> str:
    """Return what is wrong with tiles, in words."""
    from pbem.pages.wording import words
    from pbem.plugins.games import find

    where = f"{given['file']}: " if "file" in given else ""
    return where + words(find("mars")).problem(f"tile.{code}", given)


@command.command("show")
@click.argument("names", nargs=-1, metavar="[TILE]...")
@click.option("--folder", type=_FOLDER, help="Tiles of your own.")
def show(names: tuple[str, ...], folder: Path | None) -> None:
    """Draw tiles as they lie in their files: all of them, or those named."""
    from pbem.tiles.box import draw_tile, open_box

    tile_set, faults = open_box(folder)
    for fault in faults:
        click.echo(_words(fault.code, fault.given), err=True)
    known = {name.casefold(): name for name in tile_set.tiles}
    for name in names or tuple(tile_set.tiles):
        if name.casefold() not in known:
            there = ", ".join(tile_set.tiles) or "none"
            raise click.UsageError(f'there is no tile "{name}"; there are {there}')
        tile = tile_set.tiles[known[name.casefold()]]
        click.echo(f"{tile.name}: {tile.title}\n")
        click.echo("\n".join(draw_tile(tile_set, tile.name)) + "\n")
