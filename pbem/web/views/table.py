"""A game on the table: the board, who is awaited, the orders that came in."""

from __future__ import annotations

from typing import Any

from flask import render_template, request
from flask.typing import ResponseReturnValue

from pbem.bots.table import next_to_answer
from pbem.pages.wording import words
from pbem.record.header import Unreadable
from pbem.record.trial import Trial, try_text
from pbem.record.writing import order_lines
from pbem.report import board_image, builder
from pbem.web import presenters
from pbem.web.app_state import app_state
from pbem.web.views import blueprint
from pbem.web.views.common import (
    MAX_ORDER_CHARS,
    ask_before,
    ask_first,
    field,
    go,
    open_game,
    outcome_of,
    show,
    was,
    write,
)
from pbem.workspace import bots, edits, order_preview
from pbem.workspace.folder import Copy, digest_of
from pbem.workspace.loaded_game import LoadedGame


@blueprint.get("/game/<name>")
def table(name: str) -> ResponseReturnValue:
    """Show a game as it is."""
    return _page(open_game(name), seat=request.args.get("seat", ""))


def _page(game: LoadedGame, **more: Any) -> str:
    story = game.story
    # Beside the picture a drawing would say the same again.
    display = "list" if board_image.can_draw(story.game) else "board"
    report = presenters.report(game, presenters.reader(game, "*", display))
    undo = app_state().folder.undone_by(game.copy.name, game.copy.digest)
    window, view = report.window, builder.truth(story.game.rules, story.table.state)
    prompt = (
        words(story.game).prompt(window, view, None, report.example) if window else ""
    )
    empty: dict[str, Any] = {"text": "", "note": "", "preview": None, "look": None}
    return show(
        "table.html.j2",
        game,
        window=window,
        body=presenters.body(report),
        sent=order_preview.sent_orders(game),
        awaited=story.awaited(),
        silent=tuple(x for x in story.awaited() if x not in story.header.bots),
        bots_next=next_to_answer(story),
        prompt=prompt.splitlines(),
        undo=undo,
        **{**empty, "looked": "", "reason": "", **more},
    )


@blueprint.post("/game/<name>/order")
def order(name: str) -> ResponseReturnValue:
    """Add an order that the moderator typed to the turn file; with the form's `look`,
    only preview it."""
    game = open_game(name)
    seat, note = field("seat"), field("note")
    if sender := field("from", 80):
        note = f"private message of {sender}, {field('at', 40)}"
    text = request.form.get("text", "")[:MAX_ORDER_CHARS]
    lines = edits.lines_of(text)
    trial = try_text(game.story, seat, lines) if _sits(game, seat) else None
    if "look" in request.form or trial is None or trial.idle:
        page: dict[str, Any] = {"seat": seat, "text": text, "note": note}
        if trial is not None:
            page["preview"] = order_preview.of_trial(trial)
            page["look"] = _look(game, trial)
        status = 422 if trial is None or trial.idle else 200
        return _page(game, unknown=trial is None, **page), status
    lines = edits.lines_of(trial.text)
    order = [*([edits.comment(note)] if note else []), *order_lines(seat, lines)]
    new = edits.continued(game.copy.text, game.heading, [(game.now, order)])
    new = edits.gone_on(new, bots.let(game.story))
    after = write(game, new, "orders", detail=f"{seat}: {lines[0] if lines else ''}")
    return go("table", outcome_of(game, after), name=name)


@blueprint.post("/game/<name>/reading")
def read_order(name: str) -> ResponseReturnValue:
    """Show what an order would do, while it is being typed."""
    game = app_state().games.open(name)
    # Beside a thread the form has many orders; `one` says which is being typed.
    text = f"order-{request.form['one']}" if "one" in request.form else "text"
    seat = field("seat")
    lines = edits.lines_of(request.form.get(text, "")[:MAX_ORDER_CHARS])
    if not lines or not _sits(game, seat):
        return ""
    one = order_preview.of_trial(try_text(game.story, seat, lines))
    return render_template("order_preview.html.j2", one=one)


def _sits(game: LoadedGame, seat: str) -> bool:
    return seat in game.story.header.seats


def _look(game: LoadedGame, trial: Trial) -> Any:
    """Return the report as it would be, if the turn were played with these orders."""
    if trial.idle or trial.story.table.serial == game.now:
        return None
    return presenters.body(builder.report(trial.story, presenters.reader(game, "*")))


@blueprint.post("/game/<name>/close")
def close(name: str) -> ResponseReturnValue:
    """Play the open turn now; who is silent does what silence does."""
    game, reason = open_game(name), field("reason")
    if "look" not in request.form:
        ask_first(game, closing=True)  # bots think below
    try:
        new = edits.closed_as_set(game.copy.text, reason, bots.let(game.story))
        after = app_state().games.read(Copy(name, new, digest_of(new)))
    except Unreadable as fault:
        message = words(game.story.game).fault(fault.fault)
        return _page(game, closing=message), 422
    if "look" in request.form:
        reader = presenters.reader(game, "*")
        look = presenters.body(builder.report(after.story, reader))
        return _page(game, reason=reason, look=look, looked="close")
    # What is open was asked about above.
    args = (game.copy.digest, new, "closed", reason)
    app_state().folder.write(name, *args, detail=str(game.now))
    return go("report", outcome_of(game, after), name=name)


@blueprint.post("/game/<name>/bots")
def let_bots(name: str) -> ResponseReturnValue:
    """Have the bots answer that the game waits for."""
    game = open_game(name)
    new = edits.gone_on(game.copy.text, bots.let(game.story))
    if new == game.copy.text:
        return go("table", "same", name=name)
    after = write(game, new, "bots")
    return go("table", outcome_of(game, after), name=name)


@blueprint.post("/game/<name>/undo")
def undo(name: str) -> ResponseReturnValue:
    """Take the last change back."""
    folder = app_state().folder
    last = folder.undone_by(name, was())
    if last and (text := folder.version(name, last.back)):
        ask_before(name, text)
    done = folder.undo(name, was())
    return go("table", "undone" if done else "nothing", name=name)


@blueprint.get("/game/<name>/news")
def news(name: str) -> ResponseReturnValue:
    """Answer whether the file was changed by another program since the page was
    made."""
    now = app_state().folder.read(name)
    if now.digest == request.args.get("was"):
        return "", 204
    return render_template("changed_notice.html.j2", name=name)
