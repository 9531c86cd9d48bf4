"""Receipts: every letter is told what was understood of it, and what that means."""

from __future__ import annotations

import re

from pbem.notation import NotUnderstood
from pbem.server.game.request import Request
from pbem.server.lobby import game_settings
from pbem.server.lobby.game_settings import UnknownSetting
from pbem.server.notices import out_of_turn
from pbem.server.play import orders, preview
from pbem.server.play.submit import submit
from pbem.server.replies import receipt, routing, stale, token_recovery
from pbem.server.schedule.time_control import UnknownTime
from pbem.server.storage import players
from pbem.server.syntax import parser, registry
from pbem.server.syntax.command import Command, Item, OrderLines
from pbem.server.syntax.parser import parse_command

MAX_COMMANDS = 30  #: of one letter that are carried out
_BEGIN = ("new", "open")
_GUARD = re.compile(r"(.*?)\s*#(\d{1,6})\s*$", re.DOTALL)


def hear(request: Request) -> None:
    """Does what the lines of a letter say, one after the other."""
    found = framed(request, items(request))
    left = MAX_COMMANDS
    for item in found:
        if isinstance(item, Command):
            left -= 1
            if left < 0:
                request.say("too_many", most=MAX_COMMANDS, line=item.text)
                return
            command(request, item)
        else:
            order(request, list(item.lines))
    if request.preview and isinstance(found[-1], Command):
        _look(request, [], {})


def items(request: Request) -> list[Item]:
    """The lines of a letter; the subject speaks where the letter is empty."""
    if request.items is not None:
        return request.items
    text = routing.split(request, parser.normalize(_spoken(request)))
    request.items = parser.split_items(text, lambda line: _yields(request, line))
    return request.items


def _spoken(request: Request) -> str:
    """What a letter says: its text, or a command in the subject of an empty one."""
    text = request.content.text
    if not text.strip():
        subject = parser.normalize(request.content.subject)
        if parse_command(subject.split("\n")[0]) is not None:
            return request.content.subject
    return text


def framed(request: Request, found: list[Item]) -> list[Item]:
    """The items without the terms of a game that begins in this very letter: these
    must be known before anybody is invited."""
    if not any(isinstance(i, Command) and i.name in _BEGIN for i in found):
        return found
    kept: list[Item] = []
    for item in found:
        if isinstance(item, Command) and item.name == "set":
            name = item.one("SETTING").lower()
            name = {"deadline": "pace"}.get(name, name)
            if name in game_settings.SETTINGS:
                try:
                    request.terms |= game_settings.parse_setting(name, item.one("REST"))
                except (UnknownSetting, UnknownTime) as error:
                    known = error.known if isinstance(error, UnknownSetting) else ()
                    value = item.one("REST")
                    request.refuse("term_unknown", name=name, value=value, known=known)
                continue
        kept.append(item)
    return kept


def _yields(request: Request, line: Command) -> bool:
    """Whether a line is an order of the game, though it looks like a command."""
    module = registry.modules()[line.name]
    session = request.session
    if not getattr(module, "YIELDS", False) or session is None:
        return False
    if session.state != "running" or module.claims(request):  # type: ignore[attr-defined]
        return False
    story, seat = session.story, session.seat_of(request.player_id)
    try:
        order = story.game.notation.parse(line.text)
    except NotUnderstood:
        return False
    if seat is None:
        return False
    faults = story.game.rules.check(story.table.state, seat.name, order)
    return not any(fault.refuses for fault in faults)


def command(request: Request, line: Command) -> None:
    """Carries out a command, if this writer may give it here."""
    module = registry.modules()[line.name]
    if module.NEEDS == "seat" and request.session is None:
        request.refuse("no_game", text=line.text)
        return
    request.understood = True
    if stale.too_old(request, line):
        stale.say(request, [line.text])
        return
    module.run(request, line)


