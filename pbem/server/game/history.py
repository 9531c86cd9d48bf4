"""The past of a game: its windows, read again from its record."""

from __future__ import annotations

from sqlalchemy.engine import Connection

from pbem.protocol import Event
from pbem.record.replay import Story
from pbem.referee import Played
from pbem.report import builder
from pbem.report.model import Reader
from pbem.report.wording import Words
from pbem.report.wording import words as game_words
from pbem.server.game.session import GameSession
from pbem.server.storage import game_store
from pbem.server.storage.rows import GameRow


def event_line(tell: Words, event: Event) -> str:
    """Return an event as a sentence of its own: reports tell some below a player's
    name."""
    said = tell.tell(event)
    if said.startswith(("You ", "Your ")):
        return said
    for field in ("seat", "caster"):
        name = getattr(event, field, None)
        if said and isinstance(name, str) and name and name not in said:
            return f"{name}: {said}"
    return said


def resolved_windows(link: Connection, game: GameRow) -> list[Played]:
    """Return every resolved window, the first one first."""
    return replay_until(link, game)[1]


def replay_until(
    link: Connection, game: GameRow, stop: int | None = None
) -> tuple[Story, list[Played]]:
    """Return a game's story with its windows, up to a turn if one is named."""
    story = game_store.begin_story(game_store.header(link, game), game.position)
    found: list[Played] = []
    for line in game_store.entries(link, game.id):
        if stop is not None and story.table.serial >= stop:
            break
        found += story.take(line.item())
    return story, found


def chapters(session: GameSession, reader: Reader) -> list[tuple[int, list[str]]]:
    """Return what happened so far, turn by turn, as far as a reader may know."""
    tell = game_words(session.story.game)
    found = []
    for one in resolved_windows(session.link, session.game):
        chapter = builder.chapter(session.story, one, reader)
        lines = [event_line(tell, event) for event in chapter.events]
        found.append((one.serial, [line for line in lines if line]))
    return found
