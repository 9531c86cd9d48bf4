"""The toy game as a game in another package, without installing it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint
from pathlib import Path
from unittest.mock import patch

from pbem import games

PACKAGE = "tests.toy.handful"
HERE = Path(__file__).parent
SEED = "00112233445566778899aabbccddeeff"


def _open() -> games.Game:
    box = HERE / "handful" / "games" / "handful" / "game.toml"
    entry = EntryPoint("handful", f"{PACKAGE}.rules:RULES", games.GROUP)
    return games._open("handful", PACKAGE, box, entry)


TOY = _open()


@contextmanager
def present() -> Iterator[games.Game]:
    """While this lasts the toy game can be found, as if it were installed."""
    with patch.object(games, "elsewhere", lambda: {TOY.name: TOY}):
        yield TOY