def order(request: Request, lines: list[str]) -> None:
    """Offers lines of notation to the game that the letter is for."""
    session = request.session
    seat = session.seat_of(request.player_id) if session else None
    if session is None or seat is None or session.state in ("invited", "dropped"):
        near = next(filter(None, map(parser.similar_command, lines)), "")
        where = "" if session is None else session.state
        if session is not None and seat is None and where == "running":
            where = "no-seat"
        request.say("not_now", lines=lines[:20], near=near, where=where)
        return
    if session.state == "over":
        request.say("is_over", name=session.game.name)
        return
    lines = _slips(request, _guarded(request, lines))
    if not lines:
        return
    if request.stale:
        stale.say(request, lines)
        return
    guessed: dict[str, list[str]] = {}
    if request.preview:
        lines, guessed = preview.split_guesses(session.story, seat.name, lines)
        offered = orders.offer(session.story, seat.name, lines)
    else:
        offered = submit(request, session, seat.name, lines)
    request.understood = request.understood or bool(offered.text)
    request.ordered = request.ordered or bool(offered.text and not request.preview)
    request.say("orders", one=offered, preview=request.preview)
    if offered.news and not offered.readings and not request.preview:
        own = out_of_turn.event_lines(session, offered.news, seat.name)
        request.say("news_own", lines=own)
    if request.preview and (offered.text or guessed):
        _look(request, offered.text.split("\n") if offered.text else [], guessed)
    if request.seals and not request.preview:
        request.say("seal", seal=request.seals[-1])


def _look(request: Request, own: list[str], guessed: dict[str, list[str]]) -> None:
    """Shows what would come of orders, one's own and guesses for others."""
    session = request.session
    seat = session.seat_of(request.player_id) if session else None
    if session is None or seat is None or session.state != "running":
        return
    display = players.get(request.link, seat.player_id).display
    request.show(
        preview.preview_blocks(session.story, seat.name, own, guessed, display)
    )


def _guarded(request: Request, lines: list[str]) -> list[str]:
    """The lines without the `#7` behind them that says which turn they are for."""
    kept = []
    for line in lines:
        match = _GUARD.fullmatch(line)
        if match:
            request.guard = int(match[2])
            line = match[1]
        if line.strip():
            kept.append(line)
    return kept


def _slips(request: Request, lines: list[str]) -> list[str]:
    """The lines without those that were surely meant for commands; tells them."""
    session = request.session
    assert session is not None
    parse = session.story.game.notation.parse
    kept = []
    for line in lines:
        near = parser.similar_command(line)
        try:
            if near:
                parse(orders.clean_line(line))
        except NotUnderstood:
            request.say("nearly", line=line, near=near)
            continue
        kept.append(line)
    return kept


def desk(request: Request) -> None:
    """Answers a letter that is for no game, or whose writer proves nothing."""
    if request.player_id is not None:
        hear(request)
        lines = [
            line
            for item in items(request)
            if isinstance(item, OrderLines)
            for line in item.lines
        ]
        if lines and not request.understood:
            token_recovery.send_fresh_tokens(request, lines)
    else:
        _unproven(request)
    told = receipt._told(request) and bool(
        request.said or request.player_id is not None
    )
    receipt._done(request, told)
    if not told:
        return
    if request.player_id is not None:
        blocks = [*receipt.body(request), *receipt.ending(request)]
        receipt._post(
            request, blocks, request.content.message_id, request.content.writer
        )
    else:
        token_recovery.answer_stranger(request, receipt.body(request))


def _unproven(request: Request) -> None:
    """What may be done for a writer who proves nothing: telling, and asking."""
    found = framed(request, items(request))
    harmless = [
        item
        for item in found
        if isinstance(item, Command)
        and registry.modules()[item.name].NEEDS == "anybody"
    ]
    for item in harmless:
        command(request, item)
    if request.content.told_id is not None:
        if len(harmless) < len(found) or not found:
            token_recovery.send_fresh_tokens(request, _spoken(request).split("\n"))
    elif not harmless:
        request.say("stranger", address=request.config.address)
