"""What a game must hold, as tests that every game can run.

A package with a game writes them in two lines, `pytest` does the rest:

    from pbem.testing import GameTests

    class TestHop(GameTests):
        game = "hop"
"""

from pbem.testing.contract import ContractTests
from pbem.testing.recorded import RecordedTests
from pbem.testing.secrets import SecretsTests
from pbem.testing.words import WordsTests

__all__ = [
    "ContractTests",
    "GameTests",
    "RecordedTests",
    "SecretsTests",
    "WordsTests",
]


class GameTests(ContractTests, WordsTests, SecretsTests, RecordedTests):
    """All that a game must hold: the contract, its words, its secrets, its cases."""
