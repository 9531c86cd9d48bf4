"""`orders?`: what the referee has of the writer for the open turn."""

from __future__ import annotations

from pbem.report.builder import meaning_of
from pbem.server import drawers, orders, sheet
from pbem.server.talk import Talk

WORDS = ("orders", "orders?")
NEEDS = "seat"


def run(talk: Talk, line: sheet.Command) -> None:
    """Reads back what was sent."""
    sitting = talk.sitting
    assert sitting is not None
    seat = sitting.seat_of(talk.player_id)
    if seat is None or sitting.state != "running":
        talk.say("no_orders", sent="", readings=[], held=[])
        return
    story = sitting.story
    own = story.table.answers.get(seat.name)
    readings = meaning_of(story, seat.name, own.order) if own else []
    held = [str(one.order) for one in story.table.held.get(seat.name, ())]
    sent = str(own.order) if own else ""
    if seat.drawer:
        kept = orders.offer(story, seat.name, drawers.text(seat).split("\n"))
        sent, readings = " / ".join(kept.orders), kept.readings
    talk.say("no_orders", sent=sent, readings=readings, held=held)
