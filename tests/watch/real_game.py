"""A game of Mag-Blast in a real forum, of three members, watched for a fourth."""

from __future__ import annotations

import time
from pathlib import Path

from pbem.forum.posts.dialect import known_dialects
from pbem.forum.posts.post import posts
from pbem.forum.thread import Post
from pbem.record.replay import play
from pbem.record.turn_file import read
from pbem.watch.settings import WatchSettings
from pbem.watch.watch import Watch
from pbem.workspace.folder import Folder
from tests.forum import members
from tests.support import servers

START = """Game: magblast
Name: fleets
Seats: Ann, Bob, Cid
Seed: 70a152ae61ff99e92347d28267e004b1f6cd8bc5a709baf5c6a437de987b868e
Rules: 1

== 0 ==
"""
SEATS = ("Ann", "Bob", "Cid")


def watched(forum: members.Forum, folder: Path, **more: str) -> Watch:
    """A watch of the forum's thread, with a game that has begun."""
    made = Watch(Folder(folder, time.time), "fleets")
    given: dict[str, str] = {"name": "Gina", **more}
    if isinstance(forum, members.NodeBB):
        given["token"] = forum.tokens["Gina"]
    else:
        given["password"] = servers.PASSWORD
    made.set_up(WatchSettings(forum.address, pause=0.0, **given))  # type: ignore[arg-type]
    return made


def begun(forum: members.Forum, folder: Path) -> None:
    """A fresh thread with the settings of the game, and its turn file."""
    story = play(read(START))
    dialect = known_dialects()["markdown"]
    (first,) = posts(story, dialect, record=START, begin=True).public
    forum.begin("Gina", "Three fleets meet", first)
    (folder / "fleets.txt").write_text(START, encoding="utf-8")


def read_thread(watch: Watch) -> tuple[Post, ...]:
    """The posts as they were kept."""
    found = watch.scanned()
    assert found is not None
    return found[0].thread.posts
