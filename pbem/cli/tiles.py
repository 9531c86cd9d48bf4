"""`pbem tiles`: the tiles of Magic Maze on Mars, one's own and those in the box."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from pbem.rules.mars.search import Proof
    from pbem.rules.mars.tiles import Box, TileFault

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


@command.command("check")
@click.argument("folder", type=_FOLDER)
@click.option(
    "--games",
    type=click.IntRange(0, 1000),
    default=3,
    help="Games that are played for each module and number of players (3); 0: none.",
)
@click.option("--x", "extra", type=click.IntRange(0, 8), default=0, help="X tiles.")
def check(folder: Path, games: int, extra: int) -> None:
    """Check a box of tiles, and prove that every module can be won with it.

    FOLDER holds the tiles, one TOML file each (games/mars/tiles has the ones
    in the box, games/mars/README.md says how they are written). The exit
    status is 1 when something is wrong.
    """
    from pbem.rules.mars.inspect import inspect

    box, faults = inspect(folder)
    for fault in faults:
        click.echo(_said(fault))
    if faults:
        raise SystemExit(1)
    click.echo(f"{len(box.tiles)} tiles, nothing wrong with them")
    if games and any([not won for won in _rows(box, games, extra)]):
        raise SystemExit(1)


def _rows(box: Box, games: int, extra: int) -> Iterator[bool]:
    """Prints the table of games that were played; whether each cell was won."""
    from pbem.chance import Chance
    from pbem.rules.mars.search import prove
    from pbem.rules.mars.state import Settings

    click.echo(f"\nGames won out of {games}, and the ticks that the middle one took:\n")
    heads = "".join(f"{number:>13}" for number in _PLAYERS)
    click.echo(f"  players {heads}")
    for module in range(1, 6):
        cells = []
        for seats in _PLAYERS:
            settings = Settings(module=module, x=extra)
            proofs = [
                prove(box, settings, seats, Chance(f"tiles {number}".encode()))
                for number in range(games)
            ]
            cells.append(_cell(proofs))
            yield any(proof.won for proof in proofs)
        click.echo(f"  module {module}" + "".join(f"{cell:>13}" for cell in cells))


def _cell(proofs: list[Proof]) -> str:
    ticks = sorted(proof.ticks for proof in proofs if proof.won)
    middle = f", {ticks[len(ticks) // 2]}" if ticks else ""
    return f"{len(ticks)}{middle}"


def _said(fault: TileFault) -> str:
    from pbem.games import find
    from pbem.report import words

    where = f"{fault.given['file']}: " if "file" in fault.given else ""
    return where + words(find("mars")).problem(f"tile.{fault.code}", fault.given)


@command.command("show")
@click.argument("names", nargs=-1, metavar="[TILE]...")
@click.option("--folder", type=_FOLDER, help="Tiles of your own.")
def show(names: tuple[str, ...], folder: Path | None) -> None:
    """Draw tiles as they lie in their files: all of them, or those named."""
    from pbem.rules.mars.drawing import draw_tile
    from pbem.rules.mars.inspect import inspect
    from pbem.rules.mars.tiles import house

    if folder is None:
        box = house()
    else:
        box, faults = inspect(folder)
        for fault in faults:
            click.echo(_said(fault), err=True)
    known = {name.casefold(): name for name in box.tiles}
    for name in names or tuple(box.tiles):
        if name.casefold() not in known:
            raise click.UsageError(
                f"there is no tile {name}; there are {', '.join(box.tiles)}"
            )
        tile = box.tiles[known[name.casefold()]]
        click.echo(f"{tile.name}: {tile.title}\n")
        click.echo("\n".join(draw_tile(box, tile.name)) + "\n")
