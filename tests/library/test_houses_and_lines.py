"""Games of seeds and of lines: turns of several steps, and what is refused."""

from __future__ import annotations

import random
from collections import defaultdict
from typing import Any

import pytest

from pbem.plugins.games import find
from pbem.protocol import Event

SEATS = ("Ann", "Bob")


def _begun(name: str, **options: Any) -> Any:
    rules: Any = find(name).rules
    terms = rules.options(roles=("First", "Second"), **options)
    return rules.setup(SEATS, terms, None).state


def _bound(name: str, state: Any, text: str) -> Any:
    game = find(name)
    rules: Any = game.rules
    (seat,) = rules.window(state).seats
    return rules.bind(state, seat, game.notation.parse(text))


def _play(name: str, state: Any, *texts: str) -> tuple[Any, tuple[Event, ...]]:
    rules: Any = find(name).rules
    events: tuple[Event, ...] = ()
    for text in texts:
        (seat,) = rules.window(state).seats
        bound = _bound(name, state, text)
        assert bound.order is not None, (text, bound.faults)
        state, events = rules.resolve(state, {seat: bound.order})
    return state, events


def _mover(name: str, state: Any) -> str:
    rules: Any = find(name).rules
    return str(rules.window(state).seats[0])


@pytest.mark.parametrize(
    ("name", "options", "first", "whole"),
    [
        ("mancala", {}, "C", "C F"),
        (
            "dots-and-boxes",
            {"columns": 2, "rows": 2},
            "b1-b2",
            "b1-b2 b2-c2",
        ),
    ],
)
def test_a_turn_that_goes_on_is_one_order_or_several(
    name: str, options: dict[str, int], first: str, whole: str
) -> None:
    state = _begun(name, **options)
    if name == "dots-and-boxes":
        state, _ = _play(name, state, "a1-a2", "a1-b1", "a2-b2", "c1-c2")
    mover = _mover(name, state)
    half, _ = _play(name, state, first)
    assert _mover(name, half) == mover
    once, _ = _play(name, state, whole)
    twice, _ = _play(name, half, whole.split()[1])
    assert str(once.engine) == str(twice.engine)
    assert _mover(name, once) != mover
    (fault,) = _bound(name, state, f"{whole} {whole.split()[1]}").faults
    assert fault.code == "illegal.turn-over"


MORRIS = ("a1", "g7", "d1", "g4")


@pytest.mark.parametrize(
    ("name", "moves", "text", "code"),
    [
        ("oware", ("A", "a"), "A", "illegal.house"),
        ("nine-mens-morris", MORRIS, "d4", "illegal.no-point"),
        ("nine-mens-morris", MORRIS, "g4", "illegal.taken"),
        ("nine-mens-morris", MORRIS, "a1-a4", "illegal.phase"),
        ("nine-mens-morris", MORRIS, "a4xg4", "illegal.mill"),
        ("nine-mens-morris", MORRIS, "g1", "ambiguous.move"),
        ("pentago", ("b2 3r",), "b2 1l", "illegal.taken"),
        ("pentago", (), "b2", "illegal.turning"),
        ("pentago", (), "g2 1l", "illegal.off-board"),
        ("dots-and-boxes", (), "a1-b2", "illegal.no-line"),
        ("dots-and-boxes", ("a1-a2",), "a2-a1", "illegal.drawn"),
        ("twixt", (), "A4", "illegal.border"),
        ("twixt", (), "A1", "illegal.off-board"),
    ],
)
def test_what_cannot_be_played_is_answered_with_the_reason(
    name: str, moves: tuple[str, ...], text: str, code: str
) -> None:
    state, _ = _play(name, _begun(name), *moves)
    (fault,) = _bound(name, state, text).faults
    assert fault.code == code


def test_a_mill_takes_the_man_that_is_named() -> None:
    state, _ = _play("nine-mens-morris", _begun("nine-mens-morris"), *MORRIS)
    state, events = _play("nine-mens-morris", state, "g1 takes g4")
    assert events[0].taken == 1  # type: ignore[attr-defined]
    rules: Any = find("nine-mens-morris").rules
    assert rules.view(state, None).pieces["Bob"] == ("g7",)


@pytest.mark.parametrize(
    "text", ["b2 3r", "B2, lower left clockwise", "b2 quarter 3 right", "b2 3-r"]
)
def test_a_quarter_that_turns_is_read_as_people_say_it(text: str) -> None:
    assert str(find("pentago").notation.parse(text)) == "b2 3r"


def test_a_marble_is_marked_where_its_quarter_has_brought_it() -> None:
    state, _ = _play("pentago", _begun("pentago"), "b1 1r")
    view: Any = find("pentago").rules.view(state, None)
    assert view.last == view.pieces["Ann"] == ("c2",)


@pytest.mark.parametrize("seed", range(3))
def test_links_join_the_sides_of_whom_the_engine_calls_winner(seed: int) -> None:
    rng, state = random.Random(seed), _begun("twixt", size=8)
    rules: Any = find("twixt").rules
    while (window := rules.window(state)) is not None:
        turns = [str(one) for one in rules.legal(state, window.seats[0])]
        text = "swap" if "swap" in turns and seed else rng.choice(turns)
        state, _ = _play("twixt", state, text)
    board = rules.style.board(state.engine)
    joined = defaultdict[str, set[str]](set)
    for line in board.lines:
        joined[line.start].add(line.end)
        joined[line.end].add(line.start)
    won = []
    for owner, axis in ((0, 1), (1, 0)):
        own = [name for name, one in board.pieces.items() if one.owner == owner]
        seen = {name for name in own if board.cells[name][axis] == 0}
        left = [*seen]
        while left:
            new = joined[left.pop()] - seen
            seen |= new
            left += new
        won.append(any(board.cells[name][axis] == 7 for name in seen))
    assert won == [result > 0 for result in state.engine.returns()]
