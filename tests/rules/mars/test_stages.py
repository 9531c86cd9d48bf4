"""A round of Mars in its steps: where they lead is where the round leads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.protocol import Stages
from pbem.record.replay import play
from pbem.record.turn_file import read
from pbem.referee import Played
from pbem.system.resources import folder

FILES = sorted((folder("games") / "mars" / "examples").glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_last_step_is_the_end_of_the_round(file: Path) -> None:
    played: list[Played] = []
    rules: Any = play(read(file.read_text("utf-8")), played.append).game.rules
    assert issubclass(type(rules), Stages)
    for one in played:
        bound = {
            seat: rules.bind(one.before, seat, order).order
            for seat, order in one.orders.items()
        }
        steps = list(rules.stages(one.before, bound))
        events = [event for step in steps for event in step.events]
        first = one.events.index(events[0]) if events else 0  # signs come before
        assert tuple(events) == one.events[first : first + len(events)]
        after = rules.view(one.after, None)
        if steps:
            last = rules.view(steps[-1].state, None)
            assert last.pawns == after.pawns
            assert last.tiles == after.tiles
            assert last.walks() == after.walks()
        sand = [rules.view(step.state, None).sand for step in steps]
        flips = any(type(event).__name__ == "Flipped" for event in events)
        assert flips or sand == sorted(sand, reverse=True)
