"""`pbem check`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from pbem.cli._common import play, seat_of
from pbem.protocol import Order, Seat

if TYPE_CHECKING:
    from pbem.record.replay import Story


@click.command()
@click.argument("file")
@click.option("--for", "seat", metavar="SEAT", help="This player's orders only.")
def command(file: str, seat: str | None) -> None:
    """Say how each order of FILE was understood, and what is wrong.

    Shows the orders of the open turn, in notation and in words, with what
    they cost, and everything that is wrong. Nothing is written.

    \b
    Example:
      pbem check game.txt
    """
    story = play(file)
    from pbem.pages.page import blocks, to_text

    only = None if seat is None else seat_of(story, seat)
    lines = [f"= Orders of {story.name} :: turn {story.table.serial}", ""]
    lines += _understood(story, only)
    lines += _wrong(story, only)
    click.echo(to_text(blocks("\n".join(lines))), nl=False)


def _understood(story: Story, only: Seat | None) -> list[str]:
    """The orders of the open window, or of the last one if none came yet."""
    from pbem.report.builder import awaited
    from pbem.report.model import Reader

    last, answers = story.last, story.table.answers
    orders = {s: w.order for s, w in answers.items() if only in (None, s)}
    if orders or last is None:
        state, note = story.table.state, ""
    else:
        orders = {s: o for s, o in last.orders.items() if s not in last.missed}
        state = last.before
        note = f"Turn {last.serial} is complete and was played with these orders."
    lines = [note, ""] if note else []
    for seat, order, before in story.asides:
        lines += _readings(story, before, {seat: order}, only)
    lines += _readings(story, state, orders, only)
    waiting = ", ".join(awaited(story, Reader(seat=only, moderator=only is None)))
    lines += ["", f"Awaited: {waiting}." if waiting else "The game is over."]
    return lines


def _readings(
    story: Story, state: Any, orders: Mapping[Seat, Order], only: Seat | None
) -> list[str]:
    from pbem.record.explained import explain
    from pbem.report.builder import meanings

    lines: list[str] = []
    for seat, order in orders.items():
        if only not in (None, seat):
            continue
        lines += ["", f"== {seat}: {order}".replace("\n", " / "), ""]
        would = explain(story, seat, [order], state)
        for part, explanation in meanings(story, seat, would, state):
            named = part and part != explanation
            lines.append(f"* {part} :: {explanation}" if named else f"- {explanation}")
    return lines


def _wrong(story: Story, only: Seat | None) -> list[str]:
    from pbem.report.builder import fault_message, is_doubt

    lines: list[str] = []
    now, heading = story.table.serial, ""
    for fault in sorted(story.faults, key=lambda one: is_doubt(one.fault)):
        if fault.serial < now - 1 or only not in (None, fault.seat):
            continue
        one = fault_message(story, fault)
        before, heading = (
            heading,
            "What to look at again" if one.doubt else "What is wrong",
        )
        if heading != before:
            lines += ["", f"== {heading}", ""]
        lines += [f"{one.seat}, line {one.line}:", "", f"| {one.source}"]
        lines += [f"| {one.caret}", "", one.message, ""]
    return lines
