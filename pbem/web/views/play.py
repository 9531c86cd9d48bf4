"""A game tried alone or while it is written: all seats side by side."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import abort, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.utils import redirect

from pbem.protocol import Seat
from pbem.record.header import Unreadable
from pbem.record.trial import Trial, imagined, try_orders
from pbem.report import builder
from pbem.report.wording import shared_words, words
from pbem.web import edits, order_preview, presenters
from pbem.web.app_state import app_state
from pbem.web.folder import Changed, Copy
from pbem.web.loaded_game import LoadedGame
from pbem.web.play import moves
from pbem.web.play.breakage import Breakage, breakage
from pbem.web.play.columns import Column, column
from pbem.web.play.desk import Desk, Done
from pbem.web.views import blueprint
from pbem.web.views.common import MAX_ORDER_CHARS, field, was, write

MAX_DRAWN = 1000  #: moves by lot of one press
_KEPT = ("for", "turn", "form")  #: what of an address says how to look at the game


def _desk() -> Desk:
    """Return the game that is tried; a moderator's page has none."""
    return app_state().play or abort(404)


@blueprint.get("/game/<name>/play")
def play(name: str) -> ResponseReturnValue:
    """Show the game; nothing where it is what the asking page shows already."""
    copy = app_state().folder.read(name)
    if request.args.get("since") == _desk().mark(copy):
        return "", 204
    return _page(copy)


def _kept() -> dict[str, str]:
    """Return how the game is looked at: its letters as text, one seat alone."""
    return {key: request.args[key] for key in _KEPT if key in request.args}


def _page(copy: Copy, done: Done | None = None) -> str:
    desk = _desk()
    mark = desk.mark(copy)
    if done is None and desk.done.mark == mark:
        done = desk.done
    folder, name = app_state().folder, copy.name
    given: dict[str, Any] = {
        "name": name,
        "mark": mark,
        "digest": copy.digest,
        "kept": _kept(),
        "undo": folder.undone_by(name, copy.digest) is not None,
        "redo": folder.redone_by(name, copy.digest) is not None,
        "done": done or Done(),
        "said": request.args.get("said"),
        "game": None,
    }
    try:
        game = desk.load(app_state().games, copy)
        if isinstance(game, Breakage):
            return render_template("play.html.j2", broken=game, **given)
        given.update(_shown(desk, game))
    except Unreadable as fault:
        message = shared_words(fault.game).fault(fault.fault, fault.source)
        given |= {"unreadable": fault, "message": message}
    return render_template("play.html.j2", **given)


def _shown(desk: Desk, game: LoadedGame) -> dict[str, Any]:
    """Return the columns of a page, and whom it is for."""
    story = game.story
    text = request.args.get("form") == "text"
    who: str | None = request.args.get("for")
    if "turn" in request.args:
        who = next(iter(story.awaited()), "")
    seats = story.header.seats
    wanted = seats if who is None else (who,)
    readers = [presenters.reader(game, one) for one in wanted]
    columns = [column(desk, game, reader, text=text) for reader in readers]
    return {
        "game": game,
        "story": story,
        "window": game.window,
        "who": who,
        "columns": columns,
        "awaited": _awaited(game, columns, who),
        "dealt": story.header.seed is not None,
    }


def _awaited(
    game: LoadedGame, columns: list[Column], who: str | None
) -> tuple[Seat, ...]:
    if who is None:
        return game.story.awaited()
    return builder.awaited(game.story, columns[0].reader)


@blueprint.post("/game/<name>/play/order")
def play_order(name: str) -> ResponseReturnValue:
    """Take an order as a letter would bring it, or say what is wrong with it."""
    desk, copy = _desk(), _copy(name)
    game = desk.load(app_state().games, copy)
    if isinstance(game, Breakage):
        return _page(copy)
    seat = field("seat")
    if seat not in game.story.header.seats:
        abort(404)
    text = request.form.get("move", request.form.get("text", ""))[:MAX_ORDER_CHARS]
    lines = edits.lines_of(text)
    tried = desk.attempt(lambda: try_orders(game.story, seat, lines), "order", seat)
    if isinstance(tried, Breakage):
        return _page(copy, Done(seat=seat, receipt=tried, typed=text))
    receipt = desk.attempt(lambda: order_preview.of_trial(tried), "receipt", seat)
    done = Done(seat=seat, receipt=receipt, typed=text)
    good = _good(tried)
    if not good:
        return _page(copy, done)
    asked = edits.lines_of(request.form.get("asked", ""))
    if tried.doubt is not None and asked != lines:
        asks = words(game.story.game).fault(tried.doubt)
        return _page(copy, replace(done, asks=asks))
    new = edits.added(copy.text, game.now, game.heading, [edits.Order(seat, good)])
    after = write(game, new, "orders", detail=f"{seat}: {good[0]}")
    return _went_on(after.copy, replace(done, typed=""))


