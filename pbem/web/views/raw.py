"""The turn file as text, to be edited whole."""

from __future__ import annotations

from flask import render_template, request
from flask.typing import ResponseReturnValue

from pbem.record.header import Unreadable
from pbem.report.wording import shared_words
from pbem.web import presenters
from pbem.web.app_state import desk
from pbem.web.folder import Copy, digest_of
from pbem.web.views import blueprint
from pbem.web.views.common import LONGEST_REASON, field, go, was


@blueprint.get("/game/<name>/file")
def file(name: str) -> ResponseReturnValue:
    """The turn file."""
    now = desk().folder.read(name)
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
        caret=presenters.caret,
        reason=field("reason", LONGEST_REASON),
        said=request.args.get("said"),
    )


@blueprint.post("/game/<name>/file")
def save(name: str) -> ResponseReturnValue:
    """The turn file as it was edited, if it can be read."""
    now = desk().folder.read(name)
    text = request.form.get("text", "").replace("\r\n", "\n")
    if "\r\n" in now.text:
        text = text.replace("\n", "\r\n")
    try:
        desk().shelf.read(Copy(name, text, digest_of(text)))
    except Unreadable as fault:
        return _form(name, text, was(), fault), 422
    desk().folder.write(name, was(), text, "edited", field("reason", LONGEST_REASON))
    return go("file", "saved", name=name)
