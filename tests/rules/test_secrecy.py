"""The search for secrets finds them, and refusing is no mend.

`python -m tests.rules.secrecy --count 10000` does the same at length.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from pbem.chance import Chance
from pbem.protocol import Seat
from pbem.record import replay, turn_file
from pbem.record.replay import Story
from pbem.server.game import orders
from pbem.testing.matches import Match, legal
from pbem.testing.worlds import counted, run
from tests.rules import secrecy
from tests.rules.games import NAMES, game
from tests.toy.game import TOY

pytestmark = pytest.mark.usefixtures("toy")


@pytest.mark.parametrize("name", ["arena", "magblast", "mars", TOY.name])
def test_a_preview_of_the_true_table_would_be_noticed(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def true(story: Story, seat: Seat | None) -> Story:
        return story.copy()

    for module in ("record.trial", "server.game.orders", "server.game.preview"):
        monkeypatch.setattr(f"pbem.{module}.imagined", true)
    assert run(game(name), 8, 0, secrecy.permuted(name)).leaks


def test_every_draw_of_an_answer_counts() -> None:
    def shuffled_and_picked() -> str:
        deck, chance = Chance(b"key").shuffled("abcdefghi", "deck")
        return chance.pick(deck, "card")[0]

    assert counted(shuffled_and_picked)[1].draws == 8 + 1


A_TURN = """
== 0 ==
Ann: fire A1
Bob: fire B2
== 1 ==
Bob: C3
"""
AFTER_A_HIT = """Seed: 00112233445566778899aabbccddeeff

== Position ==
turn: Ann action
Ann: B1 destroyer
Ann: flagship sol
Ann: hand laser, direct hit
Bob: B1 dreadnought 12

== 0 ==
Ann: laser B1 at Bob B1 "Zap"
Bob: pass
"""


@pytest.mark.parametrize(
    ("record", "line", "asks"),
    [
        (f"Game: arena\nSeats: Ann, Bob\n{A_TURN}", "13808", False),
        (f"Game: magblast\nSeats: Ann, Bob\n{AFTER_A_HIT}", "sol to red", True),
    ],
)
def test_what_is_refused_or_asked_resolves_nothing(
    record: str, line: str, asks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What others have sent would be part of it: the time that it takes, if no word."""
    story = replay.play(turn_file.read(f"{record}\n"))
    monkeypatch.setattr(Story, "settle", None)
    readings = orders.read(story, "Ann", [line])
    offered = orders.offer(story, "Ann", readings, sure=False)
    assert (not offered.text, bool(offered.asks)) == (not asks, asks)
    assert not offered.resolved


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
                lines = orders.read(story, seat, str(order).split("\n"))
                look = orders.look(story, seat, lines)
                sent = orders.offer(story, seat, lines)
                assert look.text == sent.text != ""
                assert look.readings == sent.readings
                looked += 1
    assert looked > 10
