"""What would these orders do? Every caller that asks it asks here.

Orders are tried on a copy of the game; the game itself stays as it was. Who is
shown what comes of it, and does not hold the file, tries them on an `imagined` game:
it holds what that reader knows, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from pbem.language.lines import words_left
from pbem.protocol import (
    Closes,
    Fault,
    Lines,
    Order,
    Seat,
    failures,
)
from pbem.record.explained import Explained, explain
from pbem.record.imagined import imagined
from pbem.record.located import LocatedFault
from pbem.record.replay import NoDefault, Offer, Story
from pbem.record.tried_orders import (
    Respelt,
    TriedOrders,
    offer_exactly,
    offer_text,
    pieces,
    settle,
)
from pbem.record.turn_file import Entry, Item, Piece
from pbem.referee import Played, Written


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Trial:
    """What came of a seat's orders on a copy of the game."""

    seat: Seat
    text: str  #: the orders as the record can hold them, a line each
    explained: tuple[Explained, ...]  #: what they would do; () where refused
    offer: Offer
    replaces: Order | None  #: what this seat had sent before
    doubt: Fault | None  #: to be asked before they are taken
    story: Story  #: the game with the orders on the table
    idle: bool  #: refused, and nothing at all has changed
    respelt: tuple[Respelt, ...] = ()  #: what was not read as it was written
    on_table: Written | None = None  #: all that its seat has on the table with them

    @property
    def refused(self) -> bool:
        """Whether one of the orders cannot be used."""
        return self.offer.refused

    @property
    def orders(self) -> tuple[Order, ...]:
        """Those that can be read, up to the first that cannot."""
        return self.offer.orders

    @property
    def faults(self) -> tuple[LocatedFault, ...]:
        """What is wrong with these orders, and with others because of them."""
        return self.offer.faults + self.offer.others

    @property
    def resolved(self) -> tuple[Played, ...]:
        """The windows that the orders completed."""
        return self.offer.resolved


class Continuation(NamedTuple):
    """A copy of a game that has gone on by some items of a record."""

    story: Story
    faults: tuple[LocatedFault, ...]  #: that the items brought, of all seats
    resolved: tuple[Played, ...]  #: the windows that they completed
    items: tuple[Item, ...]  #: as they were taken
    respelt: tuple[Respelt, ...] = ()  #: what was not read as it was written

    @property
    def refused(self) -> bool:
        """Whether one of the orders cannot be used."""
        return any(one.fault.refuses for one in self.faults)


def parse(story: Story, lines: Sequence[str]) -> tuple[Order, ...]:
    """Return the orders that lines hold, up to the first that cannot be read.

    Where the rules take no sheets, all lines are one order.
    """
    sheet = [Piece(line, 0, 1) for line in lines]
    return tuple([one.order for one in story.sheet("", sheet, [])])


def try_orders(
    story: Story,
    seat: Seat,
    lines: Sequence[str],
    *,
    sure: bool = True,
    resolve: bool = True,
) -> Trial:
    """Play orders in the notation on a copy of the game, and return what comes of it.

    Who is not `sure` of doubtful orders is only asked: they resolve nothing, nor does
    anything without `resolve`. Whether it is asked hangs on nothing that the seat may
    not know.
    """
    on = offer_exactly(story, seat, lines)
    return _trial(story, seat, on, sure=sure, resolve=resolve)


def try_text(story: Story, seat: Seat, lines: Sequence[str]) -> Trial:
    """Play what a person wrote on a copy of the game, and return what comes of it.

    Words are read as `offer_text` reads them."""
    return _trial(story, seat, offer_text(story, seat, lines), sure=True, resolve=True)


