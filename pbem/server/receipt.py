"""Receipts: every letter is told what was understood of it, and what that means."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pbem.notation import NotUnderstood
from pbem.report import page
from pbem.report.builder import meaning_of
from pbem.server import (
    errands,
    limits,
    lost,
    orders,
    people,
    reports,
    sheet,
    stale,
    terms,
    tidings,
    timing,
    whatif,
    words,
)
from pbem.server.compose import Draft
from pbem.server.intake import CHANGE
from pbem.server.reports import Lead
from pbem.server.talk import Talk
from pbem.server.tokens import desk_bearer

if TYPE_CHECKING:
    from pbem.server.sitting import Sitting

COMMANDS = 30  #: of one letter that are carried out
_BEGIN = ("new", "open")
_GUARD = re.compile(r"(.*?)\s*#(\d{1,6})\s*$", re.DOTALL)


def hear(talk: Talk) -> None:
    """Does what the lines of a letter say, one after the other."""
    found = framed(talk, items(talk))
    left = COMMANDS
    for item in found:
        if isinstance(item, sheet.Command):
            left -= 1
            if left < 0:
                talk.say("too_many", most=COMMANDS, line=item.text)
                return
            command(talk, item)
        else:
            order(talk, list(item.lines))
    if talk.preview and isinstance(found[-1], sheet.Command):
        _look(talk, [], {})


def items(talk: Talk) -> list[sheet.Item]:
    """The lines of a letter; the subject speaks where the letter is empty."""
    if talk.items is not None:
        return talk.items
    text = errands.split(talk, sheet.ours(_spoken(talk)))
    talk.items = sheet.divide(text, lambda line: _yields(talk, line))
    return talk.items


def _spoken(talk: Talk) -> str:
    """What a letter says: its text, or a command in the subject of an empty one."""
    text = talk.content.text
    if not text.strip():
        subject = sheet.ours(talk.content.subject)
        if sheet.parse(subject.split("\n")[0]) is not None:
            return talk.content.subject
    return text


def framed(talk: Talk, found: list[sheet.Item]) -> list[sheet.Item]:
    """The items without the terms of a game that begins in this very letter: these
    must be known before anybody is invited."""
    if not any(isinstance(i, sheet.Command) and i.name in _BEGIN for i in found):
        return found
    kept: list[sheet.Item] = []
    for item in found:
        if isinstance(item, sheet.Command) and item.name == "set":
            name = item.one("SETTING").lower()
            name = {"deadline": "pace"}.get(name, name)
            if name in terms.TERMS:
                try:
                    talk.terms |= terms.read(name, item.one("REST"))
                except (terms.NotATerm, timing.NotATime) as error:
                    known = error.known if isinstance(error, terms.NotATerm) else ()
                    value = item.one("REST")
                    talk.say("term_unknown", name=name, value=value, known=known)
                continue
        kept.append(item)
    return kept


def _yields(talk: Talk, line: sheet.Command) -> bool:
    """Whether a line is an order of the game, though it looks like a command."""
    module = sheet.modules()[line.name]
    sitting = talk.sitting
    if not getattr(module, "YIELDS", False) or sitting is None:
        return False
    if sitting.state != "running" or module.claims(talk):  # type: ignore[attr-defined]
        return False
    story, seat = sitting.story, sitting.seat_of(talk.player_id)
    try:
        order = story.game.notation.parse(line.text)
    except NotUnderstood:
        return False
    if seat is None:
        return False
    faults = story.game.rules.check(story.table.state, seat.name, order)
    return not any(fault.refuses for fault in faults)


def command(talk: Talk, line: sheet.Command) -> None:
    """Carries out a command, if this writer may give it here."""
    module = sheet.modules()[line.name]
    if module.NEEDS == "seat" and talk.sitting is None:
        talk.say("no_game", text=line.text)
        return
    talk.understood = True
    if stale.too_old(talk, line):
        stale.say(talk, [line.text])
        return
    module.run(talk, line)


def order(talk: Talk, lines: list[str]) -> None:
    """Offers lines of notation to the game that the letter is for."""
    sitting = talk.sitting
    seat = sitting.seat_of(talk.player_id) if sitting else None
    if sitting is None or seat is None or sitting.state in ("invited", "dropped"):
        near = next(filter(None, map(sheet.nearly, lines)), "")
        where = "" if sitting is None else sitting.state
        if sitting is not None and seat is None and where == "running":
            where = "no-seat"
        talk.say("not_now", lines=lines[:20], near=near, where=where)
        return
    if sitting.state == "over":
        talk.say("is_over", name=sitting.game.name)
        return
    lines = _slips(talk, _guarded(talk, lines))
    if not lines:
        return
    if sitting.stale(talk):
        stale.say(talk, lines)
        return
    guessed: dict[str, list[str]] = {}
    if talk.preview:
        lines, guessed = whatif.guesses(sitting.story, seat.name, lines)
        offered = orders.offer(sitting.story, seat.name, lines)
    else:
        offered = sitting.order(talk, seat.name, lines)
    talk.understood = talk.understood or bool(offered.text)
    talk.ordered = talk.ordered or bool(offered.text and not talk.preview)
    talk.say("orders", one=offered, preview=talk.preview)
    if offered.news and not offered.readings and not talk.preview:
        own = tidings.lines(sitting, offered.news, seat.name)
        talk.say("news_own", lines=own)
    if talk.preview and (offered.text or guessed):
        _look(talk, offered.text.split("\n") if offered.text else [], guessed)
    if talk.seals and not talk.preview:
        talk.say("seal", seal=talk.seals[-1])


def _look(talk: Talk, own: list[str], guessed: dict[str, list[str]]) -> None:
    """Shows what would come of orders, one's own and guesses for others."""
    sitting = talk.sitting
    seat = sitting.seat_of(talk.player_id) if sitting else None
    if sitting is None or seat is None or sitting.state != "running":
        return
    display = people.get(talk.link, seat.player_id).display
    talk.show(whatif.told(sitting.story, seat.name, own, guessed, display))


