"""What goes wrong has words, waits longer each time, and is over when it is over."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest

import pbem.watch
from pbem.watch.settings import WatchSettings
from pbem.watch.trouble import PASSING, Trouble, by_status
from pbem.watch.watch import MAX_PAUSE_SECONDS, Watch
from pbem.watch.words import words
from pbem.workspace.folder import Folder
from tests.watch.imitation import THREAD, TOKEN, Desk

WORDS = (
    "address",
    "file",
    "forum",
    "host",
    "key",
    "like",
    "name",
    "said",
    "seat",
    "to",
)
GIVEN: dict[str, Any] = dict.fromkeys((*WORDS, "value", "why"), "SOMETHING")
GIVEN |= {"line": 3, "known": ["a"], "needs": ("name",), "most": 3, "status": 500}
GIVEN |= {"serial": 3, "number": 12, "order": "D4", "until": "Friday, 20:00 (UTC)"}
GIVEN |= {"held": {"seat": "Bob", "number": 12, "order": "D4"}}


def codes() -> list[str]:
    """All troubles that the code can raise."""
    folder = Path(pbem.watch.__file__).parent
    text = "".join(one.read_text(encoding="utf-8") for one in folder.rglob("*.py"))
    found = set(re.findall(r'(?:Trouble|Told)\(\s*"([a-z-]+)"', text))
    found |= {by_status(status).code for status in range(400, 600)} | {*PASSING}
    return sorted(found)


@pytest.mark.parametrize("code", codes())
def test_every_trouble_has_words(code: str) -> None:
    said = words(code, GIVEN | {"moderators": ["SOMEBODY"]})
    assert said.endswith((".", '"', "?", "MEMBER")) or "--" in said
    assert not re.search(r"[{}]|\bNone\b|undefined", said)


def test_more_than_thirty_codes_of_trouble_are_found() -> None:
    assert len(codes()) > 30


def test_a_forum_in_trouble_is_asked_later_and_later(desk: Desk) -> None:
    watch = desk.set_up()
    waits = []
    for _ in range(8):
        desk.forum.instead.append(("/", httpx.Response(500)))
        seen = watch.look()
        waits.append(seen.next - seen.looked)
        assert seen.trouble is not None
    assert waits[:4] == [900, 1800, 3600, 7200]
    assert waits[-1] == MAX_PAUSE_SECONDS
    seen = watch.look()
    assert (seen.trouble, seen.failures, seen.next - seen.looked) == (None, 0, 900)


def test_a_page_to_log_in_is_no_thread(desk: Desk) -> None:
    page = '<form><input name="u"><input type="password" name="p"></form>'
    watch = desk.set_up(forum="page", token="")
    desk.forum.instead.append(("/topic", httpx.Response(200, text=page)))
    seen = watch.look()
    assert seen.trouble is not None
    assert seen.trouble.code == "login-page"
    assert not (desk.path / "duel.txt").exists()


def test_a_page_of_something_else_changes_nothing(desk: Desk) -> None:
    desk.forum.say("Ann", "fire C3")
    watch = desk.set_up()
    watch.look()
    before = desk.record, watch.folder.thread("duel")
    for text in ("<html>Down for maintenance</html>", "", "{}", '{"posts": []}'):
        desk.forum.instead.append(("/api/topic", httpx.Response(200, text=text)))
        seen = watch.look()
        assert seen.trouble is not None
        assert seen.trouble.code == "no-thread"
        assert (desk.record, watch.folder.thread("duel")) == before


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"thread": "forum.example/topic/1"}, "address"),
        ({"thread": "ftp://forum.example/1"}, "address"),
        ({"thread": "https://me:word@forum.example/1"}, "address-secret"),
        ({"thread": "http://forum.example/1", "token": "x"}, "clear"),
        ({"every": "soon"}, "duration"),
        ({"pace": "later"}, "pace"),
        ({"forum": "myspace"}, "unknown-forum"),
    ],
)
def test_settings_that_cannot_be_used_are_refused(
    desk: Desk, given: dict[str, Any], code: str
) -> None:
    with pytest.raises(Trouble) as told:
        desk.watch().set_up(WatchSettings(**{"thread": THREAD, **given}))
    assert told.value.code == code
    assert not desk.watch().place.joinpath("settings.toml").exists()


def test_settings_that_others_can_read_are_refused(desk: Desk) -> None:
    watch = desk.set_up()
    (watch.place / "settings.toml").chmod(0o644)
    seen = watch.look()
    assert seen.trouble is not None
    assert seen.trouble.code == "open"
    assert TOKEN not in words("open", seen.trouble.given)
    text = (watch.place / "settings.toml").read_text("utf-8")
    (watch.place / "settings.toml").write_text(text.replace(TOKEN, "env:PBEM_NONE"))
    assert watch.look().trouble is None  # it holds no secret now


def test_settings_do_not_show_their_secrets() -> None:
    shown = repr(WatchSettings(THREAD, password="word-1", token=TOKEN))
    assert "word-1" not in shown
    assert TOKEN not in shown


def test_a_secret_that_is_missing_is_told(desk: Desk) -> None:
    watch = desk.set_up(post="itself", token="env:PBEM_NONE")
    for name, order in (("Ann", "fire C3"), ("Bob", "air F6")):
        desk.forum.say(name, order)
    seen = watch.look()
    assert seen.trouble is not None
    assert "PBEM_NONE" in words(seen.trouble.code, seen.trouble.given)
    assert desk.forum.paths("POST") == []


def test_a_thread_without_settings_begins_no_game(desk: Desk) -> None:
    desk.forum.posts[0] = ("Gina", "Who wants to play?")
    seen = desk.set_up().look()
    assert seen.trouble is not None
    assert seen.trouble.code == "no-game"


def test_a_thread_that_is_too_long_begins_no_game(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = desk.set_up()
    monkeypatch.setattr("pbem.forum.thread.MAX_POSTS", 0)
    seen = watch.look()
    assert seen.trouble is not None
    assert seen.trouble.code == "no-thread"


def test_nothing_watched_is_said(tmp_path: Path) -> None:
    seen = Watch(Folder(tmp_path, lambda: 0.0), "duel").look()
    assert seen.trouble is not None
    assert "--thread" in words(seen.trouble.code, seen.trouble.given)
