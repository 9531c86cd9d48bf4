"""Seats that are free: offered to the standby players, in order, with a time to
accept. Until one has, the first owner may come back."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from pbem.games import find
from pbem.protocol import Seat
from pbem.report.model import Reader
from pbem.server.game import deadlines, history
from pbem.server.game.request import Request
from pbem.server.game.session import GameSession
from pbem.server.game.timers import Timer
from pbem.server.notices import references, report_mail, to_masters
from pbem.server.notices.notify import notify
from pbem.server.notices.report_mail import ReceiptPart
from pbem.server.outbound import templates
from pbem.server.outbound.message import Message
from pbem.server.schedule.parser import parse_duration
from pbem.server.schedule.phrases import format_time_control
from pbem.server.storage import players, schema
from pbem.server.storage.reply_tokens import TokenGrant

_offer, _bench, _seat = schema.offer, schema.bench, schema.seat
MONTH = 30 * 86400.0


def free_seat(
    session: GameSession, seat: Seat, why: str, *, gone: bool = False, because: str = ""
) -> None:
    """A seat has no player any more: the others are told, and it is offered.

    Who is `gone` cannot come back.
    """
    row = next(row for row in session.seats() if row.name == seat)
    state = "gone" if gone else "free"
    session.change_seat(seat, state=state, waits=False, drawer="")
    session.audit("seat-free", f"{seat}: {why}", player_id=row.player_id)
    for other in session.seats():
        mine = other.name == seat
        if other.state == "in" or mine:
            given = {"free": seat, "why": why, "yours": mine, "because": because}
            session.later(notify, session, other, "seat_free", **given)
    _next(session, row)


def _next(session: GameSession, row: Row[Any]) -> None:
    """Offers a free seat to the next player of the bench; nobody left: to all."""
    link, game = session.link, session.game
    player_id = _candidate(session, row)
    if player_id is None:
        to_masters.tell(
            session, "seat_open", seat=row.name, serial=max(session.serial, 0)
        )
        return
    until = session.now + parse_duration(session.config.offer)
    values = {
        "game_id": game.id,
        "number": row.number,
        "player_id": player_id,
        "state": "open",
        "made": session.now,
        "until": until,
    }
    made = link.execute(_offer.insert().values(values)).inserted_primary_key
    assert made is not None
    session.timers.add(Timer(until, "offer", int(made[0])))
    grant = TokenGrant(player_id, game.id, None, None, until + MONTH)
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
        thread=references.thread(session, game),
    )
    session.send(player_id, message, kind="offer", grant=grant)


def _candidate(session: GameSession, row: Row[Any]) -> int | None:
    """Who has waited longest on the bench, was not asked yet and may be."""
    link, game = session.link, session.game
    here = _offer.c.game_id == game.id
    asked = sa.select(_offer.c.player_id).where(
        here, sa.or_(_offer.c.number == row.number, _offer.c.state == "open")
    )
    plays = sa.select(_seat.c.player_id).where(_seat.c.game_id == game.id)
    query = (
        sa.select(_bench)
        .where(_bench.c.kind.in_((game.kind, "all")))
        .where(_bench.c.player_id.not_in(asked), _bench.c.player_id.not_in(plays))
        .order_by(_bench.c.made, _bench.c.player_id)
    )
    for one in link.execute(query).all():
        taken = sa.select(sa.func.count()).select_from(_offer)
        recent = (_offer.c.made > session.now - MONTH) & (_offer.c.state == "taken")
        mine = taken.where(_offer.c.player_id == one.player_id, recent)
        if (link.execute(mine).scalar() or 0) < one.most and players.working_address(
            link, one.player_id
        ):
            return int(one.player_id)
    return None


def lapse(session: GameSession, number: int) -> None:
    """The time to accept is over: the next one is asked."""
    row = session.link.execute(
        sa.select(_offer).where(_offer.c.id == number)
    ).one_or_none()
    if row is None or row.state != "open":
        return
    _settle(session, row, "lapsed")
    _onward(session, row)


def _onward(session: GameSession, offer: Row[Any]) -> None:
    seat = next(row for row in session.seats() if row.number == offer.number)
    if seat.state in ("free", "gone") and session.state == "running":
        _next(session, seat)


def open_to(session: GameSession, player_id: int | None) -> Row[Any] | None:
    """The offer that a player can accept here."""
    mine = (_offer.c.game_id == session.game.id) & (_offer.c.player_id == player_id)
    query = sa.select(_offer).where(mine).order_by(_offer.c.id.desc()).limit(1)
    return session.link.execute(query).one_or_none()


def open_seat(
    session: GameSession, player_id: int | None
) -> tuple[Row[Any] | None, str]:
    """A free seat that anybody may take, and why there is none.

    While a seat is offered to somebody it is theirs to accept.
    """
    free = [row for row in session.seats() if row.state in ("free", "gone")]
    here = (_offer.c.game_id == session.game.id) & (_offer.c.state == "open")
    offered = {
        row.number: row
        for row in session.link.execute(sa.select(_offer).where(here)).all()
    }
    for row in free:
        offer = offered.get(row.number)
        if offer is None:
            return row, ""
        if offer.player_id == player_id:
            _settle(session, offer, "taken")
            return row, ""
    return None, "offered" if free else "full"


def seats_left(
    link: Connection, player_id: int | None
) -> list[tuple[str, str, Seat, int]]:
    """Seats without a player that are on offer to nobody, in games that somebody does
    not play in: the game's name and title, the seat, the turn."""
    game = schema.game
    offered = sa.exists().where(
        _offer.c.game_id == game.c.id,
        _offer.c.number == _seat.c.number,
        _offer.c.state == "open",
    )
    mine = sa.select(_seat.c.game_id).where(_seat.c.player_id == player_id)
    query = (
        sa.select(game.c.name, game.c.kind, _seat.c.name.label("seat"), game.c.serial)
        .join(_seat, _seat.c.game_id == game.c.id)
        .where(game.c.state == "running", _seat.c.state.in_(("free", "gone")))
        .where(~offered, game.c.id.not_in(mine))
        .order_by(game.c.id, _seat.c.number)
        .limit(50)
    )
    rows = link.execute(query).all()
    return [(row.name, find(row.kind).title, row.seat, row.serial) for row in rows]


