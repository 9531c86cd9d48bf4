"""Votes: what the players themselves decide, when all who still play agree."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.engine import Row

from pbem.notation import NotUnderstood
from pbem.protocol import Seat
from pbem.server import clock, config, people, reports, schema
from pbem.server.store import note

if TYPE_CHECKING:
    from pbem.server.sitting import Sitting
    from pbem.server.talk import Talk

_vote = schema.vote
KINDS = ("undo", "draw", "end", "master")


def voters(sitting: Sitting) -> list[Seat]:
    """The seats that still play: who can still resign, where that can be told."""
    story = sitting.story
    rules, state = story.game.rules, story.table.state
    seats = [row.name for row in sitting.seats() if row.state == "in"]
    try:
        resign = story.game.notation.parse("resign")
    except NotUnderstood:
        return seats
    return [
        seat
        for seat in seats
        if not any(fault.refuses for fault in rules.check(state, seat, resign))
    ]


def open_in(sitting: Sitting) -> Row[Any] | None:
    """The vote that is open in a game."""
    mine = (_vote.c.game_id == sitting.game.id) & (_vote.c.state == "open")
    return sitting.link.execute(sa.select(_vote).where(mine)).one_or_none()


def propose(talk: Talk, what: str) -> None:
    """Opens a vote; the proposer has agreed."""
    sitting = talk.sitting
    assert sitting is not None
    seat = sitting.seat_of(talk.player_id)
    refusal = _refused(sitting, seat, what)
    if seat is None or refusal:
        talk.say("vote_refused", why=refusal, what=what)
        return
    until = sitting.now + config.seconds(sitting.office.config.vote)
    values = {
        "game_id": sitting.game.id,
        "what": what,
        "seat": seat.name,
        "serial": sitting.serial,
        "state": "open",
        "ballots": json.dumps({seat.name: True}),
        "made": sitting.now,
        "until": until,
    }
    made = sitting.link.execute(_vote.insert().values(values)).inserted_primary_key
    assert made is not None
    clock.remember(sitting, until, "vote", int(made[0]))
    others = [one for one in voters(sitting) if one != seat.name]
    talk.understood = True
    talk.say("vote_open", what=what, others=others)
    sitting.notices.append(lambda: _ask(sitting, int(made[0]), seat.name, what, until))
    _count(sitting)


def _refused(sitting: Sitting, seat: Row[Any] | None, what: str) -> str:
    if seat is None or sitting.state != "running":
        return "not-playing"
    if seat.name not in voters(sitting):
        return "out"
    if open_in(sitting) is not None:
        return "open"
    if what == "undo" and sitting.serial < 1:
        return "nothing"
    if what.startswith("master"):
        from pbem.server import masters

        # A game master sees everything: nobody who plays can be one.
        owner = people.owner(sitting.link, what.partition(" ")[2])
        if owner is not None and sitting.seat_of(owner) is not None:
            return "master-plays"
        if not masters.gone(sitting):
            return "master-here"
    return ""


def _ask(sitting: Sitting, number: int, by: Seat, what: str, until: float) -> None:
    still = sitting.link.execute(sa.select(_vote.c.state).where(_vote.c.id == number))
    if still.scalar() != "open":
        return
    for row in sitting.seats():
        if row.name == by or row.name not in voters(sitting):
            continue
        said = reports.until(
            sitting.link, sitting.office, row.player_id, until, sitting.now
        )
        sitting.tell(row, "vote", by=by, what=what, until=said, turn=sitting.serial)


def ballot(talk: Talk, *, yes: bool) -> bool:
    """Agrees or refuses; False where nothing is open."""
    sitting = talk.sitting
    assert sitting is not None
    seat = sitting.seat_of(talk.player_id)
    if sitting.state != "running" or seat is None:
        return False
    vote = open_in(sitting)
    if vote is None:
        return False
    if seat.name not in voters(sitting):
        talk.say("vote_refused", why="out", what=vote.what)
        return True
    ballots = {**json.loads(vote.ballots), seat.name: yes}
    this = _vote.update().where(_vote.c.id == vote.id)
    sitting.link.execute(this.values(ballots=json.dumps(ballots)))
    talk.understood = True
    talk.say("voted", what=vote.what, yes=yes, by=vote.seat)
    _count(sitting)
    return True


def _count(sitting: Sitting) -> None:
    vote = open_in(sitting)
    if vote is None:
        return
    ballots = json.loads(vote.ballots)
    may = voters(sitting)
    yes = [seat for seat in may if ballots.get(seat)]
    no = [seat for seat in may if ballots.get(seat) is False]
    if vote.what.startswith("master"):
        # A quorum: more than half of those who still play.
        if 2 * len(yes) > len(may):
            _pass(sitting, vote)
        elif 2 * len(no) >= len(may):
            _end(sitting, vote, "refused", no)
        return
    if no:
        _end(sitting, vote, "refused", no)
    elif len(yes) == len(may):
        _pass(sitting, vote)


def lapse(sitting: Sitting, number: int) -> None:
    """The time to agree is over: silence is no agreement."""
    vote = open_in(sitting)
    if vote is not None and vote.id == number:
        _end(sitting, vote, "lapsed", [])


def _end(sitting: Sitting, vote: Row[Any], state: str, by: list[Seat]) -> None:
    this = _vote.update().where(_vote.c.id == vote.id)
    sitting.link.execute(this.values(state=state))
    clock.forget(sitting, "vote", vote.id)
    what = f"{vote.what}: {state}"
    note(sitting.link, "vote", sitting.now, what, game_id=sitting.game.id)
    if state == "passed" and not vote.what.startswith("master"):
        return  # what comes of it has a letter of its own
    for row in sitting.seats():
        if row.state == "in":
            sitting.notices.append(
                lambda to=row: sitting.tell(  # type: ignore[misc]
                    to, "vote_over", what=vote.what, state=state, by=by
                )
            )


def _pass(sitting: Sitting, vote: Row[Any]) -> None:
    _end(sitting, vote, "passed", [])
    from pbem.server import ends, masters, undo

    kind, _, rest = vote.what.partition(" ")
    if kind == "undo":
        undo.to(sitting, max(0, sitting.serial - 1), act_id=None)
    elif kind == "draw":
        ends.draw(sitting, voters(sitting), "agreed-draw")
    elif kind == "end":
        ends.draw(sitting, [], "agreed-end")
    elif kind == "master":
        masters.appoint(sitting, rest)
