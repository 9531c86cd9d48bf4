"""Receipts: each letter gets an answer with what was understood, and its effect."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence

from pbem.pages import page
from pbem.protocol import Lines
from pbem.record.firing import answer_of
from pbem.report.builder import meaning_of
from pbem.schedule.units import HOUR
from pbem.server.flow import host_words, token_recovery
from pbem.server.game import drafts, references, report_mail
from pbem.server.game.report_mail import ReceiptPart
from pbem.server.game.request import Request
from pbem.server.game.session import GameSession
from pbem.server.outbound import rate_limits, templates
from pbem.server.outbound.message import Message
from pbem.server.outbound.rate_limits import Answers
from pbem.server.states import (
    GameState,
    LetterKind,
    LetterOutcome,
    LetterState,
    SeatState,
)
from pbem.server.store import letters, players
from pbem.server.store.queries import save
from pbem.server.store.reply_tokens import grant_without_game

MAX_LINES = 200  #: of a letter of which it is kept what became of them
_log = logging.getLogger("pbem.server")


def answer_all(
    session: GameSession, requests: Sequence[Request]
) -> dict[int, ReceiptPart]:
    """Write the receipts of a look at a game; return those that go on top of a report
    instead, by player.

    A game master or watcher has no such report, so the receipt goes alone.
    """
    leads: dict[int, ReceiptPart] = {}
    seats = report_mail.seat_readers(session) if session.has_report else []
    merged = {seat.player_id for seat in seats}
    for request in requests:
        player_id = request.player_id
        if not _settle(request) or player_id is None:
            continue
        if player_id in merged:
            earlier = leads.pop(player_id, None)
            if earlier is not None:
                _post(request, earlier)
            leads[player_id] = ReceiptPart(
                [*body(request), *page.blocks("\n")],
                request.content.message_id,
                request.content.writer,
                _asked(request),
                request.row.id,
            )
        else:
            _answer_alone(request)
    return leads


def answer(request: Request) -> None:
    """Write the receipt of a letter that was for no game."""
    if request.player_id is None:
        if _settle(request, may_answer=bool(request.receipt.blocks)):
            token_recovery.answer_stranger(request, body(request))
    elif _settle(request):
        _answer_alone(request)


def _answer_alone(request: Request) -> None:
    blocks = [*body(request), *ending(request)]
    reply_to = request.content.message_id, request.content.writer, _asked(request)
    _post(request, ReceiptPart(blocks, *reply_to, request.row.id))


def _asked(request: Request) -> int | None:
    """Keep the lines that a "yes" to a receipt sends once more, if there are any."""
    lines = request.receipt.given_back
    if not lines:
        return None
    return letters.keep_lines(request.conn, request.row, request.content, lines)


def _settle(request: Request, *, may_answer: bool = True) -> bool:
    """Note that a letter is dealt with; return whether it is answered."""
    receipt = request.receipt
    silent = receipt.silent or (receipt.sent_on > 0 and not receipt.blocks)
    answered = may_answer and not silent
    if answered:
        understood = request.receipt.understood
        given = (request.conn, request.config, request.row, understood, request.now)
        may = rate_limits.may_answer(*given, idle=_is_idle(request))
        answered = may is not Answers.NO
        if not answered:
            rate_limits.note_silence(request.row, "enough answers")
        elif may is Answers.LAST_ALIKE:
            request.say("last_alike", refuses=True, idle=False)
        elif may is Answers.LAST_IDLE:
            request.say("last_alike", refuses=True, idle=True)
        elif may is not Answers.YES:
            _pause(request, may)
    done, understood = LetterState.DONE, request.receipt.understood
    new = request.row._replace(state=done, understood=understood, answered=answered)
    if _is_idle(request):
        new = new._replace(why=rate_limits.IDLE)
    outcome = _outcome(request)
    if answered and outcome is LetterOutcome.REFUSED:
        host_words.offer(request)
    found = [] if receipt.forgotten else accounted(request)
    lines = json.dumps(found, ensure_ascii=False) if found else ""
    save(request.conn, request.row, new._replace(lines=lines, outcome=outcome))
    about = {"letter": request.row.id, "player": request.row.player_id}
    _log.info("done", extra={**about, "game": request.row.game_id})
    return answered


def _outcome(request: Request) -> LetterOutcome:
    receipt = request.receipt
    if receipt.ordered:
        return LetterOutcome.ACTED
    if any(how.startswith("asked") for how in receipt.lines.values()):
        return LetterOutcome.ASKED
    if receipt.refused:
        return LetterOutcome.ACTED if receipt.done else LetterOutcome.REFUSED
    return LetterOutcome.ACTED if receipt.understood else LetterOutcome.NONE


#: Why nothing shows that a letter is its player's, in words for the host.
_PROBLEMS = {
    "no-token": "no answer to a letter of ours",
    "old-token": "an answer to a letter that is no longer good",
    "other-address": "from another address than the player's",
    "no-dkim": "without the signature of its mail server",
    "stranger": "from nobody that we know",
}


def accounted(request: Request) -> list[tuple[str, str]]:
    """Return what became of each line of a letter, in a few words: none is left out."""
    receipt, content = request.receipt, request.content
    talk = {" ".join(line.split()): "left alone" for line in receipt.talk}
    known = talk | receipt.lines
    other = "no use for it"
    if request.player_id is None and content.problem:
        other = f"not proven: {_PROBLEMS.get(content.problem, content.problem)}"
    written = [" ".join(line.split()) for line in content.text.split("\n")]
    found = [(line, known.get(line, other)) for line in written[:MAX_LINES] if line]
    return found + [(line, how) for line, how in known.items() if line not in written]


def _is_idle(request: Request) -> bool:
    """Return whether a letter of a player held nothing for us, as a machine's does."""
    nothing = not (request.receipt.understood or request.receipt.attempted)
    return nothing and request.player_id is not None


