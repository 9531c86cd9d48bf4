"""The thread that a game is played in: read, looked through, written."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from flask import request
from flask.typing import ResponseReturnValue

from pbem.forum.annotations.remembered import POLICIES
from pbem.forum.note_words import note_words
from pbem.forum.scan.answers import AnswerRefused
from pbem.forum.scan.question_text import refusal_words
from pbem.forum.thread import ThreadRefused
from pbem.pages.wording import words
from pbem.protocol import Closes
from pbem.record.header import Unreadable
from pbem.web.app_state import app_state
from pbem.web.views import blueprint
from pbem.web.views.common import (
    ENDINGS,
    MAX_PASTED_CHARS,
    given_files,
    go,
    moment_now,
    open_game,
    outcome_of,
    show,
    write,
)
from pbem.workspace import bots, edits, private_messages, thread_review
from pbem.workspace.folder import Copy, digest_of
from pbem.workspace.loaded_game import LoadedGame
from pbem.workspace.open_matters import OpenMatters, open_matters
from pbem.workspace.thread_review import ThreadReview


@blueprint.get("/game/<name>/thread")
def thread(name: str) -> ResponseReturnValue:
    """Show the thread as last given, next to the orders read from it."""
    game = open_game(name)
    try:
        found = thread_review.stored_thread(app_state().folder, game)
        now = thread_review.review(app_state().games, game, found) if found else None
    except ThreadRefused as fault:
        return _page(game, wrong=refusal_words(fault))
    return _page(game, now)


def _page(game: LoadedGame, now: ThreadReview | None = None, **more: Any) -> str:
    values: dict[str, Any] = {"wrong": "", "pasted": "", "form": {}}
    if now is not None:
        values["matters"] = open_matters(now.scan, game, *_now_and_sent(game))
    # One order says nothing of the next where each changes the position.
    sealed = game.window is not None and game.window.closes is Closes.ALL
    return show(
        "thread.html.j2",
        game,
        now=now,
        notes=note_words(now.scan.thread) if now else [],
        files=app_state().folder.others(ENDINGS),
        policies=POLICIES,
        sealed=sealed,
        seen=app_state().folder.thread_digest(game.copy.name),
        **{**values, **more},
    )


@blueprint.post("/game/<name>/thread")
def give_thread(name: str) -> ResponseReturnValue:
    """Keep a thread pasted, dropped, or named among the files of the folder."""
    game = open_game(name)
    files = given_files()
    if "more" in request.form:
        files = [*app_state().folder.thread(name), *files]
    try:
        if not files:
            raise ThreadRefused("thread.empty")
        thread_review.thread_of(files, game, [moment_now()] * len(files))
    except ThreadRefused as fault:
        wrong = refusal_words(fault)
        pasted = request.form.get("pasted", "")[:MAX_PASTED_CHARS]
        return _page(game, wrong=wrong, pasted=pasted), 422
    app_state().folder.keep_thread(name, files)
    return go("thread", "kept", name=name)


@blueprint.post("/game/<name>/posts")
def posts(name: str) -> ResponseReturnValue:
    """Write what the moderator says of the posts, or look at it again."""
    game, games = open_game(name), app_state().games
    try:
        found = thread_review.stored_thread(app_state().folder, game)
        if found is None:
            return go("thread", "", name=name)
        before = thread_review.review(games, game, found)
        if request.form.get("seen") != app_state().folder.thread_digest(name):
            # What was said may be of other posts: it is shown, and not used.
            return _page(game, before, stale=_typed()), 409
        let = None if "look" in request.form else bots.let(game.story)
        now = thread_review.answered_by(games, game, found, request.form, let)
    except ThreadRefused as fault:
        return _page(game, wrong=refusal_words(fault)), 422
    except AnswerRefused as answer:
        wrong = refusal_words(answer)
        return _page(game, before, wrong=wrong, form=request.form), 422
    if "look" in request.form:
        # What was said is in the form again, and is not written yet.
        return _page(game, now, form=request.form, looked=True)
    return _write(game, now)


def _open_after(game: LoadedGame, now: ThreadReview) -> OpenMatters:
    """Return what is open in the turn of a game once the form is written."""
    matters = open_matters(now.scan, game, *_now_and_sent(game))
    still = now.after.story.awaited() if now.after.now == game.now else []
    missing = tuple(one for one in matters.missing if one.seat in still)
    seats = {row.post.key: row.seat for row in now.rows}
    left = [x for x in matters.left if seats[x[0].key] in still]
    return replace(matters, unwritten=(), missing=missing, left=tuple(left))


def _now_and_sent(game: LoadedGame) -> tuple[datetime, private_messages.Sent]:
    return moment_now(), private_messages.load(app_state().folder, game.copy.name)


def _typed() -> list[str]:
    """Return what a form has in its fields for orders."""
    texts = (request.form[key] for key in request.form if key.startswith("order-"))
    return [text for text in texts if text.strip()]


def _write(game: LoadedGame, now: ThreadReview) -> ResponseReturnValue:
    name, text = game.copy.name, now.scan.text
    closing = "close" in request.form
    if closing and now.asking:
        # It was said to be answered, and is not any more.
        return _page(game, now, form=request.form, doubts=now.asking), 422
    if closing and now.after.now == game.now and now.after.story.awaited():
        reason = "moderator: the turn is played"
        text = edits.closed_as_set(text, reason, bots.let(game.story))
        try:
            app_state().games.read(Copy(name, text, digest_of(text)))
        except Unreadable as fault:
            wrong = words(game.story.game).fault(fault.fault)
            return _page(game, now, wrong=wrong, form=request.form), 422
    if text == game.copy.text:
        return go("thread", "same", name=name)
    seats = dict.fromkeys(one.seat for one in now.scan.took)
    what = "closed" if closing else "thread"
    detail = str(game.now) if closing else ", ".join(seats)
    after = write(game, text, what, detail=detail, matters=_open_after(game, now))
    page = "report" if after.now > game.now else "thread"
    return go(
        page, outcome_of(game, after) if page == "report" else "written", name=name
    )
