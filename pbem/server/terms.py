"""What a game is played under: its pace, grace, silence, press. The host's defaults,
and what the one who starts a game says in lines below `new` or `open`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sqlalchemy.engine import Row

from pbem.server import config, timing
from pbem.server.press import POLICIES as PRESS
from pbem.server.silence import POLICIES as SILENCE

if TYPE_CHECKING:
    from pbem.server.config import Config
    from pbem.server.sitting import Sitting

TERMS = ("pace", "grace", "silence", "press", "anonymous")


class NotATerm(ValueError):
    """A term that cannot be set so; `what` names it, `known` what it could be."""

    def __init__(self, what: str, found: str, known: tuple[str, ...] = ()) -> None:
        super().__init__(found)
        self.what = what
        self.found = found
        self.known = known


def defaults(settings: Config) -> dict[str, Any]:
    """The columns of a new game, as the host has set them."""
    pace = timing.pace(settings.pace)
    grace = config.seconds(settings.grace) if settings.grace else pace.grace.length
    return {
        "pace": pace.length,
        "timing": str(pace),
        "grace": grace,
        "silence": settings.silence,
        "misses": settings.misses,
        "press": settings.press,
    }


def read(name: str, text: str) -> dict[str, Any]:
    """The columns that a term sets. Raises NotATerm, timing.NotATime.

    >>> read("silence", "resign after 3")
    {'silence': 'resign', 'misses': 3}
    >>> read("press", "with the reports")
    {'press': 'report'}
    """
    word = text.strip().lower()
    if name == "pace":
        pace = timing.pace(text)
        found: dict[str, Any] = {"pace": pace.length, "timing": str(pace)}
        return found | ({"grace": pace.grace.length} if pace.grace.length else {})
    if name == "grace":
        if word in ("no", "none", "off", "0"):
            return {"grace": 0}
        grace = timing.pace(f"1 day, grace {text}").grace
        return {"grace": grace.length}
    if name == "silence":
        match = re.fullmatch(r"([a-z]+)(?:\s+after\s+(\d{1,2}))?", word)
        if match is None or match[1] not in SILENCE or match[2] == "0":
            raise NotATerm(name, text, SILENCE)
        return {"silence": match[1]} | ({"misses": int(match[2])} if match[2] else {})
    if name == "press":
        at = {"at once": "at-once", "yes": "at-once", "no": "off", "none": "off"}
        word = at.get(word, "report" if "report" in word else word)
        if word not in PRESS:
            raise NotATerm(name, text, PRESS)
        return {"press": word}
    if word not in ("yes", "no"):
        raise NotATerm(name, text, ("yes", "no"))
    return {"anonymous": word == "yes"}


def told(sitting: Sitting) -> dict[str, Any]:
    """The terms of a game for its letters."""
    return _told(sitting.field)


def of(game: Row[Any]) -> dict[str, Any]:
    """The same of a game that nobody sits at."""
    return _told(lambda name: getattr(game, name))


def _told(field: Callable[[str], Any]) -> dict[str, Any]:
    from pbem.server import times

    pace = timing.pace(field("timing") or f"{field('pace') // 60} minutes")
    return {
        "pace": times.pace(pace),
        "grace": times.long(field("grace")) if field("grace") else "",
        "silence": field("silence"),
        "misses": field("misses"),
        "press": field("press"),
        "anonymous": field("anonymous"),
    }