def _pause(request: Request, may: Answers) -> None:
    """Say once that answers pause, all or those about a game, and until when."""
    limits = request.config.limits
    if request.player_id is None:
        most = rate_limits.most_answers(request.config, None)
        request.receipt.note("paused", unknown=True, most=most)
        return
    player_id = request.writer_id
    what, most, game = rate_limits.PAUSED, limits.sender_hour, None
    if may is Answers.LAST_OF_GAME:
        game = request.row.game_id
        what, most = rate_limits.GAME_PAUSED, limits.game_hour
    request.audit(what, player_id=player_id, game_id=game)
    rate_limits.note_pause(request.conn, player_id, game, request.now)
    until = request.now + HOUR
    deadline = references.player_deadline(request, player_id, until)
    name = request.session.game.name if game and request.session else ""
    given = {"most": most, "until": deadline, "game": name}
    request.receipt.note("paused", unknown=False, **given)


def body(request: Request) -> list[page.Block]:
    """Return what a receipt says of the letter itself."""
    session = request.session
    game = session.game.name if session else ""
    name = ""
    if request.player_id is not None:
        seat = request.seat
        name = seat.name if seat else players.get(request.conn, request.player_id).name
    head = templates.blocks(
        "receipt",
        name=name,
        game=game,
        serial=request.serial,
        understood=request.receipt.understood,
        over=session is not None and session.game.state is GameState.OVER,
        refused=request.receipt.refused and not request.receipt.done,
        asks=bool(request.receipt.given_back) and not request.receipt.ordered,
        empty=not request.receipt.blocks,
        buried=request.content.buried,
        cut=request.content.cut,
        preview=request.receipt.only_previews,
        greets=request.receipt.greets,
        unread=() if request.receipt.understood else request.content.unread,
        behind=request.content.behind,
    )
    return [*head, *request.receipt.parts]


def ending(request: Request) -> list[page.Block]:
    """Return the last part of a receipt: what happens at the deadline if the seat sends
    nothing more."""
    session, seat = request.session, request.seat
    if session is None or seat is None or not session.running:
        return []
    if seat.state is not SeatState.IN:  # anyone who has left is not written to
        return []
    story = session.story
    rules, state = story.game.rules, story.table.state
    window = rules.window(state)
    own = story.table.answers.get(seat.name)
    asked = window is not None and seat.name in window.seats
    default = rules.default(state, seat.name) if asked and own is None else None
    game, plan = session.game, answer_of(story, seat.name)
    until = references.player_deadline(session, seat.player_id, game.deadline)
    held = drafts.held_until(seat)
    return templates.blocks(
        "receipt_end",
        held=references.player_deadline(session, seat.player_id, held),
        asked=asked,
        sent=str(own.order) if own else "",
        compound=rules.lines is Lines.COMPOUND,
        fresh=request.receipt.ordered,
        default=None if default is None else str(default),
        means=meaning_of(story, seat.name, default) if default is not None else [],
        plan=plan,
        until=until,
        draft=seat.draft,
        policy=game.silence,
        paused=game.paused is not None,
        more=len(story.table.held.get(seat.name, ())),
    )


def _post(request: Request, part: ReceiptPart) -> None:
    """Send a receipt; its answer speaks for the same turn."""
    session, player_id = request.session, request.writer_id
    seat = request.seat
    if session is not None and seat is not None:
        serial = session.serial
        grant = references.grant(session.game, seat, serial)
        ref = references.ref(session.game, max(serial, 0))
        thread = references.thread(session.game)
        subject = templates.subject("receipt", name=session.game.name, serial=serial)
    else:
        grant = grant_without_game(player_id, request.now)
        ref, thread = "desk", ""
        subject = templates.subject("receipt", name="", serial=-1)
    held = seat is not None and drafts.held_until(seat) is not None
    message = Message(
        subject=subject,
        body=list(part.blocks),
        click="wrong" if held else "",
        ref=ref,
        answers=part.answers,
        letter=part.letter,
        thread=thread,
        automatic="auto-replied",
    )
    kind = LetterKind.RECEIPT
    grant = grant._replace(letter_id=part.asked)
    request.send(player_id, message, kind=kind, grant=grant, preferred=part.preferred)
