"""How votes are counted, and which token is too old for one."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pbem.server.game import endings, game_masters, proposals, undo, votes
from pbem.server.game.proposals import Appoint, Draw, End, Proposal, Undo
from pbem.server.states import VoteKind, VoteState
from pbem.server.store import players

SEATS = ["Ann", "Bob", "Cid", "Dot"]


def _vote(kind: VoteKind = VoteKind.DRAW, more: str = "", serial: int = 3) -> Any:
    return SimpleNamespace(id=7, kind=kind, more=more, serial=serial, seat=0)


def _opened(monkeypatch: pytest.MonkeyPatch, vote: Any) -> None:
    monkeypatch.setattr(votes, "_open_in", lambda session: vote)


MASTER = Appoint("x@x.example")


@pytest.mark.parametrize(
    ("proposal", "may", "yes", "no", "passes"),
    [
        (Draw(), 2, 1, 0, None),
        (Draw(), 2, 2, 0, True),
        (Draw(), 2, 1, 1, False),
        (Draw(), 3, 2, 0, None),
        (End(), 4, 0, 2, False),
        (MASTER, 4, 2, 0, None),
        (MASTER, 4, 3, 0, True),
        (MASTER, 4, 1, 1, None),
        (MASTER, 4, 0, 2, False),
        (MASTER, 3, 2, 0, True),
        (MASTER, 3, 1, 1, None),
        (MASTER, 2, 1, 1, False),
        (MASTER, 1, 1, 0, True),
    ],
)
def test_all_agree_on_an_end_and_more_than_half_on_a_game_master(
    proposal: Proposal, may: int, yes: int, no: int, passes: bool | None
) -> None:
    assert proposal.decided(may, yes, no) is passes


@pytest.mark.parametrize(
    ("proposal", "done"),
    [
        (Undo(), ("undone", 2)),
        (Draw(), ("over", SEATS, "agreed-draw")),
        (End(), ("over", [], "agreed-end")),
        (Appoint("New@X.example"), ("master", "New@X.example")),
    ],
)
@pytest.mark.parametrize("serial", [3, 0])
def test_what_was_agreed_on_is_done(
    monkeypatch: pytest.MonkeyPatch,
    proposal: Proposal,
    done: tuple[Any, ...],
    serial: int,
) -> None:
    found: list[Any] = []
    monkeypatch.setattr(proposals, "voters", lambda session, **bots: SEATS)
    monkeypatch.setattr(
        undo,
        "roll_back",
        lambda session, target, act_id: found.append(("undone", target)),
    )
    monkeypatch.setattr(
        endings, "end", lambda session, *given: found.append(("over", *given))
    )
    monkeypatch.setattr(
        proposals, "appoint", lambda session, more: found.append(("master", more))
    )
    session: Any = SimpleNamespace(serial=serial, seats=lambda: [])
    proposal.carry_out(session)
    # Before the first turn there is none.
    undone = isinstance(proposal, Undo) and serial == 0
    assert found == [("undone", 0) if undone else done]


@pytest.mark.parametrize(("number", "lapses"), [(7, True), (6, False)])
def test_a_vote_lapses_by_its_own_time(
    monkeypatch: pytest.MonkeyPatch, number: int, lapses: bool
) -> None:
    found: list[Any] = []
    monkeypatch.setattr(
        votes, "_end", lambda session, vote, state, by: found.append((state, by))
    )
    session: Any = None
    _opened(monkeypatch, None)
    votes.lapse(session, number)
    assert found == []
    _opened(monkeypatch, _vote())
    votes.lapse(session, number)
    assert found == [(VoteState.LAPSED, [])] * lapses


@pytest.mark.parametrize(
    ("serial", "forwarded", "too_old"),
    [
        (2, False, True),
        (3, False, False),
        (4, False, False),
        (None, False, False),
        # A turn of another game says nothing of when this vote began.
        (4, True, True),
        (None, True, False),
    ],
)
def test_a_token_of_before_a_vote_is_too_old_for_it(
    monkeypatch: pytest.MonkeyPatch, serial: int | None, forwarded: bool, too_old: bool
) -> None:
    content = SimpleNamespace(serial=serial, forwarded=forwarded)
    request: Any = SimpleNamespace(session="here", content=content)
    _opened(monkeypatch, _vote(serial=3))
    assert votes.is_younger_than_token(request) is too_old
    assert votes.is_open_for(request)
    nowhere: Any = SimpleNamespace(session=None, content=content)
    assert not votes.is_younger_than_token(nowhere)
    assert not votes.is_open_for(nowhere)
    _opened(monkeypatch, None)
    assert not votes.is_younger_than_token(request)
    assert not votes.is_open_for(request)


@pytest.mark.parametrize(
    ("kind", "gives"), [(VoteKind.DRAW, False), (VoteKind.MASTER, True)]
)
def test_a_vote_on_a_game_master_gives_power(
    monkeypatch: pytest.MonkeyPatch, kind: VoteKind, gives: bool
) -> None:
    line: Any = None
    request: Any = SimpleNamespace(session="here")
    nowhere: Any = SimpleNamespace(session=None)
    _opened(monkeypatch, _vote(kind))
    assert votes.on_master(request, line) is gives
    assert not votes.on_master(nowhere, line)
    _opened(monkeypatch, None)
    assert not votes.on_master(request, line)


@pytest.mark.parametrize(
    ("seat", "running", "opened", "what", "serial", "why"),
    [
        (None, True, False, "draw", 3, "not-playing"),
        ("Ann", False, False, "draw", 3, "not-playing"),
        ("Eve", True, False, "draw", 3, "out"),
        ("Ann", True, True, "draw", 3, "open"),
        ("Ann", True, False, "undo", 0, "nothing"),
        ("Ann", True, False, "undo", 1, ""),
        ("Ann", True, False, "draw", 0, ""),
    ],
)
def test_why_a_vote_cannot_begin(
    monkeypatch: pytest.MonkeyPatch,
    seat: str | None,
    running: bool,
    opened: bool,
    what: str,
    serial: int,
    why: str,
) -> None:
    _opened(monkeypatch, _vote() if opened else None)
    monkeypatch.setattr(proposals, "voters", lambda session, **bots: SEATS)
    session: Any = SimpleNamespace(running=running, serial=serial, seats=list)
    row: Any = None if seat is None else SimpleNamespace(name=seat)
    assert votes.refused(session, row, proposals.proposal(what)) == why


@pytest.mark.parametrize(
    ("owner", "plays", "silent", "why"),
    [
        (None, False, True, ""),
        (None, True, True, ""),
        (5, False, True, ""),
        (5, True, True, "master-plays"),
        (5, True, False, "master-plays"),
        (5, False, False, "master-here"),
    ],
)
def test_who_plays_is_no_game_master_and_one_that_is_heard_of_stays(
    monkeypatch: pytest.MonkeyPatch,
    owner: int | None,
    plays: bool,
    silent: bool,
    why: str,
) -> None:
    _opened(monkeypatch, None)
    monkeypatch.setattr(proposals, "voters", lambda session, **bots: SEATS)
    asked: list[str] = []

    def owned(conn: Any, address: str) -> int | None:
        asked.append(address)
        return owner

    monkeypatch.setattr(players, "owner", owned)
    monkeypatch.setattr(game_masters, "silent_for_long", lambda session: silent)
    session: Any = SimpleNamespace(
        running=True, serial=3, conn=None, seat_of=lambda who: "S" if plays else None
    )
    row: Any = SimpleNamespace(name="Ann")
    assert votes.refused(session, row, MASTER) == why
    assert asked == ["x@x.example"]
