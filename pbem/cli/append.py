"""`pbem append`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli._common import faults_of, load
from pbem.cli.preview import entry
from pbem.files import locked, write_whole
from pbem.record.turn_file import Entry, Heading, decode


@click.command()
@click.argument("file")
@click.argument("order", metavar="'NAME: ORDER'")
def command(file: str, order: str) -> None:
    """Add an order to a FILE if it can be used; keep the file as it was if not.

    An order that only counts in part does not replace a whole one at once: that is
    asked, a comment in the file keeps it in mind, and the same order once more is
    taken.

    \b
    Example:
      pbem append game.txt "Ann: D4 1NE"
    """
    new = entry(order)
    path = Path(file)
    with faults_of(file, " Nothing was changed."), locked(path):
        text, sure = _with(file, new)
        write_whole(path, path.read_bytes() + text.encode())
    if not sure:
        raise click.exceptions.Exit(1)


def _with(file: str, new: Entry) -> tuple[str, bool]:
    """What is to be added for an order, and whether that is the order itself.

    Raises Stop, or Exit for a refused one.
    """
    from pbem.record import replay
    from pbem.record.trial import doubt, try_items
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
    raw = Path(file).read_bytes()
    start = "" if not raw or raw.endswith((b"\n", b"\r")) else "\n"
    taken = next(item for item in tried.items if isinstance(item, Entry))
    said = [piece.text for piece in taken.pieces]
    for respelt in tried.respelt:
        click.echo(words(story.game).problem("respelt", respelt._asdict()))
    had = story.table.answers.get(seat)
    asks = doubt(story, seat, had.order if had else None, said, tried.faults)
    asked = f"# asked: {seat}, turn {serial}: {' / '.join(said)}"
    if asks and asked not in decode(raw).splitlines():
        why = words(story.game).fault(asks)
        click.echo(f"{why} Append the same again to have it so.", err=True)
        return f"{start}{asked}\n", False
    click.echo(_said(tried.story.awaited(), bool(tried.resolved), seat))
    lines = "\n  ".join(said)
    heading = f"\n== {serial} ==\n" if last is not None and last < serial else ""
    return f"{start}{heading}{seat}: {lines}\n", True


def _said(awaited: tuple[str, ...], played: bool, seat: str) -> str:
    if not awaited:
        return f'{seat}\'s order is in. The game is over; "pbem resolve" tells how.'
    waiting = ", ".join(awaited)
    if played:
        return f"{seat}'s order is in, and was played. Awaited now: {waiting}."
    return f"{seat}'s order is in. Still awaited: {waiting}."
