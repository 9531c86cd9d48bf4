"""The search for secrets finds them, and refusing is no mend.

`python -m tests.rules.secrecy --count 10000` does the same at length.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from pbem.protocol import Seat
from pbem.record import replay, trial, turn_file
from pbem.record.replay import Story
from pbem.server.play import order_lines, orders
from pbem.testing.matches import Match, legal
from pbem.testing.worlds import run
from tests.rules import secrecy
from tests.rules.games import NAMES, game
from tests.toy.game import TOY, present


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    with present():
        yield


@pytest.mark.parametrize("name", ["arena", "magblast", "mars", TOY.name])
def test_a_preview_of_the_true_table_would_be_noticed(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def true(story: Story, seat: Seat | None) -> Story:
        return story.copy()

    monkeypatch.setattr(trial, "imagined", true)
    monkeypatch.setattr("pbem.server.play.preview.imagined", true)
    assert run(game(name), 20, 0, secrecy.permuted(name)).told


@pytest.mark.parametrize("name", NAMES)
def test_a_legal_line_is_answered_like_orders_of_it(name: str) -> None:
    """Refusing is no mend."""
    looked = 0
    for seed in range(6):
        match = Match(game(name), random.Random(seed))
        match.play(seed * 3)
        table = replace(match.table, answers={}, held={})
        header = turn_file.read(match.header())
        story = replay.Story(match.game, header, match.options, table)
        window = match.game.rules.window(match.state)
        for seat in window.seats[:2] if window else ():
            for order in legal(match.game, match.state, seat, match.rng)[:8]:
                lines = str(order).split("\n")
                look = orders.look(story, seat, lines)
                read = order_lines.read_lines(match.game, lines)
                sent = orders.offer(story, seat, read)
                assert look.text == sent.text != ""
                assert look.readings == sent.readings
                looked += 1
    assert looked > 10
