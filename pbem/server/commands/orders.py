"""`orders?`: what the referee has of the writer for the open turn."""

from __future__ import annotations

from pbem.report.builder import meaning_of
from pbem.server.game import drafts, orders
from pbem.server.game.request import Request
from pbem.server.syntax.command import Command, CommandSpec, Needs, never


@CommandSpec(words=("orders", "orders?"), needs=Needs.SEAT, changes=never)
def run(request: Request, line: Command) -> None:
    """Read back what was sent."""
    session, seat = request.in_game()
    if seat is None or not session.running:
        request.say("no_orders", sent="", readings=[], held=[])
        return
    story = session.story
    own = story.table.answers.get(seat.name)
    readings = meaning_of(story, seat.name, own.order) if own else []
    held = [str(one.order) for one in story.table.held.get(seat.name, ())]
    sent = str(own.order) if own else ""
    if seat.draft:
        kept = orders.look(story, seat.name, drafts.text(seat).split("\n"))
        sent, readings = " / ".join(kept.orders), kept.readings
    request.say("no_orders", sent=sent, readings=readings, held=held)
