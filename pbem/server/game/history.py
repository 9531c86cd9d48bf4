"""The past of a game: its windows, read again from its record."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy.engine import Connection

from pbem.pages.wording import words as game_words
from pbem.plugins.games import Game
from pbem.protocol import Event, Seat
from pbem.record.replay import Story
from pbem.referee import Played
from pbem.report import builder
from pbem.report.model import Reader
from pbem.server.game.session import GameSession
from pbem.server.store import game_store
from pbem.server.store.rows import GameRow


def event_lines(
    game: Game, events: Iterable[Event], reader: Reader, view: Any
) -> list[str]:
    """Return a sentence for each event, without those that the reader is shown nothing
    of.

    `view` is what their reader may see.
    """
    own = game_words(game)
    lines = (_event_line(event, own.tell(event, view, reader)) for event in events)
    return list(filter(None, lines))


def _event_line(event: Event, text: str) -> str:
    """Return an event with the name that reports tell it below."""
    if text.startswith(("You ", "Your ")):
        return text
    for field in ("seat", "caster"):
        name = getattr(event, field, None)
        if text and isinstance(name, str) and name and name not in text:
            return f"{name}: {text}"
    return text


def replay_until(
    conn: Connection, game: GameRow, stop: int | None = None
) -> tuple[Story, list[Played]]:
    """Return a game's story with its windows, up to a turn if one is named."""
    story = game_store.begin_story(game_store.header(conn, game), game.position)
    found: list[Played] = []
    for line in game_store.entries(conn, game.id):
        if stop is not None and story.table.serial >= stop:
            break
        found += story.take(line.item())
    return story, found


def asked(session: GameSession, turn: int, reader: Seat | None) -> tuple[Seat, ...]:
    """Return who was asked in a turn that is over, as far as a seat may know."""
    story, _ = replay_until(session.conn, session.game, turn)
    return builder.awaited(story, Reader(seat=reader))


def chapters(session: GameSession, reader: Reader) -> list[tuple[str, list[str]]]:
    """Return each turn so far, as far as a reader may know: its name, and its lines."""
    found, (_, windows) = [], replay_until(session.conn, session.game)
    game = session.story.game
    for one in windows:
        chapter = builder.chapter(session.story, one, reader)
        before = game.rules.view(one.before, reader.seat)
        lines = event_lines(game, chapter.events, reader, chapter.view)
        found.append((game_words(game).turn(one.serial, before), lines))
    return found