def _guarded(talk: Talk, lines: list[str]) -> list[str]:
    """The lines without the `#7` behind them that says which turn they are for."""
    kept = []
    for line in lines:
        match = _GUARD.fullmatch(line)
        if match:
            talk.guard = int(match[2])
            line = match[1]
        if line.strip():
            kept.append(line)
    return kept


def _slips(talk: Talk, lines: list[str]) -> list[str]:
    """The lines without those that were surely meant for commands; tells them."""
    sitting = talk.sitting
    assert sitting is not None
    parse = sitting.story.game.notation.parse
    kept = []
    for line in lines:
        near = sheet.nearly(line)
        try:
            if near:
                parse(orders.tidy(line))
        except NotUnderstood:
            talk.say("nearly", line=line, near=near)
            continue
        kept.append(line)
    return kept


def answer(sitting: Sitting) -> dict[int, Lead]:
    """Writes the receipts of a sitting; those that go on top of a report instead."""
    leads: dict[int, Lead] = {}
    merged = sitting.tells
    for talk in sitting.talks:
        told = _told(talk)
        _done(talk, told)
        player_id = talk.player_id
        if not told or player_id is None:
            continue
        if merged:
            earlier = leads.pop(player_id, None)
            if earlier is not None:
                _post(talk, earlier.blocks, earlier.answers, earlier.wanted)
            leads[player_id] = Lead(
                [*body(talk), *page.blocks("\n")],
                talk.content.message_id,
                talk.content.writer,
            )
        else:
            blocks = [*body(talk), *ending(talk)]
            _post(talk, blocks, talk.content.message_id, talk.content.writer)
    return leads


def _done(talk: Talk, told: bool) -> None:
    """Notes that a letter is dealt with."""
    given = {
        "number": talk.row.id,
        "state": "done",
        "understood": talk.understood,
        "answered": told,
    }
    talk.link.execute(CHANGE, given)


def _told(talk: Talk) -> bool:
    if talk.silent or (talk.sent_on and not talk.said):
        return False
    config = talk.office.config
    return limits.may_answer(talk.link, config, talk.row, talk.understood, talk.now)


