"""Votes: what the players themselves decide, when all who still play agree."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Row

from pbem.games import find
from pbem.notation import NotUnderstood
from pbem.protocol import Seat
from pbem.server.game import game_masters
from pbem.server.game.request import Request
from pbem.server.game.session import GameSession
from pbem.server.game.timers import Timer
from pbem.server.notices import references, to_masters
from pbem.server.notices.notify import notify
from pbem.server.play import endings, undo
from pbem.server.schedule.parser import parse_duration
from pbem.server.storage import players, schema
from pbem.server.storage.database import insert_new

_vote, _master = schema.vote, schema.master
KINDS = ("undo", "draw", "end", "master")


def voters(session: GameSession) -> list[Seat]:
    """The seats that still play: who can still resign, where that can be told."""
    story = session.story
    rules, state = story.game.rules, story.table.state
    seats = [row.name for row in session.seats() if row.state == "in"]
    try:
        resign = story.game.notation.parse("resign")
    except NotUnderstood:
        return seats
    return [
        seat
        for seat in seats
        if not any(fault.refuses for fault in rules.check(state, seat, resign))
    ]


def open_in(session: GameSession) -> Row[Any] | None:
    """The vote that is open in a game."""
    mine = (_vote.c.game_id == session.game.id) & (_vote.c.state == "open")
    return session.link.execute(sa.select(_vote).where(mine)).one_or_none()


def is_open_for(request: Request) -> bool:
    """Return whether a vote is open in the game of a letter."""
    return request.session is not None and open_in(request.session) is not None


def is_younger_than_token(request: Request) -> bool:
    """Return whether a vote was opened after the turn of a letter's token.

    It stays open for longer than a turn, so the token of an earlier turn may do.
    """
    vote = None if request.session is None else open_in(request.session)
    serial = request.content.serial
    return vote is not None and serial is not None and serial < vote.serial


def propose(request: Request, what: str) -> None:
    """Opens a vote; the proposer has agreed."""
    session = request.session
    assert session is not None
    seat = session.seat_of(request.player_id)
    refusal = _refused(session, seat, what)
    if seat is None or refusal:
        request.refuse("vote_refused", why=refusal, what=what)
        return
    until = session.now + parse_duration(session.config.vote)
    values = {
        "game_id": session.game.id,
        "what": what,
        "seat": seat.name,
        "serial": session.serial,
        "state": "open",
        "ballots": json.dumps({seat.name: True}),
        "made": session.now,
        "until": until,
    }
    made = session.link.execute(_vote.insert().values(values)).inserted_primary_key
    assert made is not None
    session.timers.add(Timer(until, "vote", int(made[0])))
    others = [one for one in voters(session) if one != seat.name]
    request.understood = True
    request.say("vote_open", what=what, others=others)
    session.later(_ask, session, int(made[0]), seat.name, what, until)
    _count(session)


def _refused(session: GameSession, seat: Row[Any] | None, what: str) -> str:
    if seat is None or session.state != "running":
        return "not-playing"
    if seat.name not in voters(session):
        return "out"
    if open_in(session) is not None:
        return "open"
    if what == "undo" and session.serial < 1:
        return "nothing"
    if what.startswith("master"):
        # A game master sees everything: nobody who plays can be one.
        owner = players.owner(session.link, what.partition(" ")[2])
        if owner is not None and session.seat_of(owner) is not None:
            return "master-plays"
        if not game_masters.silent_for_long(session):
            return "master-here"
    return ""


def _ask(session: GameSession, number: int, by: Seat, what: str, until: float) -> None:
    still = session.link.execute(sa.select(_vote.c.state).where(_vote.c.id == number))
    if still.scalar() != "open":
        return
    for row in session.seats():
        if row.name == by or row.name not in voters(session):
            continue
        said = references.player_deadline(session, row.player_id, until)
        notify(session, row, "vote", by=by, what=what, until=said, turn=session.serial)


def ballot(request: Request, *, yes: bool) -> bool:
    """Agrees or refuses; False where nothing is open."""
    session = request.session
    assert session is not None
    seat = session.seat_of(request.player_id)
    if session.state != "running" or seat is None:
        return False
    vote = open_in(session)
    if vote is None:
        return False
    if seat.name not in voters(session):
        request.refuse("vote_refused", why="out", what=vote.what)
        return True
    ballots = {**json.loads(vote.ballots), seat.name: yes}
    this = _vote.update().where(_vote.c.id == vote.id)
    session.link.execute(this.values(ballots=json.dumps(ballots)))
    request.understood = True
    request.say("voted", what=vote.what, yes=yes, by=vote.seat)
    _count(session)
    return True


def _count(session: GameSession) -> None:
    vote = open_in(session)
    if vote is None:
        return
    ballots = json.loads(vote.ballots)
    may = voters(session)
    yes = [seat for seat in may if ballots.get(seat)]
    no = [seat for seat in may if ballots.get(seat) is False]
    if vote.what.startswith("master"):
        # A quorum: more than half of those who still play.
        if 2 * len(yes) > len(may):
            _pass(session, vote)
        elif 2 * len(no) >= len(may):
            _end(session, vote, "refused", no)
        return
    if no:
        _end(session, vote, "refused", no)
    elif len(yes) == len(may):
        _pass(session, vote)


def lapse(session: GameSession, number: int) -> None:
    """The time to agree is over: silence is no agreement."""
    vote = open_in(session)
    if vote is not None and vote.id == number:
        _end(session, vote, "lapsed", [])


def _end(session: GameSession, vote: Row[Any], state: str, by: list[Seat]) -> None:
    this = _vote.update().where(_vote.c.id == vote.id)
    session.link.execute(this.values(state=state))
    session.timers.cancel("vote", vote.id)
    what = f"{vote.what}: {state}"
    session.audit("vote", what)
    if state == "passed" and not vote.what.startswith("master"):
        return  # what comes of it has a letter of its own
    for row in session.seats():
        if row.state == "in":
            given = {"what": vote.what, "state": state, "by": by}
            session.later(notify, session, row, "vote_over", **given)


def _pass(session: GameSession, vote: Row[Any]) -> None:
    _end(session, vote, "passed", [])
    kind, _, rest = vote.what.partition(" ")
    if kind == "undo":
        undo.roll_back(session, max(0, session.serial - 1), act_id=None)
    elif kind == "draw":
        endings.end(session, voters(session), "agreed-draw")
    elif kind == "end":
        endings.end(session, [], "agreed-end")
    elif kind == "master":
        appoint(session, rest)


def appoint(session: GameSession, address: str) -> None:
    """Makes the owner of an address a master of this game."""
    link, now = session.link, session.now
    player_id = players.get_or_create(link, address.lower(), "", now)
    values = {"game_id": session.game.id, "player_id": player_id, "made": now}
    insert_new(link, _master, values)
    session.audit("master", address, player_id=player_id)
    session.later(_tell_masters, session, player_id, address)


def _tell_masters(session: GameSession, player_id: int, address: str) -> None:
    """Tell the game masters that they are one more."""
    to_masters.tell(
        session,
        "appointed",
        fresh=player_id,
        address=address,
        title=find(session.game.kind).title,
        serial=session.serial,
        seats=[row.name for row in session.seats()],
    )
