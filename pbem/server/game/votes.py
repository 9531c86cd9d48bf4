"""Votes: what the players themselves decide, when all who still play agree."""

from __future__ import annotations

from pbem.protocol import Seat
from pbem.schedule.parser import parse_duration
from pbem.server.game import proposals, references, undo
from pbem.server.game.notify import notify
from pbem.server.game.proposals import Proposal
from pbem.server.game.request import Request
from pbem.server.game.session import GameSession
from pbem.server.game.timers import Timer
from pbem.server.states import TimerKind, VoteKind, VoteState
from pbem.server.store import games
from pbem.server.store.queries import insert, save
from pbem.server.store.rows import SeatRow, VoteRow
from pbem.server.syntax.command import Command


def _open_in(session: GameSession) -> VoteRow | None:
    return games.open_vote(session.conn, session.game.id)


def is_open_for(request: Request) -> bool:
    """Return whether a vote is open in the game of a letter."""
    return request.session is not None and _open_in(request.session) is not None


def is_younger_than_token(request: Request) -> bool:
    """Return whether a vote was opened after the turn of a letter's token.

    It stays open for longer than a turn, so the token of an earlier turn may do.
    """
    vote = None if request.session is None else _open_in(request.session)
    serial = request.content.serial
    forwarded = request.content.forwarded  # whose turn is one of another game
    if vote is None or serial is None:
        return False
    return forwarded or serial < vote.serial


def on_master(request: Request, line: Command) -> bool:
    """Return whether the vote that is open makes somebody a game master."""
    vote = None if request.session is None else _open_in(request.session)
    return vote is not None and vote.kind is VoteKind.MASTER


def propose(request: Request, proposal: Proposal) -> None:
    """Open a vote; the proposer has agreed."""
    session, seat = request.in_game()
    what, refusal = proposal.what, refused(session, seat, proposal)
    if seat is None or refusal:
        request.refuse("vote_refused", why=refusal, what=what)
        return
    until = session.now + parse_duration(session.config.vote)
    until = proposal.last_moment(session, until)
    about = (session.game.id, proposal.kind, proposal.more, seat.number)
    status = (session.serial, VoteState.OPEN, session.now, until)
    number = insert(session.conn, VoteRow(0, *about, *status))
    games.cast(session.conn, number, seat.number, yes=True)
    session.timers.add(Timer(until, TimerKind.VOTE, number))
    others = [one for one in proposal.asked(session) if one != seat.name]
    request.say("vote_open", what=what, others=others)
    session.later(_ask, session, number, seat.name, proposal, until)
    _count(session)


def refused(session: GameSession, seat: SeatRow | None, proposal: Proposal) -> str:
    """Return why a vote cannot begin; "" where it can."""
    if seat is None or not session.running:
        return "not-playing"
    if seat.name not in proposal.asked(session):
        return "out"
    return "open" if _open_in(session) is not None else proposal.refusal(session)


def _ask(
    session: GameSession, number: int, by: Seat, proposal: Proposal, until: float
) -> None:
    vote = _open_in(session)
    if vote is None or vote.id != number:
        return
    given = {"by": by, "what": proposal.what, "turn": session.serial}
    back = proposal.kind is VoteKind.UNDO
    given["back"] = undo.turn_before(session) if back else 0
    given["lost_to"] = proposals.lost_to(session)
    for row in session.seats():
        if row.name == by or row.name not in proposal.asked(session):
            continue
        deadline = references.player_deadline(session, row.player_id, until)
        notify(session, row, "vote", until=deadline, **given)


def ballot(request: Request, *, yes: bool) -> None:
    """Agree or refuse."""
    session, seat = request.in_game()
    vote = _open_in(session) if session.running else None
    if vote is None or seat is None:
        request.refuse("vote_refused", why="no-player", what="")
        return
    proposal = proposals.of(vote)
    if seat.name not in proposal.asked(session):
        request.refuse("vote_refused", why="out", what=proposal.what)
        return
    games.cast(session.conn, vote.id, seat.number, yes=yes)
    by = session.seats()[vote.seat].name
    request.say("voted", what=proposal.what, yes=yes, by=by)
    _count(session)


def _count(session: GameSession) -> None:
    vote = _open_in(session)
    if vote is None:
        return
    proposal, ballots = proposals.of(vote), games.ballots(session.conn, vote.id)
    asked = proposal.asked(session)
    may = [row for row in session.seats() if row.name in asked]
    yes = [row.name for row in may if ballots.get(row.number)]
    no = [row.name for row in may if ballots.get(row.number) is False]
    passes = proposal.decided(len(may), len(yes), len(no))
    if passes is None:
        return
    if not passes:
        _end(session, vote, VoteState.REFUSED, no)
    elif proposal.lapsed(session, vote.serial):
        _end(session, vote, VoteState.LAPSED, [])
    else:
        _end(session, vote, VoteState.PASSED, [])
        proposal.carry_out(session)


def lapse(session: GameSession, number: int) -> None:
    """End a vote whose time is over: silence is no agreement."""
    vote = _open_in(session)
    if vote is not None and vote.id == number:
        _end(session, vote, VoteState.LAPSED, [])


def _end(session: GameSession, vote: VoteRow, state: VoteState, by: list[Seat]) -> None:
    proposal = proposals.of(vote)
    save(session.conn, vote, vote._replace(state=state))
    session.timers.cancel(TimerKind.VOTE, vote.id)
    session.audit("vote", f"{proposal.what}: {state}")
    if vote.kind is VoteKind.RATED and len(session.manned()) == 1:
        return  # the receipt has said it
    if state is VoteState.PASSED and not proposal.tells_result:
        return  # what comes of it has a letter of its own
    for row in session.manned():
        given = {"what": proposal.what, "state": state, "by": by}
        session.later(notify, session, row, "vote_over", **given)
