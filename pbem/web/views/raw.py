"""The turn file as text, to be edited whole."""

from __future__ import annotations

from io import BytesIO

from flask import render_template, request
from flask.typing import ResponseReturnValue

from pbem.pages.wording import shared_words
from pbem.record.header import Unreadable
from pbem.record.turn_file import decode, read_raw
from pbem.web.app_state import app_state
from pbem.web.views import blueprint
from pbem.web.views.common import (
    MAX_REASON_CHARS,
    StillOpen,
    ask_before,
    field,
    go,
    was,
)
from pbem.workspace.folder import Copy, digest_of


@blueprint.get("/game/<name>/file")
def file(name: str) -> ResponseReturnValue:
    """Show the turn file."""
    now = app_state().folder.read(name)
    return _form(name, now.text, now.digest)


def _form(name: str, text: str, digest: str, fault: Unreadable | None = None) -> str:
    message = "" if fault is None else shared_words(fault.game).fault(fault.fault)
    return render_template(
        "file.html.j2",
        name=name,
        text=text,
        digest=digest,
        fault=fault,
        message=message,
        reason=field("reason", MAX_REASON_CHARS),
        said=request.args.get("said"),
    )


@blueprint.post("/game/<name>/file")
def save(name: str) -> ResponseReturnValue:
    """Write the turn file as it was edited, if it can be read."""
    now = app_state().folder.read(name)
    text = request.form.get("text", "").replace("\r\n", "\n")
    if "\r\n" in now.text:
        text = text.replace("\n", "\r\n")
    given = request.files.get("file")
    try:
        if given is not None and given.filename:
            text = decode(read_raw(BytesIO(given.read())))
        app_state().games.read(Copy(name, text, digest_of(text)))
        ask_before(name, text)
    except Unreadable as fault:
        return _form(name, text, was(), fault), 422
    except StillOpen as still:
        still.text = text
        raise
    app_state().folder.write(
        name, was(), text, "edited", field("reason", MAX_REASON_CHARS)
    )
    return go("file", "saved", name=name)
