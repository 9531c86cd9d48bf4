"""What a seat cannot see changes nothing in what it is sent.

A game with secrets brings `tests/rules/<game>/secrets.py` (tests/rules/secrecy.py).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given

from pbem import referee
from pbem.protocol import Closes, Hidden, told
from pbem.record import replay, turn_file
from pbem.referee import Written
from pbem.report.builder import report
from pbem.report.document import document
from pbem.report.model import Reader, render
from tests.rules.contract import Match, game, legal
from tests.rules.secrecy import secrets_of
from tests.rules.test_contract import every_game, lengths, quick, seeds
from tests.toy.game import present


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    with present():
        yield


def _sent(match: Match, state: Any, seat: str | None) -> tuple[Any, ...]:
    """All that a reader gets of a state."""
    table = replace(match.table, state=state, answers={}, held={}, news=())
    header = turn_file.read(match.header())
    story = replay.Story(match.game, header, match.options, table)
    reader = Reader(seat=seat)
    rules = match.game.rules
    faults: list[Any] = []
    if seat is not None:
        for order in legal(match.game, match.state, seat, random.Random(1))[:30]:
            laid = rules.bind(state, seat, order)
            faults.append(laid.faults)
            if laid.order is not None:
                faults.append(rules.explain(state, seat, laid.order))
    return (
        rules.view(state, seat),
        rules.window(state),
        rules.outcome(state),
        render(report(story, reader)),
        document(story, reader),
        faults,
    )


@every_game
@given(seed=seeds, windows=lengths)
@quick
def test_what_a_seat_cannot_see_changes_nothing_for_it(
    name: str, seed: int, windows: int
) -> None:
    match = Match(game(name), random.Random(seed))
    match.play(windows)
    state, secrets = match.state, secrets_of(name)
    if secrets is None:
        # A game without secrets shows everybody the same, moderators too.
        rules = match.game.rules
        open_to_all = not isinstance(rules, Hidden) or rules.truth(state) is None
        assert open_to_all, "its secrets need a test"
        return
    for seat in (None, *match.seats):
        other = secrets.permuted(state, seat, match.rng)
        assert _sent(match, other, seat) == _sent(match, state, seat)


@every_game
def test_the_shuffling_of_secrets_shuffles_something(name: str) -> None:
    secrets = secrets_of(name)
    if secrets is None:
        return
    changed = 0
    for seed in range(10):
        match = Match(game(name), random.Random(seed))
        match.play(4)
        seat = match.seats[0]
        changed += secrets.permuted(match.state, seat, match.rng) != match.state
    assert changed > 3


@every_game
@given(seed=seeds, windows=lengths)
@quick
def test_a_sealed_answer_is_seen_by_nobody_else(
    name: str, seed: int, windows: int
) -> None:
    match = Match(game(name), random.Random(seed))
    match.play(windows)
    rules = match.game.rules
    window = rules.window(match.state)
    if window is None or not window.sealed or len(window.seats) < 2:
        return
    speaker, listener = window.seats[0], window.seats[1]
    answers = [o for o in match.answers([speaker]).values() if not o.anytime]
    others = legal(match.game, match.state, speaker, match.rng)
    answers += [order for order in others if not order.anytime][:4]
    for reader in (Reader(seat=listener), Reader()):
        pages = set()
        for order in answers:
            sheet = [Written(order, str(order))]
            base = replace(match.table, answers={})
            table, _ = referee.offer(rules, base, speaker, sheet)
            header = turn_file.read(match.header())
            story = replay.Story(match.game, header, match.options, table)
            pages.add(render(report(story, reader)))
            pages.add(str(document(story, reader)))
        assert len(pages) <= 2
        if window.discreet:
            header = turn_file.read(match.header())
            story = replay.Story(match.game, header, match.options, base)
            assert render(report(story, reader)) in pages


@every_game
@given(seed=seeds, windows=lengths)
@quick
def test_a_secret_event_names_its_readers(name: str, seed: int, windows: int) -> None:
    match = Match(game(name), random.Random(seed))
    match.play(windows)
    for events in (match.opening, *(played.events for played in match.played)):
        for event in events:
            if event.known_to is None:
                continue
            assert event.known_to <= set(match.seats)
            hidden = {one.name for one in fields(event) if one.metadata}
            for seat in (None, *match.seats):
                heard = told(seat, event)
                if seat in event.known_to:
                    assert heard is event
                    assert all(getattr(event, one) is not None for one in hidden)
                elif hidden:
                    assert heard is not None
                    assert heard.known_to is None
                    assert all(getattr(heard, one) is None for one in hidden)
                else:
                    assert heard is None


@every_game
@given(seed=seeds, windows=lengths)
@quick
def test_a_window_is_resolved_by_one_order_or_by_one_of_each_seat(
    name: str, seed: int, windows: int
) -> None:
    match = Match(game(name), random.Random(seed))
    match.play(windows)
    for played in match.played:
        answered = tuple(played.orders)
        if played.window.closes is Closes.ALL:
            assert answered == played.window.seats
        else:
            assert len(answered) == 1
            assert answered[0] in played.window.seats
        assert set(played.missed) <= set(answered)
