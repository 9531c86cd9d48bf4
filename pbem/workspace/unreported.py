"""What a thread has not seen yet: the turns that were played since its report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from pbem.forum.annotations.remembered import Memory
from pbem.record import replay
from pbem.record.replay import Story
from pbem.referee import Played
from pbem.report import builder
from pbem.report.model import Reader, Report
from pbem.workspace.loaded_game import LoadedGame


def turns_since(game: LoadedGame, since: int) -> tuple[Story, list[Played]]:
    """Return a game as it was when its open turn had just begun, and all turns from
    `since` on. A game that is over has no such turn: all of it is included."""
    goal = None if game.window is None else game.now
    story = replay.begin(game.record)
    played: list[Played] = []
    for item in game.record.items():
        if goal is not None and story.table.serial >= goal:
            break
        played += story.take(item)
    return story, [one for one in played if one.serial >= since]


def telling(
    story: Story, since: Sequence[Played]
) -> tuple[Story, Callable[[Reader], Report]]:
    """Return the story, and what tells a reader of it and of some turns."""
    # The beginning of the thread reported what happened before the first turn.
    story = replace(story, opening=()) if len(since) > 1 else story
    return story, partial(builder.report, story, played=since or None)


def unreported(
    game: LoadedGame, memory: Memory
) -> tuple[Story, Callable[[Reader], Report]]:
    """Return what the next report of a thread tells, as `telling` does; the same,
    whatever has come in for the open turn."""
    serial = memory.report.serial if memory.report else game.now - 1
    return telling(*turns_since(game, min(serial, game.now - 1)))
