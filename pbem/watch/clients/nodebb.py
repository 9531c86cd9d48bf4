"""NodeBB: JSON to read, a token to write.

Version 1 with its plugin `write-api` (v2 of the write API) and versions from 1.15 on
(v3): which of them a forum has is asked of it.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import cached_property
from html import unescape
from typing import Any, ClassVar
from urllib.parse import quote, urlsplit

from pbem.watch.client import Client, Need
from pbem.watch.trouble import Trouble


@dataclass
class NodeBB(Client):
    """A topic of NodeBB."""

    rank: ClassVar[int] = 10
    title: ClassVar[str] = "NodeBB"
    dialect: ClassVar[str] = "nodebb"
    message_chars: ClassVar[int | None] = 1000  #: as it is shipped, all versions
    needs: ClassVar[tuple[Need, ...]] = ("name", "token")
    mentions: ClassVar[bool] = True
    mark: ClassVar[str] = "/topic/"
    like: ClassVar[str] = "/topic/57/a-duel"
    number: ClassVar[re.Pattern[str]] = re.compile(r"/topic/(\d+)")
    tried: ClassVar[str] = "1.4.0 with write-api 5.1.3; 1.15 and later by its handbook"

    #: The chat with each member to whom something was written in this session.
    _rooms: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def fits(cls, address: str, page: str) -> bool:
        """Return whether it is a topic of NodeBB."""
        return bool(cls.number.search(urlsplit(address).path)) and (
            'component="topic"' in page or '"nodebb' in page.lower()
        )

    def first(self) -> str:
        """Return the address of the first page."""
        return f"{self.base}/api/topic/{self.topic}?page=1"

    def after(self, address: str, page: bytes) -> str:
        """Return the address of the next page."""
        try:
            about = json.loads(page)["pagination"]
            now, count = int(about["currentPage"]), int(about["pageCount"])
        except (ValueError, KeyError, TypeError, OverflowError):
            return ""
        return f"{self.base}/api/topic/{self.topic}?page={now + 1}" * (now < count)

    def login(self) -> None:
        """Show the token with everything from now on."""
        token = self.settings.secret("token")
        self.session.headers["Authorization"] = f"Bearer {token}"

    # A post waits for no second request, and for the pause before it.
    @cached_property
    def _newer(self) -> bool:
        """Whether it is written to by v3 of the write API."""
        try:
            return "status" in self.session.fetch(f"{self.base}/api/v3/ping").json()
        except Trouble as trouble:
            if trouble.code not in ("missing", "no-json"):
                raise
            return False

    def reply(self, text: str) -> str:
        """Write a post."""
        version = "v3" if self._newer else "v2"
        answer = self._send(f"/api/{version}/topics/{self.topic}", content=text)
        if answer.get("queued"):
            raise Trouble("queued", sure=False)
        return f"/post/{answer['pid']}" if "pid" in answer else ""

    def message(self, to: str, title: str, text: str) -> str:
        """Begin a chat with a member."""
        uid = self._uid(to)
        text = f"{title}\n\n{text}"
        room = self._rooms.get(to)
        if not self._newer:
            given = {"message": text} | ({"roomId": room} if room else {})
            answer = self._send(f"/api/v2/users/{uid}/chats", **given)
            self._rooms[to] = answer.get("roomId")
            return str(answer.get("messageId") or "")
        if not room:
            room = self._send("/api/v3/chats", uids=[int(uid)]).get("roomId")
        if not room:
            raise Trouble("no-json", sure=False, address="/api/v3/chats")
        self._rooms[to] = room
        answer = self._send(f"/api/v3/chats/{room}", message=text)
        return str(answer.get("messageId") or answer.get("mid") or "")

    def sent(self, to: str, title: str) -> bool | None:
        """Return whether a chat with a member holds a message of this title."""
        try:
            if not self._newer:  # anyone who shows a token to v2 has a session
                own = self._uid(self.settings.name)
                self.session.fetch(f"{self.base}/api/v2/users/{own}/tokens")
            chats = f"{self.base}/api/user/{_slug(self.settings.name)}/chats"
            rooms = self.session.fetch(chats).json()["rooms"]
            for room in rooms:
                names = {str(one.get("username")).casefold() for one in room["users"]}
                if to.casefold() not in names:
                    continue
                found = self.session.fetch(f"{chats}/{room['roomId']}").json()
                if any(title in _words(one) for one in found["messages"]):
                    return True
        except (KeyError, TypeError, AttributeError):
            return None
        except Trouble as trouble:
            if trouble.code in ("missing", "forbidden", "unknown-member", "no-json"):
                return None
            raise
        return False

    def _send(self, path: str, **document: Any) -> dict[str, Any]:
        try:
            answer = self.session.send(self.base + path, document=document)
        except Trouble as trouble:
            reason = str(trouble.given.get("said", ""))
            if trouble.code == "broken" and reason:
                # v2 says 500 to all that it does not do, and why: [[error:too-many]]
                reason = reason.removeprefix("[[error:").removesuffix("]]")
                if reason == "topic-locked":
                    raise Trouble("locked") from None
                reason = reason.replace("-", " ")
                raise Trouble("refused", said=reason, status=500) from None
            raise
        found = answer.json()
        inner = found.get("payload") or found.get("response") or {}
        return inner if isinstance(inner, dict) else {}

    def _uid(self, name: str) -> str:
        """Return a member's number. Raises Trouble."""
        try:
            answer = self.session.fetch(f"{self.base}/api/user/{_slug(name)}")
        except Trouble as trouble:
            if trouble.code == "missing":
                raise Trouble("no-member", name=name) from None
            raise
        user = answer.json()
        same = str(user.get("username", "")).casefold() == name.casefold()
        uid = str(user.get("uid", ""))  # a number, or its text
        if not same or not uid.isdecimal():
            raise Trouble("no-member", name=name)
        return uid


def _slug(name: str) -> str:
    return quote(re.sub(r"[^\w-]+", "-", name.lower()).strip("-"))


def _words(message: dict[str, Any]) -> str:
    return unescape(re.sub(r"<[^>]*>", "", str(message.get("content"))))


CLIENT = NodeBB
