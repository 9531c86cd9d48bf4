"""`pbem append`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli._common import faults_of, load
from pbem.cli.preview import entry
from pbem.files import locked, write_whole
from pbem.record.turn_file import Entry, Heading


@click.command()
@click.argument("file")
@click.argument("order", metavar="'NAME: ORDER'")
def command(file: str, order: str) -> None:
    """Add an order to a FILE if it can be used; keep the file as it was if not.

    \b
    Example:
      pbem append game.txt "Ann: D4 1NE"
    """
    new = entry(order)
    path = Path(file)
    with faults_of(file, " Nothing was changed."), locked(path):
        text = _with(file, new)
        write_whole(path, path.read_bytes() + text.encode())


def _with(file: str, new: Entry) -> str:
    """What is to be added for an order. Raises Stop, or Exit for a refused one."""
    from pbem.record import replay
    from pbem.record.trial import try_items
    from pbem.report import builder
    from pbem.report.wording import words

    record = load(file)
    last = None
    with faults_of(file):
        story = replay.begin(record)
        for item in record.items():
            story.take(item)
            if isinstance(item, Heading):
                last = item.serial
        serial = story.table.serial
        tried = try_items(story, [new])
    for found in tried.faults:
        one = builder.fault_message(story, found)
        click.echo(f"    {one.source}\n    {one.caret}\n{one.message}", err=True)
    if tried.refused:
        click.echo(f"{file} is as it was.", err=True)
        raise click.exceptions.Exit(1)
    seat = story.record.seat(new.seat)
    click.echo(_said(tried.story.awaited(), bool(tried.resolved), seat))
    taken = next(item for item in tried.items if isinstance(item, Entry))
    for respelt in tried.respelt:
        click.echo(words(story.game).problem("respelt", respelt._asdict()))
    lines = "\n  ".join(piece.text for piece in taken.pieces)
    heading = f"\n== {serial} ==\n" if last is not None and last < serial else ""
    raw = Path(file).read_bytes()
    start = "" if not raw or raw.endswith((b"\n", b"\r")) else "\n"
    return f"{start}{heading}{seat}: {lines}\n"


def _said(awaited: tuple[str, ...], played: bool, seat: str) -> str:
    if not awaited:
        return f'{seat}\'s order is in. The game is over; "pbem resolve" tells how.'
    waiting = ", ".join(awaited)
    if played:
        return f"{seat}'s order is in, and was played. Awaited now: {waiting}."
    return f"{seat}'s order is in. Still awaited: {waiting}."
