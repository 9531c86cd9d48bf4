"""Games by mail: the store of a mail server, with its game master's commands."""

from __future__ import annotations

from typing import Any

from flask import Response, abort, render_template, request
from flask.typing import ResponseReturnValue

from pbem.report import board_image, builder, page
from pbem.report.model import Reader
from pbem.server.context import ServerContext
from pbem.server.outbound import templates
from pbem.web import guard, presenters
from pbem.web import mail_games as mailed
from pbem.web.app_state import desk
from pbem.web.mail_games import ACTS, Mailed
from pbem.web.views import blueprint
from pbem.web.views.common import field


def _office() -> ServerContext:
    office = desk().office
    if office is None:
        abort(404)
    return office


@blueprint.get("/mail/")
def mail_games() -> ResponseReturnValue:
    """The games of the store."""
    with desk().lock:
        found = mailed.games(_office(), desk().clock())
    return render_template("mail_games.html.j2", games=found)


@blueprint.get("/mail/<name>")
def mail_game(name: str) -> ResponseReturnValue:
    """A game of the store, as its master sees it."""
    return _page(name)


def _page(name: str, **more: Any) -> str:
    with desk().lock:
        found = mailed.game(_office(), name, desk().clock())
    if found is None:
        abort(404)
    values: dict[str, Any] = {"told": None, "done": None, "given": {}}
    return render_template(
        "mail_game.html.j2",
        name=found.row.name,
        found=found,
        story=found.story,
        body=_report(found),
        acts=ACTS,
        clock=desk().clock(),
        **{**values, **more},
    )


def _report(found: Mailed) -> Any:
    if found.story is None:
        return None
    reader = Reader(moderator=True)
    return presenters.body(builder.report(found.story, reader, deadline=found.until))


@blueprint.post("/mail/<name>")
def mail_act(name: str) -> ResponseReturnValue:
    """An act of the game master: tried, or done."""
    act, reason = field("act"), field("reason", 300)
    if act not in ACTS:
        abort(404)
    serial = field("serial", 9)
    said = field("words", 1000)
    trying = "try " if "look" in request.form else ""
    why = f" because {reason}" if reason else ""
    text = f"{name} #{serial} {trying}{act} {said}".rstrip() + why
    with desk().lock:
        found = mailed.act(_office(), name, text, desk().clock())
    if found is None:
        abort(404)
    wish, done = found
    told = None
    if done.refusal:
        given = {"why": done.refusal, "name": name, "detail": done.detail}
        blocks = templates.blocks("gm_refused", now=done.now, **given)
        told = presenters.as_part(page.to_html(blocks))
    status = 422 if done.refusal else 200
    given = request.form if done.refusal or wish.trying else {}
    return _page(name, told=told, done=done, wish=wish, given=given), status


@blueprint.get("/mail/<name>/board.svg")
def mail_board(name: str) -> ResponseReturnValue:
    """The board of a game of the store, as everybody may see it."""
    with desk().lock:
        found = mailed.game(_office(), name, desk().clock())
    if (
        found is None
        or found.story is None
        or not board_image.can_draw(found.story.game)
    ):
        abort(404)
    drawn = board_image.svg(builder.report(found.story, Reader()))
    response = Response(drawn, mimetype="image/svg+xml")
    response.headers["Content-Security-Policy"] = guard.PICTURE_POLICY
    return response


@blueprint.get("/mail/<name>/turn-file")
def mail_file(name: str) -> ResponseReturnValue:
    """A game of the store as a turn file, to save."""
    with desk().lock:
        text = mailed.turn_file(_office(), name)
    if text is None:
        abort(404)
    response = Response(text, mimetype="text/plain")
    headers = response.headers
    headers.set("Content-Disposition", "attachment", filename=f"{name}.txt")
    return response
