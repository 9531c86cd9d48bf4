"""Receipts: every letter is told what was understood of it, and what that means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem import page
from pbem.notation import NotUnderstood
from pbem.server import limits, lost, orders, people, reports, sheet, words
from pbem.server.compose import Draft
from pbem.server.intake import CHANGE
from pbem.server.reports import Lead
from pbem.server.talk import Talk
from pbem.server.tokens import Bearer

if TYPE_CHECKING:
    from pbem.server.sitting import Sitting

DESK_DAYS = 14  #: how long an answer to a letter about no game is taken


def hear(talk: Talk) -> None:
    """Does what the lines of a letter say, one after the other."""
    for item in items(talk):
        if isinstance(item, sheet.Command):
            command(talk, item)
        else:
            order(talk, list(item.lines))


def items(talk: Talk) -> list[sheet.Item]:
    """The lines of a letter; the subject speaks where the letter is empty."""
    found = sheet.divide(talk.content.text)
    if not found and (spoken := sheet.parse(talk.content.subject)) is not None:
        return [spoken]
    return found


def command(talk: Talk, line: sheet.Command) -> None:
    """Carries out a command, if this writer may give it here."""
    module = sheet.modules()[line.name]
    if module.NEEDS == "seat" and talk.sitting is None:
        talk.say("no_game", text=line.text)
        return
    talk.understood = True
    module.run(talk, line)


def order(talk: Talk, lines: list[str]) -> None:
    """Offers lines of notation to the game that the letter is for."""
    sitting = talk.sitting
    seat = sitting.seat_of(talk.player_id) if sitting else None
    if sitting is None or seat is None or sitting.state in ("invited", "dropped"):
        near = next(filter(None, map(sheet.nearly, lines)), "")
        where = "" if sitting is None else sitting.state
        talk.say("not_now", lines=lines[:20], near=near, where=where)
        return
    lines = _slips(talk, lines)
    if not lines:
        return
    if sitting.stale(talk):
        serial, now = talk.content.serial, sitting.serial
        talk.say("stale", lines=lines[:20], serial=serial, now=now)
        return
    if talk.preview:
        offered = orders.offer(sitting.story, seat.name, lines)
    else:
        offered = sitting.order(talk, seat.name, lines)
    talk.understood = talk.understood or bool(offered.text)
    talk.ordered = talk.ordered or bool(offered.text and not talk.preview)
    talk.say("orders", one=offered, preview=talk.preview)
    if talk.seals and not talk.preview and not offered.drawer:
        talk.say("seal", seal=talk.seals[-1])


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
    if talk.silent:
        return False
    config = talk.office.config
    return limits.may_answer(talk.link, config, talk.row, talk.understood, talk.now)


def body(talk: Talk) -> list[page.Block]:
    """What a receipt says of the letter itself."""
    sitting = talk.sitting
    game = sitting.game.name if sitting else ""
    name = ""
    if talk.player_id is not None:
        name = people.get(talk.link, talk.player_id).name
        if sitting is not None and (seat := sitting.seat_of(talk.player_id)):
            name = seat.name
    head = words.blocks(
        "receipt",
        name=name,
        game=game,
        serial=talk.serial,
        understood=talk.understood,
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
        means=orders.reading(story, seat.name, default) if default is not None else [],
        until=reports.deadline(sitting.office, sitting.deadline, sitting.now),
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


def desk_bearer(player_id: int, now: float) -> Bearer:
    """For whom an answer to a letter about no game speaks."""
    return Bearer(player_id, None, None, None, now + DESK_DAYS * 86400)


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
    found = items(talk)
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
            lost.again(talk, talk.content.text.split("\n"))
    elif not harmless:
        talk.say("stranger", address=talk.office.config.address)