def _trial(
    story: Story, seat: Seat, on: TriedOrders, *, sure: bool, resolve: bool
) -> Trial:
    before = story.table
    old = before.answers.get(seat)
    same = on.story.table.state is before.state
    idle = on.offer.refused and same and on.story.table.answers.get(seat) is old
    had = old.order if old is not None and not idle else None
    asks = doubt(story, seat, had, on.lines, on.offer.faults + on.offer.others)
    if not asks and len(on.offer.orders) > 1:
        asks = doubt(story, seat, None, on.lines, _foreseen(story, seat, on.lines))
    on_table = on.story.table.answers.get(seat)
    if resolve and (sure or not asks):
        on = settle(story, on)
    would = () if idle else explain(story, seat, on.offer.orders)
    text = "\n".join(on.lines)
    read = on.story, idle, on.respelt
    return Trial(seat, text, would, on.offer, had, asks, *read, on_table)


def _foreseen(story: Story, seat: Seat, lines: Sequence[str]) -> Iterable[LocatedFault]:
    """Return the faults that lines of a sheet would have if all others let them happen.

    That is all that their seat knows: a question would tell how others will answer.
    """
    rules = story.game.rules
    known = imagined(story, seat) if rules.lines is Lines.QUEUE else None
    if known is None:
        return ()
    there = settle(known, offer_exactly(known, seat, lines)).story
    with suppress(NoDefault):
        while there.table.held.get(seat):
            window = rules.window(there.table.state)
            if window is None or window.closes is Closes.FIRST:
                break  # it is somebody else's turn
            there.close()
    return there.faults


def doubt(
    story: Story,
    seat: Seat,
    had: Order | None,
    lines: Sequence[str],
    faults: Iterable[LocatedFault],
) -> Fault | None:
    """Return the question to ask before orders are accepted, or None; a turn file
    raises none.

    That is a word which nobody understands, a fault that asks, or that parts are
    ignored of orders which would replace a whole one (`had`).
    """
    own = [one.fault for one in faults if one.seat == seat]
    asking = next((fault for fault in own if fault.ask), None)
    return asking or _less(story, seat, had, lines, own) or _left(story, seat, lines)


def _less(
    story: Story,
    seat: Seat,
    had: Order | None,
    lines: Sequence[str],
    faults: Iterable[Fault],
) -> Fault | None:
    """Return what to ask where parts are ignored of orders that would replace a whole
    one."""
    rules, state = story.game.rules, story.table.state
    if rules.lines is Lines.COMPOUND or had is None or not any(x.part for x in faults):
        return None
    if any(one.part for one in failures.bind(rules, state, seat, had).faults):
        return None
    would = (one.part for one in explain(story, seat, parse(story, lines)))
    given = {"had": str(had), "now": " ".join(filter(None, would))}
    return Fault("doubtful.less", given=given)


def _left(story: Story, seat: Seat, lines: Sequence[str]) -> Fault | None:
    """Return what to ask where nobody understands some words of orders."""
    game = story.game
    texts = ["\n".join(lines)] if game.rules.lines is Lines.ONE else lines
    words = [one for text in texts for one in words_left(game.notation, text)]
    left = [one for one in words if not game.spelling.says_nothing(one)]
    if not left:
        return None
    would = (one.part for one in explain(story, seat, parse(story, lines)))
    now = " ".join(filter(None, would))
    return Fault("doubtful.left", given={"left": left, "now": now})


def try_items(story: Story, items: Iterable[Item]) -> Continuation:
    """Go on with items of a record on a copy of the game. Raises Unreadable."""
    story = story.copy()
    first = len(story.faults)
    resolved: list[Played] = []
    read: list[Item] = []
    respelt: list[Respelt] = []
    for item in items:
        if isinstance(item, Entry) and item.pieces:
            seat = story.record.seat(item.seat)
            on = settle(
                story, offer_text(story, seat, [one.text for one in item.pieces])
            )
            if on.respelt:
                respelt += on.respelt
                item = item._replace(pieces=pieces(on.lines))
            story = on.story
            resolved += on.offer.resolved
        else:
            resolved += story.take(item)
        read.append(item)
    faults = tuple(story.faults[first:])
    return Continuation(story, faults, tuple(resolved), tuple(read), tuple(respelt))
