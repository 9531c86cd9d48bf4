"""Lines for another game than the one that a letter is for."""

from __future__ import annotations

import pytest

from pbem.server.flow.routing import MAX_GAMES
from tests.support.server.world import ADDRESS, ANN, BOB, HOUR, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)


def _two_games(world: World) -> str:
    """Two games of Ann and Bob; where Ann answers the first."""
    world.start()
    to = world.last(ADDRESS[ANN]).reply_to
    world.start()
    world.now += HOUR
    world.answer(ANN, "fire A1")
    return to


@pytest.mark.parametrize(("later", "counts"), [(-1, False), (0, True), (1, True)])
def test_lines_without_a_turn_are_for_the_turn_that_they_were_written_in(
    world: World, later: float, counts: bool
) -> None:
    """The second game goes on; then a letter comes that had been under way."""
    to = _two_games(world)
    world.answer(BOB, "air F6")
    opened = world.now
    before = world.orders()
    world.now += HOUR
    world.post(ANN, "fire C3\ngame arena-2\nB2", to, received=opened + later)
    out = world.run()
    played = ["Ann: B2"] if counts else []
    assert sorted(world.orders()) == sorted([*before, "Ann: fire C3", *played])
    refused = [mail for mail in out if "game is at #1" in mail.text]
    assert len(refused) == (not counts)


@pytest.mark.parametrize(("turn", "later", "counts"), [(1, -1, True), (0, 1, False)])
def test_lines_that_name_their_turn_are_for_that_turn(
    world: World, turn: int, later: float, counts: bool
) -> None:
    to = _two_games(world)
    world.answer(BOB, "air F6")
    opened = world.now
    world.now += HOUR
    world.post(ANN, f"game arena-2 #{turn}\nB2", to, received=opened + later)
    out = world.run()
    assert ("Ann: B2" in world.orders()) is counts
    assert len([m for m in out if "game is at #1" in m.text]) == (not counts)


def test_a_letter_speaks_to_so_many_games(world: World) -> None:
    world.start()
    games = [f"game g{number}\nD4" for number in range(MAX_GAMES)]
    world.answer(ANN, "\n".join(games))
    assert "I send on" not in world.last(ADDRESS[ANN]).text
    world.answer(ANN, "\n".join([*games, "game last", "D4"]))
    told = world.last(ADDRESS[ANN]).text
    assert "I send on to 20 other games" in told
    assert "game last" in told
