"""A calendar of phases: what a year has, in which order, and what is skipped."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from pbem.kit.table import WorkingState
from pbem.protocol import Window

S = TypeVar("S")
_NO_WORDS: Mapping[str, str] = MappingProxyType({})
_WRITTEN = re.compile(
    r"(?:phase\s+)?([^\W\d_]+)\s*'?([0-9]+)?\s*([^\W\d_]*)", re.IGNORECASE
)


class Moment(NamedTuple):
    """A phase of a season of a year; the earlier one is the smaller."""

    year: int  #: 0 where a text names none
    place: int  #: which phase of the year, from 0
    season: str
    phase: str

    def __str__(self) -> str:
        year = f" {self.year}" if self.year else ""
        return f"{self.season}{year} {self.phase}"

    def coming(self, now: Moment) -> Moment:
        """Return the next moment of this name from now on, where it has no year."""
        if self.year:
            return self
        this = self._replace(year=now.year)
        return this if this >= now else this._replace(year=now.year + 1)


class Calendar:
    """The phases of each year, in the order in which they are played.

    `also` has other words for seasons and phases. A state that is played by a calendar
    has a field `moment`; the name of its window is that of the phase, so that
    `phases` in game.toml can give each a deadline of its own.

    >>> year = Calendar("Spring moves", "Spring retreats", "Winter builds")
    >>> [str(year.read(text)) for text in ("spring 3 retreats", "W3", "S3R")]
    ['Spring 3 retreats', 'Winter 3 builds', 'Spring 3 retreats']
    >>> str(year.after(year.read("Winter 3")))
    'Spring 4 moves'
    """

    def __init__(self, *phases: str, also: Mapping[str, str] = _NO_WORDS) -> None:
        parts = [one.split() for one in phases]
        self._year = [Moment(0, at, *part) for at, part in enumerate(parts)]
        names = dict.fromkeys(word for part in parts for word in part)
        self._words = {name.casefold(): name for name in names} | {**also}

    def first(self, year: int = 1) -> Moment:
        """Return the first phase of a year."""
        return self._year[0]._replace(year=year)

    def after(self, moment: Moment) -> Moment:
        """Return the phase that follows."""
        over, place = divmod(moment.place + 1, len(self._year))
        return self._year[place]._replace(year=moment.year + over)

    def read(self, text: str) -> Moment:
        """Return the phase that a text names, in words or by their first letters.

        Without a phase it is the first of the season. A phase that the season does not
        have is the next one of the year that does: "Spring builds". Raises ValueError.
        """
        found = _WRITTEN.fullmatch(text.strip().rstrip(":").strip())
        season, year, phase = found.groups() if found else (text, "", "")
        named = [
            one
            for place in [x.place for x in self._year if self._means(season, x.season)]
            for one in self._year[place:]
            if self._means(phase, one.phase)
        ]
        if not named:
            raise ValueError(text)
        return named[0]._replace(year=int(year or 0))

    def _means(self, word: str, name: str) -> bool:
        """Return whether a word, or what it begins, is a name."""
        folded = word.casefold()
        return any(
            named == name and known.startswith(folded)
            for known, named in self._words.items()
        )

    def advance(self, table: WorkingState[Any]) -> None:
        """Go on to the next phase."""
        table.change(moment=self.after(table.state.moment))

    def reach(
        self,
        table: WorkingState[S],
        window: Callable[[S], Window | None],
        play: Callable[[WorkingState[S], Mapping[Any, Any]], None],
    ) -> None:
        """Go on to the first phase, the open one or a later one, that asks anybody.

        `window` is that of the rules. `play` carries out the orders of the open phase,
        here none, and advances. Raises RuntimeError where nobody has a choice in a
        whole year, and the game is not over.
        """
        for _ in range(len(self._year) + 1):
            opened = window(table.state)
            if opened is None or opened.seats:
                return
            play(table, {})
        raise RuntimeError("nobody has a choice in any phase of a year")
