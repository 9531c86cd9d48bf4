"""A forum in this process that answers as NodeBB does, and fails when it is told to."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from html import escape
from pathlib import Path
from typing import Any

import httpx

from pbem.watch.session import HttpSession
from pbem.watch.settings import WatchSettings
from pbem.watch.watch import Watch
from pbem.workspace.folder import Folder

HOME = "https://forum.example"
THREAD = f"{HOME}/topic/57/a-duel"
TOKEN = "tok-1f2e3d"
START = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)
Answers = Callable[[httpx.Request], httpx.Response]


@dataclass
class Imitation:
    """A topic, the messages of its members, and what was asked of it."""

    page_size: int = 20
    posts: list[tuple[str, str]] = field(default_factory=list)  #: author, text
    messages: list[tuple[str, str]] = field(default_factory=list)  #: member, text
    robots: str = ""
    asked: list[httpx.Request] = field(default_factory=list)
    #: What to answer in the place of the next request whose path holds a word.
    instead: list[tuple[str, httpx.Response | Exception]] = field(default_factory=list)
    #: The same, when all is done: the answer is lost.
    after: list[tuple[str, httpx.Response | Exception]] = field(default_factory=list)

    def say(self, author: str, text: str) -> None:
        """A post of a member's."""
        self.posts.append((author, text))

    def answer(self, request: httpx.Request) -> httpx.Response:
        """What comes back."""
        self.asked.append(request)
        if lost := _take(self.instead, request):
            return lost
        found = self._done(request)
        return _take(self.after, request) or found

    def _done(self, request: httpx.Request) -> httpx.Response:
        path = request.url.path
        if path == "/robots.txt":
            return httpx.Response(200 if self.robots else 404, text=self.robots)
        if path == "/topic/57/a-duel":
            return httpx.Response(200, text='<html><div component="topic"></div>')
        if path.startswith("/api/user/"):
            name = path.rpartition("/")[2]
            known = {author.lower(): author for author, _ in self.posts}
            if name not in known:
                return httpx.Response(404)
            user = {"uid": 10 + [*known].index(name), "username": known[name]}
            return httpx.Response(200, json=user)
        if path.startswith("/api/topic/57"):
            return self._page(request)
        if path.startswith("/api/v2/"):
            return self._written(request)
        return httpx.Response(404)

    def _written(self, request: httpx.Request) -> httpx.Response:
        if request.headers.get("authorization") != f"Bearer {TOKEN}":
            return httpx.Response(401, json={"message": "Please log in."})
        path = request.url.path
        if path.endswith("/tokens"):
            return httpx.Response(200, json={"payload": {"tokens": []}})
        said = json.loads(request.content)
        if path.endswith("/chats"):
            known = [*dict.fromkeys(author for author, _ in self.posts)]
            uid = int(path.split("/")[-2])
            self.messages.append((known[uid - 10], said["message"]))
            return httpx.Response(200, json={"payload": {"messageId": 1}})
        self.say("Gina", said["content"])
        return httpx.Response(200, json={"payload": {"pid": len(self.posts)}})

    def _page(self, request: httpx.Request) -> httpx.Response:
        number = int(request.url.params.get("page", "1"))
        first = (number - 1) * self.page_size
        here = self.posts[first : first + self.page_size]
        count = max(1, -(-len(self.posts) // self.page_size))
        document = {
            "title": "A duel",
            "posts": [_post(first + at, *post) for at, post in enumerate(here)],
            "pagination": {"currentPage": number, "pageCount": count},
        }
        raw = json.dumps(document).encode()
        etag = f'"{hash(raw) & 0xFFFFFF:x}"'
        if request.headers.get("if-none-match") == etag:
            return httpx.Response(304, headers={"etag": etag})
        return httpx.Response(200, content=raw, headers={"etag": etag})

    def paths(self, method: str = "") -> list[str]:
        """What was asked for, in order."""
        return [x.url.path for x in self.asked if method in ("", x.method)]


def _take(
    waiting: list[tuple[str, httpx.Response | Exception]], request: httpx.Request
) -> httpx.Response | None:
    if not waiting or waiting[0][0] not in request.url.path:
        return None
    _, found = waiting.pop(0)
    if isinstance(found, Exception):
        raise found
    return found


def _post(at: int, author: str, text: str) -> dict[str, object]:
    time = START + timedelta(minutes=at)
    shown = re.sub(r"\\(.)", r"\1", text)  # as far as it goes, Markdown
    lines = "<br/>".join(escape(line) for line in shown.split("\n"))
    return {
        "pid": at + 1,
        "index": at,
        "content": f"<p>{lines}</p>",
        "timestampISO": time.isoformat(),
        "user": {"username": author},
    }


@dataclass
class Clock:
    """Seconds since 1970, which only go on when they are told to."""

    now: float = START.timestamp() + 7200
    slept: list[float] = field(default_factory=list)

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        """Wait."""
        self.slept.append(seconds)
        self.now += seconds


@dataclass
class Desk:
    """A moderator's folder with one game, and the forum that it is played in."""

    path: Path
    forum: Imitation = field(default_factory=Imitation)
    clock: Clock = field(default_factory=Clock)

    def watch(self, name: str = "duel") -> Watch:
        """The watch, as a fresh process has it."""
        folder = Folder(self.path, self.clock)
        return Watch(folder, name, self.clock, self.session)

    def session(self, given: WatchSettings) -> HttpSession:
        """A session with the forum."""
        transport = httpx.MockTransport(self.forum.answer)
        times = (self.clock, self.clock.sleep)
        return HttpSession(given.thread, given.pause, *times, transport)

    def set_up(self, **more: str) -> Watch:
        """Watch the thread."""
        found = self.watch()
        given: dict[str, Any] = {"name": "Gina", "token": TOKEN, **more}
        found.set_up(WatchSettings(THREAD, **given))
        return found

    @property
    def record(self) -> str:
        """The turn file."""
        return (self.path / "duel.txt").read_text(encoding="utf-8")
