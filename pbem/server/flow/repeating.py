"""Lines that a player was shown and asked about, carried out by a "yes"."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from pbem.server.flow import dispatch
from pbem.server.flow.instructions import Orders
from pbem.server.flow.order_first import is_order
from pbem.server.flow.ordered import order, understood
from pbem.server.game import votes
from pbem.server.game.request import Request
from pbem.server.states import GameState
from pbem.server.store import letters
from pbem.server.syntax.command import Command


def repeat(request: Request, game: str) -> None:
    """Carry out the lines that were shown, as if the answer held them; for a game that
    is named, or the one of the letter that asked."""
    asked = request.content.asked
    assert asked is not None
    text = letters.stored_lines(request.conn, asked)
    if not text:
        request.refuse("lines_gone")
        return
    if game:
        text = f"game {game}\n{text}"
    content = request.content
    repeated = msgspec.structs.replace(content, text=text, subject="", asked=None)
    dispatch.handle(replace(request, content=repeated, guard=None, preview=False))


def orders_behind(request: Request, text: str) -> None:
    """Carry out the order that is behind a command, as if it stood alone."""
    session, seat = request.session, request.seat
    if session is None or seat is None or not text:
        return
    step = understood(request, Orders((text,), (text,)))
    if not all(one.talks for one in step.readings):
        order(request, step)


def is_asked(request: Request, line: Command) -> bool:
    """Return whether a yes or a no answers something: else an order of this name is
    that order. Another word than those, such as Magma's "agree", is an order of its
    game unless a vote is open."""
    plain = line.text.lower().startswith(("yes", "no"))
    asked = plain and request.content.asked is not None
    return asked or votes.is_open_for(request)


def answers_late(request: Request) -> bool:
    """Return whether a yes or a no answers a letter from before the vote that it would
    count in."""
    return request.content.asked is None and votes.is_younger_than_token(request)


def is_order_of_game(request: Request, text: str) -> bool:
    """Return whether a game has an order of these words, which its rules take now."""
    session, seat = request.session, request.seat
    if session is None or seat is None or not session.running:
        return False
    return is_order(session.story, seat.name, text, lambda claims, named: False)


def nothing_asked(request: Request, line: Command) -> None:
    """Say of a yes or a no that nothing was asked that it could answer."""
    session, seat = request.session, request.seat
    if session is None:
        request.refuse("no_game", text=line.as_written)
    elif seat is None or session.game.state is not GameState.RUNNING:
        request.say("no_invitation", state=session.game.state)
    else:
        request.refuse("yes_to_what")
