"""A game of another package is checked before it is first played."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from pbem.plugins.game import Game
from pbem.system.resources import cache_folder, folder

_sound: set[Game] = set()


def loaded(game: Game) -> Game:
    """Return the game, with no defect that would break a report in its middle.

    Our tests check the games in the box and in the library; those of other packages
    are checked here, when they were changed since. Raises Broken.
    """
    if not game.outside or game.bundled or game in _sound:
        return game
    digest = _digest(game)
    cache = cache_folder()
    mark = cache / f"{game.package}.{game.name}.sound" if cache else None
    with suppress(OSError):
        if mark is not None and mark.read_text(encoding="ascii") == digest:
            _sound.add(game)
            return game
    from pbem.authoring.static import defects_of_files

    if defects := [one for one in defects_of_files(game) if not one.hint]:
        raise game.broken(*defects)
    _sound.add(game)
    with suppress(OSError):
        if mark is not None:
            mark.write_text(digest, encoding="ascii")
    return game


def _digest(game: Game) -> str:
    """What tells these files of a game, and ours that look at them, from others."""
    seen = sha256()
    seen.update(repr(game.facts).encode())
    for path in _files(game):
        with suppress(OSError):
            about = path.stat()
            seen.update(f"{path} {about.st_mtime_ns} {about.st_size}\n".encode())
    return seen.hexdigest()


def _files(game: Game) -> Iterator[Path]:
    yield Path(__file__)
    yield folder("templates") / "words.j2"
    yield game.grammar
    yield game.file("game.toml")
    for place in game.files:
        yield from sorted(place.glob("*.j2"))
    kind = type(game.rules).__module__  # they are imported now
    for name in sorted({kind, *sys.modules}):
        if name == game.house or name.startswith(f"{game.house}."):
            yield Path(getattr(sys.modules[name], "__file__", None) or "")
