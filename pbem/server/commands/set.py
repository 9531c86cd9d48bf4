"""`set NAME VALUE`: how one is written to; for a game that begins, its terms."""

from __future__ import annotations

from typing import Any

from pbem.server import digest, people, schema, sheet, terms, timing
from pbem.server.talk import Talk

WORDS = ("set",)
NEEDS = "player"
_ON = {"on": True, "yes": True, "off": False, "no": False}
OWN = ("display", "timezone", "digest", "calendar", "name")


def run(talk: Talk, line: sheet.Command) -> None:
    """Changes a setting of the writer, or a term of a game that has not begun."""
    name, value = line.one("SETTING").lower(), line.one("REST").strip()
    name = {"zone": "timezone", "deadline": "pace"}.get(name, name)
    if name in terms.TERMS:
        _term(talk, name, value)
    elif name in OWN:
        _own(talk, name, value)
    else:
        near = sheet.near(name, (*OWN, *terms.TERMS))
        talk.say("set_unknown", name=name, near=near, known=(*OWN, *terms.TERMS))


def _own(talk: Talk, name: str, value: str) -> None:
    if talk.player_id is None:
        return
    problem = ""
    near: tuple[str, ...] = ()
    values: dict[str, Any] = {}
    word = value.lower()
    if name == "display":
        values = {"display": word}
        problem = "" if word in ("board", "list") else "board or list"
    elif name == "timezone":
        try:
            values = {"zone": timing.zone(value)}
        except timing.NotATime:
            problem, near = "zone", tuple(timing.near_zones(value))
    elif name == "digest":
        word = "" if word in ("off", "no", "none") else word
        values = {"digest": word}
        problem = "" if word in ("", "daily") else "daily or off"
    elif name == "calendar":
        values = {"calendar": _ON.get(word)}
        problem = "" if word in _ON else "on or off"
    else:
        values = {"name": people.first_name(value)}
        problem = "" if values["name"] else "a name of one word"
    if not problem:
        mine = schema.player.c.id == talk.player_id
        talk.link.execute(schema.player.update().where(mine).values(values))
        talk.understood = True
        if name == "digest" and not word:
            digest.flush(talk.link, talk.player_id, talk.now)
    given = {"problem": problem, "near": near, "name": name, "value": value}
    zone = people.zone(talk.link, talk.office.config, talk.player_id)
    talk.say("set", zone=zone, **given)


def _term(talk: Talk, name: str, value: str) -> None:
    sitting = talk.sitting
    if (
        sitting is None
        or sitting.state not in ("invited", "open")
        or sitting.game.starter_id != talk.player_id
    ):
        talk.say("term_refused", name=name)
        return
    try:
        sitting.put(**terms.read(name, value))
    except (terms.NotATerm, timing.NotATime) as error:
        talk.say("term_unknown", name=name, value=value, known=known(error))
        return
    talk.understood = True
    talk.say("terms", **terms.told(sitting))


def known(error: Exception) -> tuple[str, ...]:
    """What a term could be, where it is one of a few."""
    return error.known if isinstance(error, terms.NotATerm) else ()
