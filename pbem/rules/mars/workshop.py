"""What `pbem tiles` asks the game: boxes checked, games proved, tiles drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pbem.chance import Chance
from pbem.rules.mars.drawing import draw_tile
from pbem.rules.mars.inspect import inspect
from pbem.rules.mars.search import Proof, prove
from pbem.rules.mars.state import Settings
from pbem.rules.mars.tiles import Box, house

__all__ = ["draw_tile", "house", "inspect", "problems", "proofs", "row"]


def problems(folder: Path) -> tuple[Box, list[tuple[str, Mapping[str, Any]]]]:
    """The box in a folder, and what is wrong: codes and what they are about."""
    box, faults = inspect(folder)
    return box, [(f"tile.{fault.code}", fault.given) for fault in faults]


def proofs(box: Box, module: int, seats: int, games: int, x: int = 0) -> list[Proof]:
    """So many decks, each played to its end by the search."""
    settings = Settings(module=module, x=x)
    keys = (f"tiles {number}".encode() for number in range(games))
    return [prove(box, settings, seats, Chance(key)) for key in keys]


def row(
    box: Box, module: int, players: Sequence[int], games: int, x: int = 0
) -> Iterator[tuple[int, list[int]]]:
    """For each number of players the games won, and their ticks in order."""
    for seats in players:
        won = [proof for proof in proofs(box, module, seats, games, x) if proof.won]
        yield len(won), sorted(proof.ticks for proof in won)
