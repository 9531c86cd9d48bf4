"""The values that lines of a letter are read into."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias


@dataclass(frozen=True, slots=True)
class Command:
    """A line that is a command: its name, and what stands in it by terminal."""

    name: str
    tokens: tuple[tuple[str, str], ...]  #: terminals and words, as they stand there
    text: str
    body: tuple[str, ...] = ()  #: lines below it that belong to it
    source: tuple[str, ...] = field(default=(), compare=False)  #: all of it as it came

    @property
    def words(self) -> Mapping[str, tuple[str, ...]]:
        """The words by terminal."""
        found: dict[str, tuple[str, ...]] = {}
        for terminal, word in self.tokens:
            found[terminal] = (*found.get(terminal, ()), word)
        return found

    def one(self, terminal: str) -> str:
        """Return the word of a terminal, "" where it was left out."""
        return self.words.get(terminal, ("",))[0]


@dataclass(frozen=True, slots=True)
class OrderLines:
    """Lines that belong to the game's notation, between two commands."""

    lines: tuple[str, ...]


Item: TypeAlias = Command | OrderLines


class CommandModule(Protocol):
    """What a file in pbem/server/commands holds."""

    WORDS: tuple[str, ...]  #: what a line of this command begins with
    NEEDS: str  #: who may give it: anybody, player, seat

    def run(self, request: Any, line: Command) -> None:
        """Do what a line says."""
        ...
