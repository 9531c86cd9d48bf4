"""Points by systems of tournaments, and results by what was played."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.server.lobby import scoring
from pbem.server.lobby.scoring import SYSTEMS, by_player, by_role
from tests.support.server.world import ANN, BOB, CID, World

DRAWN = {0: 15, 1: 12, 2: 7, 3: 0, 4: 0, 5: 0, 6: 0}
SOLO = {0: 18, 1: 12, 2: 4, 3: 0, 4: 0, 5: 0, 6: 0}


@pytest.mark.parametrize("system", SYSTEMS)
def test_who_wins_alone_has_all_or_a_hundred(system: str) -> None:
    points = SYSTEMS[system](SOLO, {0})
    whole = scoring.SOLO if system == "carnage" else 100
    assert points == {0: whole, **dict.fromkeys(range(1, 7), 0)}


def test_a_shared_game_of_seven_is_worth_as_much_to_all_as_a_solo() -> None:
    assert sum(SYSTEMS["carnage"](DRAWN, {0, 1, 2}).values()) == scoring.SOLO
    assert sum(SYSTEMS["squares"](DRAWN, {0, 1, 2}).values()) == pytest.approx(100)
    assert sum(SYSTEMS["c-diplo"](DRAWN, {0, 1, 2}).values()) == 7 + 34 + 38 + 14 + 7


def test_games_of_a_store_are_counted_by_player_and_by_power(world: World) -> None:
    """Two games: one shared by all, one conceded to Bob."""
    for _ in range(2):
        world.start(BOB, CID, game="diplomacy", options="powers=France/Italy/Turkey")
    for who in (ANN, BOB, CID):
        world.answer(who, "all hold, vote draw", "diplomacy-1")
    for who in (ANN, BOB, CID):
        world.answer(who, "all hold, vote concede Italy", "diplomacy-2")
    with world.store.reading() as conn:
        table: dict[str, Any] = {
            one.name: one[1:] for one in by_player(conn, "diplomacy", "draw-size")
        }
        powers = {one.name: one[1:] for one in by_role(conn, "diplomacy")}
    third = pytest.approx(100 / 3)
    assert table == {
        "Bob": (2, 1, 1, pytest.approx(100 + 100 / 3)),
        "Ann": (2, 0, 1, third),
        "Cid": (2, 0, 1, third),
    }
    assert powers == {
        "France": (2, 0, 1, 3.0),
        "Italy": (2, 1, 1, 3.0),
        "Turkey": (2, 0, 1, 3.0),
    }
