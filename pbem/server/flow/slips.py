"""Lines that are no orders as they stand: slips of commands, orders behind a word or
before a question mark, and what comes where no game can take it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from pbem.language.lines import OrderLine
from pbem.plugins import games
from pbem.protocol import Seat
from pbem.server import naming
from pbem.server.flow import faulty
from pbem.server.flow.instructions import Orders
from pbem.server.game import order_lines, orders
from pbem.server.game.order_lines import MAX_CLEANED
from pbem.server.game.request import Request
from pbem.server.game.session import GameSession
from pbem.server.states import TAKEN, GameState
from pbem.server.store import players
from pbem.server.syntax import parser, words

#: What may lead to an order: "no, D4", "oops, I meant D5".
_LEADING = re.compile(
    r"(?:(?:(?:yes|no|wait|sorry|hi|hello|hey)\s*+[,.:;!-]++|(?:oops|whoops|correction|"
    r"actually|(?:or )?rather|i meant?|make (?:that|it)|scratch that)\b[,.:;!-]*+)"
    r"\s*+){1,4}",
    re.IGNORECASE,
)
MAX_SHOWN = 20  #: lines of one letter that are shown where no game can take them
_POLITE = ("please", "pls", "plz", "thanks")  #: behind an order


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
    """Say that the game, of which something was asked, has not begun."""
    session, _ = request.in_game()
    where, waits = session.game.state, _waits(request)
    given: dict[str, Any] = {"near": "", "kind": "", "more": 0}
    request.say("not_now", lines=[], where=where, waits=waits, **given)


def _waits(request: Request) -> list[Seat]:
    """Return whom a game waits for that has not begun, for one who is in it."""
    session, seat = request.session, request.seat
    if session is None or seat is None or seat.state not in TAKEN:
        return []
    if session.game.state is not GameState.INVITED:
        return []
    return [one.name for one in session.seats() if one.state not in TAKEN]


def odd_name(request: Request, called: str) -> bool:
    """Return whether nobody can be called so in a game, and say it; "" is no name."""
    odd = bool(called) and not naming.is_name(called)
    if odd:
        request.refuse("odd_name", name=called, meant=naming.means_others(called))
    return odd


def talks(step: Orders) -> bool:
    """Return whether no line of a step is an order, or asks anything."""
    return all(line.fault and "?" not in line.text for line in step.lines)


def is_polite(request: Request, step: Orders) -> bool:
    """Return whether lines only greet, or sign a letter."""
    names, session = names_of(request), request.session
    read = [one.text for one in step.lines if one.order is not None]
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
    return order_lines.greets(clean) or order_lines.signs(clean, names)


def names_of(request: Request) -> list[str]:
    """Return what the writer of a letter may put below it."""
    player = request.player_id
    called = players.get(request.conn, player).name if player is not None else ""
    seat, own = request.seat, request.content.name
    return [seat.name if seat else "", called, own, naming.first_name(own)]


def without(request: Request, step: Orders) -> list[OrderLine]:
    """Return the lines without those that were surely meant for commands; tell them."""
    if not any(line.fault for line in step.lines):
        return list(step.lines)
    kept = []
    game = games.find(request.session.game.kind) if request.session else None
    changes = game is not None and order_lines.changes(game, step.lines)
    for at, line in enumerate(step.lines):
        first = next(iter(line.text.split()), "")
        if line.fault and faulty.resigns(request, line.text):
            continue
        order = None
        if line.fault and game is not None and not changes and at < MAX_CLEANED:
            order = _behind_a_word(game, line)
        if order is not None:
            kept.append(order)
            continue
        near = parser.similar_command(line.text) if line.fault else ""
        ours = game is not None and game.notation.uses(first)
        if near != first.lower() and ours:
            near = ""  # it is a word of the game
        hint = words.hinted(line.text) if line.fault and not changes else ""
        near = near or (hint if hint != "plan" or not ours else "")
        if near:
            request.refuse("nearly", line=line.text, near=near)
        else:
            kept.append(line)
    return kept


def asked_about(
    session: GameSession, seat: Seat, lines: Sequence[OrderLine]
) -> list[OrderLine]:
    """Return the orders that lines only ask about ("D4 1NE?"); [] where they do not, or
    "?" is a sign of the game's own."""
    if session.story.game.notation.uses("?"):
        return []
    texts = [line.text.rstrip("? ") for line in lines]
    if not all(line.text.endswith("?") for line in lines) or not all(texts):
        return []
    offered = orders.look(session.story, seat, texts)
    clean = offered.text and not offered.troubles
    return order_lines.read_lines(session.story.game, texts) if clean else []


def _behind_a_word(game: games.Game, line: OrderLine) -> OrderLine | None:
    """Return the order behind words that only lead to it, and before a "please"; None
    where there is none."""
    found = _LEADING.match(line.text)
    text = line.text[found.end() if found else 0 :]
    before, _, last = text.rstrip(" .!").rpartition(" ")
    text = before.rstrip(" ,") if last.lower() in _POLITE else text
    behind = order_lines.read_lines(game, [text]) if text != line.text else []
    return behind[0] if len(behind) == 1 and behind[0].fault is None else None
