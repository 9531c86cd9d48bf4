"""Letters that ask and order nothing: the passages of the handbook that they may mean
come back at once, and the game master gets the question."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.language.reading import Reading
from pbem.pages.page import Block
from pbem.plugins.games import Game
from pbem.report import passages
from pbem.server.game import press, press_quotes
from pbem.server.game.notify import notify_masters
from pbem.server.game.request import Request

MAX_CHARS = 2000  #: of a question
_ASKS = re.compile(
    r"(?:what|how|why|when|where|which|who|whose|can|may|must|does|do|is|are|will|"
    r"would|should|could|i wonder|i have a question)\b",
    re.IGNORECASE,
)


def asks(game: Game, readings: Sequence[Reading]) -> bool:
    """Return whether lines ask something, and none of them can be read as an order.

    A word that may be one by its letters alone, such as the writer's name, is none.
    """
    by_letters = game.notation.by_letters
    prose = [one for one in readings if not (one.orders and by_letters(one.written))]
    if any(one.orders for one in prose):
        return False
    text = " ".join(one.written for one in prose).strip()
    return text.endswith("?") or ("?" in text and _ASKS.match(text) is not None)


def answer(request: Request, lines: Sequence[str]) -> None:
    """Send the question on, and what the handbook says of its words back."""
    session, seat = request.in_game()
    assert seat is not None
    game = session.story.game
    text = "\n".join(lines)[:MAX_CHARS]
    given = {"seat": seat.name, "lines": press_quotes.folded(text)}
    notified = notify_masters(
        session, "press_to_master", serial=max(session.serial, 0), **given
    )
    request.receipt.understood = True
    whom = press.whom_named(session, seat, text)
    names = " ".join(session.story.header.seats)
    found: list[Block] = []
    if game.handbook is not None and not whom:
        found = passages.about(game.handbook, text, names)
    request.say("question", told=notified, found=bool(found), game=game, whom=whom)
    if found:
        request.show(found)
