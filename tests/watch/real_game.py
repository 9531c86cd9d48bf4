"""A turn of Mag-Blast in a real forum: played by three members, watched for the
fourth, its hands sent to each alone."""

from __future__ import annotations

import re
import time
from html import unescape
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


def watches_a_game(forum: members.Forum, folder: Path, forum_name: str) -> None:
    """Play a turn, and look at what everybody gets."""
    begun(forum, folder)
    watch = watched(forum, folder)
    settings = watch.settings()
    assert settings is not None
    assert settings.forum == forum_name
    for name in SEATS:
        forum.reply(name, "Hello, here I am.")
    seen = watch.look()
    assert seen.trouble is None
    sends = hasattr(forum, "letters")  # or the moderator sends private messages
    doubt = "opening" if sends else ""
    assert (seen.posts, seen.doubt, seen.strangers) == (4, doubt, [])
    opened = 0
    if sends:
        watch.allow(seen.due)
        assert watch.look().trouble is None
        out = watch.outgoing()
        assert out is not None
        opened = len(out.parcels) // len(SEATS)
    for name in SEATS:
        forum.reply(name, "My ships:\n\nplace Y1 G2 R3 B4")
    seen = watch.look()
    assert (seen.questions, len(seen.taken), seen.doubt) == (0, 3, "")
    count = len(read_thread(watch))
    watch.allow(seen.due)
    assert watch.look().trouble is None
    watch.look()
    thread = read_thread(watch)
    assert len(thread) == count + 1
    assert thread[-1].author == "Gina"
    said = "\n".join(line.text for line in thread[-1].lines)
    assert "game fleets #1" in said
    assert "You draw" not in said
    assert "Your hand" not in said
    out = watch.outgoing()
    assert out is not None
    if not hasattr(forum, "letters"):
        fates = [(bool(one.seat), one.status) for one in out.parcels]
        assert fates == [(False, "done")] + [(True, "by-hand")] * 3
        return
    assert not out.open
    for name in SEATS:
        got = [unescape(re.sub(r"<[^>]*>", "", x)) for x in forum.letters(name)]
        mine = [text for text in got if "game fleets" in text]
        assert len(mine) == sum(one.seat == name for one in out.parcels) + opened
        assert all(f", for {name} (" in text for text in mine)
        assert sum("Your hand" in text for text in mine) == 2


def read_thread(watch: Watch) -> tuple[Post, ...]:
    """The posts as they were kept."""
    found = watch.scanned()
    assert found is not None
    return found[0].thread.posts
