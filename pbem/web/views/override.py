"""Overrides: an order corrected or struck, with a reason that the file keeps."""

from __future__ import annotations

from flask import abort, request
from flask.typing import ResponseReturnValue

from pbem.record.replay import Story
from pbem.record.trial import try_text
from pbem.record.writing import order_lines
from pbem.web.app_state import app_state
from pbem.web.views import blueprint
from pbem.web.views.common import (
    MAX_ORDER_CHARS,
    MAX_REASON_CHARS,
    field,
    go,
    open_game,
    outcome_of,
    show,
    write,
)
from pbem.workspace import bots, edits, order_preview
from pbem.workspace.folder import Copy, digest_of
from pbem.workspace.loaded_game import LoadedGame, LocatedItem
from pbem.workspace.order_preview import OrderPreview, SentOrder


def _sent(game: LoadedGame, line: int) -> SentOrder:
    for one in order_preview.sent_orders(game):
        if one.item.first == line:
            return one
    abort(404)


@blueprint.get("/game/<name>/override/<int:line>")
def override(name: str, line: int) -> ResponseReturnValue:
    """Show an order of the open turn, to be corrected or struck."""
    game = open_game(name)
    one = _sent(game, line)
    return _form(game, one, one.preview.text, "", None)


def _form(
    game: LoadedGame,
    one: SentOrder,
    text: str,
    wrong: str,
    preview: OrderPreview | None,
) -> str:
    reason = field("reason", MAX_REASON_CHARS)
    given = {"one": one, "text": text, "reason": reason, "wrong": wrong}
    return show("override.html.j2", game, preview=preview, **given)


@blueprint.post("/game/<name>/override/<int:line>")
def overridden(name: str, line: int) -> ResponseReturnValue:
    """Correct an order or strike it; the file keeps what it was, and why."""
    game = open_game(name)
    one = _sent(game, line)
    reason = field("reason", MAX_REASON_CHARS)
    text = request.form.get("text", "")[:MAX_ORDER_CHARS]
    lines = edits.lines_of(text)
    strike = "strike" in request.form
    preview = None
    if not strike:
        rest = _without(game, one.item)
        tried = try_text(rest, one.item.seat, lines)
        lines, preview = edits.lines_of(tried.text), order_preview.of_trial(tried)
        if "look" in request.form:
            return _form(game, one, text, "", preview)
        if preview.refused:
            return _form(game, one, text, "refused", preview), 422
    if not reason:
        return _form(game, one, text, "reason", preview), 422
    seat = one.item.seat
    verb = "struck" if strike else "corrected"
    note = f"moderator: {seat}'s order {verb}: {reason}"
    new = [] if strike else order_lines(seat, lines)
    span = (one.item.first, one.item.last)
    changed = edits.struck(game.copy.text, [span], [note], new)
    changed = edits.gone_on(changed, bots.let(game.story))
    after = write(game, changed, verb, reason, detail=seat)
    return go("table", outcome_of(game, after) if not strike else "struck", name=name)


def _without(game: LoadedGame, item: LocatedItem) -> Story:
    """Return the game without one order."""
    text = edits.struck(game.copy.text, [(item.first, item.last)], ())
    return app_state().games.read(Copy(game.copy.name, text, digest_of(text))).story
