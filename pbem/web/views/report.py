"""Reports to copy, pictures to save, the replay and the turn file."""

from __future__ import annotations

from flask import Response, abort, render_template, request
from flask.typing import ResponseReturnValue

from pbem.report import board_image, replay_page
from pbem.report.model import Report
from pbem.web import export_posts, guard, presenters
from pbem.web.loaded_game import Opened
from pbem.web.views import blueprint
from pbem.web.views.common import opened


@blueprint.get("/game/<name>/report")
def report(name: str) -> ResponseReturnValue:
    """The report for a reader, in every markup."""
    game = opened(name)
    told = _told(game)
    form = request.args.get("form", "phpbb")
    if form not in export_posts.FORMS:
        form = export_posts.FORMS[0]
    begin = request.args.get("begin", "no" if game.now else "yes") == "yes"
    return render_template(
        "report.html.j2",
        name=name,
        game=game,
        story=game.story,
        told=told,
        body=presenters.body(told),
        who=request.args.get("for", ""),
        display=told.reader.display,
        turn=_turn(),
        form=form,
        forms=export_posts.FORMS,
        begin=begin,
        posts=export_posts.parts(game, told, form, begin=begin),
        said=request.args.get("said"),
    )


def _turn() -> int | None:
    turn = request.args.get("turn", "")
    return int(turn) if turn.isdecimal() and len(turn) < 8 else None


def _told(game: Opened) -> Report:
    display = "list" if request.args.get("display") == "list" else "board"
    who = presenters.reader(game, request.args.get("for", ""), display)
    try:
        return presenters.report(game, who, _turn())
    except IndexError:
        abort(404)


@blueprint.get("/game/<name>/board.<kind>")
def board(name: str, kind: str) -> ResponseReturnValue:
    """The board's picture, as a reader may see it."""
    game = opened(name)
    if kind not in ("svg", "png") or not board_image.can_draw(game.story.game):
        abort(404)
    theme = request.args.get("theme", "auto")
    drawn = board_image.svg(
        _told(game), theme if theme in ("light", "dark") else "auto"
    )
    if kind == "svg":
        response = Response(drawn, mimetype="image/svg+xml")
    else:
        response = Response(board_image.png(drawn), mimetype="image/png")
    response.headers["Content-Security-Policy"] = guard.PICTURE_POLICY
    if "save" in request.args:
        _as_file(response, f"{name}.{kind}")
    return response


@blueprint.get("/game/<name>/replay")
def replay(name: str) -> ResponseReturnValue:
    """The game as one page with the board at every turn, as everybody may see it."""
    game = opened(name)
    if not board_image.can_draw(game.story.game):
        abort(404)
    page = replay_page.film(game.story, game.played, presenters.reader(game, ""))
    response = Response(page, mimetype="text/html")
    response.headers["Content-Security-Policy"] = guard.FILM_POLICY
    if "save" in request.args:
        _as_file(response, f"{name}.html")
    return response


@blueprint.get("/game/<name>/turn-file")
def turn_file(name: str) -> ResponseReturnValue:
    """The turn file, to save."""
    response = Response(opened(name).copy.text, mimetype="text/plain")
    _as_file(response, f"{name}.txt")
    return response


def _as_file(response: Response, name: str) -> None:
    response.headers.set("Content-Disposition", "attachment", filename=name)
