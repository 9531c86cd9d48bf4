"""What an order would do, or was understood to do when it came."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.pages.wording import words
from pbem.protocol import Order, Seat
from pbem.record import trial
from pbem.record.explained import explain
from pbem.record.trial import Trial
from pbem.report.builder import fault_message, meanings
from pbem.report.model import FaultMessage, Meaning
from pbem.workspace.loaded_game import LoadedGame, LocatedItem


@dataclass(frozen=True, slots=True)
class OrderPreview:
    """An order as the referee understands it."""

    seat: Seat
    text: str  #: its lines, as written
    orders: tuple[Order, ...]
    does: tuple[Meaning, ...]
    faults: tuple[FaultMessage, ...]
    refused: bool
    resolves: bool  #: the turn is played with it
    replaces: Order | None = None  #: what this seat had sent before
    respelt: tuple[str, ...] = ()  #: how lines were read that were written otherwise

    @property
    def state(self) -> str:
        """ "refused", "doubtful" or "good"."""
        if self.refused:
            return "refused"
        return "doubtful" if self.faults else "good"


def of_trial(one: Trial) -> OrderPreview:
    """Return what orders that were tried would do."""
    before = one.resolved[0].before if one.resolved else None
    does = meanings(one.story, one.seat, one.explained, before)
    faults = tuple(fault_message(one.story, fault) for fault in one.faults)
    resolves = bool(one.resolved)
    tell = words(one.story.game).problem
    respelt = tuple(tell("respelt", found._asdict()) for found in one.respelt)
    how = (faults, one.idle, resolves, one.replaces, respelt)
    return OrderPreview(one.seat, one.text, one.orders, does, *how)


def of_item(game: LoadedGame, item: LocatedItem) -> OrderPreview:
    """Return what an entry of the file was understood to order when it came."""
    story = game.story
    texts = tuple(piece.text for piece in getattr(item.item, "pieces", ()))
    own = [fault for fault in story.faults if item.first <= fault.line <= item.last]
    if not texts:
        own += [one for one in story.faults if not one.line and one.seat == item.seat]
    orders = trial.parse(story, texts)
    refused = any(one.fault.refuses for one in own)
    explained = () if refused else explain(story, item.seat, orders, item.state)
    faults = tuple(fault_message(story, one) for one in own)
    does = meanings(story, item.seat, explained, item.state)
    resolves = item.after > item.before
    text = "\n".join(texts)
    return OrderPreview(item.seat, text, orders, does, faults, refused, resolves)


@dataclass(frozen=True, slots=True)
class SentOrder:
    """What the file has for the open turn, and whether it counts."""

    item: LocatedItem
    preview: OrderPreview
    counts: bool  #: False: refused, or replaced by a later one


def sent_orders(game: LoadedGame, seat: Seat | None = None) -> list[SentOrder]:
    """Return the orders of the open turn as they were understood, of a seat or all."""
    found = []
    table = game.story.table
    for item in game.entries():
        if seat not in (None, item.seat):
            continue
        one = of_item(game, item)
        answer = table.answers.get(item.seat)
        lines = {answer.line} if answer else set()
        lines |= {held.line for held in table.held.get(item.seat, ())}
        counts = any(item.first <= line <= item.last for line in lines)
        anytime = bool(one.orders) and all(order.anytime for order in one.orders)
        found.append(SentOrder(item, one, counts or (anytime and not one.refused)))
    return found
