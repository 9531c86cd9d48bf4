"""`set NAME VALUE`: how one is written to; for a game that begins, its settings."""

from __future__ import annotations

from pbem.plugins.games import find, nearest
from pbem.schedule.hours import parse_clock, parse_hours
from pbem.schedule.time_control import UnknownTime, find_zone, similar_zones
from pbem.server import naming
from pbem.server.game.request import Request
from pbem.server.lobby import game_settings
from pbem.server.outbound import digest_queue
from pbem.server.states import NOT_BEGUN
from pbem.server.store import players
from pbem.server.store.queries import save
from pbem.server.store.rows import GameSettings
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic

_ON = {"on": True, "yes": True, "off": False, "no": False}
OWN = ("display", "timezone", "digest", "quiet", "calendar", "name")


@CommandSpec(words=("set",), needs=Needs.PLAYER, topic=Topic.PLAYER)
def run(request: Request, line: Command) -> None:
    """Change a setting of the writer, or one of a game that has not begun."""
    name, value = line.one("SETTING").lower(), line.one("REST").strip()
    value = value.removeprefix("to ").lstrip()
    name = "timezone" if name == "zone" else game_settings.canonical(name)
    if name in game_settings.SETTINGS:
        _term(request, name, value)
    elif name in OWN:
        _own(request, name, value)
    else:
        known, session = (*OWN, *game_settings.SETTINGS), request.session
        near = nearest(name, known)
        kind = session.game.kind if session is not None else ""
        option = bool(kind) and name in find(kind).options
        given = {"name": name, "near": near, "known": known}
        request.refuse("set_unknown", **given, game=kind if option else "")


def _own(request: Request, name: str, value: str) -> None:
    problem = ""
    near: tuple[str, ...] = ()
    own = new = players.get(request.conn, request.writer_id)
    word = value.lower()
    if name == "display":
        new = own._replace(display=word)
        problem = "" if word in ("board", "list") else "board or list"
    elif name == "timezone":
        try:
            new = own._replace(zone=find_zone(value))
        except UnknownTime:
            problem, near = "zone", tuple(similar_zones(value))
    elif name == "digest":
        word, _, at = word.partition(" ")
        word = "" if word in ("off", "no", "none") else word
        problem = "" if word in ("", "daily") else "daily or off"
        new = own._replace(digest=word, digest_time="", digest_at=None)
        try:
            if at:
                clock = parse_clock(at.removeprefix("at "))
                new = new._replace(digest_time=clock.isoformat("minutes"))
        except UnknownTime:
            problem = 'daily, "daily 18:00" or off'
    elif name == "quiet":
        try:
            quiet = "" if word in ("off", "no", "none") else parse_hours(value)
            new = own._replace(quiet=quiet)
        except UnknownTime:
            problem = "hours such as 22:00-7:00, or off"
    elif name == "calendar":
        new = own._replace(calendar=_ON.get(word, False))
        problem = "" if word in _ON else "on or off"
    else:
        new = own._replace(name=naming.first_name(value))
        problem = "" if new.name else "a name of one word"
    if not problem:
        save(request.conn, own, new)
        if name == "digest" and not word:
            digest_queue.flush(request.conn, request.writer_id, request.now)
    given = {"problem": problem, "near": near, "name": name, "value": value}
    zone = players.zone(request.conn, request.config, request.writer_id)
    request.say("set", refuses=bool(problem), zone=zone, set=new, **given)


def _term(request: Request, name: str, value: str) -> None:
    session = request.session
    if (
        session is None
        or session.game.state not in NOT_BEGUN
        or session.game.starter_id != request.player_id
    ):
        request.refuse("setting_refused", name=name)
        return
    settings = GameSettings()
    if bad := game_settings.add_setting(settings, name, value):
        request.refuse("setting_unknown", **bad._asdict())
        return
    session.game = session.game._replace(**settings)
    request.say("settings", **game_settings.in_words(session.game))
