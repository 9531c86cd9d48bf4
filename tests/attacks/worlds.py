"""Worlds that were alike up to a moment."""

from __future__ import annotations

import shutil
from itertools import count
from pathlib import Path
from typing import Any

from pbem.server.store import schema
from pbem.server.store.connection import Database
from tests.support.server.world import World

_numbers = count(1)


def fresh(empty: Path, folder: Path, settings: str = "") -> World:
    """A world in which nothing has happened."""
    shutil.copy(empty, folder / "pbem.db")
    return World(Database(str(folder / "pbem.db")), folder, settings)


def fork(world: World, folder: Path, settings: str = "") -> World:
    """A world in which everything is as in this one, and goes on by itself."""
    with world.store.engine.connect() as conn:
        conn.exec_driver_sql("COMMIT")
        conn.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        file = conn.exec_driver_sql("PRAGMA database_list").one()[2]
    copy = folder / f"{next(_numbers)}.db"
    shutil.copy(file, copy)
    found = World(Database(str(copy)), folder, settings)
    found.box.mail += world.box.mail
    found.now = world.now
    found._shown, found._letters = len(found.box.mail), world._letters
    return found


def change(world: World, **values: Any) -> None:
    """Change the row of the game."""
    with world.store.writing() as conn:
        game = schema.game
        conn.execute(game.update().values(revision=game.c.revision + 1, **values))
