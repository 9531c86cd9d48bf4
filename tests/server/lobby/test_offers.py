"""An offered seat, asked of without a store: who may answer, and what ends an offer."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pbem.server.lobby import standby
from pbem.server.states import OfferState, SeatState, TimerKind
from pbem.server.store import offers, players
from tests.support.server.row import Row

NOW = 1000.0


def _seat(number: int, state: SeatState = SeatState.IN, **more: Any) -> Any:
    return Row(number=number, name=f"S{number}", state=state, misses=4, **more)


def _offer(number: int, state: OfferState = OfferState.OPEN, **more: Any) -> Any:
    return Row(id=70 + number, number=number, state=state, player_id=5, **more)


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What was written down and done."""
    found: list[Any] = []
    monkeypatch.setattr(
        standby, "save", lambda conn, old, new: found.append((new.id, new.state))
    )
    monkeypatch.setattr(
        standby, "_next", lambda session, seat: found.append(("next", seat.name))
    )
    monkeypatch.setattr(
        standby, "take_seat", lambda session, seat, who: found.append((seat.name, who))
    )
    return found


def _session(done: list[Any], *seats: Any, running: bool = True) -> Any:
    timers = SimpleNamespace(cancel=lambda *given: done.append(given))
    return SimpleNamespace(
        conn=None,
        now=NOW,
        running=running,
        game=SimpleNamespace(id=1, name="arena-1"),
        timers=timers,
        seats=lambda: seats,
        change_seat=lambda old, new: done.append((new.name, new.state, new.misses)),
        audit=lambda *given, **ids: done.append((*given, ids)),
    )


def _request(session: Any, own: Any = None) -> Any:
    said: list[Any] = []
    return SimpleNamespace(
        session=session,
        seat=own,
        player_id=5,
        writer_id=5,
        receipt=SimpleNamespace(silent=False),
        said=said,
        in_game=lambda: (session, own),
        say=lambda part, /, **given: said.append((part, given)),
        refuse=lambda part, /, **given: said.append((part, given)),
    )


ENDED = [(72, OfferState.REFUSED), (TimerKind.OFFER, 72)]
TAKEN = [(72, OfferState.ACCEPTED), (TimerKind.OFFER, 72), ("S2", 5)]


@pytest.mark.parametrize("yes", [True, False])
@pytest.mark.parametrize(
    ("offered", "plays"), [(False, False), (False, True), (True, True)]
)
def test_who_has_no_offer_or_a_seat_answers_none(
    monkeypatch: pytest.MonkeyPatch,
    done: list[Any],
    offered: bool,
    plays: bool,
    yes: bool,
) -> None:
    offer = _offer(2) if offered else None
    monkeypatch.setattr(offers, "last_to", lambda *given: offer)
    session = _session(done, _seat(1), _seat(2, SeatState.FREE))
    request = _request(session, _seat(1) if plays else None)
    assert standby.answer(request, yes=yes) is False
    assert (done, request.said, request.receipt.silent) == ([], [], False)


@pytest.mark.parametrize(
    ("state", "running", "yes", "expected", "said"),
    [
        (OfferState.OPEN, True, True, TAKEN, []),
        (OfferState.OPEN, True, False, [*ENDED, ("next", "S2")], ["offer_refused"]),
        (OfferState.OPEN, False, True, [], ["offer_gone"]),
        (OfferState.LAPSED, True, True, [], ["offer_gone"]),
        (OfferState.ACCEPTED, False, False, [], ["offer_gone"]),
    ],
)
def test_an_offer_is_answered_once_while_the_game_goes_on(
    monkeypatch: pytest.MonkeyPatch,
    done: list[Any],
    state: OfferState,
    running: bool,
    yes: bool,
    expected: list[Any],
    said: list[str],
) -> None:
    monkeypatch.setattr(offers, "last_to", lambda *given: _offer(2, state))
    session = _session(done, _seat(1), _seat(2, SeatState.FREE), running=running)
    request = _request(session)
    assert standby.answer(request, yes=yes) is True
    assert done == expected
    assert [name for name, _ in request.said] == said
    # Who takes it has a letter that tells the game, and needs no other.
    assert request.receipt.silent is (expected == TAKEN)


@pytest.mark.parametrize(
    ("state", "seat", "running", "asked"),
    [
        (OfferState.OPEN, SeatState.FREE, True, True),
        (OfferState.OPEN, SeatState.GONE, True, True),
        (OfferState.OPEN, SeatState.IN, True, False),
        (OfferState.OPEN, SeatState.FREE, False, False),
    ],
)
def test_when_an_offer_lapses_the_next_one_is_asked_of_a_seat_still_free(
    monkeypatch: pytest.MonkeyPatch,
    done: list[Any],
    state: OfferState,
    seat: SeatState,
    running: bool,
    asked: bool,
) -> None:
    monkeypatch.setattr(offers, "get", lambda *given: _offer(2, state))
    session = _session(done, _seat(1), _seat(2, seat), running=running)
    standby.lapse(session, 72)
    ended = [(72, OfferState.LAPSED), (TimerKind.OFFER, 72)]
    assert done == ended + [("next", "S2")] * asked


