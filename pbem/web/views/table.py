"""A game on the table: the board, who is awaited, the orders that came in."""

from __future__ import annotations

from typing import Any

from flask import render_template, request
from flask.typing import ResponseReturnValue

from pbem.record.header import Unreadable
from pbem.report import board_image, builder
from pbem.report.wording import words
from pbem.web import edits, order_preview, presenters
from pbem.web.app_state import desk
from pbem.web.loaded_game import Opened
from pbem.web.views import blueprint
from pbem.web.views.common import field, go, opened, said_of, was, write


@blueprint.get("/game/<name>")
def table(name: str) -> ResponseReturnValue:
    """A game as it stands."""
    game = opened(name)
    seat = request.args.get("seat", "")
    return render_template("table.html.j2", **_page(game, seat=seat))


def _page(game: Opened, **more: Any) -> dict[str, Any]:
    """What the table's page is made of."""
    story = game.story
    # Beside the picture a drawing would say the same again.
    display = "list" if board_image.can_draw(story.game) else "board"
    told = presenters.report(game, presenters.reader(game, "*", display))
    undo = desk().folder.undone_by(game.copy.name, game.copy.digest)
    window = told.window
    view = story.game.rules.truth(story.table.state)
    prompt = words(story.game).prompt(window, view, None) if window else ""
    kept: dict[str, Any] = {"text": "", "note": "", "tried": None, "look": None}
    kept |= {"looked": "", "reason": ""}
    return {
        **kept,
        "name": game.copy.name,
        "game": game,
        "story": story,
        "told": told,
        "body": presenters.body(told),
        "sent": order_preview.sent(game),
        "awaited": story.awaited(),
        "prompt": prompt.splitlines(),
        "undo": undo,
        "said": request.args.get("said"),
        **more,
    }


@blueprint.post("/game/<name>/order")
def order(name: str) -> ResponseReturnValue:
    """An order by hand: looked at, or written."""
    game = opened(name)
    seat, note = field("seat"), field("note")
    text = request.form.get("text", "")[:20_000]
    lines = edits.lines_of(text)
    trial = order_preview.tried(
        game.story, [(seat, lines)] if _sits(game, seat) else []
    )
    good = trial.readings and not trial.readings[0].refused
    page = {"seat": seat, "text": text, "note": note, "tried": trial}
    if "look" in request.form or not good:
        page["look"] = _look(game, trial) if good else None
        page["unknown"] = not trial.readings
        page["missing"] = not lines
        status = 200 if good else 422
        return render_template("table.html.j2", **_page(game, **page)), status
    notes = (note,) if note else ()
    one = edits.Order(seat, lines, notes)
    new = edits.added(game.copy.text, game.now, game.heading, [one])
    after = write(game, new, "orders", detail=f"{seat}: {lines[0] if lines else ''}")
    return go("table", said_of(game, after), name=name)


@blueprint.post("/game/<name>/reading")
def read_order(name: str) -> ResponseReturnValue:
    """What an order would do, while it is being typed."""
    game = desk().shelf.open(name)
    # Beside a thread the form has many orders; `one` says which is being typed.
    text = f"order-{request.form['one']}" if "one" in request.form else "text"
    seat, lines = field("seat"), edits.lines_of(request.form.get(text, "")[:20_000])
    if not lines or not _sits(game, seat):
        return ""
    (one,) = order_preview.tried(game.story, [(seat, lines)]).readings
    return render_template("reading.html.j2", one=one)


def _sits(game: Opened, seat: str) -> bool:
    return seat in game.story.header.seats


def _look(game: Opened, trial: order_preview.Tried) -> Any:
    """The report as it would be, if the turn were played with these orders."""
    story = trial.story
    if story is None or story.table.serial == game.now:
        return None
    return presenters.body(builder.report(story, presenters.reader(game, "*")))


@blueprint.post("/game/<name>/close")
def close(name: str) -> ResponseReturnValue:
    """The open turn is played now; who is silent does what silence does."""
    game = opened(name)
    trial = game.trial()
    try:
        trial.close()
    except Unreadable as fault:
        message = words(trial.game).fault(fault.fault)
        return render_template("table.html.j2", **_page(game, closing=message)), 422
    if "look" in request.form:
        look = presenters.body(builder.report(trial, presenters.reader(game, "*")))
        page = _page(game, look=look, looked="close", silent=game.story.awaited())
        page["reason"] = field("reason")
        return render_template("table.html.j2", **page)
    new = edits.closed(game.copy.text, field("reason"))
    after = write(game, new, "closed", field("reason"), detail=str(game.now))
    return go("report", said_of(game, after), name=name)


@blueprint.post("/game/<name>/undo")
def undo(name: str) -> ResponseReturnValue:
    """Takes the last change back."""
    done = desk().folder.undo(name, was())
    return go("table", "undone" if done else "nothing", name=name)


@blueprint.get("/game/<name>/news")
def news(name: str) -> ResponseReturnValue:
    """Whether another hand has changed the file since a page was made."""
    now = desk().folder.read(name)
    if now.digest == request.args.get("was"):
        return "", 204
    return render_template("news.html.j2", name=name)
