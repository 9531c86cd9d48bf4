"""A watched thread: the panel with its state, and its page."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from flask import request
from flask.typing import ResponseReturnValue

from pbem.forum.posts.dialect import known_dialects
from pbem.forum.scan.answers import AnswerRefused
from pbem.forum.scan.question_text import refusal_words
from pbem.system.secret import lies_elsewhere
from pbem.web.app_state import app_state
from pbem.web.views import blueprint
from pbem.web.views.common import field, go, open_game, open_or_none, show
from pbem.workspace.loaded_game import LoadedGame

if TYPE_CHECKING:
    from pbem.watch.parcels import OutgoingReport
    from pbem.watch.settings import WatchSettings
    from pbem.watch.state import Tracking
    from pbem.watch.watch import Watch

_FIELDS = ("thread", "forum", "name", "every", "post", "pace")
_SECRETS = ("password", "token")


@dataclass(slots=True)
class Panel:
    """The state of a watched thread."""

    settings: WatchSettings
    state: Tracking
    outgoing: OutgoingReport | None
    wrong: str  #: what the last look ran into, in words
    notes: list[str]
    looked: float  #: seconds since
    soon: float  #: seconds until the next look
    waits: list[str]  #: what waits for a yes


def can_watch() -> bool:
    """Return whether what threads are asked with is installed."""
    return find_spec("httpx") is not None


@blueprint.app_context_processor
def _panel() -> dict[str, Any]:
    return {"watched": watched, "can_watch": can_watch}


def watched(name: str) -> Panel | str | None:
    """Return the state of a game's watched thread; None: nobody watches it; a text:
    why the state is unknown."""
    if not can_watch():
        return None
    from pbem.watch.trouble import Trouble
    from pbem.watch.words import words

    try:
        found = _watch(name)
        settings, state, out = found.settings(), found.state(), found.outgoing()
    except Trouble as trouble:
        return words(trouble.code, trouble.given)
    if settings is None:
        return None
    wrong = words(state.trouble.code, state.trouble.given) if state.trouble else ""
    notes = [words(one.code, one.given) for one in state.notes]
    now = app_state().clock()
    times = (now - state.looked, state.next - now)
    waits = [state.due_name] if state.due else []
    waits += ["a notice"] * len(state.waiting)
    return Panel(settings, state, out, wrong, notes, *times, waits)


def chosen_dialect(name: str) -> str:
    """Return the markup that a page asks for; else that of the forum whose thread is
    watched, or the first that is known."""
    asked, panel = request.args.get("form", ""), watched(name)
    if asked in known_dialects():
        return asked
    if isinstance(panel, Panel):
        from pbem.watch.client import known_clients

        client = known_clients().get(panel.settings.forum)
        if client is not None and client.dialect:
            return client.dialect
    return next(iter(known_dialects()))


def _watch(name: str) -> Watch:
    from pbem.watch.watch import Watch

    return Watch(app_state().folder, name, app_state().clock)


@blueprint.get("/game/<name>/watch")
def watch(name: str) -> ResponseReturnValue:
    """Show how a thread is watched, and what waits for a yes."""
    return _page(open_game(name))


def _page(game: LoadedGame, wrong: str = "") -> str:
    name = game.copy.name
    values: dict[str, Any] = {"due": None, "forums": {}, "fate": None}
    values["matters"] = open_or_none(name)
    if can_watch():
        from pbem.watch.client import known_clients
        from pbem.watch.glance import fate
        from pbem.watch.trouble import Trouble
        from pbem.watch.words import words

        values |= {"forums": known_clients(), "fate": fate}
        try:
            values["due"] = _watch(name).due() if watched(name) else None
        except Trouble as trouble:
            wrong = wrong or words(trouble.code, trouble.given)
    given = {key: request.form.get(key) for key in _FIELDS if key in request.form}
    return show("watch.html.j2", game, wrong=wrong, form=given, **values)


@blueprint.post("/game/<name>/watch")
def set_watch(name: str) -> ResponseReturnValue:
    """Watch a thread from now on, otherwise than before, or no more."""
    from pbem.watch.settings import WatchSettings

    game, found = open_game(name), _watch(name)

    def work() -> None:
        before, fresh = found.settings(), list[str]()
        given: dict[str, Any] = {key: field(key, 500) for key in _FIELDS}
        for key in _SECRETS:
            new = request.form.get(key, "").strip()[:500]
            # What a page may name is typed in, or in the environment; programs and
            # files are for the owner of this machine, on the command line.
            given[key] = new or (getattr(before, key) if before else "")
            fresh += [key] if new else []
            if lies_elsewhere(new) and not new.startswith("env:"):
                raise _Refused("secret-here", {})
        if before is not None:  # folders are named on the command line, too
            given |= {"publish": before.publish, "address": before.address}
        same = before is not None and before.thread == given["thread"]
        if same and not given["forum"] and before is not None:
            given["forum"] = before.forum
        found.set_up(WatchSettings(**given), fresh)
        found.look()

    if "stop" in request.form:
        return _done(game, found.forget)
    return _done(game, work)


@blueprint.post("/game/<name>/watch/look")
def look_now(name: str) -> ResponseReturnValue:
    """Look at the thread now."""
    game, found = open_game(name), _watch(name)
    return _done(game, found.look)


@blueprint.post("/game/<name>/watch/yes")
def say_yes(name: str) -> ResponseReturnValue:
    """Post the report that was shown, and nothing else."""
    game, found = open_game(name), _watch(name)

    def work() -> None:
        found.allow(field("digest"))
        found.look()

    return _done(game, work)


@blueprint.post("/game/<name>/watch/settle")
def settle(name: str) -> ResponseReturnValue:
    """Record whether a message of unknown status has arrived."""
    game, found = open_game(name), _watch(name)

    def work() -> None:
        found.settle(field("title", 300), sent="sent" in request.form)
        found.look()

    return _done(game, work)


class _Refused(Exception):
    """Something on this page that is not done: the code of its words."""


def _done(game: LoadedGame, work: Any) -> ResponseReturnValue:
    """Do something with a forum, and go on; what goes wrong is said on the page."""
    from pbem.watch.trouble import Trouble
    from pbem.watch.words import words

    try:
        work()
    except Trouble as trouble:
        return _page(game, words(trouble.code, trouble.given)), 422
    except _Refused as refused:
        return _page(game, words(*refused.args)), 422
    except AnswerRefused as answer:
        return _page(game, refusal_words(answer)), 422
    return go("watch", "", name=game.copy.name)
