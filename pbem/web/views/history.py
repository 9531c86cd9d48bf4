"""What has happened: turns that were played, and every change of the file."""

from __future__ import annotations

from typing import Any

from flask import abort, render_template, request
from flask.typing import ResponseReturnValue

from pbem.record.header import Unreadable
from pbem.web import compare, presenters
from pbem.web.app_state import app_state
from pbem.web.views import blueprint
from pbem.web.views.common import (
    MAX_REASON_CHARS,
    ask_before,
    field,
    go,
    open_game,
    show,
    was,
    write,
)
from pbem.workspace import edits
from pbem.workspace.folder import Copy
from pbem.workspace.loaded_game import LoadedGame, LocatedItem

MAX_LISTED_TURNS = 200  #: turns that the list shows


@blueprint.get("/game/<name>/history")
def history(name: str) -> ResponseReturnValue:
    """Show the turns of a game, and the versions of its file."""
    try:
        game = open_game(name)
    except Unreadable:
        game = None
    turns: list[dict[str, Any]] = []
    if game is not None:
        starts = game.starts()
        who = presenters.reader(game, "")
        for one in reversed(game.played[-MAX_LISTED_TURNS:]):
            report = presenters.report(game, who, one.serial)
            news = presenters.headline(report)
            back = one.serial in starts
            turns.append({"serial": one.serial, "news": news, "back": back})
    now = app_state().folder.read(name)
    versions = list(enumerate(app_state().folder.versions(name), 1))
    return render_template(
        "history.html.j2",
        name=name,
        game=game,
        story=game.story if game else None,
        turns=turns,
        versions=versions[::-1],
        digest=now.digest,
        clock=app_state().clock(),
        said=request.args.get("said"),
    )


@blueprint.get("/game/<name>/version/<digest>")
def version(name: str, digest: str) -> ResponseReturnValue:
    """Compare a version of the file with the current one."""
    text, now = _version(name, digest), app_state().folder.read(name)
    return render_template(
        "version.html.j2",
        name=name,
        digest=now.digest,
        wanted=digest,
        text=text,
        changes=list(compare.lines(now.text, text)),
    )


def _version(name: str, digest: str) -> str:
    text = app_state().folder.version(name, digest)
    if text is None:
        abort(404)
    return text


@blueprint.post("/game/<name>/version/<digest>")
def restore(name: str, digest: str) -> ResponseReturnValue:
    """Put a version of the file in the place of the one of now."""
    text = _version(name, digest)
    app_state().games.read(Copy(name, text, digest))
    ask_before(name, text)
    reason = field("reason", MAX_REASON_CHARS)
    app_state().folder.write(name, was(), text, "restored", reason)
    return go("table", "restored", name=name)


@blueprint.get("/game/<name>/back/<int:turn>")
def back(name: str, turn: int) -> ResponseReturnValue:
    """Show what going back to the beginning of a turn would strike."""
    game = open_game(name)
    return _back(game, _since(game, turn), turn)


def _since(game: LoadedGame, turn: int) -> list[LocatedItem]:
    """Return what was sent since the beginning of a turn."""
    start = game.starts().get(turn)
    if start is None:
        abort(404)
    return [one for one in game.items if one.first >= start.first]


def _back(game: LoadedGame, gone: list[LocatedItem], turn: int, wrong: str = "") -> str:
    lines = game.copy.text.splitlines()
    return show("go_back.html.j2", game, gone=gone, turn=turn, lines=lines, wrong=wrong)


@blueprint.post("/game/<name>/back/<int:turn>")
def go_back(name: str, turn: int) -> ResponseReturnValue:
    """Strike what was sent since the beginning of a turn."""
    game = open_game(name)
    gone = _since(game, turn)
    reason = field("reason", MAX_REASON_CHARS)
    if not reason:
        return _back(game, gone, turn, "reason"), 422
    spans = [(one.first, one.last) for one in gone]
    note = f"moderator: back to turn {turn}: {reason}"
    new = edits.struck(game.copy.text, spans, [note])
    write(game, new, "back", reason, detail=str(turn))
    return go("table", "back", name=name)