@pytest.mark.parametrize("offer", [None, _offer(2, OfferState.ACCEPTED)])
def test_an_offer_that_is_settled_does_not_lapse(
    monkeypatch: pytest.MonkeyPatch, done: list[Any], offer: Any
) -> None:
    monkeypatch.setattr(offers, "get", lambda *given: offer)
    standby.lapse(_session(done, _seat(2, SeatState.FREE)), 72)
    assert done == []


@pytest.mark.parametrize(
    ("free", "offered", "player", "found", "why"),
    [
        ([], {}, 5, None, "full"),
        ([1, 2], {}, 5, 1, ""),
        ([1, 2], {1: 6}, 5, 2, ""),
        ([1, 2], {1: 6, 2: 7}, 5, None, "offered"),
        ([1, 2], {1: 6, 2: 5}, 5, 2, ""),
        ([2], {2: 5}, None, None, "offered"),
    ],
)
def test_a_seat_that_is_offered_to_somebody_is_theirs(
    monkeypatch: pytest.MonkeyPatch,
    done: list[Any],
    free: list[int],
    offered: dict[int, int],
    player: int | None,
    found: int | None,
    why: str,
) -> None:
    rows = [_offer(at)._replace(player_id=who) for at, who in offered.items()]
    monkeypatch.setattr(offers, "open_in", lambda *given: rows)
    states = [SeatState.FREE if at in free else SeatState.IN for at in range(3)]
    session = _session(done, *(_seat(at, state) for at, state in enumerate(states)))
    seat, said = standby.open_seat(session, player)
    assert (seat and seat.number, said) == (found, why)
    taken = found in offered
    assert done == [(72, OfferState.ACCEPTED), (TimerKind.OFFER, 72)] * taken


@pytest.mark.parametrize("state", SeatState)
def test_who_comes_back_ends_the_offer_of_the_own_seat_alone(
    monkeypatch: pytest.MonkeyPatch, done: list[Any], state: SeatState
) -> None:
    rows = [_offer(1), _offer(2)]
    monkeypatch.setattr(offers, "open_in", lambda *given: rows)
    session = _session(done, _seat(1, SeatState.FREE), _seat(2, state))
    request = _request(session, _seat(2, state))
    standby.reclaim_on_return(request)
    if state is not SeatState.FREE:
        assert (done, request.said) == ([], [])
        return
    assert done == [
        ("S2", SeatState.IN, 0),
        (72, OfferState.GONE),
        (TimerKind.OFFER, 72),
        ("reclaimed", {"seat": 2}),
    ]
    assert request.said == [("reclaimed", {"name": "arena-1", "seat": "S2"})]


@pytest.mark.parametrize("where", ["no game", "no seat"])
def test_who_has_no_seat_takes_none_back(done: list[Any], where: str) -> None:
    own = _seat(2, SeatState.FREE) if where == "no game" else None
    session = None if where == "no game" else _session(done)
    standby.reclaim_on_return(_request(session, own))
    assert done == []


@pytest.mark.parametrize(
    ("taken", "most", "reached", "asked"),
    [
        ([0, 0], [1, 1], [True, True], 8),
        ([1, 0], [1, 1], [True, True], 9),
        ([1, 0], [2, 1], [True, True], 8),
        ([0, 0], [1, 1], [False, True], 9),
        ([0, 2], [0, 2], [True, True], None),
        ([0, 0], [1, 1], [False, False], None),
    ],
)
def test_the_first_who_wants_a_seat_and_can_be_reached_is_asked(
    monkeypatch: pytest.MonkeyPatch,
    taken: list[int],
    most: list[int],
    reached: list[bool],
    asked: int | None,
) -> None:
    people = [Row(player_id=8, most=most[0]), Row(player_id=9, most=most[1])]
    since: set[float] = set()

    def accepted_since(conn: Any, player_id: int, moment: float) -> int:
        since.add(moment)
        return taken[player_id - 8]

    monkeypatch.setattr(standby, "is_reliable", lambda game, row: True)
    monkeypatch.setattr(players, "get", lambda conn, number: number)
    monkeypatch.setattr(offers, "candidates", lambda *given: people)
    monkeypatch.setattr(offers, "accepted_since", accepted_since)
    monkeypatch.setattr(
        players,
        "working_address",
        lambda conn, player_id: "x" if reached[player_id - 8] else None,
    )
    session: Any = SimpleNamespace(
        conn=None, now=NOW, game=SimpleNamespace(id=1, kind="arena")
    )
    assert standby._candidate(session, _seat(2)) == asked
    assert since == {NOW - 30 * 86400}
