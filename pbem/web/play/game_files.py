"""A game whose files are being edited: reloaded when one of them is saved."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from pbem.pages import wording
from pbem.plugins import games
from pbem.plugins.games import Game

_Seen = frozenset[tuple[str, int, int]]  #: path, nanoseconds, bytes


class GameFiles:
    """The files of one game: rules, grammar, words, templates, picture, box."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.package = _package(game)
        self.places = _places(game, self.package)
        self.loads = 1  #: how often the game was loaded
        self._seen = self._look()

    def check(self) -> bool:
        """Forget the game if a file of it was saved, so that it is reloaded.

        Return whether one was.
        """
        seen = self._look()
        if seen == self._seen:
            return False
        self._seen = seen
        self.loads += 1
        for name in [*sys.modules]:
            if name == self.package or name.startswith(f"{self.package}."):
                del sys.modules[name]
        importlib.invalidate_caches()
        games.forget(self._game)
        wording.forget()
        return True

    def _look(self) -> _Seen:
        return frozenset(_seen(self.places))


def _package(game: Game) -> str:
    """Return the package whose modules are the game's."""
    return game.house if game.outside else f"pbem.rules.{game.name}"


def _places(game: Game, package: str) -> tuple[Path, ...]:
    spec = find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    here = Path(spec.origin).resolve().parent
    return here, *game.files


def _seen(places: tuple[Path, ...]) -> Iterator[tuple[str, int, int]]:
    for place in places:
        for file in place.rglob("*") if place.is_dir() else (place,):
            if file.suffix == ".pyc" or file.name.startswith("."):
                continue
            try:
                about = file.stat()
            except OSError:  # an editor puts a new one in its place just now
                continue
            if file.is_file():
                yield str(file), about.st_mtime_ns, about.st_size
