"""What is wrong with a game: what its author must fix, and where."""

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


class Defect(NamedTuple):
    """What the author of a game must fix; templates/defects.j2 has its words.

    The file is named from the folder that its package lies in.
    """

    code: str  #: "no-key"
    file: str = ""
    line: int = 0  #: from 1; 0: the file as a whole
    given: Mapping[str, Any] = MappingProxyType({})  #: for its words
    hint: bool = False  #: the game can be played all the same


class Broken(GameFault):
    """A game that cannot be opened: whose it is, and what must be mended."""

    def __init__(self, name: str, package: str, defects: Iterable[Defect]) -> None:
        self.name = name
        self.package = package
        self.defects = tuple(defects)
        given = {"name": name, "package": package, "defects": self.defects}
        super().__init__(Fault("game.broken", given=given))