def _good(tried: Trial) -> tuple[str, ...]:
    """Return the lines that can be kept: those before the first that is refused."""
    lines = edits.lines_of(tried.text)
    return lines[: tried.offer.good] if tried.refused else lines


@blueprint.post("/game/<name>/play/reading")
def play_reading(name: str) -> ResponseReturnValue:
    """Show what an order would do, as far as its seat knows, while it is typed."""
    game = app_state().games.open(name)
    seat = field("seat")
    lines = edits.lines_of(request.form.get("text", "")[:MAX_ORDER_CHARS])
    if not lines or seat not in game.story.header.seats:
        return ""
    known = imagined(game.story, seat) or game.story
    one = order_preview.of_trial(try_orders(known, seat, lines))
    return render_template("order_preview.html.j2", one=one)


@blueprint.get("/game/<name>/play/moves")
def play_moves(name: str) -> ResponseReturnValue:
    """Show what a seat may play now, as far as it knows; all, or what was asked for."""
    desk, copy = _desk(), app_state().folder.read(name)
    game = desk.load(app_state().games, copy)
    if isinstance(game, Breakage):
        return _page(copy)
    seat, wanted = request.args.get("seat", ""), request.args.get("wanted", "")[:200]
    if seat not in game.story.header.seats:
        abort(404)
    found = desk.attempt(lambda: moves.asked(game.story, seat, wanted), "moves", seat)
    return render_template(
        "play_moves.html.j2",
        name=name,
        game=game,
        story=game.story,
        digest=copy.digest,
        seat=seat,
        number=game.story.header.seats.index(seat),
        wanted=wanted,
        moves=found,
        kept=_kept(),
    )


@blueprint.post("/game/<name>/play/do")
def play_do(name: str) -> ResponseReturnValue:
    """Undo, redo, move by lot, close the turn, or begin again."""
    copy, what = _copy(name), request.form.get("do", "")
    folder = app_state().folder
    if what in ("undo", "redo"):
        (folder.undo if what == "undo" else folder.redo)(name, was())
        return _went_on(folder.read(name), Done())
    game = _desk().load(app_state().games, copy)
    if isinstance(game, Breakage) and what != "again":
        return _page(copy)
    if what in ("again", "deal"):
        text = edits.begun_again(copy.text, deal=what == "deal")
        new = folder.write(name, was(), text, what)
        return _went_on(new, Done())
    assert isinstance(game, LoadedGame)
    if what == "close":
        return _close(game)
    return _drawn(game, what)


def _close(game: LoadedGame) -> ResponseReturnValue:
    """Close the open turn as at its deadline."""
    desk, story = _desk(), game.story.copy()
    try:
        story.close()
    except Unreadable as fault:
        return _page(game.copy, Done(says=words(story.game).fault(fault.fault)))
    except Exception as fault:
        return _page(game.copy, Done(broke=breakage(fault, desk.places, "close")))
    after = write(game, edits.closed(game.copy.text), "closed", detail=str(game.now))
    return _went_on(after.copy, Done())


def _drawn(game: LoadedGame, what: str) -> ResponseReturnValue:
    """Play moves drawn by lot: for a seat, for all that are awaited, or to the end."""
    desk = _desk()
    seats = (field("seat"),) if what == "random" else game.story.awaited()
    if what == "on":
        run = moves.draw_on(game.story, MAX_DRAWN)
    else:
        run = moves.draw(game.story, seats)
    done = Done(
        seat=run.seat,
        count=run.count,
        why=run.why or ("many" if what == "on" and run.story.awaited() else ""),
        text=run.text,
        faults=tuple(builder.fault_message(run.story, one) for one in run.faults),
        broke=breakage(run.fault, desk.places, "order", run.seat)
        if run.fault
        else None,
    )
    if not run.count:
        return _page(game.copy, done)
    new = edits.continued(game.copy.text, game.heading, run.turns)
    after = write(game, new, "random", detail=str(run.count))
    return _went_on(after.copy, done)


def _copy(name: str) -> Copy:
    """Return the game's file if it is what the form's page showed. Raises Changed."""
    copy = app_state().folder.read(name)
    if copy.digest != was():
        raise Changed(name)
    return copy


def _went_on(copy: Copy, done: Done) -> ResponseReturnValue:
    """Go on to the game as it is now, looked at as before."""
    desk = _desk()
    desk.done = replace(done, mark=desk.mark(copy))
    kept: dict[str, Any] = _kept()
    return redirect(url_for("page.play", name=copy.name, **kept), 303)
