"""A game tried alone or while it is written: all seats side by side."""

from __future__ import annotations

from typing import Any

from flask import abort, render_template, request
from flask.typing import ResponseReturnValue

from pbem.pages.wording import shared_words
from pbem.protocol import Seat
from pbem.record.header import Unreadable
from pbem.record.imagined import imagined
from pbem.record.trial import try_text
from pbem.report import builder
from pbem.web import presenters
from pbem.web.app_state import app_state
from pbem.web.play import moves
from pbem.web.play.breakage import Breakage
from pbem.web.play.columns import Column, column
from pbem.web.play.rehearsal import Done, WatchedGame
from pbem.web.views import blueprint
from pbem.web.views.common import MAX_ORDER_CHARS, field
from pbem.workspace import edits, order_preview
from pbem.workspace.folder import Copy
from pbem.workspace.loaded_game import LoadedGame

_VIEW_ARGUMENTS = (
    "for",
    "turn",
    "form",
)  #: what of an address says how to look at the game


def this_rehearsal() -> WatchedGame:
    """Return the game that is tried; a moderator's page has none."""
    return app_state().play or abort(404)


@blueprint.get("/game/<name>/play")
def play(name: str) -> ResponseReturnValue:
    """Show the game; nothing where it is what the asking page shows already."""
    copy = app_state().folder.read(name)
    if request.args.get("since") == this_rehearsal().mark(copy):
        return "", 204
    return show_rehearsal(copy)


def view_arguments() -> dict[str, Any]:
    """Return how the game is checked: its letters as text, one seat alone."""
    return {key: request.args[key] for key in _VIEW_ARGUMENTS if key in request.args}


def show_rehearsal(copy: Copy, done: Done | None = None) -> str:
    """Return the page, with what came of what was done (None: as stored)."""
    rehearsal = this_rehearsal()
    mark = rehearsal.mark(copy)
    if done is None and rehearsal.done.mark == mark:
        done = rehearsal.done
    folder, name = app_state().folder, copy.name
    given: dict[str, Any] = {
        "name": name,
        "mark": mark,
        "digest": copy.digest,
        "kept": view_arguments(),
        "undo": folder.undone_by(name, copy.digest) is not None,
        "redo": folder.redone_by(name, copy.digest) is not None,
        "done": done or Done(),
        "said": request.args.get("said"),
        "game": None,
    }
    try:
        game = rehearsal.load(app_state().games, copy)
        if isinstance(game, Breakage):
            return render_template("play.html.j2", broken=game, **given)
        given.update(_shown(rehearsal, game))
    except Unreadable as fault:
        message = shared_words(fault.game).fault(fault.fault, fault.source)
        given |= {"unreadable": fault, "message": message}
    return render_template("play.html.j2", **given)


def _shown(rehearsal: WatchedGame, game: LoadedGame) -> dict[str, Any]:
    """Return the columns of a page, and whom it is for."""
    story = game.story
    text = request.args.get("form") == "text"
    who: str | None = request.args.get("for")
    if "turn" in request.args:
        who = next(iter(story.awaited()), "")
    seats = story.header.seats
    shown_seats = seats if who is None else (who,)
    readers = [presenters.reader(game, one) for one in shown_seats]
    columns = [column(rehearsal, game, reader, text=text) for reader in readers]
    return {
        "game": game,
        "story": story,
        "window": game.window,
        "who": who,
        "columns": columns,
        "awaited": _awaited(game, columns, who),
        "dealt": story.game.needs_chance(story.options),
    }


def _awaited(
    game: LoadedGame, columns: list[Column], who: str | None
) -> tuple[Seat, ...]:
    if who is None:
        return game.story.awaited()
    return builder.awaited(game.story, columns[0].reader)


@blueprint.post("/game/<name>/play/reading")
def play_reading(name: str) -> ResponseReturnValue:
    """Show what an order would do, as far as its seat knows, while it is typed."""
    game = app_state().games.open(name)
    seat = field("seat")
    lines = edits.lines_of(request.form.get("text", "")[:MAX_ORDER_CHARS])
    if not lines or seat not in game.story.header.seats:
        return ""
    known = imagined(game.story, seat) or game.story
    one = order_preview.of_trial(try_text(known, seat, lines))
    return render_template("order_preview.html.j2", one=one)


@blueprint.get("/game/<name>/play/moves")
def play_moves(name: str) -> ResponseReturnValue:
    """Show what a seat may play now, as far as it knows; all, or what was asked for."""
    rehearsal, copy = this_rehearsal(), app_state().folder.read(name)
    game = rehearsal.load(app_state().games, copy)
    if isinstance(game, Breakage):
        return show_rehearsal(copy)
    seat, text = request.args.get("seat", ""), request.args.get("wanted", "")[:200]
    if seat not in game.story.header.seats:
        abort(404)
    found = rehearsal.attempt(
        lambda: moves.asked(game.story, seat, text), "moves", seat
    )
    return render_template(
        "play_moves.html.j2",
        name=name,
        game=game,
        story=game.story,
        digest=copy.digest,
        seat=seat,
        number=game.story.header.seats.index(seat),
        wanted=text,
        moves=found,
        kept=view_arguments(),
    )
