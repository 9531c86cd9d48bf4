"""What a letter says, read and not yet done: commands, orders, plans, settings."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import dropwhile
from typing import NamedTuple, TypeAlias

from pbem.language.reading import Reading
from pbem.server.lobby.game_settings import BadSetting
from pbem.server.store.rows import GameSettings
from pbem.server.syntax import registry
from pbem.server.syntax.command import Command, Needs


class ForeignLines(NamedTuple):
    """Lines of a letter that are for another game."""

    game: str
    text: str


@dataclass(frozen=True, slots=True)
class Orders:
    """Lines between two commands; what they mean is read when it is their turn."""

    written: tuple[str, ...]  #: as they are in the letter
    lines: tuple[str, ...] = ()  #: without guards; () where there is no game
    guard: int | None = None  #: the turn that they are for, if they say it
    readings: tuple[Reading, ...] = ()  #: what they mean where their game is


@dataclass(frozen=True, slots=True)
class PlanLines:
    """If-then lines: for the turn that is open when the letter is read."""

    lines: tuple[str, ...]  #: as they are in the letter
    guard: int | None = None  #: the turn that they are for, if they say it
    preview: bool = False  #: they are to be shown only


Step: TypeAlias = Command | Orders | PlanLines


@dataclass(frozen=True, slots=True)
class Instructions:
    """What a letter says, in order."""

    steps: list[Step] = field(default_factory=list)
    elsewhere: list[ForeignLines] = field(default_factory=list)
    idle: list[str] = field(default_factory=list)  #: lines that ask for nothing here
    settings: GameSettings = field(default_factory=GameSettings)  #: of a game it begins
    bad_settings: list[BadSetting] = field(default_factory=list)

    @property
    def order_lines(self) -> list[str]:
        """The lines that are no commands, as they stand."""
        found = (one.written for one in self.steps if isinstance(one, Orders))
        return [line for lines in found for line in lines]

    @property
    def previews_nothing(self) -> bool:
        """Whether "preview" is in it, and nothing below that is shown anyway."""
        below = [*dropwhile(lambda one: not _previews(one), self.steps)]
        shown = any(isinstance(one, Orders) for one in below)
        plans = (one.preview for one in self.steps if isinstance(one, PlanLines))
        return bool(below) and not shown and not any(plans)

    @property
    def for_a_game(self) -> bool:
        """Whether lines of it need a game, and name none."""
        specs = registry.commands()
        return any(
            not isinstance(one, Command) or specs[one.name].needs is Needs.SEAT
            for one in self.steps
        )


def _previews(step: Step) -> bool:
    return isinstance(step, Command) and step.name == "preview"
