"""What every game must hold (pbem.testing), for those of the house and the toy."""

from __future__ import annotations

import random

import pytest

from pbem.cases.runner import Case, load, run
from pbem.protocol import Order
from pbem.testing import ContractTests, SecretsTests, WordsTests
from pbem.testing.matches import Match
from pbem.testing.worlds import Permuted
from tests.rules import secrecy
from tests.rules.games import NAMES, game, kinds
from tests.toy.game import TOY

pytestmark = pytest.mark.usefixtures("toy")

CASES = [case for name in NAMES for case in load(game(name))]


class HouseTests(ContractTests, WordsTests, SecretsTests):
    """The contract, with what shuffles the secrets of a game of the house."""

    count = 5
    lines = 400

    def permuted(self) -> Permuted:
        """Return the shuffling of its secrets."""
        return secrecy.permuted(self.opened().name)

    @pytest.mark.slow
    def test_what_a_seat_cannot_see_changes_no_answer(self) -> None:
        """Left to `make test`, as it reads each line in many worlds."""
        super().test_what_a_seat_cannot_see_changes_no_answer()


class TestArena(HouseTests):
    """Magic Arena."""

    game = "arena"


class TestDiplomacy(HouseTests):
    """Diplomacy."""

    game = "diplomacy"


class TestLava(HouseTests):
    """Lava."""

    game = "lava"


class TestMagma(HouseTests):
    """Magma."""

    game = "magma"


class TestMagBlast(HouseTests):
    """Mag-Blast."""

    game = "magblast"


class TestMars(HouseTests):
    """Magic Maze on Mars."""

    game = "mars"


class TestToy(HouseTests):
    """The toy: a game of another package."""

    game = TOY


def test_every_game_of_the_house_is_tested() -> None:
    tested = {kind.game for kind in HouseTests.__subclasses__()}
    assert tested == {*NAMES[:-1], TOY}


@pytest.mark.parametrize("name", NAMES)
def test_every_kind_of_order_prints_itself(name: str) -> None:
    for kind in kinds(game(name), Order):
        assert any("__str__" in vars(one) for one in kind.__mro__[:-1]), kind


@pytest.mark.parametrize("name", ["magblast", "mars", TOY.name])
def test_the_shuffling_of_secrets_shuffles_something(name: str) -> None:
    changed = 0
    for seed in range(10):
        match = Match(game(name), random.Random(seed))
        match.play(4)
        other = secrecy.permuted(name)(match.state, match.seats[0], match.rng)
        changed += other != match.state
    assert changed > 3


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game.name}-{case.id}")
def test_a_published_case_of_a_ruling_holds(case: Case) -> None:
    assert run(case) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_game_has_cases(name: str) -> None:
    assert [case for case in CASES if case.game.name == name]
