"""The steps of a plan as players write them.

An action knows its place in the text, for carets; two actions that do the
same are equal wherever they stand.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field

from pbem.rules.mars.map.board import spell


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One step of a plan; no ABC, as those are slow to tell apart."""

    optional: bool = False  #: marked "?": left out when it cannot be done
    span: tuple[int, int] = field(default=(0, 0), compare=False, repr=False)

    @property
    @abstractmethod
    def words(self) -> str:
        """The action as it is written, without its mark."""

    def __str__(self) -> str:
        return self.words + " ?" * self.optional


def _at(place: int) -> str:
    return f" at {spell(place)}" if place else ""


@dataclass(frozen=True, slots=True)
class Move(Action):
    """A pawn's way along one road (Z2), or a slug's to its meal (Z15)."""

    pawn: str  #: "" is whatever stands there
    origin: int  #: 0 is wherever such a pawn stands next to the target
    target: int

    @property
    def words(self) -> str:
        origin = f" {spell(self.origin)}" if self.origin else ""
        return f"{self.pawn or 'move'}{origin} > {spell(self.target)}"


@dataclass(frozen=True, slots=True)
class Make(Action):
    """The production of a resource by a factory (Z7)."""

    pawn: str
    at: int = 0  #: 0 is the first free factory

    @property
    def words(self) -> str:
        return f"make {self.pawn}{_at(self.at)}"


@dataclass(frozen=True, slots=True)
class Explore(Action):
    """A pawn on an open half platform, given for the next tile (Z4)."""

    at: int
    dump: tuple[int, ...] = ()  #: where trash should rather go (Z13)

    @property
    def words(self) -> str:
        dump = "".join(f" {spell(place)}" for place in self.dump)
        return f"explore {spell(self.at)}" + (f" dump{dump}" if dump else "")


@dataclass(frozen=True, slots=True)
class BuildBridge(Action):
    """A resource at one end, given for a bridge (Z3)."""

    origin: int = 0  #: 0 is wherever one can be built
    target: int = 0

    @property
    def words(self) -> str:
        origin = f" {spell(self.origin)}" if self.origin else ""
        return f"bridge{origin}" + (f" > {spell(self.target)}" if self.target else "")


@dataclass(frozen=True, slots=True)
class BuildDome(Action):
    """A complete site, made into a dome (Z10)."""

    at: int = 0  #: 0 is the first complete site

    @property
    def words(self) -> str:
        return f"build dome{_at(self.at)}"


@dataclass(frozen=True, slots=True)
class Pipe(Action):
    """The way of a resource or trash through the pipeline (Z14)."""

    origin: int
    target: int

    @property
    def words(self) -> str:
        return f"pipe {spell(self.origin)} > {spell(self.target)}"


@dataclass(frozen=True, slots=True)
class Transmute(Action):
    """A resource on the map, changed into another by a Wild token (Z9)."""

    at: int
    into: str

    @property
    def words(self) -> str:
        return f"transmute {spell(self.at)} to {self.into}"


@dataclass(frozen=True, slots=True)
class Await(Action):
    """Nothing, until a pawn stands somewhere, or ("") until nothing does (Z20)."""

    pawn: str
    at: int

    @property
    def words(self) -> str:
        return f"wait for {self.pawn or 'empty'}{_at(self.at)}"


@dataclass(frozen=True, slots=True)
class Pause(Action):
    """Nothing, while some ticks of sand run down (Z20)."""

    ticks: int

    @property
    def words(self) -> str:
        return f"wait {self.ticks}"


@dataclass(frozen=True, slots=True)
class Use(Action):
    """The lone player's change to another action tile (Z16)."""

    tile: int  #: from 1

    @property
    def words(self) -> str:
        return f"use {self.tile}"
