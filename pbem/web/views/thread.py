"""The thread that a game is played in: read, looked through, written."""

from __future__ import annotations

from typing import Any

from flask import render_template, request
from flask.typing import ResponseReturnValue

from pbem.forum.annotations.remembered import POLICIES
from pbem.forum.scan.question_text import refusal_words
from pbem.forum.scan.questions import AnswerRefused
from pbem.forum.thread import Thread, ThreadRefused
from pbem.protocol import Closes
from pbem.record.header import Unreadable
from pbem.report.wording import words
from pbem.web import edits, thread_review
from pbem.web.app_state import desk
from pbem.web.folder import Copy, digest_of
from pbem.web.loaded_game import Opened
from pbem.web.thread_review import Beside
from pbem.web.views import blueprint
from pbem.web.views.common import ENDINGS, given_files, go, opened, write


@blueprint.get("/game/<name>/thread")
def thread(name: str) -> ResponseReturnValue:
    """The thread as it was last given, beside the orders read from it."""
    game = opened(name)
    files = desk().folder.thread(name)
    if not files:
        return _page(game)
    try:
        found = thread_review.thread_of(files, game)
        beside = thread_review.beside(desk().shelf, game, found)
    except ThreadRefused as fault:
        return _page(game, wrong=refusal_words(fault.code, fault.given))
    return _page(game, found, beside)


def _page(
    game: Opened, thread: Thread | None = None, now: Beside | None = None, **more: Any
) -> str:
    window = game.story.game.rules.window(game.story.table.state)
    values: dict[str, Any] = {"wrong": "", "pasted": "", "form": {}}
    return render_template(
        "thread.html.j2",
        name=game.copy.name,
        game=game,
        story=game.story,
        thread=thread,
        now=now,
        files=desk().folder.others(ENDINGS),
        policies=POLICIES,
        # One order says nothing of the next where each changes the position.
        sealed=window is not None and window.closes is Closes.ALL,
        said=request.args.get("said"),
        seen=desk().folder.thread_digest(game.copy.name),
        **{**values, **more},
    )


@blueprint.post("/game/<name>/thread")
def give_thread(name: str) -> ResponseReturnValue:
    """A thread pasted, dropped, or named among the files of the folder."""
    game = opened(name)
    files = given_files()
    if "more" in request.form:
        files = [*desk().folder.thread(name), *files]
    try:
        if not files:
            raise ThreadRefused("thread.empty")
        thread_review.thread_of(files, game)
    except ThreadRefused as fault:
        wrong = refusal_words(fault.code, fault.given)
        pasted = request.form.get("pasted", "")[:200_000]
        return _page(game, wrong=wrong, pasted=pasted), 422
    desk().folder.keep_thread(name, files)
    return go("thread", "kept", name=name)


@blueprint.post("/game/<name>/posts")
def posts(name: str) -> ResponseReturnValue:
    """What the moderator says of the posts: looked at again, or written."""
    game = opened(name)
    files = desk().folder.thread(name)
    if not files:
        return go("thread", "", name=name)
    try:
        found = thread_review.thread_of(files, game)
        before = thread_review.beside(desk().shelf, game, found)
        if request.form.get("seen") != desk().folder.thread_digest(name):
            # What was said may be of other posts: it is shown, and not used.
            return _page(game, found, before, stale=_typed()), 409
        said = thread_review.answers_in(request.form, before)
        now = thread_review.beside(desk().shelf, game, found, said) if said else before
    except ThreadRefused as fault:
        return _page(game, wrong=refusal_words(fault.code, fault.given)), 422
    except AnswerRefused as answer:
        wrong = refusal_words(answer.code, answer.given)
        return _page(game, found, before, wrong=wrong, form=request.form), 422
    if "look" in request.form:
        # What was said stands in the form again, and is not written yet.
        return _page(game, found, now, form=request.form, looked=True)
    return _write(game, found, now)


def _typed() -> list[str]:
    """What a form has in its fields for orders."""
    texts = (request.form[key] for key in request.form if key.startswith("order-"))
    return [text for text in texts if text.strip()]


def _write(game: Opened, found: Thread, now: Beside) -> ResponseReturnValue:
    name, text = game.copy.name, now.scan.text
    closing = "close" in request.form
    if closing and now.after.now == game.now and now.after.story.awaited():
        text = edits.closed(text, "moderator: the turn is played")
        try:
            desk().shelf.read(Copy(name, text, digest_of(text)))
        except Unreadable as fault:
            wrong = words(game.story.game).fault(fault.fault)
            return _page(game, found, now, wrong=wrong, form=request.form), 422
    if text == game.copy.text:
        return go("thread", "same", name=name)
    seats = dict.fromkeys(one.seat for one in now.scan.taken)
    after = write(game, text, "thread", detail=", ".join(seats))
    if after.now > game.now:
        over = after.story.game.rules.window(after.story.table.state) is None
        return go("report", "over" if over else "played", name=name)
    return go("thread", "written", name=name)
