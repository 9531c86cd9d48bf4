"""The page itself: Flask, its templates, and its messages for failures."""

from __future__ import annotations

from flask import Flask, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from pbem.bots.table import NoAnswer
from pbem.forum.scan.question_text import caret as question_caret
from pbem.forum.scan.question_text import (
    effect,
    fired_words,
    plan_note,
    plan_words,
    question_words,
)
from pbem.pages.counting import counted, figures, listed
from pbem.pages.wording import shared_words
from pbem.plugins.attribution import author_of
from pbem.plugins.defects import GameFault
from pbem.record.header import Unreadable
from pbem.report import board_image
from pbem.system.resources import folder
from pbem.web import compare, guard, presenters
from pbem.web.app_state import AppState
from pbem.web.play import one_game
from pbem.web.views import blueprint
from pbem.web.views.common import StillOpen
from pbem.workspace.folder import Changed, GameMissing


def create(state: AppState) -> Flask:
    """Return the page, ready to be served."""
    place = folder("templates") / "web"
    app = Flask(
        "pbem.web",
        template_folder=str(place),
        static_folder=str(place / "static"),
        static_url_path="/<key>/static",
    )
    app.extensions["pbem"] = state
    jinja = app.jinja_env
    jinja.autoescape = True
    jinja.trim_blocks = jinja.lstrip_blocks = True
    jinja.filters.update(
        listed=listed,
        counted=counted,
        figures=figures,
        visible=presenters.visible,
        ago=presenters.ago,
    )
    jinja.globals.update(
        stamp=state.stamp,
        place=state.folder.path.name or str(state.folder.path),
        mail=state.server is not None,
        colour=presenters.colour,
        can_draw=board_image.can_draw,
        caret=presenters.caret,
        question_caret=question_caret,
        question_words=question_words,
        reading_effect=effect,
        fired_words=fired_words,
        plan_shown=presenters.plan_shown,
        plan_words=plan_words,
        plan_note=plan_note,
        front=f"page.{state.front}",
        playing=state.play,
    )
    guard.install(app, state)
    if state.play is not None:
        one_game.install(app, state, state.play)
    app.register_blueprint(blueprint, url_prefix="/<key>")
    app.register_error_handler(HTTPException, _failed)
    app.register_error_handler(GameMissing, _missing)
    app.register_error_handler(Unreadable, _unreadable)
    app.register_error_handler(Changed, _changed)
    app.register_error_handler(NoAnswer, _no_answer)
    app.register_error_handler(StillOpen, _still_open)
    app.register_error_handler(OSError, _disk)
    app.register_error_handler(GameFault, _game)
    return app


def _game(fault: Exception) -> ResponseReturnValue:
    assert isinstance(fault, GameFault)
    context = {"why": "game", "detail": shared_words().fault(fault.fault)}
    return render_template("error.html.j2", code=500, **context), 500


def _no_answer(fault: Exception) -> ResponseReturnValue:
    assert isinstance(fault, NoAnswer)
    context = {"why": "bot", "detail": fault.seat}
    return render_template("error.html.j2", code=500, **context), 500


def _failed(fault: Exception) -> ResponseReturnValue:
    code = getattr(fault, "code", None) or 500
    original = getattr(fault, "original_exception", None)
    wrong = author_of(original) if original is not None else None
    if wrong is not None and request.view_args is not None:
        return _game(wrong)
    if code in (404, 421) or request.view_args is None:
        # Without a key nothing is shown, not even what this page is.
        return f"{code}\n", code, {"Content-Type": "text/plain"}
    return render_template("error.html.j2", code=code, why=""), code


def _missing(_fault: Exception) -> ResponseReturnValue:
    return render_template("error.html.j2", code=404, why="missing"), 404


def _disk(fault: Exception) -> ResponseReturnValue:
    why = getattr(fault, "strerror", None) or str(fault)
    return render_template("error.html.j2", code=500, why="disk", detail=why), 500


def _unreadable(fault: Exception) -> ResponseReturnValue:
    assert isinstance(fault, Unreadable)
    name = (request.view_args or {}).get("name", "")
    message = shared_words(fault.game).fault(fault.fault, fault.source)
    given = {"name": name, "fault": fault, "message": message}
    return render_template("unreadable.html.j2", **given), 422


def _still_open(fault: Exception) -> ResponseReturnValue:
    """Show what is open; the form is sent again as it was, if it shall be so."""
    assert isinstance(fault, StillOpen)
    game, matters = fault.game, fault.matters
    given = {"name": game.copy.name, "game": game, "story": game.story}
    given |= {"matters": matters, "said": "", "text": fault.text}
    return render_template("still_open.html.j2", **given), 409


def _changed(_fault: Exception) -> ResponseReturnValue:
    """Show the second of two what the first did; what it wrote is kept."""
    name = (request.view_args or {})["name"]
    return render_template("conflict.html.j2", name=name, **compare.conflict(name)), 409
