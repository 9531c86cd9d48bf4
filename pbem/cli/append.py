"""`pbem append`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli._common import faults_of, load
from pbem.cli.preview import entry
from pbem.files import locked, write_whole
from pbem.record.turn_file import Entry, Heading, PlanBlock, decode, plan_of

if TYPE_CHECKING:
    from pbem.record.firing import Fired
    from pbem.record.replay import Story


@click.command()
@click.argument("file")
@click.argument("order", metavar="'NAME: ORDER'")
def command(file: str, order: str) -> None:
    """Add an order to a FILE if it can be used; keep the file as it was if not.

    An order that only counts in part does not replace a whole one at once: that is
    asked, a comment in the file keeps it in mind, and the same order once more is
    taken.

    A plan ("Plan of Ann: if Bob: D4 then E5", more lines indented) is kept in the
    file; what it comes to is shown. When an order lets plans fire, what they play is
    added behind it.

    \b
    Example:
      pbem append game.txt "Ann: D4 1NE"
      pbem append game.txt "Plan of Ann: if Bob: D4 then E5 1NE"
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
    from pbem.record.firing import fire
    from pbem.record.trial import doubt, try_items
    from pbem.report import builder
    from pbem.report.wording import words

    record = load(file)
    last = None if record.position is None else -1
    with faults_of(file):
        story = replay.begin(record)
        for item in record.items():
            story.take(item)
            if isinstance(item, Heading):
                last = item.serial
        serial = story.table.serial
        if plan := plan_of(new, story.header.seats):
            return _planned(file, story, plan), True
        tried = try_items(story, [new])
    for found in tried.faults:
        one = builder.fault_message(story, found)
        click.echo(f"    {one.source}\n    {one.caret}\n{one.message}", err=True)
    if tried.refused:
        click.echo(f"{file} is as it was.", err=True)
        raise click.exceptions.Exit(1)
    seat = story.record.seat(new.seat)
    raw = Path(file).read_bytes()
    start = _start(raw)
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
    fired = fire(tried.story)
    after = next((one.story for one in reversed(fired) if one.story), tried.story)
    click.echo(_said(after.awaited(), bool(tried.resolved), seat))
    added = [(serial, seat, said)]
    for each in fired:
        _tell(story, each)
        if each.story is not None:
            added.append((each.serial, each.seat, each.text.split("\n")))
    return start + "".join(_written(added, last)), True


def _start(raw: bytes) -> str:
    """What must stand before anything that is added to a file."""
    return "" if not raw or raw.endswith((b"\n", b"\r")) else "\n"


def _written(
    added: list[tuple[int, str, list[str]]], last: int | None
) -> Iterator[str]:
    """Orders of seats as the file holds them; `last` is the serial of its last heading,
    None where it has none."""
    for serial, seat, lines in added:
        if last is not None and last < serial:
            last = serial
            yield f"\n== {serial} ==\n"
        yield f"{seat}: " + "\n  ".join(lines) + "\n"


def _tell(story: Story, one: Fired) -> None:
    """Say what a plan has played, or why it ends."""
    from pbem.report import builder
    from pbem.report.wording import words

    given = one._asdict() | {"played": " / ".join(one.text.split("\n"))}
    click.echo(words(story.game).problem("plan-fired", given))
    if one.fault is not None:
        click.echo(f"    {builder.fault_message(story, one.fault).message}")


def _planned(file: str, story: Story, plan: PlanBlock) -> str:
    """What is to be added for a plan. Raises Exit for one that cannot be read."""
    from pbem.record.rehearsal import rehearse
    from pbem.report import builder, page
    from pbem.report.plans import plan_blocks

    seat = story.record.seat(plan.seat)
    copy = story.copy()
    fault = copy.plan(seat, plan.pieces)
    if fault is not None:
        one = builder.fault_message(copy, fault)
        click.echo(f"    {one.source}\n    {one.caret}\n{one.message}", err=True)
        click.echo(f"{file} is as it was.", err=True)
        raise click.exceptions.Exit(1)
    if plan.pieces:
        click.echo(
            page.to_text(plan_blocks(copy, seat, rehearse(copy, seat))), nl=False
        )
    else:
        click.echo(f"{seat} has no plan any more.")
    lines = "".join(f"\n  {' ' * (p.column - 1)}{p.text}" for p in plan.pieces)
    return f"{_start(Path(file).read_bytes())}Plan of {seat}:{lines}\n"


def _said(awaited: tuple[str, ...], played: bool, seat: str) -> str:
    if not awaited:
        return f'{seat}\'s order is in. The game is over; "pbem resolve" tells how.'
    waiting = ", ".join(awaited)
    if played:
        return f"{seat}'s order is in, and was played. Awaited now: {waiting}."
    return f"{seat}'s order is in. Still awaited: {waiting}."
