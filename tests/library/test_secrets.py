"""Games with hidden hands: what a seat cannot see changes nothing for it."""

from __future__ import annotations

import pytest

from pbem.library.family import FAMILY
from pbem.plugins.games import find
from pbem.protocol import Hidden
from pbem.testing import SecretsTests
from pbem.testing.worlds import Permuted
from tests.library.worlds import PERMUTED


class LibrarySecrets(SecretsTests):
    """By worlds that the tests make themselves."""

    count = 2
    sheets = 2

    def permuted(self) -> Permuted:
        assert isinstance(self.game, str)
        return PERMUTED[self.game]


class TestBattleship(LibrarySecrets):
    game = "battleship"

    @pytest.mark.slow
    def test_what_a_seat_cannot_see_changes_no_answer(self) -> None:
        super().test_what_a_seat_cannot_see_changes_no_answer()


for _name in sorted({*PERMUTED} - {"battleship"}):
    _called = "Test" + _name.title().replace("-", "")
    _facts = {"__module__": __name__, "game": _name}
    globals()[_called] = type(_called, (LibrarySecrets,), _facts)


def test_every_game_with_hidden_hands_is_tried() -> None:
    dice = {"backgammon", "einstein"}  # of which nothing else is hidden
    hidden = {x for x in FAMILY.names() if isinstance(find(x).rules, Hidden)}
    assert hidden == {*PERMUTED} | dice
