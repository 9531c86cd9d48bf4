"""What is said of a recorded game to everybody, in every form, as one text.

Beside each recorded turn file, `<name>.txt`, lies `<name>.golden` with all its pages,
to be reviewed as a diff and written anew by `pytest --write-pages`.

There a page is in full, or as what differs from an earlier one, which its
title names ("Ann: as the public, but").
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pbem.record.replay import Story, play
from pbem.record.turn_file import decode, read
from pbem.referee import Played
from pbem.report.builder import report
from pbem.report.document import document
from pbem.report.model import Reader, render
from pbem.testing.differences import difference, rebuild

_STYLE = re.compile(r"<style>.*?</style>\n", re.DOTALL)
TITLE = re.compile(r"^===== (.+?)(?:: as (.+?)(?:, but)?)? =====\n", re.MULTILINE)
PUBLIC, WHOLE = "the public", "the moderator, the whole story"


class GoldenPage(NamedTuple):
    """A page of a recorded game."""

    title: str
    text: str
    like: str = ""  #: title of an earlier page that it may be written in terms of


def golden(file: Path) -> Path:
    """Return where the pages of a recorded game lie."""
    return file.with_suffix(".golden")


# An author waits for one replay of a game, not for one in each test of its pages.
@cache
def story(file: Path) -> tuple[Story, list[Played]]:
    """Return a recorded game and what was played in it, replayed once."""
    played: list[Played] = []
    return play(read(decode(file.read_bytes())), played.append), played


def text(file: Path) -> str:
    """Return all pages of a recorded game, each in full or as a difference."""
    before: dict[str, str] = {}
    sections = []
    for title, page, like in pages(file):
        before[title] = page
        lines = difference(before[like], page) if like else []
        if like and len(lines) < page.count("\n"):
            title += f": as {like}, but" if lines else f": as {like}"
            page = "\n".join(lines)
        sections.append(f"===== {title} =====\n" + (f"{page}\n" if page else ""))
    return "".join(sections)


def rebuilt(sections: str) -> dict[str, str]:
    """Return the pages of a golden file by title, all of them in full."""
    found: dict[str, str] = {}
    _, *parts = TITLE.split(sections)
    for title, like, body in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        text = body.removesuffix("\n")
        lines = text.split("\n") if text else []
        found[title] = rebuild(found[like], lines) if like else text
    return found


def pages(file: Path) -> Iterator[GoldenPage]:
    """Yield all pages of a recorded game."""
    game, played = story(file)
    public, moderator = Reader(), Reader(moderator=True)
    seats = game.header.seats
    yield GoldenPage(PUBLIC, render(report(game, public)))
    for form in ("markdown", "bbcode", "html"):
        page = render(report(game, public), form)
        # How all pages look is no part of what this one says.
        yield GoldenPage(f"the public, {form}", _STYLE.sub("", page))
    listed = Reader(display="list")
    yield GoldenPage(
        "the public, without drawings", render(report(game, listed)), PUBLIC
    )
    yield GoldenPage("the moderator", render(report(game, moderator)), PUBLIC)
    yield GoldenPage(WHOLE, render(report(game, moderator, played, whole=True)), PUBLIC)
    for seat in seats:
        yield GoldenPage(seat, render(report(game, Reader(seat=seat))), PUBLIC)
    first = Reader(seat=seats[0])
    own = f"{seats[0]}, the whole story"
    yield GoldenPage(own, render(report(game, first, played, whole=True)), WHOLE)
    own = f"{seats[0]}, json"
    yield GoldenPage(own, _lines(document(game, first)))
    whole = document(game, moderator, played)
    yield GoldenPage(f"{WHOLE}, json", _lines(whole), own)


def _lines(found: dict[str, Any]) -> str:
    """Return a document with a line for each part of it, and for each event."""
    lines = []
    for key, value in found.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            lines.append(f"{key}:")
            lines.extend("  " + _plain(one) for one in value)
        elif key == "state":
            lines.append(f"{key}:")
            lines.extend(f"  {name}: {_plain(one)}" for name, one in value.items())
        else:
            lines.append(f"{key}: {_plain(value)}")
    return "\n".join(lines) + "\n"


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def write(file: Path) -> bool:
    """Write the pages of a recorded game; return whether they have changed."""
    place, now = golden(file), text(file)
    if place.exists() and place.read_text(encoding="utf-8") == now:
        return False
    place.write_text(now, encoding="utf-8")
    return True
