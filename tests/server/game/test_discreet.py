"""A deadline tells nobody who has answered where answers are discreet."""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.record import replay, turn_file
from pbem.server.game import absences, deadlines

GAME = """Game: magblast
Name: masks
Seats: Ann, Bob, Cid
Seed: 00112233445566778899aabbccddeeff

== Position ==
turn: Ann action
Ann: hand laser
Ann: B1 scout
Bob: B1 cruiser
Bob: hand laser
Cid: hand laser

== 0 ==
"""
SHOT = 'Ann: laser B1 at Bob B1 "Pew!"\n'


def asked_about(monkeypatch: pytest.MonkeyPatch, before: str) -> list[int]:
    """The players whose absences may move the deadline of a reaction."""
    story = replay.play(turn_file.read(GAME + before + SHOT))
    found: list[int] = []

    def later(
        conn: Any, game_id: int, players: Iterable[int], deadline: float, *_: Any
    ) -> float:
        found.extend(players)
        return deadline

    monkeypatch.setattr(absences, "later", later)
    seats = [
        SimpleNamespace(name=n, player_id=i) for i, n in enumerate(story.header.seats)
    ]
    sitting: Any = SimpleNamespace(
        story=story,
        config=SimpleNamespace(zone="UTC"),
        game=SimpleNamespace(id=1, pace=3600, timing=""),
        conn=None,
        seats=lambda: seats,
    )
    deadlines.compute(sitting, 0.0)
    return found


@pytest.mark.parametrize(
    "left", ["", "Bob: standing pass all\n", "Cid: standing pass all\n"]
)
def test_a_standing_order_moves_no_deadline(
    monkeypatch: pytest.MonkeyPatch, left: str
) -> None:
    assert asked_about(monkeypatch, left) == [1, 2]
