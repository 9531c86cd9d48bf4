"""Lines that a player was shown and asked about, carried out by a "yes"."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from pbem.server.flow import dispatch
from pbem.server.flow.instructions import Orders
from pbem.server.flow.ordered import order
from pbem.server.game import votes
from pbem.server.game.order_lines import read
from pbem.server.game.request import Request
from pbem.server.store import letters


def repeat(request: Request, game: str) -> None:
    """Carry out the lines that were shown, as if the answer held them; for a game that
    is named, or the one of the letter that asked."""
    asked = request.content.asked
    assert asked is not None
    text = letters.kept_lines(request.conn, asked)
    if not text:
        request.refuse("lines_gone")
        return
    if game:
        text = f"game {game}\n{text}"
    content = request.content
    said = msgspec.structs.replace(content, text=text, subject="", asked=None)
    dispatch.handle(replace(request, content=said, guard=None, preview=False))


def orders_behind(request: Request, text: str) -> None:
    """Carry out the order that stands behind a command, as if it stood alone."""
    session, seat = request.session, request.seat
    if session is None or seat is None or not text:
        return
    game, seats = session.story.game, session.story.header.seats
    found = read(game, [text], seat.name, seats)
    if not all(one.talks for one in found):
        order(request, Orders((text,), (text,), found))


def is_asked(request: Request) -> bool:
    """Return whether something was asked: else an order of this name is that."""
    return request.content.asked is not None or votes.is_open_for(request)
