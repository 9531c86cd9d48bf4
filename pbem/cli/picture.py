"""`pbem picture`."""

from __future__ import annotations

import click

from pbem.cli._common import Stop, play, reader_of
from pbem.cli._outputs import forcible, write_out
from pbem.referee import Played


@click.command()
@click.argument("file")
@click.option("-o", "--out", required=True, metavar="FILE", help="A .png or .svg file.")
@click.option("--turn", type=int, metavar="N", help="As it was after turn N.")
@click.option("--for", "seat", metavar="SEAT", help="What this player may see.")
@click.option(
    "--theme",
    type=click.Choice(("auto", "light", "dark")),
    default="auto",
    help="auto: an SVG is as the reader's screen is, a PNG is light.",
)
@click.option("--width", type=click.IntRange(100, 4000), help="Of a PNG, in pixels.")
@click.option("--chart", is_flag=True, help="With Lava's faces a-x, by letter.")
@forcible
def command(
    file: str,
    out: str,
    turn: int | None,
    seat: str | None,
    theme: str,
    width: int | None,
    chart: bool,
    force: bool,
) -> None:
    """Draw the board of the game in FILE as a picture.

    The picture shows what everybody may see, or what one player may see.

    \b
    Example:
      pbem picture game.txt -o board.png
      pbem picture game.txt --turn 3 --for Ann -o board.svg
    """
    from pbem.report import board_image, builder

    if not out.endswith((".png", ".svg")):
        raise Stop(f"{out}: please name a file that ends in .png or .svg.")
    played: list[Played] = []
    story = play(file, played.append)
    if not board_image.can_draw(story.game):
        raise Stop(f"{story.game.title} has no picture.")
    reader = reader_of(story, seat, seat is None, "board")
    if turn is None:
        report = builder.report(story, reader)
    elif 0 <= turn < len(played):
        report = builder.report_after(story, reader, played[turn])
    else:
        done = f"turns 0 to {len(played) - 1} are" if len(played) > 1 else "turn 0 is"
        raise Stop(f"There is no turn {turn}; {done if played else 'none is'} played.")
    if out.endswith(".png"):
        shade = "dark" if theme == "dark" else "light"  # a PNG cannot ask the screen
        content = board_image.png(board_image.svg(report, shade, key=chart), width)
    else:
        content = board_image.svg(report, theme, key=chart).encode()
    write_out(content, out, force=force)
