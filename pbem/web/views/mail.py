"""Games by mail: the store of a mail server, with its game master's commands."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import abort, render_template, request
from flask.typing import ResponseReturnValue

from pbem.pages.page import to_html
from pbem.report import board_image, builder
from pbem.report.model import Reader
from pbem.server.context import ServerContext
from pbem.server.gm import perform
from pbem.web import guard, presenters
from pbem.web import mail_games as store
from pbem.web.app_state import app_state
from pbem.web.mail_games import ACTS, MailGame
from pbem.web.views import blueprint
from pbem.web.views.common import MAX_REASON_CHARS, field, file_response


@contextmanager
def _server() -> Iterator[ServerContext]:
    """Hold the mail server; one request at a time."""
    state = app_state()
    if state.server is None:
        abort(404)
    with state.lock:
        yield state.server


def _game(name: str) -> MailGame:
    with _server() as server:
        found = store.game(server, name, app_state().clock())
    if found is None:
        abort(404)
    return found


@blueprint.get("/mail/")
def mail_games() -> ResponseReturnValue:
    """Show the games of the store."""
    with _server() as server:
        found = store.games(server, app_state().clock())
    return render_template("mail_games.html.j2", games=found)


@blueprint.get("/mail/<name>")
def mail_game(name: str) -> ResponseReturnValue:
    """Show a game of the store, as its master sees it."""
    return _page(name)


def _page(name: str, **more: Any) -> str:
    found = _game(name)
    values: dict[str, Any] = {"refusal": None, "done": None, "given": {}}
    return render_template(
        "mail_game.html.j2",
        name=found.name,
        found=found,
        story=found.story,
        body=_report(found),
        acts=ACTS,
        clock=app_state().clock(),
        **{**values, **more},
    )


def _report(found: MailGame) -> Any:
    if found.story is None:
        return None
    reader = Reader(moderator=True)
    return presenters.body(builder.report(found.story, reader, deadline=found.until))


@blueprint.post("/mail/<name>")
def mail_act(name: str) -> ResponseReturnValue:
    """Do or try an act of the game master."""
    act, reason = field("act"), field("reason", MAX_REASON_CHARS)
    if act not in ACTS:
        abort(404)
    serial = field("serial", 9)
    message = field("words", 1000)
    trying = "try " if "look" in request.form else ""
    why = f" because {reason}" if reason else ""
    text = f"{name} #{serial} {trying}{act} {message}".rstrip() + why
    with _server() as server:
        found = store.act(server, name, text, app_state().clock())
    if found is None:
        abort(404)
    asked, done = found
    page: dict[str, Any] = {"done": done, "tried": asked.trying}
    if done.refusal or asked.trying:
        page["given"] = request.form
    if done.refusal:
        blocks = perform.blocks(name, done, tried=False)
        page["refusal"] = presenters.as_part(to_html(blocks))
    return _page(name, **page), 422 if done.refusal else 200


@blueprint.get("/mail/<name>/board.svg")
def mail_board(name: str) -> ResponseReturnValue:
    """Show the board of a game of the store, as everybody may see it."""
    story = _game(name).story
    if story is None or not board_image.can_draw(story.game):
        abort(404)
    drawn = board_image.svg(builder.report(story, Reader()))
    return file_response(drawn, "image/svg+xml", policy=guard.PICTURE_POLICY)


@blueprint.get("/mail/<name>/turn-file")
def mail_file(name: str) -> ResponseReturnValue:
    """Give a game of the store as a turn file, to save."""
    with _server() as server:
        text = store.turn_file(server, name)
    if text is None:
        abort(404)
    return file_response(text, "text/plain", f"{name}.txt")
