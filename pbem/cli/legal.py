"""`pbem legal`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from pbem.cli._common import Stop, play, seat_of
from pbem.protocol import Order, Places, Seat

if TYPE_CHECKING:
    from pbem.record.replay import Story


@click.command()
@click.argument("file")
@click.option("--for", "seat", metavar="SEAT", help="By default all who are awaited.")
@click.option("--cell", "--from", "where", metavar="PLACE", help="Only at this place.")
@click.option("--words/--no-words", default=True, help="Tell what each order does.")
def command(file: str, seat: str | None, where: str | None, words: bool) -> None:
    """List the orders that may be played now, one a line.

    For games with more orders than anybody would read, it is a sample.

    \b
    Example:
      pbem legal game.txt --for Ann
      pbem legal game.txt --from D4
    """
    story = play(file)
    if story.window is None:
        click.echo("The game is over; nothing more can be played.")
        return
    from pbem.record.imagined import imagined

    awaited = story.awaited()
    seats = awaited if seat is None else (seat_of(story, seat),)
    for one in seats:
        if len(seats) > 1:
            click.echo(f"{one}:")
        found = False
        story = (None if seat is None else imagined(story, one)) or story
        for order in _orders(story, one, where):
            found = True
            explanation = _explained(story, one, order) if words else ""
            click.echo(f"{order}    {explanation}".rstrip())
        if not found:
            here = f"There is nothing that {one} may play here."
            turn = f"It is not {one}'s turn. Awaited: {', '.join(awaited)}."
            click.echo(here if one in awaited else turn, err=True)


def _orders(story: Story, seat: Seat, where: str | None) -> Iterator[Order]:
    rules, state = story.game.rules, story.table.state
    if where is None:
        return rules.legal(state, seat)
    if not isinstance(rules, Places):
        raise Stop(f"{story.game.title} has no places to ask for; leave --from out.")
    return rules.legal_at(state, seat, where)


def _explained(story: Story, seat: Seat, order: Order) -> str:
    from pbem.record.explained import explain
    from pbem.report.builder import meanings

    found = meanings(story, seat, explain(story, seat, [order]))
    return "; ".join(one.words for one in found)
