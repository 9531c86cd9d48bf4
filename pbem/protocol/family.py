"""Many games by one entry point."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Member:
    """One game of a family, as `Family.open` gives it."""

    rules: str | Callable[[], Any]  #: "pkg.race.rules:RULES", or what returns them
    #: What game.toml would say, `protocol = 2` too; None: it lies in games/NAME/.
    facts: Mapping[str, Any] | None = None
    #: Whose grammar, words, picture, handbook and cases it uses where it has no file of
    #: its own: grammars/FALLBACK.lark unless there is grammars/NAME.lark, and so on. Of
    #: several names the first that has the file counts.
    fallbacks: str | tuple[str, ...] = ()


@dataclass(frozen=True)
class Family:
    """Many games by one entry point, such as those of another engine's library.

    The entry point names a `Family` where it would name the rules of a game, and
    the package has no `games/<entry>/game.toml` for it:

        [project.entry-points."pbem.games"]
        openspiel = "pbem_openspiel.family:FAMILY"

        FAMILY = Family(names=lambda: ("hex", "go"), open=member)

    `names` lists the games; `open` gives the `Member` of a name. Both are called
    whenever games are listed, so they should import no rules: `Member.rules` is
    asked for when a game is played. Grammars, templates and handbooks lie in the
    package of the entry point, or in the one that `house` names, "pkg.part".
    """

    names: Callable[[], Iterable[str]]
    open: Callable[[str], Member]
    house: str = ""