def answer(request: Request, *, yes: bool) -> bool:
    """Accepts or refuses an offered seat; False where none was offered."""
    session = request.session
    assert session is not None
    offer = open_to(session, request.player_id)
    if offer is None or session.seat_of(request.player_id) is not None:
        return False
    if offer.state != "open" or session.state != "running":
        request.refuse("offer_gone", name=session.game.name, why=offer.state)
        return True
    seat = next(row for row in session.seats() if row.number == offer.number)
    if not yes:
        _settle(session, offer, "refused")
        request.say("offer_refused", name=session.game.name)
        _onward(session, offer)
        return True
    _settle(session, offer, "taken")
    assert request.player_id is not None
    take_seat(session, seat, request.player_id)
    request.silent = True
    return True


def take_seat(
    session: GameSession, seat: Row[Any], player_id: int, because: str = ""
) -> None:
    """A seat has a new player: a full turn, and a letter that tells the game."""
    session.change_seat(
        seat.name,
        player_id=player_id,
        state="in",
        former_id=seat.player_id,
        since=session.now,
        misses=0,
        waits=False,
        drawer="",
    )
    session.audit("seat-taken", seat.name, player_id=player_id)
    if session.field("paused") is None:
        session.as_of = session.now
        deadlines.shift(session, deadlines.compute(session, session.now))
    session.later(_hand_over, session, seat.name, because)


def _hand_over(session: GameSession, seat: Seat, because: str) -> None:
    """The letter for the newcomer, and a word for the others."""
    link, game = session.link, session.game
    for row in session.seats():
        if row.name != seat:
            if row.state == "in":
                notify(session, row, "seat_taken", taken=seat, because=because)
            continue
        display = players.get(link, row.player_id).display
        past = history.chapters(session, Reader(seat=seat, display=display))
        body = templates.blocks(
            "handover",
            name=game.name,
            title=find(game.kind).title,
            seat=seat,
            chapters=past[-40:],
            cut=max(0, len(past) - 40),
            policy=session.field("silence"),
            press=session.field("press"),
        )
        lead = ReceiptPart(body)
        report_mail.to_seat(
            *(session, game, session.story, row, session.deadline), lead=lead
        )


def reclaim(session: GameSession, seat: Row[Any]) -> None:
    """The first owner came back in time."""
    session.change_seat(seat.name, state="in", misses=0)
    mine = (_offer.c.game_id == session.game.id) & (_offer.c.number == seat.number)
    for offer in session.link.execute(
        sa.select(_offer).where(mine, _offer.c.state == "open")
    ).all():
        _settle(session, offer, "gone")
    session.audit("reclaimed", seat.name)


def _settle(session: GameSession, offer: Row[Any], state: str) -> None:
    this = _offer.c.id == offer.id
    session.link.execute(_offer.update().where(this).values(state=state))
    session.timers.cancel("offer", offer.id)


def reclaim_on_return(request: Request) -> None:
    """Give a seat back to its player who writes before another has taken it."""
    session = request.session
    if session is None:
        return
    seat = session.seat_of(request.player_id)
    if seat is not None and seat.state == "free":
        reclaim(session, seat)
        request.say("reclaimed", name=session.game.name, seat=seat.name)
