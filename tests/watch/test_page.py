"""The moderator's page of a watched thread: the panel, the yes, and what it refuses."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

from pbem.watch import watch as module
from pbem.watch.sending import SETTLE_SECONDS
from pbem.watch.settings import WatchSettings
from tests.watch.imitation import THREAD, TOKEN, Desk
from tests.watch.test_messages import FLEETS
from tests.watch.test_send import reports
from tests.web.site import Site, plain

GIVEN = {
    "thread": THREAD,
    "name": "Gina",
    "token": TOKEN,
    "every": "15m",
    "post": "ask",
}


@pytest.fixture
def site(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Site:
    """A page over the folder of a game that nobody watches yet."""

    def session(thread: str, pause: float) -> Any:
        return desk.session(WatchSettings(thread, pause=pause))

    monkeypatch.setattr(module, "HttpSession", session)
    text = "Game: arena\nName: duel\nSeats: Ann, Bob\nOptions: hp=20\n\n== 0 ==\n"
    (desk.path / "duel.txt").write_text(text)
    return Site(desk.path, desk.clock)  # type: ignore[arg-type]


def test_a_moderators_evening(site: Site, desk: Desk) -> None:
    assert "Let the thread read itself" in site.get("game/duel/thread")
    desk.forum.say("Ann", "fire C3")
    desk.forum.say("Bob", "Maybe air F6, or is G7 better?")
    page = plain(site.follow("game/duel/watch", GIVEN))
    assert (
        "last looked less than a minute ago, three new posts when it last grew" in page
    )
    assert "one question. Next look in 14 minutes." in page
    assert "Answer one question" in page
    assert "Ann: fire C3" in site.text()
    thread = site.get("game/duel/thread")
    assert "This thread is watched" in plain(thread)
    assert "Maybe air F6" in thread  # what was fetched is what is looked through
    desk.forum.posts.pop()
    desk.forum.say("Bob", "air F6")
    page = site.follow("game/duel/watch/look")
    assert "Waiting for your yes: the report that opens turn 1" in plain(page)
    assert "begins on F6 with air" in page
    assert len(reports(desk)) == 1
    digest = page.split('name="digest" value="')[1].split('"')[0]
    page = site.follow("game/duel/watch/yes", {"digest": digest})
    assert reports(desk) == ["game duel #0", "game duel #1"]
    assert "Waiting for your yes" not in page
    assert "is not in the thread yet" not in page  # nobody is to post it by hand, too


def test_a_yes_to_something_else_is_none(site: Site, desk: Desk) -> None:
    for name, order in (("Ann", "fire C3"), ("Bob", "air F6")):
        desk.forum.say(name, order)
    site.follow("game/duel/watch", GIVEN)
    found = site.post("game/duel/watch/yes", {"digest": "0" * 12})
    assert found.status_code == 422
    assert "another one by now" in plain(found.text)
    assert len(reports(desk)) == 1


def test_a_secret_is_kept_and_never_shown(site: Site, desk: Desk) -> None:
    page = site.follow("game/duel/watch", GIVEN)
    assert TOKEN not in page
    assert TOKEN not in site.get("game/duel/watch") + site.get("game/duel/thread")
    site.follow("game/duel/watch", {**GIVEN, "token": "", "every": "1h"})
    kept = desk.watch().settings()
    assert kept is not None
    assert (kept.token, kept.every) == (TOKEN, "1h")


@pytest.mark.parametrize(
    "value", ["cmd:touch /tmp/x", "file:/etc/passwd", "credential:../../etc/passwd"]
)
def test_a_page_names_no_program_and_no_file(
    site: Site, desk: Desk, value: str
) -> None:
    found = site.post("game/duel/watch", {**GIVEN, "token": value})
    assert found.status_code == 422
    assert "command line" in plain(found.text)
    assert desk.watch().settings() is None


def test_a_secret_is_typed_anew_for_another_host(site: Site, desk: Desk) -> None:
    site.follow("game/duel/watch", GIVEN)
    moved = {**GIVEN, "thread": "https://evil.example/topic/5/x", "token": ""}
    found = site.post("game/duel/watch", moved)
    assert found.status_code == 422
    assert "given for another host" in plain(found.text)
    kept = desk.watch().settings()
    assert kept is not None
    assert kept.thread == GIVEN["thread"]


def test_trouble_is_on_the_page(site: Site, desk: Desk) -> None:
    site.follow("game/duel/watch", GIVEN)
    desk.forum.instead.append(("/api/topic", httpx.Response(429)))
    page = plain(site.follow("game/duel/watch/look"))
    assert "asks for fewer requests (429)" in page
    assert "asks for fewer requests (429)" in plain(site.get("game/duel/thread"))
    found = site.post("game/duel/watch", {**GIVEN, "thread": "http://x.example/t"})
    assert found.status_code == 422
    assert "without encryption" in plain(found.text)


def test_a_message_of_which_nobody_knows_is_settled(site: Site, desk: Desk) -> None:
    desk.forum.posts[0] = ("Gina", FLEETS.replace("fleets #0", "duel #0"))
    for name in ("annie", "Bob", "Cid"):
        desk.forum.say(name, "Hello!")
    (desk.path / "duel.txt").unlink()
    desk.set_up().look()
    page = site.get("game/duel/watch")
    parts = re.findall("For Ann alone, part (.) of 2, to annie", page)
    assert parts == ["1", "2"]
    digest = page.split('name="digest" value="')[1].split('"')[0]
    desk.forum.after.append(("/chats", httpx.ReadTimeout("lost")))
    site.follow("game/duel/watch/yes", {"digest": digest})
    desk.clock.now += SETTLE_SECONDS
    page = site.follow("game/duel/watch/look")
    assert "It arrived" in page
    title = page.split('name="title" value="')[1].split('"')[0]
    count = len(desk.forum.messages)
    page = site.follow("game/duel/watch/settle", {"title": title, "sent": "1"})
    assert "It arrived" not in page
    assert len(desk.forum.messages) == count


def test_it_can_be_left(site: Site, desk: Desk) -> None:
    site.follow("game/duel/watch", GIVEN)
    page = site.follow("game/duel/watch", {"stop": "1"})
    assert "Watch this game's thread" in plain(page)
    assert desk.watch().settings() is None
