"""Orders of a letter: offered to the game, shown only, or given back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pbem.language.reading import Reading
from pbem.language.slips import MAX_SLIP
from pbem.pages.wording import words
from pbem.plugins import games
from pbem.protocol import Fault, Lines, Seat
from pbem.record.imagined import example
from pbem.schedule.phrases import format_duration
from pbem.server.flow import faulty as faulty_lines
from pbem.server.flow import questions, slips
from pbem.server.flow.instructions import Orders
from pbem.server.game import (
    deadlines,
    drafts,
    history,
    order_lines,
    orders,
    out_of_turn,
    press,
    preview,
    references,
)
from pbem.server.game.offered import Offered
from pbem.server.game.order_lines import MAX_LINES, signs
from pbem.server.game.request import Request
from pbem.server.game.session import GameSession
from pbem.server.game.window import open_window
from pbem.server.states import BEGUN, EntrySource, GameState
from pbem.server.store.asked import was_asked
from pbem.server.store.game_store import LogEntry
from pbem.server.store.queries import MAX_DETAIL
from pbem.server.store.rows import SeatRow
from pbem.server.syntax import parser


def understood(request: Request, step: Orders) -> Orders:
    """Return lines with what they mean where their game is now: read once a letter."""
    session, seat = request.session, request.seat
    if session is None:
        return step
    name = seat.name if seat is not None else ""
    lines = list(step.lines[:MAX_LINES])
    if session.running:
        if request.preview:  # those of others are guesses
            lines, _ = preview.split_guesses(session.story, name, lines)
        found = orders.read(session.story, name, lines)
    else:
        seats = [one.name for one in session.seats()]
        found = order_lines.read(games.find(session.game.kind), lines, name, seats)
    return replace(step, readings=found)


def order(request: Request, step: Orders) -> list[str]:
    """Offer lines of notation to the game that the letter is for; return those that are
    only shown."""
    session, seat = request.session, request.seat
    before = (request.content.serial or 0) < 0
    if before and request.receipt.understood and slips.talks(step):
        request.receipt.talk += step.written  # "accept", and a few words more
        return []
    if session is None or seat is None or session.game.state not in BEGUN:
        if session is None and faulty_lines.explain(request, step.written):
            return []
        slips.no_place(request, step)
        return []
    if session.game.state is GameState.OVER:
        whom = press.whom(session, seat, " ".join(step.written))
        request.say("is_over", refuses=True, name=session.game.name, whom=whom)
        return []
    if not request.preview and session.running:
        if shown := slips.asked_about(session, seat.name, step):
            request.receipt.begin_preview()
            return _preview(request, session, seat.name, [], shown)
        if questions.asks(session.story.game, step.readings):
            questions.answer(request, step.lines)
            if not any(one.offers for one in step.readings):
                return []
    if len(step.written) > MAX_LINES:
        line = step.written[MAX_LINES]
        request.refuse("too_many", most=MAX_LINES, what="lines", line=line)
    whole, step = step, slips.without(request, step)
    left = replace(step, written=step.lines)
    if step != whole and slips.is_polite(request, left):
        request.receipt.talk += step.lines  # a name below a misspelt command
        return []
    if request.stale:
        give_back(request, step.lines)
    elif request.preview:
        return _preview(request, session, seat.name, step.lines, step.readings)
    else:
        _submit(request, session, seat.name, step)
    return []


def give_back(request: Request, lines: Iterable[str]) -> None:
    """Say that lines were for another turn, whose token is spent."""
    assert request.session is not None
    content = request.content
    names = slips.names_of(request)
    request.receipt.talk += (line for line in lines if signs(line, names))
    lines = [line for line in lines if not signs(line, names)]
    if not lines:
        return
    serial = None if content.forwarded else content.serial
    if request.guard is not None and not request.spent:
        serial = request.guard
    now, old = request.session.serial, content.spent
    me = request.seat.name if request.seat else None
    asked: list[str] = []
    if serial is not None and 0 <= serial < now and not old:
        found = history.asked(request.session, serial, me)
        asked = ["you"] if me in found else []
        asked += [seat for seat in found if seat != me]
    back, more = lines[: slips.MAX_SHOWN], len(lines[slips.MAX_SHOWN :])
    request.receipt.given_back += back
    given = {"serial": serial, "now": now, "old": old, "asked": asked}
    request.receipt.account(lines, "for another turn")
    request.refuse("stale", lines=back, more=more, **given)


def _submit(
    request: Request,
    session: GameSession,
    seat: Seat,
    step: Orders,
) -> None:
    """Offer orders to the game, keep what is accepted, and say what came of them.

    What could be a command as well is asked about first. What may be asked about hangs
    on nothing that its writer cannot see.
    """
    texts, readings = [*step.lines], step.readings
    also_command = next(filter(parser.also_command, step.written), "")
    doubtful = not all(one.orders or one.talks for one in readings)
    received = request.row.received
    deadlines.elapse(session, min(received, session.now))
    serial = session.story.table.serial
    story, row = session.story, session.seat(seat)
    # A draft, and what is asked first, hang on nothing that the seat cannot see.
    ahead = row.waits or len(texts) > 1 or seat in story.table.held
    ahead = ahead or doubtful or bool(also_command)
    draft, held = drafts.text(row), False
    if draft and story.game.rules.lines is Lines.COMPOUND:
        # Later lines amend those that are kept back.
        texts = [*draft.split("\n"), *texts]
        readings = (*orders.as_noted(story, draft), *readings)
    if ahead:
        offered = orders.look(story, seat, readings, draft)
    else:
        offered = orders.offer(story, seat, readings, draft, sure=False)
    _tell_host(session, seat, offered)
    if also_command and offered.text and not offered.asks:
        asks = Fault("doubtful.command", given={"line": also_command.rstrip(".! ")})
        offered.asks = words(story.game).fault(asks)
    elif not (offered.asks or row.waits) and _ends_turn(session, seat, offered):
        asks = Fault("doubtful.partial", given={"now": ", ".join(offered.orders)})
        offered.asks = words(story.game).fault(asks)
    asked, until = bool(offered.asks), None
    if asked and not _confirmed(session, row, offered):
        request.receipt.given_back += offered.text.split("\n")
        offered.withdraw()
        request.receipt.understood = True
    else:
        held = row.waits and not offered.anytime
        if (ahead or offered.asks) and not held:
            offered = orders.offer(story, seat, readings)
        offered.asks = ""
        # What was asked and is said again was not misread.
        unsure = offered.freely or offered.partial
        if unsure and not (asked or held or offered.anytime):
            # Where answers are discreet, who waits must not tell who has answered.
            closes = offered.resolved or session.discreet
            until = drafts.hold_from(session) if closes else None
    request.receipt.talk += offered.only_talk
    _account(request, texts, offered, asked=asked)
    # Who has an order for everything, and was refused a line, may want to correct it.
    done = offered.dropped and not offered.lacking and seat in session.awaited()
    held = held or (done and not offered.anytime)
    if until is not None and offered.story is not None and not done:
        offered = _hold(request, session, seat, offered, until)
    elif held and offered.story is not None:
        drafts.save(request, session, seat, offered)
    elif offered.story is not None:
        source, letter_id = EntrySource.LETTER, request.row.id
        line = LogEntry(serial, seat, offered.text, source, letter_id)
        salt = request.commit(session.game.name, line)
        if row.draft and not offered.anytime:
            drafts.drop(session, row)
        session.has_answered(seat, again=bool(offered.replaces))
        session.news += [(seat, event) for event in offered.news]
        session.append(offered.story, line, received=received, salt=salt)
        session.played += offered.played
        if offered.resolved:
            open_window(session)
    elif not offered.talk:
        drafts.hold_longer(session, row)
    request.receipt.understood |= bool(offered.text)
    request.receipt.ordered |= bool(offered.text)
    request.receipt.attempted |= _is_for_us(offered, texts)
    refuses = bool(offered.asks) or not offered.text
    if offered.talk and request.receipt.done:
        request.receipt.talk += texts
        return
    whom = press.whom(session, row, " ".join(texts)) if offered.unread else ""
    if offered.unread and not (offered.text or offered.talk or offered.nearest):
        offered.example = example(session.story, seat)
    request.say("orders", refuses=refuses, one=offered, preview=False, whom=whom)
    if offered.unread and not offered.text and whom:
        _offer_to_pass_on(request, session, row, texts)
    if offered.news and not offered.readings:
        own = out_of_turn.event_lines(session, offered.news, seat)
        request.say("news_own", lines=own)
    if request.receipt.seals:
        request.say("seal", seal=request.receipt.seals[-1])


def _account(
    request: Request, texts: list[str], offered: Offered, *, asked: bool
) -> None:
    """Note what became of the lines of a sheet of orders."""
    receipt = request.receipt
    receipt.account(offered.refused, "refused")
    receipt.account(offered.ignored, "left alone")
    receipt.account(offered.superseded, "a later line counts")
    for one in offered.respelt:
        read = one.notation.replace("\n", " / ")
        receipt.account([one.written], f"{'asked' if asked else 'read'} as: {read}")
    if asked and offered.asks:
        receipt.account(texts, "asked about")


def _ends_turn(session: GameSession, seat: Seat, offered: Offered) -> bool:
    """Return whether orders that are not all of a letter close the window, for all that
    everybody may know. Units without an order keep it open, and so does a line of
    many that was refused: the others are held back."""
    open_still = bool(offered.lacking) or offered.dropped
    if open_still or not (offered.text and offered.partial) or session.discreet:
        return False
    return {*session.story.awaited()} <= {seat}


def _hold(
    request: Request, session: GameSession, seat: Seat, offered: Offered, until: float
) -> Offered:
    """Hold orders that would close the window; return them as their seat is shown them,
    who can take them back: without what would come of the window."""
    noted = orders.as_noted(session.story, offered.text)
    shown = orders.look(session.story, seat, noted)
    if shown.text == offered.text and shown.story is not None:
        shown.respelt, shown.ignored = offered.respelt, offered.ignored
        shown.notable, shown.superseded = offered.notable, offered.superseded
        shown.troubles, shown.refused = offered.troubles, offered.refused
        shown.again, shown.nearest = offered.again, offered.nearest
        offered = shown
    offered.asks, offered.news = "", ()
    drafts.save(request, session, seat, offered, until)
    offered.held = references.player_deadline(session, request.writer_id, until)
    return offered


def _is_for_us(offered: Offered, texts: list[str]) -> bool:
    """Return whether lines are an order, or short enough to be a slip in one: numbers
    are in letters of machines, too."""
    short = not offered.talk and all(len(one.split()) <= MAX_SLIP for one in texts)
    return short or not offered.unread


def _tell_host(session: GameSession, seat: Seat, offered: Offered) -> None:
    """Tell the host of lines at which the game raised an exception."""
    for one in offered.failures[:1]:
        session.alert_of_failure(seat, one)


def _offer_to_pass_on(
    request: Request, session: GameSession, seat: SeatRow, texts: list[str]
) -> None:
    """Offer to send lines that are no orders to who has written to their writer in the
    open turn: a "yes" does it."""
    writer = press.last_writer(session, seat)
    if writer:
        request.receipt.given_back += [f"press to {writer}", *texts, "end press"]
        request.say("press_offered", refuses=True, writer=writer)


def _confirmed(session: GameSession, seat: SeatRow, offered: Offered) -> bool:
    """Return whether orders were asked about before; else they are, from now on."""
    left = (*offered.refused, *offered.notable, *offered.superseded)
    text, serial = "\n".join((offered.text, offered.asks, *left)), session.serial
    asked = session.conn, session.game.id, seat.number, serial, text
    if was_asked(*asked, session.now):
        return True
    session.audit("asked", f"{serial} {seat.name}: {offered.text}"[:MAX_DETAIL])
    return False


def _preview(
    request: Request,
    session: GameSession,
    seat: Seat,
    lines: Iterable[str],
    readings: Sequence[Reading],
) -> list[str]:
    """Show what orders would do, one's own and guesses for others; return one's own."""
    _, guessed = preview.split_guesses(session.story, seat, [*lines])
    offered = orders.look(session.story, seat, readings)
    offered.asks = ""
    request.receipt.talk += offered.only_talk
    if offered.freely and session.game.hold:
        offered.held = format_duration(session.game.hold)
    _tell_host(session, seat, offered)
    request.receipt.understood |= bool(offered.text)
    request.say("orders", one=offered, preview=True, whom="")
    shown = offered.text.split("\n") if offered.text else []
    if shown or guessed:
        look(request, shown, guessed)
    return shown


def look(request: Request, own: list[str], guessed: dict[str, list[str]]) -> None:
    """Show what would come of orders, one's own and guesses for others."""
    session, seat = request.session, request.seat
    if session is None or seat is None or not session.running:
        return
    display = request.reader.display
    request.show(
        preview.preview_blocks(session.story, seat.name, own, guessed, display)
    )
