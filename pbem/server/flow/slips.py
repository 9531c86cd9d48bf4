"""Lines that are no orders as they stand: slips of commands, orders behind a word or
before a question mark, and what comes where no game can take it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pbem.language.lines import greets
from pbem.language.reading import Reading
from pbem.plugins import games
from pbem.protocol import Seat
from pbem.server import naming
from pbem.server.flow import faulty
from pbem.server.flow.instructions import Orders
from pbem.server.game import order_lines, orders
from pbem.server.game.request import Request
from pbem.server.game.session import GameSession
from pbem.server.lobby import invitations
from pbem.server.states import OCCUPIED, GameState
from pbem.server.store import players
from pbem.server.syntax import parser, words

MAX_SHOWN = 20  #: lines of one letter that are shown where no game can take them


def no_place(request: Request, step: Orders) -> None:
    """Say of lines that there is no game, or none yet, that could take them."""
    session, seat = request.session, request.seat
    near = next(filter(None, map(parser.similar_command, step.written)), "")
    where, kind = "" if session is None else session.game.state, ""
    if session is not None and where is GameState.INVITED:
        kind = session.game.kind
    if seat is None and where is GameState.RUNNING:
        where = "no-seat"
    given = {"near": near, "where": where, "waits": _waits(request), "kind": kind}
    more = len(step.written[MAX_SHOWN:])
    request.refuse("not_now", lines=step.written[:MAX_SHOWN], more=more, **given)


def not_begun(request: Request) -> None:
    """Answer that the game has not begun yet."""
    session, _ = request.in_game()
    where, waits = session.game.state, _waits(request)
    given: dict[str, Any] = {"near": "", "kind": "", "more": 0}
    request.say("not_now", lines=[], where=where, waits=waits, **given)


def _waits(request: Request) -> list[Seat]:
    """Return whom a game waits for that has not begun, for one who is in it."""
    session, seat = request.session, request.seat
    if session is None or seat is None or seat.state not in OCCUPIED:
        return []
    if session.game.state is not GameState.INVITED:
        return []
    return [one.name for one in session.seats() if one.state not in OCCUPIED]


def odd_wish(request: Request, wish: str) -> bool:
    """Refuse a wish that cannot be fulfilled for anybody; return whether it was one."""
    session, _ = request.in_game()
    why = invitations.odd_wish(session, wish) if wish else ""
    if why:
        request.refuse("odd_wish", why=why)
    return bool(why)


def odd_name(request: Request, called: str) -> bool:
    """Return whether nobody can be called so in a game, and say it; "" is no name."""
    odd = bool(called) and not naming.is_name(called)
    if odd:
        request.refuse("odd_name", name=called, meant=naming.means_others(called))
    return odd


def talks(step: Orders) -> bool:
    """Return whether no line of a step is an order, or asks anything."""
    return not any(one.orders or "?" in one.written for one in step.readings)


def is_polite(request: Request, step: Orders) -> bool:
    """Return whether lines only greet, or sign a letter."""
    names, session = names_of(request), request.session
    read = [one.written for one in step.readings if one.orders]
    if session and not all(
        map(games.find(session.game.kind).notation.by_letters, read)
    ):
        return False
    return all(_is_courtesy(line, names) for line in step.written)


def greets_or_signs(request: Request, line: str) -> bool:
    """Return whether a line only greets, or signs a letter."""
    return _is_courtesy(line, names_of(request))


def _is_courtesy(line: str, names: Sequence[str]) -> bool:
    clean = order_lines.clean_line(line)
    return greets(clean) or order_lines.signs(clean, names)


def names_of(request: Request) -> list[str]:
    """Return what the writer of a letter may put below it."""
    player = request.player_id
    called = players.get(request.conn, player).name if player is not None else ""
    seat, own = request.seat, request.content.name
    return [seat.name if seat else "", called, own, naming.first_name(own)]


def without(request: Request, step: Orders) -> Orders:
    """Return lines without misspelt commands, which are refused with a hint."""
    read = {one.written for one in step.readings if one.orders or one.offers}
    unread = {one.written for one in step.readings} - read
    left_lines, gone = [], set[str]()
    game = games.find(request.session.game.kind) if request.session else None
    changes = any(one.change and one.change.applies for one in step.readings)
    for line in step.lines:
        text = order_lines.clean_line(line)
        if text not in unread:
            left_lines.append(line)
            continue
        if faulty.resigns(request, text):
            gone.add(text)
            continue
        first = next(iter(text.split()), "")
        near = parser.similar_command(text)
        ours = game is not None and game.notation.uses(first)
        if near != first.lower() and ours:
            near = ""  # it is a word of the game
        hint = words.hinted(text) if not changes else ""
        near = near or (hint if hint != "plan" or not ours else "")
        if near:
            request.refuse("nearly", line=text, near=near)
            gone.add(text)
        else:
            left_lines.append(line)
    left = tuple(one for one in step.readings if one.written not in gone)
    return replace(step, lines=tuple(left_lines), readings=left)


def asked_about(session: GameSession, seat: Seat, step: Orders) -> tuple[Reading, ...]:
    """Return the orders that lines only ask about ("D4 1NE?"); () where they do not, or
    "?" is a sign of the game's own."""
    asks = all(line.endswith("?") for line in step.lines) and step.lines
    read = [one.offers or (one.orders,) for one in step.readings]
    if session.story.game.notation.uses("?") or not asks or not all(map(_is_one, read)):
        return ()
    text = "\n".join(line for (order,) in read for line in order)
    noted = orders.as_noted(session.story, text)
    offered = orders.look(session.story, seat, noted)
    clean = offered.text and not offered.troubles and not offered.asks
    return noted if clean else ()


def _is_one(offers: Sequence[Sequence[str]]) -> bool:
    """Return whether a line can mean one thing only."""
    return len(offers) == 1 and len(offers[0]) > 0
