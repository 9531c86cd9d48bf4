"""The games of the house, and the toy."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

from pbem.plugins.games import Game, built_in, find
from tests.toy.game import TOY

NAMES = [*built_in(), TOY.name]


def game(name: str) -> Game:
    """A game in the house, or the toy."""
    return TOY if name == TOY.name else find(name)


def module(game: Game, name: str) -> ModuleType:
    """A module of a game's rules, such as "events"."""
    package = type(game.rules).__module__.rpartition(".")[0]
    return import_module(f"{package}.{name}")


def kinds(game: Game, base: type[Any]) -> list[type[Any]]:
    """The classes of a game that something is made of, not what they share."""
    house = type(game.rules).__module__.rpartition(".")[0]
    mine = [kind for kind in _kinds(base) if kind.__module__.startswith(house + ".")]
    bases = {base for kind in mine for base in kind.__mro__[1:]}
    return [kind for kind in mine if kind not in bases]


def _kinds(base: type[Any]) -> Iterator[type[Any]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _kinds(kind)
