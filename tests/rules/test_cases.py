"""Every published case of every game holds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pbem.cases.runner import Case, load, run
from tests.rules.contract import NAMES, game
from tests.toy.game import present

CASES = [case for name in NAMES for case in load(game(name))]


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    with present():
        yield


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game.name}-{case.id}")
def test_case(case: Case) -> None:
    assert run(case) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_game_has_cases(name: str) -> None:
    assert [case for case in CASES if case.game.name == name]
