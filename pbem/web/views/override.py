"""Overrides: an order corrected or struck, with a reason that the file keeps."""

from __future__ import annotations

from flask import abort, render_template, request
from flask.typing import ResponseReturnValue

from pbem.record.replay import Story
from pbem.web import edits, order_preview
from pbem.web.app_state import desk
from pbem.web.folder import Copy, digest_of
from pbem.web.loaded_game import Mark, Opened
from pbem.web.order_preview import Sent
from pbem.web.views import blueprint
from pbem.web.views.common import LONGEST_REASON, field, go, opened, said_of, write


def _sent(game: Opened, line: int) -> Sent:
    for one in order_preview.sent(game):
        if one.mark.first == line:
            return one
    abort(404)


@blueprint.get("/game/<name>/override/<int:line>")
def override(name: str, line: int) -> ResponseReturnValue:
    """An order of the open turn, to be corrected or struck."""
    game = opened(name)
    one = _sent(game, line)
    return _form(game, one, one.reading.text, "", None)


def _form(
    game: Opened, one: Sent, text: str, wrong: str, tried: order_preview.Reading | None
) -> str:
    return render_template(
        "override.html.j2",
        name=game.copy.name,
        game=game,
        story=game.story,
        one=one,
        text=text,
        reason=field("reason", LONGEST_REASON),
        wrong=wrong,
        tried=tried,
    )


@blueprint.post("/game/<name>/override/<int:line>")
def overridden(name: str, line: int) -> ResponseReturnValue:
    """An order corrected or struck; the file keeps what it was, and why."""
    game = opened(name)
    one = _sent(game, line)
    reason = field("reason", LONGEST_REASON)
    text = request.form.get("text", "")[:20_000]
    lines = edits.lines_of(text)
    strike = "strike" in request.form
    tried = None
    if not strike:
        rest = _without(game, one.mark)
        (tried,) = order_preview.tried(rest, [(one.mark.seat, lines)]).readings
        if "look" in request.form:
            return _form(game, one, text, "", tried)
        if tried.refused:
            return _form(game, one, text, "refused", tried), 422
    if not reason:
        return _form(game, one, text, "reason", tried), 422
    seat = one.mark.seat
    verb = "struck" if strike else "corrected"
    note = f"moderator: {seat}'s order {verb}: {reason}"
    new = [] if strike else edits.Order(seat, lines).written()
    span = (one.mark.first, one.mark.last)
    changed = edits.replaced(game.copy.text, [span], [note], new)
    after = write(game, changed, verb, reason, detail=seat)
    return go("table", said_of(game, after) if not strike else "struck", name=name)


def _without(game: Opened, mark: Mark) -> Story:
    """The game without one order."""
    text = edits.struck(game.copy.text, [(mark.first, mark.last)], ())
    return desk().shelf.read(Copy(game.copy.name, text, digest_of(text))).story
