"""Which addresses can become a player's, and how many."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pbem.server.lobby import addresses
from tests.support.server.world import ADDRESS, BOB, World


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_ten_addresses_are_enough_and_each_is_somebodys(world: World) -> None:
    world.start()
    with world.store.writing() as conn:
        request: Any = SimpleNamespace(config=world.config, conn=conn)

        def why(address: str, own: int) -> str:
            mine = [f"ann{n}@a.example" for n in range(own)]
            return addresses.cannot_add(request, address, mine)

        assert why("new@a.example", 1) == ""
        assert why("new@a.example", 9) == ""
        assert why("new@a.example", 10) == "odd"
        assert why("new@a.example", 11) == "odd"
        assert why("referee+x@x.example", 1) == "odd"
        assert why("ann0@a.example", 1) == "own"
        assert why(ADDRESS[BOB], 1) == "taken"
