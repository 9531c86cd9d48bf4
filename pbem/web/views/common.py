"""What several pages share: opening a game, writing it, and going on from there."""

from __future__ import annotations

from typing import Any

from flask import abort, redirect, request, url_for
from werkzeug.datastructures import FileStorage
from werkzeug.wrappers import Response

from pbem.web.app_state import desk
from pbem.web.folder import Changed, Copy, digest_of
from pbem.web.loaded_game import Opened

LONGEST_REASON = 300
ENDINGS = (".json", ".html", ".htm", ".xml", ".mbox", ".txt", ".bbcode", ".md")
MOST_FILES = 200


def field(name: str, most: int = 200) -> str:
    """What a form has in a field of one line."""
    return " ".join(request.form.get(name, "").split())[:most]


def was() -> str:
    """The digest of the file that the form was made from."""
    return request.form.get("was", "")


def opened(name: str) -> Opened:
    """A game. In a form of a page, only the very version that the page showed.

    Raises Missing, Unreadable, Changed, OSError.
    """
    game = desk().shelf.open(name)
    if request.method == "POST" and game.copy.digest != was():
        raise Changed(name)
    return game


def write(
    game: Opened, text: str, what: str, reason: str = "", detail: str = ""
) -> Opened:
    """Writes a game, if what it would be can be read.

    Raises Unreadable, Changed, OSError.
    """
    name = game.copy.name
    after = desk().shelf.read(Copy(name, text, digest_of(text)))
    desk().folder.write(name, game.copy.digest, text, what, reason, detail)
    return after


def go(endpoint: str, said: str, **values: Any) -> Response:
    """On to another page, which says what was done."""
    return redirect(url_for(f"page.{endpoint}", said=said, **values), 303)


def said_of(before: Opened, after: Opened) -> str:
    """What to say of a change: whether the turn was played, or the game ended."""
    if after.story.game.rules.window(after.story.table.state) is None:
        return "over"
    return "played" if after.now > before.now else "written"


def given_files() -> list[tuple[str, bytes]]:
    """What a form brings: files, a text, or the name of a file of the folder."""
    uploads: list[FileStorage] = request.files.getlist("files")[:MOST_FILES]
    found = [(one.filename or "thread", one.read()) for one in uploads if one.filename]
    if text := request.form.get("pasted", "").strip():
        found.append(("pasted.txt", text.encode()))
    if chosen := request.form.get("chosen", ""):
        if chosen not in desk().folder.others(ENDINGS):
            abort(404)
        found.append((chosen, desk().folder.other(chosen)))
    return found
