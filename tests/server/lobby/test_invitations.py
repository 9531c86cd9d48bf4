"""Games before they begin: how many seats, and who may still come and go."""

from __future__ import annotations

import pytest

from pbem import games
from pbem.server.storage import schema
from tests.support.server.world import ANN, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
KINDS = sorted(games.built_in())


def _wanted(kind: str, seats: int, how: str) -> str:
    """A line that asks for a game with so many seats."""
    guests = ", ".join(f"p{number}@p.example" for number in range(1, seats))
    return f"new {kind} with {guests}" if how == "new" else f"open {kind} for {seats}"


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_has_no_seat_too_many_and_none_too_few(world: World, kind: str) -> None:
    least, most = games.find(kind).facts["seats"]
    tries = [("new", most + 1), ("open", most + 1), ("new", least - 1)]
    tries += [("open", least - 1)]
    for how, seats in tries:
        if seats > (how == "new"):
            (answer,) = world.say(ANN, _wanted(kind, seats, how))
            assert "cannot begin like this" in answer.text, (how, seats)
            assert f"{least} to {most}" in " ".join(answer.text.split())
    assert world.count(schema.game) == 0
    world.say(ANN, _wanted(kind, most, "open"))
    world.say(ANN, _wanted(kind, max(least, 2), "new"))
    assert world.count(schema.game) == 2
