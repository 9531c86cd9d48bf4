"""How votes are counted, and which token is too old for one."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.server.game import game_masters
from pbem.server.play import endings, undo, votes
from pbem.server.states import VoteState
from pbem.server.storage import players

SEATS = ["Ann", "Bob", "Cid", "Dot"]


def _vote(what: str = "draw", serial: int = 3, **ballots: bool) -> Any:
    return SimpleNamespace(
        id=7, what=what, serial=serial, seat="Ann", ballots=json.dumps(ballots)
    )


def _opened(monkeypatch: pytest.MonkeyPatch, vote: Any) -> None:
    monkeypatch.setattr(votes, "_open_in", lambda session: vote)


@pytest.mark.parametrize(
    ("what", "may", "ballots", "comes"),
    [
        ("draw", 2, {"Ann": True}, None),
        ("draw", 2, {"Ann": True, "Bob": True}, "passed"),
        ("draw", 2, {"Ann": True, "Bob": False}, ["Bob"]),
        ("draw", 3, {"Ann": True, "Bob": True, "Dot": True}, None),
        ("draw", 3, {"Ann": True, "Dot": False}, None),
        ("end", 4, {"Ann": False, "Dot": False}, ["Ann", "Dot"]),
        ("master x@x.example", 4, {"Ann": True, "Bob": True}, None),
        ("master x@x.example", 4, {"Ann": True, "Bob": True, "Cid": True}, "passed"),
        ("master x@x.example", 4, {"Ann": True, "Bob": False}, None),
        ("master x@x.example", 4, {"Bob": False, "Cid": False}, ["Bob", "Cid"]),
        ("master x@x.example", 3, {"Ann": True, "Bob": True}, "passed"),
        ("master x@x.example", 3, {"Ann": True, "Bob": False}, None),
        ("master x@x.example", 2, {"Ann": True, "Bob": False}, ["Bob"]),
        ("master x@x.example", 1, {"Ann": True}, "passed"),
    ],
)
def test_all_agree_on_an_end_and_more_than_half_on_a_game_master(
    monkeypatch: pytest.MonkeyPatch,
    what: str,
    may: int,
    ballots: dict[str, bool],
    comes: Any,
) -> None:
    found: list[Any] = []
    _opened(monkeypatch, _vote(what, **ballots))
    monkeypatch.setattr(votes, "voters", lambda session, **bots: SEATS[:may])
    monkeypatch.setattr(votes, "_pass", lambda session, vote: found.append("passed"))
    monkeypatch.setattr(
        votes,
        "_end",
        lambda session, vote, state, by: found.append((state, by)),
    )
    session: Any = None
    votes._count(session)
    refused = [(VoteState.REFUSED, comes)]
    assert found == (
        [] if comes is None else ["passed"] if comes == "passed" else refused
    )


@pytest.mark.parametrize(
    ("what", "done"),
    [
        ("undo", ("undone", 2)),
        ("draw", ("over", SEATS, "agreed-draw")),
        ("end", ("over", [], "agreed-end")),
        ("master New@X.example", ("master", "New@X.example")),
    ],
)
@pytest.mark.parametrize("serial", [3, 0])
def test_what_was_agreed_on_is_done(
    monkeypatch: pytest.MonkeyPatch, what: str, done: tuple[Any, ...], serial: int
) -> None:
    found: list[Any] = []
    monkeypatch.setattr(votes, "voters", lambda session, **bots: SEATS)
    monkeypatch.setattr(
        votes, "_end", lambda session, vote, state, by: found.append((state, by))
    )
    monkeypatch.setattr(
        undo,
        "roll_back",
        lambda session, target, act_id: found.append(("undone", target)),
    )
    monkeypatch.setattr(
        endings, "end", lambda session, *given: found.append(("over", *given))
    )
    monkeypatch.setattr(
        votes, "appoint", lambda session, rest: found.append(("master", rest))
    )
    session: Any = SimpleNamespace(serial=serial, seats=lambda: [])
    votes._pass(session, _vote(what))
    # Before the first turn there is none.
    expected = ("undone", 0) if what == "undo" and serial == 0 else done
    assert found == [(VoteState.PASSED, []), expected]


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
    ("serial", "errand", "too_old"),
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
    monkeypatch: pytest.MonkeyPatch, serial: int | None, errand: bool, too_old: bool
) -> None:
    content = SimpleNamespace(serial=serial, errand=errand)
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
    ("what", "gives"), [("draw", False), ("master x@x.example", True)]
)
def test_a_vote_on_a_game_master_gives_power(
    monkeypatch: pytest.MonkeyPatch, what: str, gives: bool
) -> None:
    line: Any = None
    request: Any = SimpleNamespace(session="here")
    nowhere: Any = SimpleNamespace(session=None)
    _opened(monkeypatch, _vote(what))
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
    monkeypatch.setattr(votes, "voters", lambda session, **bots: SEATS)
    session: Any = SimpleNamespace(running=running, serial=serial, seats=list)
    row: Any = None if seat is None else SimpleNamespace(name=seat)
    assert votes.refused(session, row, what) == why


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
    monkeypatch.setattr(votes, "voters", lambda session, **bots: SEATS)
    asked: list[str] = []

    def owned(link: Any, address: str) -> int | None:
        asked.append(address)
        return owner

    monkeypatch.setattr(players, "owner", owned)
    monkeypatch.setattr(game_masters, "silent_for_long", lambda session: silent)
    session: Any = SimpleNamespace(
        running=True, serial=3, link=None, seat_of=lambda who: "S" if plays else None
    )
    row: Any = SimpleNamespace(name="Ann")
    assert votes.refused(session, row, "master x@x.example") == why
    assert asked == ["x@x.example"]
