"""Seats that are free: offered to the standby players, in order, with a time to
accept. Until one has, the first owner may come back."""

from __future__ import annotations

from sqlalchemy.engine import Connection

from pbem.plugins.games import find, title_of
from pbem.protocol import Seat
from pbem.report.model import Reader
from pbem.schedule.parser import parse_duration
from pbem.schedule.phrases import format_time_control
from pbem.schedule.units import DAY
from pbem.server.game import deadlines, drafts, history, plans, references, report_mail
from pbem.server.game.notify import notify, notify_masters
from pbem.server.game.report_mail import ReceiptPart
from pbem.server.game.request import Request
from pbem.server.game.session import GameSession
from pbem.server.game.timers import Timer
from pbem.server.outbound import templates
from pbem.server.outbound.message import Message
from pbem.server.states import (
    NOT_BEGUN,
    VACANT,
    LetterKind,
    OfferState,
    SeatState,
    TimerKind,
)
from pbem.server.store import bot_jobs as thoughts
from pbem.server.store import game_store, games, offers, players
from pbem.server.store.queries import insert, save
from pbem.server.store.reply_tokens import TokenGrant
from pbem.server.store.rows import GameRow, OfferRow, PlayerRow, SeatRow

MONTH = 30 * DAY


def free_seat(
    session: GameSession, seat: Seat, why: str, *, gone: bool = False, because: str = ""
) -> None:
    """Take a seat from its player: tell the others, and offer it.

    Who is `gone` cannot come back.
    """
    row = session.seat(seat)
    had = bool(session.running and plans.drop(session, seat))
    state = SeatState.GONE if gone else SeatState.FREE
    drafts.retire(session, row)
    session.change_seat(row, row._replace(state=state, waits=False, draft=""))
    ids = {"player_id": row.player_id, "seat": row.number}
    session.audit("seat-free", why, **ids)
    for other in session.seats():
        mine = other.name == seat
        if other.state is SeatState.IN or mine:
            given = {"free": seat, "why": why, "yours": mine, "because": because}
            given["plan"] = mine and had
            given["fills"] = other.number == 0 and session.config.limits.bots > 0
            session.later(notify, session, other, "seat_free", **given)
    _next(session, row)


def _next(session: GameSession, row: SeatRow) -> None:
    """Offer a free seat to the next standby player; where nobody is left, to the game
    masters."""
    game = session.game
    player_id = _candidate(session, row)
    if player_id is None:
        turn = max(session.serial, 0)
        notify_masters(session, "seat_open", seat=row.name, serial=turn)
        return
    until = session.now + parse_duration(session.config.offer)
    made, opened = session.now, OfferState.OPEN
    offer = OfferRow(0, game.id, row.number, player_id, opened, made, until)
    number = insert(session.conn, offer)
    session.timers.add(Timer(until, TimerKind.OFFER, number))
    grant = TokenGrant(player_id, game.id, None, until + MONTH)
    message = Message(
        subject=templates.subject("offer", name=game.name, title=find(game.kind).title),
        body=templates.blocks(
            "offer",
            name=game.name,
            title=find(game.kind).title,
            seat=row.name,
            serial=session.serial,
            seats=[one.name for one in session.seats()],
            until=references.player_deadline(session, player_id, until),
            pace=format_time_control(deadlines.time_control_of(session)),
        ),
        ref=references.ref(game, max(session.serial, 0)),
        thread=references.thread(game),
    )
    session.send(player_id, message, kind=LetterKind.OFFER, grant=grant)


def _candidate(session: GameSession, row: SeatRow) -> int | None:
    """Return who has waited longest on the bench, was not asked yet and may be."""
    conn, game = session.conn, session.game
    recent = session.now - MONTH
    for one in offers.candidates(conn, game.id, game.kind, row.number):
        accepted = offers.accepted_since(conn, one.player_id, recent)
        reached = players.working_address(conn, one.player_id)
        fit = is_reliable(game, players.get(conn, one.player_id))
        if accepted < one.most and reached and fit:
            return one.player_id
    return None


def is_reliable(game: GameRow, row: PlayerRow) -> bool:
    """Return whether a player meets the game's required share of met deadlines. A
    player without any deadline yet does."""
    met, count = players.deadlines_met(row)
    return 100 * met >= game.reliable * count


def lapse(session: GameSession, number: int) -> None:
    """Ask the next one: the time to accept is over."""
    row = offers.get(session.conn, number)
    if row is None or row.state is not OfferState.OPEN:
        return
    _settle(session, row, OfferState.LAPSED)
    _onward(session, row)


def _onward(session: GameSession, offer: OfferRow) -> None:
    seat = next(row for row in session.seats() if row.number == offer.number)
    if seat.state in VACANT and session.running:
        _next(session, seat)


def open_seat(
    session: GameSession, player_id: int | None
) -> tuple[SeatRow | None, str]:
    """Return a free seat that this player may take, or None with the reason.

    While a seat is offered to somebody it is theirs to accept.
    """
    free = [row for row in session.seats() if row.state in VACANT]
    open_ones = offers.open_in(session.conn, session.game.id)
    offered = {row.number: row for row in open_ones}
    for row in free:
        offer = offered.get(row.number)
        if offer is None:
            return row, ""
        if offer.player_id == player_id:
            _settle(session, offer, OfferState.ACCEPTED)
            return row, ""
    return None, "offered" if free else "full"


