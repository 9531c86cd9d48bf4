"""Records read again: their story, and why one cannot be read."""

from __future__ import annotations

import pytest

from pbem.record.replay import Story, play
from pbem.record.turn_file import Unreadable, read
from pbem.referee import Played


def replayed(text: str) -> tuple[Story, list[Played]]:
    """The story of a record, and the windows that were resolved."""
    played: list[Played] = []
    return play(read(text), played.append), played


def why(text: str) -> Unreadable:
    """What keeps a record from being read."""
    with pytest.raises(Unreadable) as caught:
        play(read(text))
    return caught.value


def codes(story: Story) -> list[str]:
    """What is wrong in a story, by its codes."""
    return [located.fault.code for located in story.faults]
