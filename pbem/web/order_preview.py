"""What orders would do: each tried in turn on a copy of the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.notation import NotUnderstood
from pbem.protocol import Order, Seat
from pbem.record.header import Piece, Unreadable
from pbem.record.replay import LocatedFault, Story
from pbem.referee import Table
from pbem.report.builder import fault_message
from pbem.report.model import FaultMessage
from pbem.report.wording import words
from pbem.web.loaded_game import Mark, Opened, fork


@dataclass(frozen=True, slots=True)
class Does:
    """A piece of an order, and what it would do in plain words."""

    part: str
    words: str


@dataclass(frozen=True, slots=True)
class Reading:
    """An order as the referee understands it now."""

    seat: Seat
    text: str  #: its lines, as written
    orders: tuple[str, ...] = ()  #: in notation
    does: tuple[Does, ...] = ()
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
    """Lays orders on a copy of the table, one after the other."""
    found = Tried(story=fork(story))
    for seat, lines in orders:
        assert found.story is not None
        trial = fork(found.story)
        reading = _one(trial, seat, lines)
        found.readings.append(reading)
        if not reading.refused:
            found.story = trial
    return found


def seat_named(story: Story, name: str) -> Seat | None:
    """The seat of this name, in any case."""
    try:
        return story.record.seat(Piece(" ".join(name.split()), 0, 0))
    except Unreadable:
        return None


def _one(trial: Story, seat: Seat, lines: tuple[str, ...]) -> Reading:
    pieces = tuple(Piece(line, 0, 1) for line in lines)
    before, serial = trial.table, trial.table.serial
    orders = _parsed(trial, lines)
    does = _does(trial, before.state, seat, orders)
    old = before.answers.get(seat)
    first = len(trial.faults)
    located = trial.order(seat, pieces)
    refused = _refuses(trial.table, seat, located, before)
    more = trial.faults[first : len(trial.faults) - len(located)]
    return Reading(
        seat,
        "\n".join(lines),
        tuple(str(order) for order in orders),
        () if refused else tuple(does),
        tuple(fault_message(trial, one) for one in (*located, *more)),
        refused,
        "" if refused or old is None else str(old.order),
        trial.table.serial > serial,
    )


def _refuses(
    table: Table[Any], seat: Seat, located: Sequence[LocatedFault], before: Table[Any]
) -> bool:
    """Whether nothing at all came of an order."""
    same = table.answers.get(seat) is before.answers.get(seat)
    wrong = any(one.fault.refuses for one in located)
    return wrong and same and table.state is before.state


def _parsed(story: Story, lines: tuple[str, ...]) -> list[Order]:
    """The orders that can be read, up to the first that cannot."""
    sheets = lines if story.game.rules.sheets else ("\n".join(lines),)
    found: list[Order] = []
    for line in sheets:
        try:
            found.append(story.game.notation.parse(line))
        except NotUnderstood:
            break
    return found


def _does(story: Story, state: Any, seat: Seat, orders: Sequence[Order]) -> list[Does]:
    """What the first order that answers the window would do, and anytime ones.

    What comes behind it is for a position that nobody has seen yet.
    """
    rules, tell = story.game.rules, words(story.game)
    found: list[Does] = []
    window = rules.window(state)
    for order in orders:
        if window is None or (seat not in window.seats and not order.anytime):
            break
        for event in rules.reading(state, seat, order):
            part = getattr(event, "part", "") or ""
            found.append(Does(str(part), tell.tell(event)))
        if not order.anytime:
            break
    return found


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
    orders = _parsed(story, texts)
    refused = any(one.fault.refuses for one in own)
    reading = Reading(
        mark.seat,
        "\n".join(texts),
        tuple(str(order) for order in orders),
        () if refused else tuple(_does(story, mark.state, mark.seat, orders)),
        tuple(fault_message(story, one) for one in own),
        refused,
        resolves=mark.after > mark.before,
    )
    return reading, orders
