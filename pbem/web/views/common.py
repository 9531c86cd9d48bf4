"""What several pages share: opening a game, writing it, and going on from there."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from flask import Response, abort, redirect, render_template, request, url_for
from werkzeug.datastructures import FileStorage
from werkzeug.wrappers import Response as Redirect

from pbem.plugins.attribution import author_of
from pbem.record.header import Unreadable
from pbem.web.app_state import app_state
from pbem.web.views import blueprint
from pbem.workspace.folder import Changed, Copy, GameMissing, digest_of
from pbem.workspace.loaded_game import LoadedGame
from pbem.workspace.open_matters import OpenMatters, open_in
from pbem.workspace.pasted import pasted_files

MAX_REASON_CHARS = 300
MAX_ORDER_CHARS = 20_000
MAX_PASTED_CHARS = 200_000  #: that are shown again
ENDINGS = (".json", ".html", ".htm", ".xml", ".mbox", ".txt", ".bbcode", ".md")
MAX_FILES = 200  #: of one form


def field(name: str, max_chars: int = 200) -> str:
    """Return what a form has in a field of one line."""
    return " ".join(request.form.get(name, "").split())[:max_chars]


def was() -> str:
    """Return the digest of the file that the form was made from."""
    return request.form.get("was", "")


def open_game(name: str) -> LoadedGame:
    """Return a game. In a form of a page, only the very version that the page showed.

    Raises GameMissing, Unreadable, Changed, OSError.
    """
    game = app_state().games.open(name)
    if request.method == "POST" and game.copy.digest != was():
        raise Changed(name)
    return game


class StillOpen(Exception):
    """A turn would be played over what is open, and nobody has said that it may be.

    `text` is what the form would write, where that came as a file."""

    def __init__(self, game: LoadedGame, matters: OpenMatters) -> None:
        super().__init__(game.copy.name)
        self.game, self.matters, self.text = game, matters, ""


def moment_now() -> datetime:
    """Return what time it is."""
    return datetime.fromtimestamp(app_state().clock(), UTC)


def moment_in(text: str, zone: ZoneInfo) -> datetime | None:
    """Return the moment in a field of a form; None: the field is empty.

    Raises ValueError, OverflowError.
    """
    if not text:
        return None
    found = datetime.fromisoformat(text)
    found = found.replace(tzinfo=found.tzinfo or zone)
    found.astimezone(UTC)
    return found


def open_now(game: LoadedGame) -> OpenMatters:
    """Return what is open in a game, by its thread as it was given last."""
    return open_in(app_state().folder, game, moment_now())


@blueprint.app_context_processor
def _open() -> dict[str, Any]:
    return {"open_in": open_or_none}


def open_or_none(name: str) -> OpenMatters | None:
    """Return what is open in a game; None where that cannot be read."""
    if app_state().play is not None:
        return None
    try:
        return open_now(app_state().games.open(name))
    except (Unreadable, GameMissing, OSError):
        return None


def ask_first(
    game: LoadedGame, *, closing: bool, matters: OpenMatters | None = None
) -> None:
    """Stop before a turn is played over what is open, unless the form says that it
    shall be. Raises StillOpen."""
    if app_state().play is None and "sure" not in request.form:
        matters = matters or open_now(game)
        if matters.holds(closing=closing):
            raise StillOpen(game, matters)


def write(
    game: LoadedGame,
    text: str,
    what: str,
    reason: str = "",
    detail: str = "",
    matters: OpenMatters | None = None,
) -> LoadedGame:
    """Write a game, if what it would be can be read.

    A turn is not played over what is open (`matters`; by default as the thread that
    is kept has it) unless the form says that it shall be. Raises StillOpen,
    Unreadable, Changed, OSError.
    """
    name = game.copy.name
    after = app_state().games.read(Copy(name, text, digest_of(text)))
    if _plays(game, after):
        ask_first(game, closing=what == "closed", matters=matters)
    app_state().folder.write(name, game.copy.digest, text, what, reason, detail)
    return after


def _plays(game: LoadedGame, after: LoadedGame) -> bool:
    """Return whether a turn that is open would be played."""
    return after.now > game.now or bool(game.window and not after.window)


def ask_before(name: str, text: str) -> None:
    """Stop before a text takes the place of a game's file and plays a turn over what is
    open. Nothing is played where a file cannot be read, or a game's own files fail.
    Raises StillOpen, Changed."""
    try:
        game = open_game(name)
        after = app_state().games.read(Copy(name, text, digest_of(text)))
        plays = _plays(game, after)
    except Unreadable:
        return
    except Exception as error:
        if author_of(error) is None:
            raise
        return
    if plays:
        ask_first(game, closing=False)


def show(template: str, game: LoadedGame, **values: Any) -> str:
    """Return a page of a game."""
    name, notice = game.copy.name, request.args.get("said")
    given = {"name": name, "game": game, "story": game.story, "said": notice}
    return render_template(template, **{**given, **values})


def go(endpoint: str, notice: str, **values: Any) -> Redirect:
    """Go on to another page, which says what was done."""
    endpoint = app_state().front if endpoint == "table" else endpoint
    return redirect(url_for(f"page.{endpoint}", said=notice, **values), 303)


def outcome_of(before: LoadedGame, after: LoadedGame) -> str:
    """Return what to say of a change: the turn was played, or the game ended."""
    if after.window is None:
        return "over"
    return "played" if after.now > before.now else "written"


def given_files() -> list[tuple[str, bytes]]:
    """Return what a form brings: files, a text, or the name of a file of the folder."""
    uploads: list[FileStorage] = request.files.getlist("files")[:MAX_FILES]
    found = [(one.filename or "thread", one.read()) for one in uploads if one.filename]
    found += pasted_files(request.form.get("pasted", ""), request.form.getlist("rich"))
    if chosen := request.form.get("chosen", ""):
        if chosen not in app_state().folder.others(ENDINGS):
            abort(404)
        found.append((chosen, app_state().folder.other(chosen)))
    return found


def file_response(
    body: str | bytes, mimetype: str, save_as: str = "", policy: str = ""
) -> Response:
    """Return a file: one to save where it has a name, under a policy of its own."""
    response = Response(body, mimetype=mimetype)
    if policy:
        response.headers["Content-Security-Policy"] = policy
    if save_as:
        response.headers.set("Content-Disposition", "attachment", filename=save_as)
    return response
