"""The past of a game: its windows, read again from its record."""

from __future__ import annotations

from typing import Any

from sqlalchemy.engine import Connection, Row

from pbem.protocol import Event
from pbem.record.replay import Story
from pbem.referee import Played
from pbem.report.wording import Words
from pbem.server import gamebook


def line(tell: Words, event: Event) -> str:
    """An event as a sentence of its own: reports tell some below a player's name."""
    said = tell.tell(event)
    if said.startswith(("You ", "Your ")):
        return said
    for field in ("seat", "caster"):
        name = getattr(event, field, None)
        if said and isinstance(name, str) and name and name not in said:
            return f"{name}: {said}"
    return said


def windows(link: Connection, game: Row[Any]) -> list[Played]:
    """Every resolved window, the first one first."""
    return told(link, game)[1]


def told(
    link: Connection, game: Row[Any], stop: int | None = None
) -> tuple[Story, list[Played]]:
    """A game's story with its windows, up to a turn if one is named."""
    story = gamebook.begin(gamebook.header(link, game), game.position)
    found: list[Played] = []
    for line in gamebook.lines(link, game.id):
        if stop is not None and story.table.serial >= stop:
            break
        found += story.take(line.item())
    return story, found
