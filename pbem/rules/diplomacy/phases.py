"""The calendar: seasons, phases and years (D1)."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

SEASONS = ("Spring", "Fall", "Winter")


class Phase(StrEnum):
    """What is ordered in a phase."""

    MOVEMENT = "movement"
    RETREATS = "retreats"
    ADJUSTMENTS = "adjustments"


class Moment(NamedTuple):
    """A phase of a season of a year.

    >>> str(Moment("Fall", 1901, Phase.RETREATS)), str(Moment.read("S1902M"))
    ('Fall 1901 retreats', 'Spring 1902 movement')
    """

    season: str
    year: int
    phase: Phase

    def __str__(self) -> str:
        return f"{self.season} {self.year} {self.phase}"

    @property
    def code(self) -> str:
        """The phase in short: "F1901R"."""
        return f"{self.season[0]}{self.year}{self.phase[0].upper()}"

    @classmethod
    def read(cls, text: str) -> Moment:
        """Return a phase, in words or in short. Raises ValueError."""
        parts = text.split()
        if len(parts) == 1:
            parts = [text[:1], text[1:-1], text[-1:]]
        season, year, phase = parts
        named = [one for one in SEASONS if one.startswith(season.capitalize())]
        phases = [one for one in Phase if one.startswith(phase.casefold())]
        if not named or not phases:
            raise ValueError(text)
        return cls(named[0], int(year), phases[0])

    @property
    def after(self) -> Moment:
        """The phase that follows."""
        match self.phase:
            case Phase.MOVEMENT:
                return self._replace(phase=Phase.RETREATS)
            case Phase.RETREATS if self.season == "Spring":
                return Moment("Fall", self.year, Phase.MOVEMENT)
            case Phase.RETREATS:
                return Moment("Winter", self.year, Phase.ADJUSTMENTS)
            case _:
                return Moment("Spring", self.year + 1, Phase.MOVEMENT)
