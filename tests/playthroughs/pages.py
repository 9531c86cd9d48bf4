"""What is said of a recorded game to everybody, in every form, as one text.

Each `<game>/<name>.txt` is a turn file; `<name>.golden` beside it holds all
pages, to be reviewed as a diff and written anew by

    python -m tests.playthroughs --write [GAME ...]
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from pbem.record.replay import Story, play
from pbem.record.turn_file import decode, read
from pbem.referee import Played
from pbem.report.builder import report
from pbem.report.document import document
from pbem.report.model import Reader, render

HERE = Path(__file__).parent


def turn_files(game: str = "*") -> list[Path]:
    """The recorded games, of all kinds or of one."""
    return sorted(HERE.glob(f"{game}/*.txt"))


def golden(file: Path) -> Path:
    """Where the pages of a recorded game lie."""
    return file.with_suffix(".golden")


@cache
def story(file: Path) -> tuple[Story, list[Played]]:
    """A recorded game, played once."""
    played: list[Played] = []
    return play(read(decode(file.read_bytes())), played.append), played


def text(file: Path) -> str:
    """All pages of a recorded game."""
    return "".join(f"===== {title} =====\n{page}\n" for title, page in _pages(file))


def _pages(file: Path) -> Iterator[tuple[str, str]]:
    game, played = story(file)
    public, moderator = Reader(), Reader(moderator=True)
    seats = game.header.seats
    yield "the public", render(report(game, public))
    for form in ("markdown", "bbcode", "html"):
        yield f"the public, {form}", render(report(game, public), form)
    listed = Reader(display="list")
    yield "the public, without drawings", render(report(game, listed))
    yield "the moderator", render(report(game, moderator))
    yield "the moderator, the whole story", render(report(game, moderator, played))
    for seat in seats:
        yield seat, render(report(game, Reader(seat=seat)))
    first = Reader(seat=seats[0])
    yield f"{seats[0]}, the whole story", render(report(game, first, played))
    yield f"{seats[0]}, json", _lines(document(game, first))
    whole = document(game, moderator, played)
    yield "the moderator, the whole story, json", _lines(whole)


def _lines(found: dict[str, Any]) -> str:
    """A document with a line for each part of it, and for each event."""
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
