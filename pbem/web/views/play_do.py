"""Actions in a game that is tried: orders, random moves, undo, a turn closed."""

from __future__ import annotations

from dataclasses import replace

from flask import abort, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.utils import redirect

from pbem.pages.wording import words
from pbem.protocol import failures
from pbem.record.header import Unreadable
from pbem.record.replay import Story
from pbem.record.trial import Trial, try_text
from pbem.record.writing import order_lines
from pbem.report import builder
from pbem.web.app_state import app_state
from pbem.web.play import moves
from pbem.web.play.breakage import Breakage, breakage
from pbem.web.play.rehearsal import Done
from pbem.web.views import blueprint
from pbem.web.views.common import MAX_ORDER_CHARS, field, was, write
from pbem.web.views.play import show_rehearsal, this_rehearsal, view_arguments
from pbem.workspace import edits, order_preview
from pbem.workspace.folder import Changed, Copy
from pbem.workspace.loaded_game import LoadedGame

MAX_DRAWN = 1000  #: moves at random of one press


@blueprint.post("/game/<name>/play/order")
def play_order(name: str) -> ResponseReturnValue:
    """Take an order as a letter would bring it, or say what is wrong with it."""
    rehearsal, copy = this_rehearsal(), _copy(name)
    game = rehearsal.load(app_state().games, copy)
    if isinstance(game, Breakage):
        return show_rehearsal(copy)
    seat = field("seat")
    if seat not in game.story.header.seats:
        abort(404)
    text = request.form.get("move", request.form.get("text", ""))[:MAX_ORDER_CHARS]
    lines = edits.lines_of(text)
    tried = rehearsal.attempt(lambda: _tried(game.story, seat, lines), "order", seat)
    if isinstance(tried, Breakage):
        return show_rehearsal(copy, Done(seat=seat, receipt=tried, typed=text))
    receipt = rehearsal.attempt(lambda: order_preview.of_trial(tried), "receipt", seat)
    done = Done(seat=seat, receipt=receipt, typed=text)
    good = _good(tried)
    if not good:
        return show_rehearsal(copy, done)
    asked = edits.lines_of(request.form.get("asked", ""))
    if tried.doubt is not None and asked != lines:
        asks = words(game.story.game).fault(tried.doubt)
        return show_rehearsal(copy, replace(done, asks=asks))
    order = order_lines(seat, good)
    new = edits.continued(copy.text, game.heading, [(game.now, order)])
    if not tried.refused:
        new, done = _replied(game, new, tried.story, done)
    after = write(game, new, "orders", detail=f"{seat}: {good[0]}")
    return _went_on(after.copy, replace(done, typed=""))


def _tried(story: Story, seat: str, lines: tuple[str, ...]) -> Trial:
    """Return what comes of orders. Raises what the game raises, for its author."""
    tried = try_text(story, seat, lines)
    for error in failures.errors(one.fault for one in tried.faults):
        raise error
    return tried


def _replied(game: LoadedGame, text: str, story: Story, done: Done) -> tuple[str, Done]:
    """Let bots answer; return the file with what they say."""
    run = moves.reply(story)
    last = game.heading if game.heading is None else max(game.heading, game.now)
    if run.why:
        done = replace(done, why=run.why, seat=run.seat)
    return edits.continued(text, last, run.turns), done


def _good(tried: Trial) -> tuple[str, ...]:
    """Return the lines that can be kept: those before the first that is refused."""
    lines = edits.lines_of(tried.text)
    return lines[: tried.offer.good] if tried.refused else lines


@blueprint.post("/game/<name>/play/do")
def play_do(name: str) -> ResponseReturnValue:
    """Undo, redo, move at random, close the turn, or begin again."""
    copy, what = _copy(name), request.form.get("do", "")
    folder = app_state().folder
    if what in ("undo", "redo"):
        (folder.undo if what == "undo" else folder.redo)(name, was())
        return _went_on(folder.read(name), Done())
    game = this_rehearsal().load(app_state().games, copy)
    if isinstance(game, Breakage) and what != "again":
        return show_rehearsal(copy)
    if what in ("again", "deal"):
        text = edits.begun_again(copy.text, deal=what == "deal")
        new = folder.write(name, was(), text, what)
        return _went_on(new, Done())
    assert isinstance(game, LoadedGame)
    if what == "close":
        return _close(game)
    return _drawn(game, what)


def _close(game: LoadedGame) -> ResponseReturnValue:
    """Close the open turn as at its deadline; bots answer before it."""
    run = moves.reply(game.story.copy(), closing=True)
    story, new = run.story, edits.continued(game.copy.text, game.heading, run.turns)
    try:
        if story.table.serial == game.now:
            story.close()
            new = edits.closed(new)
    except Unreadable as fault:
        says = words(story.game).fault(fault.fault)
        return show_rehearsal(game.copy, Done(says=says))
    except Exception as fault:
        broke = breakage(fault, this_rehearsal().places, "close")
        return show_rehearsal(game.copy, Done(broke=broke))
    new, done = _replied(game, new, story, Done())
    after = write(game, new, "closed", detail=str(game.now))
    return _went_on(after.copy, done)


def _drawn(game: LoadedGame, what: str) -> ResponseReturnValue:
    """Play random moves: for a seat, for all that are awaited, or to the end."""
    awaited, bots = game.story.awaited(), game.story.header.bots
    people = tuple(seat for seat in awaited if seat not in bots)
    seats = (field("seat"),) if what == "random" else people or awaited
    if what == "on":
        run = moves.draw_on(game.story, MAX_DRAWN)
    else:
        run = moves.draw(game.story, seats)
    more = "many" if what == "on" and run.story.awaited() else ""
    done = Done(
        seat=run.seat,
        count=run.count,
        why=run.why or more,
        text=run.text,
        faults=tuple(builder.fault_message(run.story, one) for one in run.faults),
    )
    if run.fault is not None:
        places = this_rehearsal().places
        done = replace(done, broke=breakage(run.fault, places, "order", run.seat))
    if not run.count:
        return show_rehearsal(game.copy, done)
    new = edits.continued(game.copy.text, game.heading, run.turns)
    if what != "on" and not run.why:
        new, done = _replied(game, new, run.story, done)
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
    rehearsal = this_rehearsal()
    rehearsal.done = replace(done, mark=rehearsal.mark(copy))
    return redirect(url_for("page.play", name=copy.name, **view_arguments()), 303)
