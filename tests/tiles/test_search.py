"""The search wins: every module, every number of players, tile by tile."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pbem.chance import Chance
from pbem.rules.mars.map.tiles import standard_box
from pbem.rules.mars.search.team_plan import plan_round, styles
from pbem.rules.mars.setup import EVEN_TICKS
from pbem.rules.mars.state import TIMER_TICKS, Settings
from pbem.tiles.playout import play_out, winning_ticks
from tests.rules.mars.helpers import opening
from tests.support.same import in_every_process
from tests.tiles.sand import games_won

ROOT = Path(__file__).parents[2]
CELLS = [(module, seats) for module in range(1, 6) for seats in range(1, 7)]
#: decks that a lone player wins with the tiles of the house
ALONE = {1: 0, 2: 0, 3: 0, 4: 1, 5: 2}


@pytest.mark.parametrize(("module", "seats"), CELLS)
def test_every_module_can_be_won(module: int, seats: int) -> None:
    key = str(ALONE[module] if seats == 1 else seats).encode()
    game = play_out(standard_box(), Settings(module=module), seats, Chance(key))
    assert game.won
    assert game.sand > 0
    assert game.ticks > 10 * module


@pytest.mark.parametrize("seats", [2, 4])
def test_the_complete_game_can_be_won_with_all_x_tiles(seats: int) -> None:
    settings = Settings(module=5, x=8)
    keys = (bytes([number]) for number in range(6))
    games = [play_out(standard_box(), settings, seats, Chance(key)) for key in keys]
    assert any(game.won for game in games)
    assert all(len(game.deck) == 20 for game in games)


def test_the_search_does_not_look_into_the_deck() -> None:
    for seed in range(12):
        state = opening(1 + seed % 5, 1 + seed % 6, seed)
        other = replace(state, deck=state.deck[::-1])
        style = styles(state)[0]
        assert plan_round(state, style) == plan_round(other, style)


GAME = """
from tests.rules.mars.helpers import opening
from tests.tiles.sand import games_won
from pbem.rules.mars.search.team_plan import plan_round, styles
from pbem.rules.mars.resolve import resolve_round

state = opening(3, 4, 7)
while not state.ended:
    plans = plan_round(state, styles(state)[0])
    print(*plans.values(), sep="; ")
    state = resolve_round(state, plans).state
"""


def test_the_search_plays_the_same_in_every_process() -> None:
    assert "explore" in in_every_process(GAME)


HANDBOOK = ROOT / "games" / "mars" / "README.md"


@pytest.mark.parametrize(("module", "seats"), [(1, 1), (1, 4), (2, 2), (3, 6), (5, 3)])
def test_the_table_in_the_handbook_is_true(module: int, seats: int) -> None:
    lines = HANDBOOK.read_text().splitlines()
    [line] = [line for line in lines if line.startswith(f"| module {module} |")]
    cell = line.split("|")[seats + 1].strip()
    ticks = winning_ticks(standard_box(), module, seats, 20)
    middle = ticks[len(ticks) // 2]
    assert cell == f"{len(ticks)}: {ticks[0]}, {middle}, {ticks[-1]}"


def test_the_even_sand_of_the_handbook_is_that_of_the_rules() -> None:
    text = HANDBOOK.read_text().partition("| module, players |")[2]
    rows = [line.strip("|").split("|") for line in text.splitlines()[2:7]]
    found = {int(row[0]): tuple(map(int, row[1:])) for row in rows}
    assert found == {1: (TIMER_TICKS,) * 6, **EVEN_TICKS}


def test_with_even_sand_the_search_wins_about_every_other_game() -> None:
    for module, seats in ((2, 3), (3, 6)):
        timer = EVEN_TICKS[module][seats - 1]
        assert 2 <= games_won(Settings(module=module, timer=timer), seats, 8) <= 6
        assert games_won(Settings(module=module), seats, 8) == 8
