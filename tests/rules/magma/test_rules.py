"""Whole games: what holds in each position, whatever is played."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pbem.pages.wording import words
from pbem.plugins.games import find
from pbem.protocol import Event
from pbem.record import replay, turn_file
from pbem.report.builder import report
from pbem.report.document import public_fields
from pbem.report.model import Reader, render
from pbem.rules.magma import RULES
from pbem.rules.magma.events import Ends, Entered, Moved
from pbem.rules.magma.orders import Agree, AnyOrder, Enter, Move, Pass, Remove
from pbem.rules.magma.state import State
from pbem.rules.magma.view import build
from tests.rules.magma.helpers import NAMES, done, mover, play, read, start, turns

BOARDS = ("magma43", "magma91", "hexhex5", "star73")


def conserved(state: State) -> None:
    """Assert that every piece is on the board or in a store, each cell in one place."""
    view = RULES.view(state, None)
    on_board = sum(map(len, view.pieces.values()))
    assert on_board + sum(view.reserve.values()) == 25 * len(view.homes)
    taken: set[str] = set()
    alone = [view.exclusive[colour] for colour in view.exclusive]
    for cells in (*view.pieces.values(), *alone, view.contested):
        assert taken.isdisjoint(cells)
        taken.update(cells)
    assert view.size == len(taken) + view.rest


def wander(state: State, dice: random.Random, length: int) -> list[State]:
    """Return the states of a random game, late turns and agreement among its orders."""
    found = [state]
    for _ in range(length):
        window = RULES.window(state)
        if window is None:
            break
        seat = window.seats[0]
        if dice.random() < 0.1:
            order = RULES.default(state, seat)
            assert order is not None
        else:
            order = dice.choice(turns(state))
        assert RULES.bind(state, seat, order).faults == ()
        before = repr(state)
        step = done(state, order)
        assert repr(state) == before
        assert done(state, order) == step
        state = step.state
        if dice.random() < 0.1:
            other = dice.choice(state.deal.seats[1:])  # the first never agrees
            state = RULES.anytime(state, other, Agree()).state
        found.append(state)
    return found


@given(
    st.integers(2, 6),
    st.sampled_from(BOARDS),
    st.sampled_from(["none", "hot", "white-hot"]),
    st.randoms(use_true_random=False),
)
@settings(max_examples=25, deadline=None)
def test_random_games(players: int, name: str, clock: str, dice: random.Random) -> None:
    states = wander(start(players, board=name, clock=clock), dice, 60)
    for state in states:
        conserved(state)
        over = RULES.window(state) is None
        assert over == (RULES.outcome(state) is not None)
        assert over == (RULES.view(state, None).to_move is None)
    json = msgspec.to_builtins(public_fields(RULES.view(states[-1], None)))
    assert {"pieces", "reserve", "scores", "to_move"} <= set(json)


@given(st.integers(2, 6), st.randoms(use_true_random=False))
@settings(max_examples=15, deadline=None)
def test_legal_is_just_what_check_passes(players: int, dice: random.Random) -> None:
    state = wander(start(players, board="magma43"), dice, 25)[-1]
    assume(RULES.window(state) is not None)
    seat, names = mover(state), state.board.grid.names
    listed = set(turns(state))
    tried: list[AnyOrder] = [Move(cells=(a, b)) for a in names for b in names]
    tried += [Enter(), *(Enter(cells=(a,)) for a in names)]
    passed = {one for one in tried if not RULES.bind(state, seat, one).faults}
    home = (state.home.cell,)
    if Enter() in passed:  # `enter A1` says the same
        passed.remove(Enter(cells=home))
    assert passed | {Pass()} == listed


@given(st.integers(2, 6), st.randoms(use_true_random=False))
@settings(max_examples=25, deadline=None)
def test_legal_at_lists_every_landing_with_its_path(
    players: int, dice: random.Random
) -> None:
    state = wander(start(players), dice, 60)[-1]
    assume(RULES.window(state) is not None)
    seat = mover(state)
    found = []
    for place in (*state.board.grid.names, "enter"):
        for order in RULES.legal_at(state, seat, place.lower()):
            if place == "enter" or isinstance(order, Move):
                found.append(order)
            assert RULES.bind(state, seat, order).faults == ()
            assert isinstance(order, Move | Enter)
            event = done(state, order).events[0]
            assert isinstance(event, Moved | Entered)
            assert event.path == (order.cells or (state.home.cell,))
    short = [
        Move(cells=(o.cells[0], o.cells[-1]))
        if isinstance(o, Move)
        else Enter(cells=o.cells[-1:])
        for o in found
        if isinstance(o, Move | Enter)
    ]
    assert len(set(short)) == len(short)
    assert {*short, Pass()} == set(turns(state))


def test_legal_at_home_lists_the_piece_there_and_what_comes_in() -> None:
    state = start()
    orders = [str(order) for order in RULES.legal_at(state, "Ann", "a1")]
    assert orders == ["A1-B2", "A1-B3", "enter B2", "enter B3"]
    assert list(RULES.legal_at(state, "Ann", "Z9")) == []
    assert list(RULES.legal_at(state, "Bob", "M1")) == []


def test_legal_at_in_a_penalty() -> None:
    state = start(clock="hot")
    state = done(state, Pass(late=True)).state
    assert list(RULES.legal_at(state, "Bob", "A1")) == [Remove(cell="A1")]
    assert list(RULES.legal_at(state, "Bob", "B2")) == []
    listed = [str(order) for order in RULES.legal(state, "Bob")]
    assert listed == ["remove A1", "remove none", "agree"]
    assert [str(order) for order in RULES.legal(state, "Ann")] == ["agree"]


def test_legal_when_the_game_is_over() -> None:
    state = play(start(), ["pass", "pass"])
    assert RULES.window(state) is None
    assert list(RULES.legal(state, "Ann")) == []
    assert list(RULES.legal_at(state, "Ann", "A1")) == []


def test_the_order_of_legal_is_fixed() -> None:
    state = play(start(), ["enter B2", "M1-L2"])
    listed = ", ".join(str(one) for one in RULES.legal(state, "Ann"))
    assert listed == (
        "A1-B3, A1-C3, B2-B1, B2-B3, B2-C3, B2-C4, enter B1, enter B3, pass, agree"
    )


def _explained(state: State, order: AnyOrder) -> tuple[Event, ...]:
    bound = RULES.bind(state, mover(state), order).order
    assert bound is not None
    return RULES.explain(state, mover(state), bound)


def test_a_reading_tells_the_move_the_scores_and_the_end() -> None:
    state = play(start(), ["enter B2", "pass"])
    told = [
        words(find("magma")).tell(event, would=True)
        for event in _explained(state, read("A1-C3"))
    ]
    assert told[0] == "your piece jumps from A1 to C3, over B2"
    assert told[1].startswith("red would go from 14 to ")
    ends = _explained(state, Pass())[-1]
    assert isinstance(ends, Ends)
    assert (ends.reason, ends.winners) == ("passes", ("Ann",))


def test_the_sand_of_a_turn_adds_up_and_is_lost_with_it() -> None:
    state = start(clock="white-hot", glass=2)
    assert state.left == 3600
    state = RULES.elapsed(RULES.elapsed(state, 3000), 600)
    assert RULES.bind(state, "Ann", Pass()).faults == ()
    late = RULES.elapsed(state, 1)
    (fault,) = RULES.bind(late, "Ann", Pass()).faults
    assert (fault.code, dict(fault.given)) == (
        "late.sand",
        {"left": 3600, "used": 3601},
    )
    assert [str(order) for order in RULES.legal(late, "Ann")] == ["agree"]
    default = RULES.default(late, "Ann")
    assert default is not None
    assert RULES.bind(late, "Ann", default).faults == ()


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_turns_of_a_round_go_by_the_homes(players: int) -> None:
    state = start(players)
    homes = [home.seat for home in state.deal.homes]
    order = []
    for _ in range(2 * len(homes)):
        order.append(mover(state))
        move = next(one for one in turns(state) if isinstance(one, Move))
        state = done(state, move).state
    assert order == homes * 2
    assert set(order) == set(NAMES[:players])


def test_the_leader_of_a_tie_is_who_played_last() -> None:
    state = start(3)
    assert state.leaders() == ("red", "yellow", "blue")
    assert state._replace(turns=1).leaders() == ("red",)
    assert state._replace(turns=2).leaders() == ("yellow",)
    assert state._replace(turns=4).leaders() == ("red",)


def test_a_tie_before_anybody_has_had_a_turn_is_told_as_shared() -> None:
    """M21: nobody has played last."""
    text = "Game: magma\nSeats: Ann, Bob, Cid, Dot\n\n"
    agreed = "".join(f"{seat}: agree\n" for seat in NAMES[:4])
    page = render(report(replay.play(turn_file.read(text + agreed)), Reader()))
    said = "Ann, Bob, Cid and Dot share the victory with 14 points: they are level"
    assert said in " ".join(page.split())


def test_a_view_is_drawn_within_the_page() -> None:
    dice = random.Random(5)
    for name in find("magma").options["board"].values:
        for state in wander(start(6, board=name), dice, 40):
            lines = build(state).drawing()
            assert len(lines) == len(state.board.grid.lengths)
            assert max(map(len, lines)) <= 70
            assert all(line[0] == line.strip()[-1] for line in lines)


def test_the_drawing_shows_pieces_marks_and_numbers() -> None:
    state = play(start(board="magma43"), ["enter B2", "I1-H2", "A1-C3"])
    assert build(state).drawing() == [
        "A              *1r             A",
        "B         1r  R   3r  .        B",
        "C   .   2r <R>  4r  .   .   .  C",
        "D     .   2r  3r  .   .   .    D",
        "E   .   .   .   .   .   .   .  E",
        "F     .   .   .   .   .   .    F",
        "G   .   .   3b  4b  .   .   .  G",
        "H         1b  B   3b  .        H",
        "I               1b             I",
    ]


def test_the_drawing_shows_a_cell_that_was_emptied() -> None:
    state = play(start(2, clock="hot"), ["enter B2"])
    state = done(state, Pass(late=True)).state
    state = play(state, ["remove M1"])
    assert "*1" in build(state).drawing()[-1]
