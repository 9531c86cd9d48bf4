"""`pbem preview`."""

from __future__ import annotations

import re
from collections.abc import Iterable

import click

from pbem.cli._common import Stop, faults_of, load, reader_of
from pbem.protocol import Seat
from pbem.record.turn_file import Entry, Piece


@click.command()
@click.argument("file")
@click.option(
    "--orders",
    multiple=True,
    required=True,
    metavar="'NAME: ORDER'",
    help="An order to try; may be given several times.",
)
@click.option("--for", "seat", metavar="SEAT", help="What this player may see.")
@click.option("--public", is_flag=True, help="What everybody may see.")
@click.option(
    "--display",
    type=click.Choice(("board", "list")),
    default="board",
    help="list: no drawing, for screen readers.",
)
def command(
    file: str, orders: tuple[str, ...], seat: str | None, public: bool, display: str
) -> None:
    """Show what some orders would lead to. Nothing is written.

    Players for whom no order is given do what silence does at the deadline.
    With --for or --public, what that reader cannot see is chosen at random.

    \b
    Example:
      pbem preview game.txt --orders "Ann: D4 1NE" --orders "Bob: - 2"
    """
    from pbem.record import replay
    from pbem.record.imagined import imagined
    from pbem.record.trial import try_items
    from pbem.report import builder
    from pbem.report.model import render

    record = load(file)
    with faults_of(file):
        texts = [one for text in orders for one in split(text, record.header.seats)]
        story = replay.play(record)
        reader = reader_of(story, seat, public, display)
        known = story if reader.moderator else imagined(story, reader.seat)
        if known is None:
            raise Stop(f"{story.game.title} cannot tell what a player could not know.")
        tried = try_items(known, map(entry, texts))
        story = tried.story
        if not tried.resolved and not tried.refused:
            story.close()
    click.echo("If these orders were given (nothing is written):\n")
    click.echo(render(builder.report(story, reader)), nl=False)


def split(text: str, seats: Iterable[Seat]) -> list[str]:
    """The orders of a text, each of which begins its line with a player's name.

    >>> split("Ann: D4\\n  1NE\\nbob: - 2", ("Ann", "Bob"))
    ['Ann: D4\\n  1NE', 'bob: - 2']
    """
    names = "|".join(r"\s+".join(map(re.escape, seat.split())) for seat in seats)
    return re.split(rf"\n(?=(?:{names})[^\S\n]*:)", text, flags=re.IGNORECASE)


def entry(text: str) -> Entry:
    """A `Name: order` of the command line, lines after the first indented or not.

    Raises Stop.
    """
    name, colon, rest = text.partition(":")
    if not colon or not name.strip():
        raise Stop(f'"{text}": please write a name, a colon and an order: "Ann: D4".')
    lines = [line for line in rest.splitlines() if line.strip()]
    if lines and rest.split("\n", 1)[0].strip():
        lines[0] = lines[0].lstrip()
    pieces = tuple(
        Piece(line.strip(), 0, 1 + len(line) - len(line.lstrip())) for line in lines
    )
    return Entry(Piece(name.strip(), 0, 1), pieces)
