"""Members of real forums, who read and write there over HTTP."""

from __future__ import annotations

import contextlib
import html
import http.cookiejar
import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.support.servers import PASSWORD

MEMBERS = ("Gina", "Ann", "Bob", "Cid", "Dan", "Eve")


@dataclass
class Member:
    """Somebody who is logged in."""

    base: str
    name: str
    jar: http.cookiejar.CookieJar = field(default_factory=http.cookiejar.CookieJar)

    def __post_init__(self) -> None:
        cookies = urllib.request.HTTPCookieProcessor(self.jar)
        # Without a proxy: all of this stays on this machine.
        none = urllib.request.ProxyHandler({})
        self._opener = urllib.request.build_opener(cookies, none)

    def get(self, path: str) -> bytes:
        """A page as the forum serves it."""
        with self._opener.open(self.base + path, timeout=60) as answer:
            return bytes(answer.read())

    def send(self, request: urllib.request.Request) -> tuple[str, bytes]:
        """Where a request led to, and what came back."""
        with self._opener.open(request, timeout=60) as answer:
            return answer.geturl(), answer.read()


class Forum(ABC):
    """A forum, and the thread that was begun last."""

    topic = 0
    address = ""  #: of the thread, as a browser shows it

    def __init__(self, base: str, ahead: Path) -> None:
        self.base = base
        self.ahead = ahead  #: says by how many seconds the forum's clock is ahead
        self.posts: list[int] = []  #: of the thread
        self.members = {name: self.login(name) for name in MEMBERS}

    def clock(self) -> float:
        """The forum's clock, in seconds since 1970."""
        ahead = float(self.ahead.read_text()) if self.ahead.exists() else 0.0
        return time.time() + ahead

    def set_clock(self, now: float) -> None:
        """Set the forum's clock ahead; it looks every 50 milliseconds."""
        new = self.ahead.with_suffix(".new")
        new.write_text(str(now - time.time()))
        new.replace(self.ahead)
        time.sleep(0.2)

    @abstractmethod
    def login(self, name: str) -> Member:
        """A member who is logged in."""

    @abstractmethod
    def begin(self, name: str, title: str, text: str) -> None:
        """The first post of the thread."""

    @abstractmethod
    def reply(self, name: str, text: str) -> None:
        """A further post."""

    @abstractmethod
    def edit(self, name: str, number: int, text: str) -> None:
        """Another text for a post, counted from 1."""

    @abstractmethod
    def pages(self) -> list[bytes]:
        """The thread as a browser saves it, page by page."""


class FlaskBB(Forum):
    """FlaskBB: pages and forms."""

    def __init__(self, base: str, ahead: Path) -> None:
        self.stamps: dict[str, str] = {}  #: of members, which each of their forms holds
        super().__init__(base, ahead)

    def login(self, name: str) -> Member:
        member = Member(self.base, name)
        page = member.get("/auth/login").decode()
        found = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', page)
        assert found is not None
        self.stamps[name] = html.unescape(found[1])
        self._form(member, "/auth/login", login=name, password=PASSWORD)
        return member

    def _form(self, member: Member, path: str, **fields: str) -> tuple[str, bytes]:
        """Where a form led to, and the page there."""
        fields["csrf_token"] = self.stamps[member.name]
        body = urllib.parse.urlencode(fields).encode()
        return member.send(urllib.request.Request(self.base + path, body))

    def begin(self, name: str, title: str, text: str) -> None:
        fields = {"title": title, "content": text, "submit": "Post Topic"}
        path = "/1/topic/new"
        self.address, page = self._form(self.members[name], path, **fields)
        self.topic = int(self.address.rpartition("/")[2].partition("-")[0])
        self.posts = [_newest(page)]

    def reply(self, name: str, text: str) -> None:
        fields = {"content": text, "submit": "Reply"}
        path = f"/topic/{self.topic}/post/new"
        self.posts.append(_newest(self._form(self.members[name], path, **fields)[1]))

    def edit(self, name: str, number: int, text: str) -> None:
        fields = {"content": text, "submit": "Reply"}
        path = f"/post/{self.posts[number - 1]}/edit"
        self._form(self.members[name], path, **fields)

    def pages(self) -> list[bytes]:
        address = f"/topic/{self.topic}?page="
        first = self.members["Gina"].get(f"{address}1")
        more = b"?page=2" in first
        return [first, self.members["Gina"].get(f"{address}2")] if more else [first]


def _newest(page: bytes) -> int:
    """The number of the last post of a page of FlaskBB."""
    return max(map(int, re.findall(r'id="pid(\d+)"', page.decode())))


class NodeBB(Forum):
    """NodeBB: JSON to read, and to write with a token."""

    def __init__(self, base: str, ahead: Path) -> None:
        self.tokens: dict[str, str] = {}
        super().__init__(base, ahead)

    def login(self, name: str) -> Member:
        member = Member(self.base, name)
        if not self.tokens:  # its first member was made with it
            self.tokens[name] = self._token(member, 1)
        else:
            fields = {"username": name, "password": PASSWORD}
            fields["email"] = f"{name.lower()}@example.org"
            made = self._send(self.members_first, "/users", **fields)
            self.tokens[name] = self._token(member, made["uid"])
        return member

    @property
    def members_first(self) -> str:
        """Who may make other members."""
        return next(iter(self.tokens))

    def _token(self, member: Member, uid: int) -> str:
        body = urllib.parse.urlencode({"password": PASSWORD}).encode()
        address = f"{self.base}/api/v2/users/{uid}/tokens"
        _, raw = member.send(urllib.request.Request(address, body))
        token: str = json.loads(raw)["payload"]["token"]
        return token

    def _send(
        self, name: str, path: str, method: str = "POST", **fields: str
    ) -> dict[str, Any]:
        body = urllib.parse.urlencode(fields).encode()
        request = urllib.request.Request(
            f"{self.base}/api/v2{path}", body, method=method
        )
        request.add_header("Authorization", f"Bearer {self.tokens[name]}")
        _, raw = Member(self.base, name).send(request)
        found: dict[str, Any] = json.loads(raw)["payload"]
        return found

    def begin(self, name: str, title: str, text: str) -> None:
        made = self._send(name, "/topics", cid="2", title=title, content=text)
        self.topic = int(made["topicData"]["tid"])
        self.address = f"{self.base}/topic/{self.topic}/a-duel-of-wizards"
        self.posts = [int(made["topicData"]["mainPid"])]

    def reply(self, name: str, text: str) -> None:
        made = self._send(name, f"/topics/{self.topic}", content=text)
        self.posts.append(int(made["pid"]))

    def edit(self, name: str, number: int, text: str) -> None:
        fields = {"pid": str(self.posts[number - 1]), "content": text}
        self._send(name, f"/topics/{self.topic}", "PUT", **fields)

    def pages(self) -> list[bytes]:
        return [self.members["Gina"].get(f"/topic/{self.topic}/a-duel-of-wizards")]

    def letters(self, name: str) -> list[str]:
        """The chats of a member, as text: whoever shows a token has a session."""
        member = Member(self.base, name)
        request = urllib.request.Request(f"{self.base}/api/v2/users/0", method="PUT")
        request.add_header("Authorization", f"Bearer {self.tokens[name]}")
        with contextlib.suppress(urllib.error.HTTPError):
            member.send(request)
        rooms = json.loads(member.get(f"/api/user/{name.lower()}/chats"))["rooms"]
        texts = []
        for one in rooms:
            path = f"/api/user/{name.lower()}/chats/{one['roomId']}"
            found = json.loads(member.get(path))
            texts += [message["content"] for message in found["messages"]]
        return texts
