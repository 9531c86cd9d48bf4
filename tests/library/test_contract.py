"""What every game must hold (pbem.testing), for the games of the library."""

from __future__ import annotations

from pbem.library.family import FAMILY
from pbem.testing import ContractTests, WordsTests


def _tested(name: str) -> type:
    """Return the tests of a game, by few random matches: there are many games."""
    called = "Test" + name.title().replace("-", "")
    about = {"__module__": __name__, "game": name, "count": 2, "lines": 200}
    return type(called, (ContractTests, WordsTests), about)


for _name in FAMILY.names():
    _kind = _tested(_name)
    globals()[_kind.__name__] = _kind


def test_the_development_environment_has_the_engine() -> None:
    assert {"chess", "go", "hex"} <= {*FAMILY.names()}
