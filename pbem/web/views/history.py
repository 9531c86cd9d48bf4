"""What has happened: turns that were played, and every change of the file."""

from __future__ import annotations

from typing import Any

from flask import abort, render_template, request
from flask.typing import ResponseReturnValue

from pbem.record.header import Unreadable
from pbem.web import compare, edits, presenters
from pbem.web.app_state import desk
from pbem.web.folder import Copy
from pbem.web.views import blueprint
from pbem.web.views.common import LONGEST_REASON, field, go, opened, write

MOST = 200  #: turns whose news are told in the list


@blueprint.get("/game/<name>/history")
def history(name: str) -> ResponseReturnValue:
    """The turns of a game, and the versions of its file."""
    try:
        game = opened(name)
    except Unreadable:
        game = None
    turns: list[dict[str, Any]] = []
    if game is not None:
        starts = game.starts()
        who = presenters.reader(game, "")
        for one in reversed(game.played[-MOST:]):
            told = presenters.report(game, who, one.serial)
            news = presenters.headline(told)
            back = one.serial in starts
            turns.append({"serial": one.serial, "news": news, "back": back})
    now = desk().folder.read(name)
    versions = list(enumerate(desk().folder.versions(name), 1))
    return render_template(
        "history.html.j2",
        name=name,
        game=game,
        story=game.story if game else None,
        turns=turns,
        versions=versions[::-1],
        digest=now.digest,
        clock=desk().clock(),
        said=request.args.get("said"),
    )


@blueprint.get("/game/<name>/version/<digest>")
def version(name: str, digest: str) -> ResponseReturnValue:
    """A version of the file, beside the one of now."""
    text, now = _version(name, digest), desk().folder.read(name)
    return render_template(
        "version.html.j2",
        name=name,
        digest=now.digest,
        wanted=digest,
        text=text,
        changes=list(compare.lines(now.text, text)),
    )


def _version(name: str, digest: str) -> str:
    text = desk().folder.version(name, digest)
    if text is None:
        abort(404)
    return text


@blueprint.post("/game/<name>/version/<digest>")
def restore(name: str, digest: str) -> ResponseReturnValue:
    """A version of the file becomes the one of now."""
    text = _version(name, digest)
    desk().shelf.read(Copy(name, text, digest))
    was = request.form.get("was", "")
    reason = field("reason", LONGEST_REASON)
    desk().folder.write(name, was, text, "restored", reason)
    return go("table", "restored", name=name)


@blueprint.get("/game/<name>/back/<int:turn>")
def back(name: str, turn: int) -> ResponseReturnValue:
    """What going back to the beginning of a turn would strike."""
    game = opened(name)
    return render_template(
        "back.html.j2", **_back(game, turn), name=name, turn=turn, wrong=""
    )


def _back(game: Any, turn: int) -> dict[str, Any]:
    starts = game.starts()
    if turn not in starts:
        abort(404)
    start = starts[turn]
    gone = [mark for mark in game.marks if mark.first >= start.first]
    return {
        "game": game,
        "story": game.story,
        "gone": gone,
        "lines": game.copy.text.splitlines(),
    }


@blueprint.post("/game/<name>/back/<int:turn>")
def go_back(name: str, turn: int) -> ResponseReturnValue:
    """Strikes what was sent since the beginning of a turn."""
    game = opened(name)
    about = _back(game, turn)
    reason = field("reason", LONGEST_REASON)
    if not reason:
        page = {"name": name, "turn": turn, "wrong": "reason"}
        return render_template("back.html.j2", **about, **page), 422
    spans = [(mark.first, mark.last) for mark in about["gone"]]
    note = f"moderator: back to turn {turn}: {reason}"
    new = edits.struck(game.copy.text, spans, [note])
    write(game, new, "back", reason, detail=str(turn))
    return go("table", "back", name=name)
