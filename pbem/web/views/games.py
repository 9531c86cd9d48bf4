"""The list of games, and a new one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import render_template, request
from flask.typing import ResponseReturnValue

from pbem.bots.levels import USUAL
from pbem.forum.annotations import game_settings
from pbem.forum.detect import read_all
from pbem.forum.scan.question_text import refusal_words
from pbem.forum.thread import ThreadRefused
from pbem.pages.wording import shared_words
from pbem.plugins.games import GameFault, broken, everywhere, find
from pbem.record.fresh import begun
from pbem.record.header import Header, Unreadable
from pbem.record.turn_file import read
from pbem.report import builder
from pbem.web.app_state import app_state
from pbem.web.views import blueprint
from pbem.web.views.common import ENDINGS, MAX_PASTED_CHARS, field, given_files, go
from pbem.workspace import bots, edits
from pbem.workspace.folder import GameMissing, NameInUse, is_name
from pbem.workspace.loaded_game import LoadedGame


@dataclass(slots=True)
class Row:
    """A game in the list."""

    name: str
    age: float
    game: LoadedGame | None
    wrong: str = ""


@blueprint.get("/")
def games() -> ResponseReturnValue:
    """Show the games of the folder."""
    rows = []
    for name in app_state().folder.names():
        try:
            rows.append(_row(name))
        except GameMissing:
            continue
    return render_template("games.html.j2", rows=rows, said=request.args.get("said"))


def _row(name: str) -> Row:
    age = app_state().clock() - app_state().folder.changed_at(name)
    try:
        return Row(name, age, app_state().games.open(name))
    except Unreadable as fault:
        message = shared_words(fault.game).fault(fault.fault, fault.source)
        return Row(name, age, None, message)
    except OSError as fault:
        return Row(name, age, None, fault.strerror or "")


@blueprint.get("/new")
def new() -> ResponseReturnValue:
    """Show a form for a new game."""
    return _form(request.args.get("kind", "arena"), {}, "")


@blueprint.post("/new")
def make() -> ResponseReturnValue:
    """Make a new turn file in the folder."""
    kind, name = field("kind"), field("name", 60)
    if "choose" in request.form:
        return _form(kind, dict(request.form), "")
    given = dict(request.form)
    try:
        text = _text(kind, name, given)
        app_state().folder.create(name, text)
    except (GameFault, Unreadable, NameInUse, ValueError) as fault:
        return _refused(fault, kind, given)
    return go("table", "made", name=name)


@blueprint.post("/new/thread")
def make_of_thread() -> ResponseReturnValue:
    """Make a game from the settings in a thread."""
    files = given_files()
    try:
        found = read_all([raw for _, raw in files])
        if not (text := game_settings.record_of(found)):
            raise ThreadRefused("forum.no-game")
        name, text = _named(text, found.title)
        app_state().folder.create(name, text)
    except (ThreadRefused, Unreadable, NameInUse, ValueError) as fault:
        return _refused(fault, "arena", {})
    app_state().folder.keep_thread(name, files)
    return go("thread", "kept", name=name)


def _named(text: str, title: str) -> tuple[str, str]:
    """Return a record begun in a thread, and its name.

    Raises Unreadable.
    """
    header = read(text).header
    name = field("name", 60) or header.name or " ".join(title.split())[:60]
    try:
        text, _ = begun(header._replace(name=header.name or name, seed=None))
    except GameFault as fault:
        raise Unreadable(fault.fault) from None
    return name, text + "== 0 ==\n"


def _refused(fault: Exception, kind: str, given: dict[str, str]) -> ResponseReturnValue:
    """Return the form again, with why no game was made."""
    if isinstance(fault, ThreadRefused):
        return _form(kind, given, refusal_words(fault)), 422
    if isinstance(fault, GameFault | Unreadable):
        game = fault.game if isinstance(fault, Unreadable) else ""
        return _form(kind, given, shared_words(game).fault(fault.fault)), 422
    code = "taken" if isinstance(fault, NameInUse) else "name"
    return _form(kind, given, "", code), 422


def _form(kind: str, given: dict[str, str], wrong: str, code: str = "") -> str:
    known = everywhere()
    game = known.get(kind, known["arena"])
    return render_template(
        "new.html.j2",
        kinds=known,
        game=game,
        broken=[shared_words().fault(one.fault) for one in broken()],
        given=given,
        wrong=wrong,
        code=code,
        files=app_state().folder.others(ENDINGS),
        pasted=request.form.get("pasted", "")[:MAX_PASTED_CHARS],
    )


def _text(kind: str, name: str, given: dict[str, Any]) -> str:
    """Return a fresh record. Raises GameFault, Unreadable, ValueError."""
    if not is_name(name):
        raise ValueError(name)
    game = find(kind)
    chosen = {
        option.name: given[f"option-{option.name}"].strip()
        for option in game.options.values()
        if given.get(f"option-{option.name}", "").strip()
        not in ("", option.spell(option.default))
    }
    seats = tuple(" ".join(seat.split()) for seat in given.get("seats", "").split(","))
    game.check_seats(len([seat for seat in seats if seat]))
    levels = _levels(given.get("bots", ""))
    text, story = begun(Header(game.name, seats, name, chosen, bots=levels))
    hint = builder.prompt(story).splitlines()
    lines = [edits.comment(line) for line in hint if line.strip()]
    text += "".join(f"{line}\n" for line in lines) + "== 0 ==\n"
    return edits.gone_on(text, bots.let(story))


def _levels(text: str) -> dict[str, str]:
    """Return the seats that bots play, each with its level.

    >>> _levels("Cid = strong, Bob")
    {'Cid': 'strong', 'Bob': 'fair'}
    """
    pairs = (part.partition("=") for part in text.split(",") if part.strip())
    return {seat.strip(): level.strip() or USUAL.name for seat, _, level in pairs}
