"""Seats that are free: offered to the standby players, in order, with a time to
accept. Until one has, the first owner may come back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from pbem.games import find
from pbem.protocol import Seat
from pbem.report import builder
from pbem.report.model import Reader
from pbem.server import clock, config, people, reports, schema, times, words
from pbem.server.compose import Draft
from pbem.server.store import note
from pbem.server.tokens import Bearer

if TYPE_CHECKING:
    from pbem.server.sitting import Sitting
    from pbem.server.talk import Talk

_offer, _bench, _seat = schema.offer, schema.bench, schema.seat
MONTH = 30 * 86400.0


def free(
    sitting: Sitting, seat: Seat, why: str, *, gone: bool = False, because: str = ""
) -> None:
    """A seat has no player any more: the others are told, and it is offered.

    Who is `gone` cannot come back.
    """
    row = next(row for row in sitting.seats() if row.name == seat)
    state = "gone" if gone else "free"
    sitting.seat_is(seat, state=state, waits=False, drawer="")
    ids = {"game_id": sitting.game.id, "player_id": row.player_id}
    note(sitting.link, "seat-free", sitting.now, f"{seat}: {why}", **ids)
    for other in sitting.seats():
        mine = other.name == seat
        if other.state == "in" or mine:
            sitting.notices.append(
                lambda to=other, mine=mine: sitting.tell(  # type: ignore[misc]
                    to,
                    "seat_free",
                    free=seat,
                    why=why,
                    yours=mine,
                    because=because,
                )
            )
    _next(sitting, row)


def _next(sitting: Sitting, row: Row[Any]) -> None:
    """Offers a free seat to the next player of the bench; nobody left: to all."""
    link, game = sitting.link, sitting.game
    player_id = _candidate(sitting, row)
    if player_id is None:
        from pbem.server import masters

        masters.tell(sitting, "seat_open", seat=row.name, serial=max(sitting.serial, 0))
        return
    until = sitting.now + config.seconds(sitting.office.config.offer)
    values = {
        "game_id": game.id,
        "number": row.number,
        "player_id": player_id,
        "state": "open",
        "made": sitting.now,
        "until": until,
    }
    made = link.execute(_offer.insert().values(values)).inserted_primary_key
    assert made is not None
    clock.remember(sitting, until, "offer", int(made[0]))
    bearer = Bearer(player_id, game.id, None, None, until + MONTH)
    draft = Draft(
        subject=words.subject("offer", name=game.name, title=find(game.kind).title),
        body=words.blocks(
            "offer",
            name=game.name,
            title=find(game.kind).title,
            seat=row.name,
            serial=sitting.serial,
            seats=[one.name for one in sitting.seats()],
            until=reports.until(link, sitting.office, player_id, until, sitting.now),
            pace=times.pace(clock.pace_of(sitting)),
        ),
        ref=reports.ref(game, max(sitting.serial, 0)),
        thread=reports.thread(sitting.office, game),
    )
    post = sitting.office.post
    post.to_player(link, sitting.now, player_id, draft, kind="offer", bearer=bearer)


def _candidate(sitting: Sitting, row: Row[Any]) -> int | None:
    """Who has waited longest on the bench, was not asked yet and may be."""
    link, game = sitting.link, sitting.game
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
        recent = (_offer.c.made > sitting.now - MONTH) & (_offer.c.state == "taken")
        mine = taken.where(_offer.c.player_id == one.player_id, recent)
        if (link.execute(mine).scalar() or 0) < one.most and people.reach(
            link, one.player_id
        ):
            return int(one.player_id)
    return None


def lapse(sitting: Sitting, number: int) -> None:
    """The time to accept is over: the next one is asked."""
    row = sitting.link.execute(
        sa.select(_offer).where(_offer.c.id == number)
    ).one_or_none()
    if row is None or row.state != "open":
        return
    _settle(sitting, row, "lapsed")
    _onward(sitting, row)


def _onward(sitting: Sitting, offer: Row[Any]) -> None:
    seat = next(row for row in sitting.seats() if row.number == offer.number)
    if seat.state in ("free", "gone") and sitting.state == "running":
        _next(sitting, seat)


def open_to(sitting: Sitting, player_id: int | None) -> Row[Any] | None:
    """The offer that a player can accept here."""
    mine = (_offer.c.game_id == sitting.game.id) & (_offer.c.player_id == player_id)
    query = sa.select(_offer).where(mine).order_by(_offer.c.id.desc()).limit(1)
    return sitting.link.execute(query).one_or_none()


def open_seat(sitting: Sitting, player_id: int | None) -> tuple[Row[Any] | None, str]:
    """A free seat that anybody may take, and why there is none.

    While a seat is offered to somebody it is theirs to accept.
    """
    free = [row for row in sitting.seats() if row.state in ("free", "gone")]
    here = (_offer.c.game_id == sitting.game.id) & (_offer.c.state == "open")
    offered = {
        row.number: row
        for row in sitting.link.execute(sa.select(_offer).where(here)).all()
    }
    for row in free:
        offer = offered.get(row.number)
        if offer is None:
            return row, ""
        if offer.player_id == player_id:
            _settle(sitting, offer, "taken")
            return row, ""
    return None, "offered" if free else "full"


def left(link: Connection, player_id: int | None) -> list[tuple[str, str, Seat, int]]:
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


def answer(talk: Talk, *, yes: bool) -> bool:
    """Accepts or refuses an offered seat; False where none was offered."""
    sitting = talk.sitting
    assert sitting is not None
    offer = open_to(sitting, talk.player_id)
    if offer is None or sitting.seat_of(talk.player_id) is not None:
        return False
    if offer.state != "open" or sitting.state != "running":
        talk.say("offer_gone", name=sitting.game.name, why=offer.state)
        return True
    seat = next(row for row in sitting.seats() if row.number == offer.number)
    if not yes:
        _settle(sitting, offer, "refused")
        talk.say("offer_refused", name=sitting.game.name)
        _onward(sitting, offer)
        return True
    _settle(sitting, offer, "taken")
    assert talk.player_id is not None
    take(sitting, seat, talk.player_id)
    talk.silent = True
    return True


def take(sitting: Sitting, seat: Row[Any], player_id: int, because: str = "") -> None:
    """A seat has a new player: a full turn, and a letter that tells the game."""
    sitting.seat_is(
        seat.name,
        player_id=player_id,
        state="in",
        former_id=seat.player_id,
        since=sitting.now,
        misses=0,
        waits=False,
        drawer="",
    )
    ids = {"game_id": sitting.game.id, "player_id": player_id}
    note(sitting.link, "seat-taken", sitting.now, seat.name, **ids)
    if sitting.field("paused") is None:
        sitting.happened = sitting.now
        clock.shift(sitting, clock.fresh(sitting, sitting.now))
    sitting.notices.append(lambda: _hand_over(sitting, seat.name, because))


def _hand_over(sitting: Sitting, seat: Seat, because: str) -> None:
    """The letter for the newcomer, and a word for the others."""
    link, office, game = sitting.link, sitting.office, sitting.game
    for row in sitting.seats():
        if row.name != seat:
            if row.state == "in":
                sitting.tell(
                    row, "seat_taken", taken=seat, because=because,
                    until=reports.until(
                        link, office, row.player_id, sitting.deadline, sitting.now
                    ),
                )  # fmt: skip
            continue
        display = people.get(link, row.player_id).display
        past = tale(sitting, Reader(seat=seat, display=display))
        body = words.blocks(
            "handover",
            name=game.name,
            title=find(game.kind).title,
            seat=seat,
            chapters=past[-40:],
            cut=max(0, len(past) - 40),
            policy=sitting.field("silence"),
            press=sitting.field("press"),
        )
        lead = reports.Lead(body)
        reports.to_seat(
            *(link, office, game, sitting.story, row, sitting.now, sitting.deadline),
            lead=lead,
        )


def tale(sitting: Sitting, reader: Reader) -> list[tuple[int, list[str]]]:
    """What happened so far, turn by turn, as far as a reader may know."""
    from pbem.report.wording import words as game_words
    from pbem.server import history

    tell = game_words(sitting.story.game)
    found = []
    for one in history.windows(sitting.link, sitting.game):
        chapter = builder.chapter(sitting.story, one, reader)
        lines = [history.line(tell, event) for event in chapter.events]
        found.append((one.serial, [line for line in lines if line]))
    return found


def reclaim(sitting: Sitting, seat: Row[Any]) -> None:
    """The first owner came back in time."""
    sitting.seat_is(seat.name, state="in", misses=0)
    mine = (_offer.c.game_id == sitting.game.id) & (_offer.c.number == seat.number)
    for offer in sitting.link.execute(
        sa.select(_offer).where(mine, _offer.c.state == "open")
    ).all():
        _settle(sitting, offer, "gone")
    note(sitting.link, "reclaimed", sitting.now, seat.name, game_id=sitting.game.id)


def _settle(sitting: Sitting, offer: Row[Any], state: str) -> None:
    this = _offer.c.id == offer.id
    sitting.link.execute(_offer.update().where(this).values(state=state))
    clock.forget(sitting, "offer", offer.id)
