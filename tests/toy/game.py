"""The toy game as a game in another package, without installing it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from pbem.plugins import games
from pbem.protocol import Member

PACKAGE = "tests.toy.handful"
SEED = "00112233445566778899aabbccddeeff"
#: A record of it that has just begun.
HANDFUL = f"Game: handful\nSeats: Ann, Bob, Cid\nSeed: {SEED}\n\n"


def _open() -> games.Game:
    member = Member(rules=f"{PACKAGE}.rules:RULES")
    return games.open_game("handful", PACKAGE, member, "handful")


TOY = _open()


@contextmanager
def present() -> Iterator[games.Game]:
    """While this lasts the toy game can be found, as if it were installed."""
    with patch.object(games, "elsewhere", lambda: {TOY.name: TOY}):
        yield TOY
