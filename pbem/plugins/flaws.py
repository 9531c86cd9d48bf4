"""What is wrong with a game: what its author must mend, and where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from pbem.protocol import Fault


class GameFault(Exception):
    """A game, an option or a number of seats that is not to be had."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.code)
        self.fault = fault


class Flaw(NamedTuple):
    """Something that the author of a game must mend; templates/flaws.j2 has its words.

    The file is named from the folder that its package lies in.
    """

    code: str  #: "no-key"
    file: str = ""
    line: int = 0  #: from 1; 0: the file as a whole
    given: Mapping[str, Any] = MappingProxyType({})  #: for its words
    hint: bool = False  #: the game can be played all the same


class Broken(GameFault):
    """A game that cannot be opened: whose it is, and what must be mended."""

    def __init__(self, name: str, package: str, flaws: Iterable[Flaw]) -> None:
        self.name = name
        self.package = package
        self.flaws = tuple(flaws)
        given = {"name": name, "package": package, "flaws": self.flaws}
        super().__init__(Fault("game.broken", given=given))
