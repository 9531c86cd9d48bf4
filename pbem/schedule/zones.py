"""The names of time zones: those of the IANA database in the package tzdata, which are
the same on every machine."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files


def is_known(name: str) -> bool:
    """Return whether a name is one of a zone.

    >>> is_known("Europe/Paris"), is_known("localtime")
    (True, False)
    """
    return name in _names()


def known_or_home(name: str, home: str) -> str:
    """Return a zone that was stored, or the host's where it is "" or not known now."""
    return name if is_known(name) else home


def offered() -> Mapping[str, str]:
    """Return the zones that people may choose, by their names in small letters."""
    named = {
        name
        for name in _names()
        # "Etc/UTC" is what many machines are set to.
        if name == "Etc/UTC" or not (name.startswith("Etc/") or name == "Factory")
    }
    return {name.lower(): name for name in sorted(named)}


@cache
def _names() -> frozenset[str]:
    text = files("tzdata").joinpath("zones").read_text(encoding="utf-8")
    return frozenset(text.split())
