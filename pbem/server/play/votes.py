"""Votes: what the players themselves decide, when all who still play agree."""

from __future__ import annotations

import json

from pbem.games import find
from pbem.notation import NotUnderstood
from pbem.protocol import Seat, failures
from pbem.server.database.queries import insert, save
from pbem.server.database.rows import SeatRow, VoteRow
from pbem.server.game import deadlines, game_masters
from pbem.server.game.request import Request
from pbem.server.game.session import GameSession
from pbem.server.game.timers import Timer
from pbem.server.notices import references
from pbem.server.notices.notify import notify, notify_masters
from pbem.server.play import endings, undo
from pbem.server.schedule.parser import parse_duration, parse_time_control
from pbem.server.schedule.time_control import UnknownTime
from pbem.server.schedule.units import DAY
from pbem.server.states import SeatState, TimerKind, VoteState
from pbem.server.storage import games, players
from pbem.server.syntax.command import Command

MAX_LATER = 60 * DAY  #: seconds that players can agree to move a deadline by


def voters(session: GameSession, *, bots: bool = False) -> list[Seat]:
    """Return the seats that still play: who can resign, where that can be told; those
    of `bots` among them, or of people alone."""
    states = (SeatState.IN, SeatState.BOT) if bots else (SeatState.IN,)
    story = session.story
    rules, state = story.game.rules, story.table.state
    seats = [row.name for row in session.seats() if row.state in states]
    try:
        resign = story.game.notation.parse("resign")
    except NotUnderstood:
        return seats
    return [
        seat
        for seat in seats
        if failures.bind(rules, state, seat, resign).order is not None
    ]


def asked_for(session: GameSession, what: str) -> list[Seat]:
    """Return the seats that a vote is for: whose rating it is, or who plays still."""
    if what == games.RATED:
        return [row.name for row in session.manned()]
    return voters(session)


def _lost_to(session: GameSession) -> list[Seat] | None:
    """Return who wins a game that counts in the standings when people end it: the bots
    that still play, as they are not asked; nobody where all are one team. None: it
    counts for nothing."""
    bots = {row.name for row in session.seats() if row.bot}
    if not bots or not games.all_want_it_rated(session.link, session.game.id):
        return None
    playing = [seat for seat in voters(session, bots=True) if seat in bots]
    mixed = [team for team in endings.teams(session.story) if not bots.issuperset(team)]
    wins = [seat for seat in playing if not any(seat in team for team in mixed)]
    return wins if playing else None


def _open_in(session: GameSession) -> VoteRow | None:
    return games.open_vote(session.link, session.game.id)


def is_open_for(request: Request) -> bool:
    """Return whether a vote is open in the game of a letter."""
    return request.session is not None and _open_in(request.session) is not None


def is_younger_than_token(request: Request) -> bool:
    """Return whether a vote was opened after the turn of a letter's token.

    It stays open for longer than a turn, so the token of an earlier turn may do.
    """
    vote = None if request.session is None else _open_in(request.session)
    serial = request.content.serial
    errand = request.content.errand  # whose turn is one of another game
    return vote is not None and serial is not None and (errand or serial < vote.serial)


def on_master(request: Request, line: Command) -> bool:
    """Return whether the vote that is open makes somebody a game master."""
    vote = None if request.session is None else _open_in(request.session)
    return vote is not None and vote.what.startswith("master ")


def propose(request: Request, what: str) -> None:
    """Open a vote; the proposer has agreed."""
    session, seat = request.in_game()
    refusal = refused(session, seat, what)
    if seat is None or refusal:
        request.refuse("vote_refused", why=refusal, what=what)
        return
    until = session.now + parse_duration(session.config.vote)
    if what.startswith("extend") and session.game.deadline is not None:
        until = min(until, session.game.deadline)
    ballots = json.dumps({seat.name: True})
    given = (VoteState.OPEN, ballots, session.now, until)
    vote = VoteRow(0, session.game.id, what, seat.name, session.serial, *given)
    number = insert(session.link, vote)
    session.timers.add(Timer(until, TimerKind.VOTE, number))
    others = [one for one in asked_for(session, what) if one != seat.name]
    request.say("vote_open", what=what, others=others)
    session.later(_ask, session, number, seat.name, what, until)
    _count(session)


def refused(session: GameSession, seat: SeatRow | None, what: str) -> str:
    """Return why a vote cannot begin; "" where it can."""
    if seat is None or not session.running:
        return "not-playing"
    if seat.name not in asked_for(session, what):
        return "out"
    if _open_in(session) is not None:
        return "open"
    if what == games.RATED:
        if not any(row.bot for row in session.seats()):
            return "no-bots"
        if games.all_want_it_rated(session.link, session.game.id):
            return "is-rated"
        if session.serial > 0 and len(session.manned()) == 1:
            return "late"
    if what in ("undo", "draw") and _lost_to(session) is not None:
        return "counts"
    if what == "undo" and session.serial < 1:
        return "nothing"
    if what.startswith("extend"):
        return _cannot_extend(session, what)
    if what.startswith("master"):
        # A game master sees everything: nobody who plays can be one.
        owner = players.owner(session.link, what.partition(" ")[2])
        if owner is not None and session.seat_of(owner) is not None:
            return "master-plays"
        if not game_masters.silent_for_long(session):
            return "master-here"
    return ""


