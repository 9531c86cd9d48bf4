"""Whether what a game's functions take is what they are called with."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pbem import protocol
from pbem.plugins.defects import Defect
from pbem.plugins.game import Game
from pbem.protocol.parts import NAMES


def miscalled(game: Game) -> Iterator[Defect]:
    """Yield the methods and readers that cannot be called with what they get.

    Python would say so in the middle of a game, at no line of the game's.
    """
    yield from _methods(game)
    yield from _readers(game)


def _methods(game: Game) -> Iterator[Defect]:
    rules = game.rules
    for base in (protocol.Rules, protocol.CompoundRules, *NAMES):
        for name, asked in vars(base).items() if isinstance(rules, base) else ():
            own = getattr(rules, name, None)
            code = getattr(getattr(own, "__func__", own), "__code__", None)
            if name.startswith("_") or not inspect.isfunction(asked) or not code:
                continue
            _, *given = inspect.signature(asked).parameters
            if own is not None and not _takes(own, len(given)):
                file = game.shown(Path(code.co_filename).resolve())
                details = {"name": name, "asked": ["self", *given]}
                yield Defect("method-takes", file, code.co_firstlineno, details)


def _readers(game: Game) -> Iterator[Defect]:
    for rule, count, line in game.notation.handed():
        reader = game.rules.readers.get(rule)
        if reader is not None and not _takes(reader, count):
            name = getattr(reader, "__name__", rule)
            given = {"rule": rule, "count": count, "name": name}
            yield Defect("reader-takes", game.shown(game.grammar), line, given)


def _takes(call: Callable[..., Any], count: int) -> bool:
    """Return whether something can be called with so many values."""
    try:
        inspect.signature(call).bind(*range(count))
    except TypeError:
        return False
    except ValueError:
        return True  # Python does not know what it takes
    return True
