"""What a game is played under: its pace, grace, silence, press. The host's defaults,
and what the one who starts a game says in lines below `new` or `open`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from sqlalchemy.engine import Row

from pbem.server.config import Config
from pbem.server.game.session import GameSession
from pbem.server.play.missed_turns import POLICIES as SILENCE
from pbem.server.play.press import POLICIES as PRESS
from pbem.server.schedule.parser import parse_duration, parse_time_control
from pbem.server.schedule.phrases import format_duration, format_time_control

SETTINGS = ("pace", "grace", "silence", "press", "anonymous")


def canonical(name: str) -> str:
    """Return the name of a setting as it is kept."""
    return {"deadline": "pace"}.get(name.lower(), name.lower())


class UnknownSetting(ValueError):
    """A term that cannot be set so; `what` names it, `known` what it could be."""

    def __init__(self, what: str, found: str, known: tuple[str, ...] = ()) -> None:
        super().__init__(found)
        self.what = what
        self.found = found
        self.known = known


def defaults(settings: Config) -> dict[str, Any]:
    """The columns of a new game, as the host has set them."""
    pace = parse_time_control(settings.pace)
    grace = parse_duration(settings.grace) if settings.grace else pace.grace.length
    return {
        "pace": pace.length,
        "timing": str(pace),
        "grace": grace,
        "silence": settings.silence,
        "misses": settings.misses,
        "press": settings.press,
    }


def parse_setting(name: str, text: str) -> dict[str, Any]:
    """The columns that a term sets. Raises NotATerm, timing.NotATime.

    >>> parse_setting("silence", "resign after 3")
    {'silence': 'resign', 'misses': 3}
    >>> parse_setting("press", "with the reports")
    {'press': 'report'}
    """
    word = text.strip().lower()
    if name == "pace":
        pace = parse_time_control(text)
        found: dict[str, Any] = {"pace": pace.length, "timing": str(pace)}
        return found | ({"grace": pace.grace.length} if pace.grace.length else {})
    if name == "grace":
        if word in ("no", "none", "off", "0"):
            return {"grace": 0}
        grace = parse_time_control(f"1 day, grace {text}").grace
        return {"grace": grace.length}
    if name == "silence":
        match = re.fullmatch(r"([a-z]+)(?:\s+after\s+(\d{1,2}))?", word)
        if match is None or match[1] not in SILENCE or match[2] == "0":
            raise UnknownSetting(name, text, SILENCE)
        return {"silence": match[1]} | ({"misses": int(match[2])} if match[2] else {})
    if name == "press":
        at = {"at once": "at-once", "yes": "at-once", "no": "off", "none": "off"}
        word = at.get(word, "report" if "report" in word else word)
        if word not in PRESS:
            raise UnknownSetting(name, text, PRESS)
        return {"press": word}
    if word not in ("yes", "no"):
        raise UnknownSetting(name, text, ("yes", "no"))
    return {"anonymous": word == "yes"}


def of_session(session: GameSession) -> dict[str, Any]:
    """The terms of a game for its letters."""
    return _told(session.field)


def of_game(game: Row[Any]) -> dict[str, Any]:
    """The same of a game that nobody sits at."""
    return _told(lambda name: getattr(game, name))


def _told(field: Callable[[str], Any]) -> dict[str, Any]:
    pace = parse_time_control(field("timing") or f"{field('pace') // 60} minutes")
    return {
        "pace": format_time_control(pace),
        "grace": format_duration(field("grace")) if field("grace") else "",
        "silence": field("silence"),
        "misses": field("misses"),
        "press": field("press"),
        "anonymous": field("anonymous"),
    }
