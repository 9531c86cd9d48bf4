"""What a game is played under: its pace, grace, silence, press. The host's defaults,
and what the one who starts a game says in lines below `new` or `open`."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from pbem.plugins.games import find
from pbem.schedule.parser import parse_duration, parse_time_control
from pbem.schedule.phrases import format_duration, format_time_control
from pbem.schedule.time_control import UnknownTime
from pbem.schedule.units import DAY
from pbem.server.settings.config import Config
from pbem.server.states import PressPolicy, SilencePolicy
from pbem.server.store.rows import GameRow, GameSettings

SETTINGS = (
    *("pace", "grace", "silence", "press", "anonymous", "delay", "hold"),
    "reliable",
)
NO_TIME = ("no", "none", "off", "0")  #: words for a time of no length
MAX_HOLD = DAY  #: seconds that a turn may wait for its writer to look again


def canonical(name: str) -> str:
    """Return the name of a setting as stored."""
    return {"deadline": "pace"}.get(name.lower(), name.lower())


class UnknownSetting(ValueError):
    """A setting with an invalid value; `known` lists the valid ones."""

    def __init__(self, found: str, known: tuple[str, ...]) -> None:
        super().__init__(found)
        self.known = known


class BadSetting(NamedTuple):
    """A setting that a new game cannot have, and what it could be."""

    name: str
    value: str
    known: tuple[str, ...]


def add_setting(found: GameSettings, name: str, text: str) -> BadSetting | None:
    """Add the columns that a term sets; return what is wrong where it cannot be."""
    try:
        found.update(parse_setting(name, text))
    except (UnknownSetting, UnknownTime) as error:
        known = error.known if isinstance(error, UnknownSetting) else ()
        return BadSetting(name, text, known)
    return None


def defaults(settings: Config) -> GameSettings:
    """Return the columns of a new game, as the host has set them."""
    pace = parse_time_control(settings.pace)
    grace = parse_duration(settings.grace) if settings.grace else pace.grace.length
    return {
        "pace": pace.length,
        "timing": str(pace),
        "grace": grace,
        "silence": settings.silence,
        "misses": settings.misses,
        "press": settings.press,
        **parse_setting("hold", settings.hold or "none"),
    }


def of(game: GameRow) -> GameSettings:
    """Return the settings that a game was played under, for another one."""
    return {
        "pace": game.pace,
        "timing": game.timing,
        "grace": game.grace,
        "silence": game.silence,
        "misses": game.misses,
        "press": game.press,
        "anonymous": game.anonymous,
        "delay": game.delay,
        "hold": game.hold,
        "reliable": game.reliable,
    }


def parse_setting(name: str, text: str) -> GameSettings:
    """Return the columns that a setting fills. Raises UnknownSetting, UnknownTime.

    >>> parse_setting("silence", "resign after 3") == {"silence": "resign", "misses": 3}
    True
    >>> parse_setting("press", "with the reports") == {"press": "report"}
    True
    """
    word = text.strip().lower()
    if name == "pace":
        pace = parse_time_control(text)
        found: GameSettings = {"pace": pace.length, "timing": str(pace)}
        if pace.grace.length:
            found["grace"] = pace.grace.length
        return found
    if name == "delay":
        if word in NO_TIME:
            return {"delay": 0}
        return {"delay": parse_duration(text)}
    if name == "reliable":
        share = word.rstrip("%").strip()
        if word not in NO_TIME and not (share.isdecimal() and int(share) <= 100):
            raise UnknownSetting(text, ("a number up to 100", "no"))
        return {"reliable": 0 if word in NO_TIME else int(share)}
    if name == "hold":
        hold = 0 if word in NO_TIME else parse_duration(text)
        if hold > MAX_HOLD:
            raise UnknownTime(text)
        return {"hold": hold}
    if name == "grace":
        if word in NO_TIME:
            return {"grace": 0}
        grace = parse_time_control(f"1 day, grace {text}").grace
        return {"grace": grace.length}
    if name == "silence":
        match = re.fullmatch(r"([a-z]+)(?:\s+after\s+(\d{1,2}))?", word)
        if match is None or match[1] not in (*SilencePolicy,) or match[2] == "0":
            raise UnknownSetting(text, tuple(SilencePolicy))
        found = {"silence": SilencePolicy(match[1])}
        if match[2]:
            found["misses"] = int(match[2])
        return found
    if name == "press":
        at = {"at once": "at-once", "yes": "at-once", "no": "off", "none": "off"}
        word = at.get(word, "report" if "report" in word else word)
        if word not in (*PressPolicy,):
            raise UnknownSetting(text, tuple(PressPolicy))
        return {"press": PressPolicy(word)}
    if word not in ("yes", "no"):
        raise UnknownSetting(text, ("yes", "no"))
    return {"anonymous": word == "yes"}


def in_words(game: GameRow) -> dict[str, Any]:
    """Return the settings of a game for its letters."""
    text = game.timing or f"{game.pace // 60} minutes"
    pace = parse_time_control(text, stored=True)
    if pace.phases:
        pace = pace.named(find(game.kind).facts.get("phases", ()))
    return {
        "pace": format_time_control(pace),
        "grace": format_duration(game.grace) if game.grace else "",
        "silence": game.silence,
        "misses": game.misses,
        "press": game.press,
        "anonymous": game.anonymous,
        "delay": format_duration(game.delay) if game.delay else "",
        "hold": format_duration(game.hold) if game.hold else "",
        "reliable": game.reliable,
    }
