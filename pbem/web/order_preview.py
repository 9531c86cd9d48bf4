"""What orders would do: each tried in turn on a copy of the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pbem.protocol import Order, Seat
from pbem.record import trial
from pbem.record.replay import Story
from pbem.record.trial import Trial
from pbem.report.builder import fault_message, meanings
from pbem.report.model import FaultMessage, Meaning
from pbem.web.loaded_game import Mark, Opened


@dataclass(frozen=True, slots=True)
class Reading:
    """An order as the referee understands it now."""

    seat: Seat
    text: str  #: its lines, as written
    orders: tuple[str, ...] = ()  #: in notation
    does: tuple[Meaning, ...] = ()
    troubles: tuple[FaultMessage, ...] = ()
    refused: bool = False
    replaces: str = ""  #: what this seat had sent before
    resolves: bool = False  #: the turn is played with it

    @property
    def state(self) -> str:
        """ "refused", "doubtful" or "good"."""
        if self.refused:
            return "refused"
        return "doubtful" if self.troubles else "good"


@dataclass(slots=True)
class Tried:
    """What would come of some orders."""

    readings: list[Reading] = field(default_factory=list)
    story: Story | None = None  #: the game with them on the table


def tried(story: Story, orders: Sequence[tuple[Seat, tuple[str, ...]]]) -> Tried:
    """Lay orders on a copy of the table, one after the other."""
    trials, left = trial.try_in_turn(story, orders)
    return Tried([_reading(one) for one in trials], left)


def _reading(one: Trial) -> Reading:
    story = one.story
    return Reading(
        one.seat,
        one.text,
        tuple(str(order) for order in one.orders),
        meanings(story, one.explained),
        tuple(fault_message(story, fault) for fault in one.faults),
        one.idle,
        "" if one.replaces is None else str(one.replaces),
        bool(one.resolved),
    )


@dataclass(frozen=True, slots=True)
class Sent:
    """What the file has for the open turn, and whether it counts."""

    mark: Mark
    reading: Reading
    counts: bool  #: False: refused, or replaced by a later one


def sent(game: Opened) -> list[Sent]:
    """The orders of the open turn as they were understood."""
    found = []
    table = game.story.table
    for mark in game.entries():
        one, orders = entry(game, mark)
        answer = table.answers.get(mark.seat)
        lines = {answer.line} if answer else set()
        lines |= {held.line for held in table.held.get(mark.seat, ())}
        counts = any(mark.first <= line <= mark.last for line in lines)
        anytime = bool(orders) and all(order.anytime for order in orders)
        found.append(Sent(mark, one, counts or (anytime and not one.refused)))
    return found


def entry(game: Opened, mark: Mark) -> tuple[Reading, list[Order]]:
    """What a line of the file was understood to order when it came."""
    story = game.story
    texts = tuple(piece.text for piece in getattr(mark.item, "pieces", ()))
    own = [fault for fault in story.faults if mark.first <= fault.line <= mark.last]
    if not texts:
        own += [one for one in story.faults if not one.line and one.seat == mark.seat]
    orders = trial.parse(story, texts)
    refused = any(one.fault.refuses for one in own)
    explained = () if refused else trial.explain(story, mark.seat, orders, mark.state)
    reading = Reading(
        mark.seat,
        "\n".join(texts),
        tuple(str(order) for order in orders),
        meanings(story, explained),
        tuple(fault_message(story, one) for one in own),
        refused,
        resolves=mark.after > mark.before,
    )
    return reading, list(orders)
