"""A desk with a duel of two in a forum."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.watch.imitation import Desk

FIRST = """game duel #0

Game: arena
Name: duel
Seats: Ann, Bob
Options: hp=20"""


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A thread with its first post, and no turn file yet."""
    desk = Desk(tmp_path)
    desk.forum.say("Gina", FIRST)
    return desk


@pytest.fixture
def played(desk: Desk) -> Desk:
    """A thread in which the first turn is complete."""
    desk.forum.say("Ann", "fire C3")
    desk.forum.say("Bob", "air F6")
    return desk