def seats_left(
    conn: Connection, player_id: int | None
) -> list[tuple[str, str, Seat, int]]:
    """Return seats without a player that are on offer to nobody, in games that somebody
    does not play in: the game's name and title, the seat, the turn."""
    return [
        (name, title_of(kind), seat, serial)
        for name, kind, seat, serial in offers.seats_left(conn, player_id)
    ]


def invites(request: Request) -> bool:
    """Return whether a yes or a no is to a seat: before the game begins, or offered."""
    session = request.session
    return session is not None and (
        session.game.state in NOT_BEGUN or offered(request) is not None
    )


def offered(request: Request) -> OfferRow | None:
    """Return the latest offer of a seat to a writer who has none in the game."""
    session, own = request.in_game()
    if own is not None:
        return None
    return offers.last_to(session.conn, session.game.id, request.player_id)


def answer(request: Request, *, yes: bool) -> bool:
    """Accept or refuse an offered seat; return False where none was offered."""
    session, _ = request.in_game()
    offer = offered(request)
    if offer is None:
        return False
    seat = next(row for row in session.seats() if row.number == offer.number)
    if offer.state is not OfferState.OPEN or not session.running:
        why = "bot" if seat.state is SeatState.BOT else offer.state
        request.refuse("offer_gone", name=session.game.name, why=why)
        return True
    if not yes:
        _settle(session, offer, OfferState.REFUSED)
        request.say("offer_refused", name=session.game.name)
        _onward(session, offer)
        return True
    _settle(session, offer, OfferState.ACCEPTED)
    take_seat(session, seat, request.writer_id)
    request.receipt.silent = True
    return True


def take_seat(
    session: GameSession, seat: SeatRow, player_id: int, because: str = ""
) -> None:
    """Give a seat to a new player: a full turn, and a letter that tells the game."""
    new = seat._replace(
        player_id=player_id,
        state=SeatState.IN,
        former_id=seat.former_id or seat.player_id,
        since=session.now,
        misses=0,
        waits=False,
        draft="",
    )
    plans.drop(session, seat.name)
    games.forget_rated(session.conn, session.game.id)
    session.change_seat(seat, new)
    session.audit("seat-taken", player_id=player_id, seat=seat.number)
    if session.game.paused is None:
        deadlines.shift(session, deadlines.compute(session, session.now))
    session.later(_hand_over, session, seat.name, because)


def give_to_bot(session: GameSession, seat: SeatRow, level: str) -> None:
    """Give a free seat to a bot; the others are notified."""
    conn, game = session.conn, session.game
    new = seat._replace(
        player_id=thoughts.bot_player(conn, session.now),
        state=SeatState.BOT,
        former_id=seat.former_id or seat.player_id,
        since=session.now,
        bot=level,
    )
    games.forget_rated(conn, game.id)
    session.change_seat(seat, new)
    for offer in offers.open_in(conn, game.id):
        if offer.number == seat.number:
            _settle(session, offer, OfferState.GONE)
    # Its header says who is a bot.
    session.replace_story(game_store.load_story(conn, game))
    session.audit("seat-bot", seat=seat.number)
    for row in session.manned():
        given = {"taken": seat.name, "plays": level}
        session.later(notify, session, row, "seat_bot", **given)


def _hand_over(session: GameSession, seat: Seat, because: str) -> None:
    """Send the newcomer the game so far, and a word to the others."""
    conn, game = session.conn, session.game
    for row in session.seats():
        if row.name != seat:
            if row.state is SeatState.IN:
                notify(session, row, "seat_taken", taken=seat, because=because)
            continue
        display = players.get(conn, row.player_id).display
        past = history.chapters(session, Reader(seat=seat, display=display))
        body = templates.blocks(
            "handover",
            name=game.name,
            title=find(game.kind).title,
            seat=seat,
            chapters=past[-40:],
            cut=max(0, len(past) - 40),
            policy=session.game.silence,
            press=session.game.press,
        )
        lead = ReceiptPart(body)
        report_mail.to_seat(session, game, session.story, row, lead=lead)


def _settle(session: GameSession, offer: OfferRow, state: OfferState) -> None:
    save(session.conn, offer, offer._replace(state=state))
    session.timers.cancel(TimerKind.OFFER, offer.id)


def may_return(request: Request) -> bool:
    """Return whether the writer lost a seat that is still vacant."""
    return request.seat is not None and request.seat.state is SeatState.FREE


def reclaim_on_return(request: Request) -> None:
    """Restore a seat to its former player, who writes before it is taken by another."""
    session, seat = request.session, request.seat
    if session is None or seat is None or not may_return(request):
        return
    session.change_seat(seat, seat._replace(state=SeatState.IN, misses=0))
    for offer in offers.open_in(session.conn, session.game.id):
        if offer.number == seat.number:
            _settle(session, offer, OfferState.GONE)
    session.audit("reclaimed", seat=seat.number)
    request.say("reclaimed", name=session.game.name, seat=seat.name)