def _cannot_extend(session: GameSession, what: str) -> str:
    """Return why a deadline cannot be moved; "" where it can."""
    deadline = session.game.deadline
    if deadline is None or deadlines.hourglass(session.story) is not None:
        return "no-deadline"
    later = _later(session, deadline, what)
    if later is None or not deadline < later <= deadline + MAX_LATER:
        return "span"
    return ""


def _later(session: GameSession, deadline: float, what: str) -> float | None:
    """Return the deadline that a proposal leads to; None where it says no time."""
    try:
        stretch = parse_time_control(what.removeprefix("extend "))
        if stretch.stretch is None:
            return None
        return stretch.after(deadline, session.config.zone)
    except (UnknownTime, OverflowError):
        return None


def _ask(session: GameSession, number: int, by: Seat, what: str, until: float) -> None:
    vote = _open_in(session)
    if vote is None or vote.id != number:
        return
    given = {"by": by, "what": what, "turn": session.serial}
    given["back"] = undo.turn_before(session) if what == "undo" else 0
    given["lost_to"] = _lost_to(session)
    for row in session.seats():
        if row.name == by or row.name not in asked_for(session, what):
            continue
        said = references.player_deadline(session, row.player_id, until)
        notify(session, row, "vote", until=said, **given)


def ballot(request: Request, *, yes: bool) -> None:
    """Agree or refuse."""
    session, seat = request.in_game()
    vote = _open_in(session) if session.running else None
    if vote is None or seat is None:
        request.refuse("vote_refused", why="none", what="")
        return
    if seat.name not in asked_for(session, vote.what):
        request.refuse("vote_refused", why="out", what=vote.what)
        return
    ballots = {**json.loads(vote.ballots), seat.name: yes}
    save(session.link, vote, vote._replace(ballots=json.dumps(ballots)))
    request.say("voted", what=vote.what, yes=yes, by=vote.seat)
    _count(session)


def _count(session: GameSession) -> None:
    vote = _open_in(session)
    if vote is None:
        return
    ballots = json.loads(vote.ballots)
    may = asked_for(session, vote.what)
    yes = [seat for seat in may if ballots.get(seat)]
    no = [seat for seat in may if ballots.get(seat) is False]
    if vote.what.startswith("master"):
        # A quorum: more than half of those who still play.
        if 2 * len(yes) > len(may):
            _pass(session, vote)
        elif 2 * len(no) >= len(may):
            _end(session, vote, VoteState.REFUSED, no)
        return
    if no:
        _end(session, vote, VoteState.REFUSED, no)
    elif len(yes) == len(may):
        _pass(session, vote)


def lapse(session: GameSession, number: int) -> None:
    """End a vote whose time is over: silence is no agreement."""
    vote = _open_in(session)
    if vote is not None and vote.id == number:
        _end(session, vote, VoteState.LAPSED, [])


def _end(session: GameSession, vote: VoteRow, state: VoteState, by: list[Seat]) -> None:
    save(session.link, vote, vote._replace(state=state))
    session.timers.cancel(TimerKind.VOTE, vote.id)
    session.audit("vote", f"{vote.what}: {state}")
    if vote.what == games.RATED and len(session.manned()) == 1:
        return  # the receipt has said it
    told_by_vote = vote.what.startswith(("master", "extend", games.RATED))
    if state is VoteState.PASSED and not told_by_vote:
        return  # what comes of it has a letter of its own
    for row in session.manned():
        given = {"what": vote.what, "state": state, "by": by}
        session.later(notify, session, row, "vote_over", **given)


def _pass(session: GameSession, vote: VoteRow) -> None:
    """Carry out what enough have agreed to; more time is for the turn of its vote."""
    if vote.what.startswith("extend") and vote.serial != session.serial:
        _end(session, vote, VoteState.LAPSED, [])
        return
    _end(session, vote, VoteState.PASSED, [])
    kind, _, rest = vote.what.partition(" ")
    if kind == "undo":
        undo.roll_back(session, undo.turn_before(session), act_id=None)
    elif kind == "draw":
        # Bots are not asked, and have their share no less.
        endings.end(session, voters(session, bots=True), "agreed-draw")
    elif kind == "end":
        bots = _lost_to(session)
        reason = "agreed-end" if bots is None else "given-up"
        endings.end(session, bots or [], reason)
    elif kind == "extend" and session.game.deadline is not None:
        later = _later(session, session.game.deadline, vote.what)
        if later is not None:
            deadlines.shift(session, later)
    elif kind == "master":
        appoint(session, rest)


def appoint(session: GameSession, address: str, *, by_host: bool = False) -> None:
    """Make the owner of an address a master of this game."""
    link, now = session.link, session.now
    player_id = players.get_or_create(link, address.lower(), "", now)
    games.add_master(link, session.game.id, player_id, now)
    session.audit("master", address, player_id=player_id)
    session.later(_tell_masters, session, player_id, address, by_host)


def _tell_masters(
    session: GameSession, player_id: int, address: str, by_host: bool
) -> None:
    """Tell the game masters that they are one more."""
    notify_masters(
        session,
        "appointed",
        fresh=player_id,
        address=address,
        title=find(session.game.kind).title,
        by_host=by_host,
        serial=max(session.serial, 0),
        seats=[row.name for row in session.seats()],
    )