def body(talk: Talk) -> list[page.Block]:
    """What a receipt says of the letter itself."""
    sitting = talk.sitting
    game = sitting.game.name if sitting else ""
    name = ""
    if talk.player_id is not None:
        seat = sitting.seat_of(talk.player_id) if sitting else None
        name = seat.name if seat else people.get(talk.link, talk.player_id).name
    head = words.blocks(
        "receipt",
        name=name,
        game=game,
        serial=talk.serial,
        understood=talk.understood,
        refused=talk.refused and not talk.done,
        empty=not talk.said,
        buried=talk.content.buried,
        cut=talk.content.cut,
        preview=talk.preview,
    )
    return [*head, *talk.said]


def ending(talk: Talk) -> list[page.Block]:
    """What happens if nothing more comes."""
    sitting = talk.sitting
    if sitting is None or sitting.state != "running":
        return []
    seat = sitting.seat_of(talk.player_id)
    if seat is None:
        return []
    story = sitting.story
    rules, state = story.game.rules, story.table.state
    window = rules.window(state)
    own = story.table.answers.get(seat.name)
    asked = window is not None and seat.name in window.seats
    default = rules.default(state, seat.name) if asked and own is None else None
    return words.blocks(
        "receipt_end",
        asked=asked,
        sent=str(own.order) if own else "",
        fresh=talk.ordered,
        default=str(default) if default is not None else "",
        means=meaning_of(story, seat.name, default) if default is not None else [],
        until=reports.until(
            *(sitting.link, sitting.office, seat.player_id),
            *(sitting.deadline, sitting.now),
        ),
        drawer=seat.drawer,
        policy=sitting.field("silence"),
        paused=sitting.field("paused") is not None,
        more=len(story.table.held.get(seat.name, ())),
    )


def _post(talk: Talk, blocks: object, answers: str, wanted: str) -> None:
    """Sends a receipt; its answer speaks for the same turn."""
    sitting, player_id = talk.sitting, talk.player_id
    assert player_id is not None
    seat = sitting.seat_of(player_id) if sitting else None
    if sitting is not None and seat is not None:
        serial = sitting.serial
        bearer = reports.bearer(sitting.game, seat, serial)
        ref, thread = (
            reports.ref(sitting.game, max(serial, 0)),
            reports.thread(talk.office, sitting.game),
        )
        subject = words.subject("receipt", name=sitting.game.name, serial=serial)
    else:
        bearer = desk_bearer(player_id, talk.now)
        ref, thread = "desk", ""
        subject = words.subject("receipt", name="", serial=-1)
    draft = Draft(
        subject=subject,
        body=list(blocks),  # type: ignore[call-overload]
        ref=ref,
        answers=answers,
        thread=thread,
        automatic="auto-replied",
    )
    talk.office.post.to_player(
        *(talk.link, talk.now, player_id, draft),
        kind="receipt",
        bearer=bearer,
        wanted=wanted,
    )


def desk(talk: Talk) -> None:
    """Answers a letter that is for no game, or whose writer proves nothing."""
    if talk.player_id is not None:
        hear(talk)
        lines = [
            line
            for item in items(talk)
            if isinstance(item, sheet.Lines)
            for line in item.lines
        ]
        if lines and not talk.understood:
            lost.again(talk, lines)
    else:
        _unproven(talk)
    told = _told(talk) and bool(talk.said or talk.player_id is not None)
    _done(talk, told)
    if not told:
        return
    if talk.player_id is not None:
        blocks = [*body(talk), *ending(talk)]
        _post(talk, blocks, talk.content.message_id, talk.content.writer)
    else:
        lost.to_writer(talk, body(talk))


def _unproven(talk: Talk) -> None:
    """What may be done for a writer who proves nothing: telling, and asking."""
    found = framed(talk, items(talk))
    harmless = [
        item
        for item in found
        if isinstance(item, sheet.Command)
        and sheet.modules()[item.name].NEEDS == "anybody"
    ]
    for item in harmless:
        command(talk, item)
    if talk.content.told_id is not None:
        if len(harmless) < len(found) or not found:
            lost.again(talk, _spoken(talk).split("\n"))
    elif not harmless:
        talk.say("stranger", address=talk.office.config.address)
