"""The calendar: seasons, phases and years (D1)."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple

SEASONS = ("Spring", "Fall", "Winter")
_WRITTEN = re.compile(
    r"(?:phase\s+)?(spring|fall|autumn|winter|[sfw])\s*'?([0-9]{2}|[0-9]{4})?\s*([a-z]*)",
    re.IGNORECASE,
)


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
        year = f" {self.year}" if self.year else ""
        return f"{self.season}{year} {self.phase}"

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
    def order(self) -> tuple[int, int, int]:
        """What phases are sorted by."""
        phases = [*Phase]
        return self.year, SEASONS.index(self.season), phases.index(self.phase)

    @classmethod
    def written(cls, text: str) -> Moment | None:
        """Return a phase as people write it above orders; None for none there is.

        >>> [str(Moment.written(one)) for one in ("F01 retreats", "Winter 1902")]
        ['Fall 1901 retreats', 'Winter 1902 adjustments']
        """
        found = _WRITTEN.fullmatch(text.strip().rstrip(":").strip())
        if found is None:
            return None
        letter = found[1][0].upper()
        season = {"S": "Spring", "W": "Winter"}.get(letter, "Fall")
        year = int(found[2] or 0)
        word = (found[3] or "").lower()
        phase = Phase.ADJUSTMENTS if letter == "W" else Phase.MOVEMENT
        if word.startswith("r"):
            phase = Phase.RETREATS
        elif word.startswith(("a", "b")):
            season, phase = "Winter", Phase.ADJUSTMENTS
        if season == "Winter" and phase is not Phase.ADJUSTMENTS:
            return None
        return cls(season, year + 1900 if 0 < year < 100 else year, phase)

    def coming(self, now: Moment) -> Moment:
        """Return the same phase with its year, where it names none: the next."""
        if self.year:
            return self
        this = self._replace(year=now.year)
        return this if this.order >= now.order else this._replace(year=now.year + 1)

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
