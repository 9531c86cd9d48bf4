"""`pbem append`."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli._common import (
    Stop,
    Turns,
    bots_answer,
    faults_of,
    load,
    tell_bots,
    written,
)
from pbem.cli.preview import entry
from pbem.record.turn_file import Entry, Heading, PlanBlock, decode, plan_of
from pbem.record.writing import joint, order_lines, plan_lines
from pbem.system.files import locked, write_whole

if TYPE_CHECKING:
    from pbem.record.firing import Fired
    from pbem.record.replay import Story


_CLOSES = re.compile(r"[-\s]*deadline[-\s]*", re.IGNORECASE)


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("file")
@click.argument("order", metavar="['NAME: ORDER']", required=False)
def command(file: str, order: str | None) -> None:
    """Add an order to FILE, and say what it led to.

    An order that cannot be used is refused, and FILE stays as it was. One that only
    counts in part does not replace a whole one at once: that is
    asked, a comment in the file keeps it in mind, and the same order once more is
    taken. Bots that are awaited then answer, and their orders are added too; without
    an order only they do.

    "deadline" closes the open turn as its deadline would: a seat that has sent
    nothing has sent what the rules take silence for. In the file it is the line
    "-- deadline --".

    A plan ("Plan of Ann: if Bob: D4 then E5", more lines indented) is kept in the
    file; what it comes to is shown. When an order lets plans fire, what they play is
    added behind it.

    \b
    Example:
      pbem append game.txt "Ann: D4 1NE"
      pbem append game.txt "Plan of Ann: if Bob: D4 then E5 1NE"
      pbem append game.txt deadline
    """
    closes = order is not None and _CLOSES.fullmatch(order) is not None
    new = entry(order) if order is not None and not closes else None
    path = Path(file)
    with faults_of(file, " Nothing was changed."), locked(path):
        text, sure = (_closed(file), True) if closes else _with(file, new)
        write_whole(path, path.read_bytes() + text.encode())
    if not sure:
        raise click.exceptions.Exit(1)


def _with(file: str, new: Entry | None) -> tuple[str, bool]:
    """What is to be added for an order, and whether that is the order itself.

    Raises Stop, or Exit for a refused one.
    """
    from pbem.record import replay

    record = load(file)
    last = record.unheaded
    with faults_of(file):
        story = replay.begin(record)
        for item in record.items():
            story.take(item)
            if isinstance(item, Heading):
                last = item.serial
    start = _start(Path(file).read_bytes())
    added: Turns = []
    if new is not None:
        if plan := plan_of(new, story.header.seats):
            return _planned(file, story, plan), True
        serial = story.table.serial
        seat, texts, tried = _order(file, story, new)
        if tried is None:
            return f"{start}{texts[0]}\n", False
        added.append((serial, order_lines(seat, texts)))
        story = _go_on(tried, added)
        click.echo(_confirmation(story.awaited(), story.table.serial > serial, seat))
        return start + written(added, last), True
    if not story.header.bots:
        raise Stop('No bot plays in this file; what is to be added? "Ann: D4".')
    story = _go_on(story, added)
    waiting = ", ".join(story.awaited())
    click.echo(f"Awaited now: {waiting}." if waiting else "The game is over.")
    return start + written(added, last), True


def _closed(file: str) -> str:
    """What is to be added to close the open turn, with what bots and plans play before
    and after. Raises Stop."""
    from pbem.bots.table import letting
    from pbem.record import replay
    from pbem.record.turn_file import read
    from pbem.workspace import edits

    with faults_of(file):
        before = decode(Path(file).read_bytes())
        story = replay.play(read(before))
        if not story.awaited():
            raise Stop("The game is over: no turn is open.")
        let = letting() if story.header.bots else None
        with bots_answer():
            after = edits.closed(before, let=let)
        now = replay.play(read(after)).awaited()
    waiting = f"Awaited now: {', '.join(now)}." if now else "The game is over."
    click.echo(f"Turn {story.table.serial} is closed. {waiting}")
    return after.removeprefix(before)


def _order(file: str, story: Story, new: Entry) -> tuple[str, list[str], Story | None]:
    """Return whose order it is, its lines, and the game with it.

    None, and the comment that keeps it in mind, where it is asked about first. Raises
    Exit for a refused one.
    """
    from pbem.pages.wording import words
    from pbem.record.trial import doubt, try_items
    from pbem.report import builder

    with faults_of(file):
        tried = try_items(story, [new])
    for found in tried.faults:
        one = builder.fault_message(story, found)
        click.echo(f"    {one.source}\n    {one.caret}\n{one.message}", err=True)
    if tried.refused:
        click.echo(f"{file} is as it was.", err=True)
        raise click.exceptions.Exit(1)
    seat, serial = story.record.seat(new.seat), story.table.serial
    accepted = next(item for item in tried.items if isinstance(item, Entry))
    texts = [piece.text for piece in accepted.pieces]
    for respelt in tried.respelt:
        click.echo(words(story.game).problem("respelt", respelt._asdict()))
    had = story.table.answers.get(seat)
    asks = doubt(story, seat, had.order if had else None, texts, tried.faults)
    asked = f"# asked: {seat}, turn {serial}: {' / '.join(texts)}"
    if asks and asked not in decode(Path(file).read_bytes()).splitlines():
        why = words(story.game).fault(asks)
        click.echo(f"{why} Append the same again to have it so.", err=True)
        return seat, [asked], None
    return seat, texts, tried.story


def _go_on(story: Story, added: Turns) -> Story:
    """Return the game once plans have fired and bots have answered."""
    from pbem.bots.table import BotTable
    from pbem.record.firing import fire

    answered = False
    while True:
        count = len(added)
        for each in fire(story):
            _tell(story, each)
            if each.story is not None:
                lines = order_lines(each.seat, each.text.split("\n"))
                added.append((each.serial, lines))
                story = each.story
        if answered and len(added) == count:
            return story
        table, answered = BotTable(story, spent=time.process_time), True
        with bots_answer():
            table.go_on()
        if not table.answers:
            return story
        tell_bots(table)
        added += [(one.serial, one.written) for one in table.answers]
        story = table.story


def _start(raw: bytes) -> str:
    """What must be before anything that is added to a file."""
    end = "" if raw.endswith((b"\n", b"\r")) else "\n"
    lines = re.split(r"\r\n|\r|\n", decode(raw) + end)
    return end + "\n" * len(joint(lines[:-1]))


def _tell(story: Story, one: Fired) -> None:
    """Say what a plan has played, or why it ends."""
    from pbem.pages.wording import words
    from pbem.report import builder

    given = one._asdict() | {"played": " / ".join(one.text.split("\n"))}
    click.echo(words(story.game).problem("plan-fired", given))
    if one.fault is not None:
        click.echo(f"    {builder.fault_message(story, one.fault).message}")


def _planned(file: str, story: Story, plan: PlanBlock) -> str:
    """What is to be added for a plan. Raises Exit for one that cannot be read."""
    from pbem.pages import page
    from pbem.report import builder
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
        click.echo(page.to_text(plan_blocks(copy, seat)), nl=False)
    else:
        click.echo(f"{seat} has no plan any more.")
    texts = copy.plans[seat].lines if plan.pieces else ()
    lines = "\n".join(plan_lines(seat, texts))
    return f"{_start(Path(file).read_bytes())}{lines}\n"


def _confirmation(awaited: tuple[str, ...], played: bool, seat: str) -> str:
    if not awaited:
        return f'{seat}\'s order is in. The game is over; "pbem resolve" tells how.'
    waiting = ", ".join(awaited)
    if played:
        return f"{seat}'s order is in, and was played. Awaited now: {waiting}."
    return f"{seat}'s order is in. Still awaited: {waiting}."
