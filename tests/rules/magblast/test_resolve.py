"""A resolution changes nothing that it is given, and is told when it is asked for."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import replace

from pbem.record import replay, turn_file
from pbem.referee import Played, Table
from pbem.rules.magblast import RULES
from pbem.rules.magblast.events.game import NoneLeft
from pbem.rules.magblast.fleet import Fleet
from pbem.rules.magblast.state import State
from tests.rules.magblast.table import play, read


def test_a_resolution_leaves_alone_what_it_is_given_and_gives_what_is_frozen() -> None:
    seen = 0

    def watch(table: Table[State], played: Sequence[Played]) -> None:
        nonlocal seen
        for one in played:
            before = repr(one.before)
            orders = {
                seat: RULES.bind(one.before, seat, order).order  # type: ignore[arg-type]
                for seat, order in one.orders.items()
            }
            step = RULES.resolve(one.before, orders)  # type: ignore[arg-type]
            assert repr(one.before) == before
            assert type(step.state) is State
            assert {type(fleet) for fleet in step.state.fleets} == {Fleet}
            assert step.state == one.after
            assert pickle.loads(pickle.dumps(step)) == step
            assert one.events[len(one.events) - len(step.events) :] == step.events
            seen += 1

    for seed in range(3):
        play(seed, 3, watch)
    assert seen > 100


def test_where_nothing_is_left_nothing_is_drawn() -> None:
    """B20: neither cards nor ships, and the cards that would bring them are spent."""
    lines = "turn: Ann discard\nAnn: hand reinforcements, laser"
    head = "Game: magblast\nSeats: Ann, Bob\nSeed: 0011223344556677\n\n== Position ==\n"
    state = replay.begin(turn_file.read(f"{head}{lines}\n")).table.state
    assert isinstance(state, State)
    state = replace(state, draw=(), discards=(), yard=())
    for line, cards in (("draw", 2), ("reinforcements to blue", 1)):
        order = RULES.bind(state, "Ann", read(line)).order
        assert order is not None
        step = RULES.resolve(state, {"Ann": order})
        state = step.state
        assert any(isinstance(event, NoneLeft) for event in step.events)
        assert len(state.fleets[0].cards) == cards
    assert not state.fleets[0].berthed()
