"""The calendar: seasons, phases and years (D1)."""

from __future__ import annotations

from enum import StrEnum

from pbem.kit.calendar import Calendar, Moment


class Phase(StrEnum):
    """What is ordered in a phase."""

    MOVEMENT = "movement"
    RETREATS = "retreats"
    ADJUSTMENTS = "adjustments"


YEAR = Calendar(
    "Spring movement",
    "Spring retreats",
    "Fall movement",
    "Fall retreats",
    "Winter adjustments",
    also={
        "autumn": "Fall",
        "movements": "movement",
        "moves": "movement",
        "orders": "movement",
        "builds": "adjustments",
    },
)


def heading(text: str) -> Moment:
    """Return a phase as people write it above orders. Raises ValueError.

    >>> [str(heading(one)) for one in ("F01 retreats", "Winter 1902", "autumn:")]
    ['Fall 1901 retreats', 'Winter 1902 adjustments', 'Fall movement']
    """
    moment = YEAR.read(text)
    short = 0 < moment.year < 100
    return moment._replace(year=moment.year + 1900) if short else moment
