"""The page of one game: its files are checked before each answer."""

from __future__ import annotations

from contextlib import ExitStack

from flask import Flask, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem.web.app_state import AppState
from pbem.web.play.breakage import Breakage, breakage, endless
from pbem.web.play.rehearsal import WatchedGame

STUCK = "pbem.stuck"  #: in an environment: where the last child was when it was ended


def install(app: Flask, state: AppState, rehearsal: WatchedGame) -> None:
    """Answer for one game alone, one request at a time, by its files of now."""

    @app.before_request
    def look() -> ResponseReturnValue | None:
        if request.endpoint in ("static", "page.look"):
            return None
        if request.endpoint == "page.games":
            return redirect(url_for("page.play", name=rehearsal.name), 303)
        if (request.view_args or {}).get("name") != rehearsal.name:
            abort(404)
        if (steps := request.environ.get(STUCK)) is not None:
            return broken(endless(steps, rehearsal.places))
        g.held = held = ExitStack()
        held.enter_context(rehearsal.lock)
        if rehearsal.files.check():
            state.games.forget()
        return None

    @app.teardown_request
    def let_go(_fault: BaseException | None) -> None:
        if held := g.pop("held", None):
            held.close()

    @app.errorhandler(Exception)
    def failed(fault: Exception) -> ResponseReturnValue:
        return broken(breakage(fault, rehearsal.places))

    def broken(found: Breakage) -> ResponseReturnValue:
        return render_template("broken.html.j2", name=rehearsal.name, broken=found), 500
