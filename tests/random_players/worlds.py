"""Plays one random world from its seed, by mail or in a thread."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path
from unittest import mock

from pbem.server.store.connection import Database
from tests.random_players.mail_world import MailWorld
from tests.random_players.thread_world import ThreadWorld


def play_by_mail(seed: int, steps: int) -> None:
    """Play games by mail; raise AssertionError where something does not hold."""
    drawn = random.Random(seed + 1).randbytes
    with (
        tempfile.TemporaryDirectory() as place,
        mock.patch("secrets.token_bytes", drawn),
        mock.patch("secrets.token_hex", lambda size: drawn(size).hex()),
    ):
        store = Database(str(Path(place) / "pbem.db"))
        store.prepare()
        world = MailWorld(seed, store, Path(place))
        for _ in range(steps):
            world.step()
        world.end()


def play_in_thread(seed: int, steps: int) -> None:
    """Play a game in a thread; raise AssertionError where something does not hold."""
    world = ThreadWorld(seed)
    for _ in range(steps):
        world.step()
