"""What the words of a seat order in the position of a game, offered on a copy of its
table. All channels read orders here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from pbem.language.candidates import ENDS
from pbem.language.lines import plainly, understood
from pbem.language.reading import Asking, Kind, MarkedLine, Orders, Reading
from pbem.language.text import read_text
from pbem.protocol import Fault, Lines, Seat
from pbem.record.header import Piece
from pbem.record.imagined import legal_orders, only_own
from pbem.record.located import LocatedFault
from pbem.record.replay import Offer, Story


class Respelt(NamedTuple):
    """What somebody wrote, and the notation that it was read as."""

    written: str
    notation: str


class TriedOrders(NamedTuple):
    """A copy of a game with the orders of a seat on the table."""

    story: Story
    offer: Offer
    lines: tuple[str, ...]  #: as the record can hold them
    respelt: tuple[Respelt, ...] = ()


def pieces(lines: Iterable[str]) -> tuple[Piece, ...]:
    """Return lines as pieces of an order that are in no file."""
    return tuple(Piece(line, 0, 1) for line in lines if line)


def asking(story: Story, seat: Seat) -> Asking:
    """Return what is known where a seat writes to a game.

    What others have sent has no part in it, not even in the time that it takes: orders
    are offered on a table without them, and nothing is resolved.
    """
    window, table = story.window, story.table
    alone = replace(story, table=only_own(table, seat), faults=[])

    def plays(orders: Orders) -> bool:
        return not faulty(offer_exactly(alone, seat, orders).offer.faults)

    awaited = window is not None and seat in window.seats
    seats = story.header.seats
    names, legal = story.record.called, legal_orders(story, seat)
    return Asking(story.game, seat, seats, plays if awaited else None, legal, names)


def offer_exactly(story: Story, seat: Seat, lines: Sequence[str]) -> TriedOrders:
    """Offer orders in the notation for a seat, on a copy of the game; resolve nothing.

    Return the copy, its faults, and the lines.
    """
    copy = story.copy()
    return TriedOrders(copy, copy.offer(seat, pieces(lines)), tuple(lines))


def offer_text(story: Story, seat: Seat, lines: Sequence[str]) -> TriedOrders:
    """Offer lines of a person for a seat, on a copy of the game; resolve nothing.

    Lines that are all in the notation are offered as written, others as what
    they can only mean. What may mean several things is refused, and they are named.
    """
    exactly = offer_exactly(story, seat, lines)
    if _plain(story, lines) and not faulty(exactly.offer.faults):
        return exactly
    found = read_text(map(MarkedLine, lines), asking(story, seat))
    doubts = [one for one in found if one.offers]
    if doubts:
        return _unsure(story.copy(), seat, lines, doubts[0])
    sure = [one for one in found if one.orders]
    talk = [one for one in found if not one.orders]
    if not sure or any(one.left or one.kind is not Kind.TALK for one in talk):
        return exactly
    orders = [line for one in sure for line in one.orders]
    respelt = [respelling(one) for one in sure if is_respelt(one)]
    return offer_exactly(story, seat, orders)._replace(respelt=tuple(respelt))


def is_respelt(one: Reading) -> bool:
    """Return whether a sure reading differs from what was written."""
    return _bare(one.written) != _bare(" ".join(one.orders))


def _bare(text: str) -> list[str]:
    return text.casefold().rstrip(f"{ENDS} ").split()


def respelling(one: Reading) -> Respelt:
    """Return what was written, and what it was read as."""
    return Respelt(one.written, "\n".join(one.orders))


def settle(story: Story, on: TriedOrders) -> TriedOrders:
    """Resolve what orders complete that lie on a copy of a game's table."""
    if on.story.table is story.table:
        return on
    return on._replace(offer=on.story.settle(on.offer))


def _plain(story: Story, lines: Sequence[str]) -> bool:
    """Return whether lines are orders as they stand, with every word understood."""
    game = story.game
    one = game.rules.lines is Lines.ONE
    texts = ["\n".join(lines)] if one else lines
    return all(
        understood(game.notation, text)
        and plainly(game.notation, game.spelling, text).text == text
        for text in texts
    )


def faulty(faults: Iterable[LocatedFault]) -> bool:
    """Return whether any fault drops a part of the orders."""
    return any(not one.fault.code.startswith("doubtful.") for one in faults)


def ambiguous(one: Reading) -> Fault:
    """Return the fault of a line that may mean one of several things."""
    offers = [" / ".join(orders) for orders in one.offers]
    given = {"readings": offers, "left": one.left}
    return Fault("ambiguous.spelling", given=given)


def _unsure(
    story: Story, seat: Seat, lines: Sequence[str], one: Reading
) -> TriedOrders:
    """Return orders that could mean several things: they are refused, and named."""
    text = " ".join(lines)
    located = LocatedFault(
        seat, ambiguous(one), text, 0, 1, text, 0, story.table.serial
    )
    story.faults.append(located)
    return TriedOrders(story, Offer((located,)), tuple(lines))
