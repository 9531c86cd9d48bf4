"""A game as it could be for all that one reader knows of it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

from pbem.chance import Chance
from pbem.protocol import Hidden, Seat
from pbem.record.replay import Story
from pbem.referee import Table

MAX_LEGAL = 400  #: legal orders among which those like a text are looked for


def imagined(story: Story, seat: Seat | None, number: int = 0) -> Story | None:
    """Return the game as it could be for all that a seat (None: the public) knows.

    Others have sent nothing, and what is hidden is drawn anew, another way for each
    number. None where rules that draw at random cannot imagine it.
    """
    rules, table = story.game.rules, story.table
    drawn = story.game.needs_chance(story.options)
    if drawn and not isinstance(rules, Hidden):
        return None
    # The same question gets the same answer: asking again tells no more.
    asked = f"{story.header.name} {table.serial} {seat}".encode()
    asked += b" %d" % number if number else b""
    key = hashlib.sha256(b"pbem what-if 1\n" + asked).digest()
    state = table.state
    if isinstance(rules, Hidden):
        state = rules.imagine(state, seat, Chance(key))
    # What an order was bound to is the true table.
    own = only_own(table, seat)
    answers = {x: y._replace(bound=None, state=None) for x, y in own.answers.items()}
    known = replace(own, state=state, answers=answers, news=())
    plans = {who: one for who, one in story.plans.items() if who == seat}
    return replace(story, table=known, faults=[], asides=(), plans=plans)


def example(story: Story, seat: Seat | None) -> str:
    """Return an order that a seat (None: the first that is asked) could send now, for
    all that it knows, in the notation; "" where none is known."""
    known = imagined(story, seat)
    asked = known.window.seats if known is not None and known.window else ()
    if known is None or not asked or (seat and seat not in asked):
        return ""
    rules, state, who = known.game.rules, known.table.state, seat or asked[0]
    order = next((x for x in rules.legal(state, who) if not x.anytime), None)
    return str(order or rules.default(state, who) or "")


def only_own(table: Table[Any], seat: Seat | None) -> Table[Any]:
    """Return a table without what others than a seat have sent."""
    answers = {who: sent for who, sent in table.answers.items() if who == seat}
    held = {who: lines for who, lines in table.held.items() if who == seat}
    return replace(table, answers=answers, held=held)


def legal_orders(story: Story, seat: Seat) -> Callable[[], tuple[str, ...]]:
    """Return what lists legal orders of a seat for all that it knows, in the notation:
    the first `MAX_LEGAL`, and none where it is not awaited."""

    # Several lines of a text may be compared with them.
    @cache
    def legal() -> tuple[str, ...]:
        known = imagined(story, seat)
        window = known.window if known is not None else None
        if known is None or window is None or seat not in window.seats:
            return ()
        orders = known.game.rules.legal(known.table.state, seat)
        return tuple(map(str, islice(orders, MAX_LEGAL)))

    return legal
