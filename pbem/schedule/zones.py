"""The names of time zones: those of the IANA database in the package tzdata, which are
the same on every machine."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from datetime import datetime, timedelta
from importlib.resources import files
from zoneinfo import ZoneInfo

from pbem.system.resources import folder

_SMALL = ("time", "standard", "summer", "winter", "daylight", "zone", "the")
_OFFSET = re.compile(
    r"(?:utc|gmt|z)?\s*(?P<sign>[-+])(?P<hours>\d{1,2})(?::?(?P<minutes>\d\d))?"
)
_NAMES = frozenset(files("tzdata").joinpath("zones").read_text("utf-8").split())


def is_known(name: str) -> bool:
    """Return whether a name is one of a zone.

    >>> is_known("Europe/Paris"), is_known("localtime")
    (True, False)
    """
    return name in _NAMES


def known_or_home(name: str, home: str) -> str:
    """Return a zone that was stored, or the host's where it is "" or not known now."""
    return name if is_known(name) else home


def called(name: str) -> list[str]:
    """Return the zones that people call so, or whose clocks show that offset.

    >>> called("Central European Time"), called("PST")
    (['Europe/Berlin'], ['America/Los_Angeles'])
    >>> called("UTC+9"), called("GMT+5:30")
    (['Asia/Tokyo', 'Asia/Seoul'], ['Asia/Kolkata'])
    """
    text = (folder("grammars") / "zones.toml").read_text(encoding="utf-8")
    known: dict[str, list[str]] = tomllib.loads(text)
    normal = name.casefold().replace("_", " ").strip()
    if offset := _OFFSET.fullmatch(normal):
        minutes = int(offset["hours"]) * 60 + int(offset["minutes"] or 0)
        minutes *= -1 if offset["sign"] == "-" else 1
        return [zone for zone in known if minutes in _minutes(zone)]
    words = " ".join(word for word in normal.split() if word not in _SMALL)
    return [zone for zone, names in known.items() if words in names]


def _minutes(zone: str) -> list[float]:
    """Return by how many minutes a zone is before UTC, in winter and in summer."""
    middles = (datetime(2026, month, 1, tzinfo=ZoneInfo(zone)) for month in (1, 7))
    offsets = (one.utcoffset() or timedelta() for one in middles)
    return [one.total_seconds() / 60 for one in offsets]


def offered() -> Mapping[str, str]:
    """Return the zones that people may choose, by their names in small letters."""
    named = {
        name
        for name in _NAMES
        # "Etc/UTC" is what many machines are set to.
        if name == "Etc/UTC" or not (name.startswith("Etc/") or name == "Factory")
    }
    return {name.lower(): name for name in sorted(named)}
