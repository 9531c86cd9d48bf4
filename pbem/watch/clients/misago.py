"""Misago: pages to read, JSON over a member's session to write."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, ClassVar
from urllib.parse import urlsplit

from pbem.watch.client import Client, Need
from pbem.watch.page_form import next_page
from pbem.watch.trouble import Trouble

_THREAD = re.compile(r"/t/[^/]+/(\d+)/")
MAX_TITLE_CHARS = 90


@dataclass
class Misago(Client):
    """A thread of Misago."""

    rank: ClassVar[int] = 20
    title: ClassVar[str] = "Misago"
    dialect: ClassVar[str] = "markdown"
    needs: ClassVar[tuple[Need, ...]] = ("name", "password")
    mentions: ClassVar[bool] = True
    mark: ClassVar[str] = "/t/"
    like: ClassVar[str] = "/t/a-duel/57/"
    tried: ClassVar[str] = "0.39.6"

    @classmethod
    def fits(cls, address: str, page: str) -> bool:
        """Return whether it is a thread of Misago."""
        fits = _THREAD.search(urlsplit(address).path)
        return bool(fits) and "misago" in page.lower()

    @property
    def _path(self) -> str:
        path = urlsplit(self.settings.thread).path
        return path if path.endswith("/") else f"{path}/"

    @property
    def posts(self) -> str:
        """Where posts are sent to."""
        found = _THREAD.search(self._path)
        if found is None:
            raise Trouble("no-topic", forum=self.title, like=self.like)
        return f"/api/threads/{found[1]}/posts/"

    def first(self) -> str:
        """Return the address of the first page: robots.txt closes the API to us."""
        found = _THREAD.search(self._path)
        return f"{self.base}{found[0]}" if found else self.settings.thread

    def after(self, address: str, page: bytes) -> str:
        """Return the address of the next page."""
        return next_page(address, page)

    def login(self) -> None:
        """Log in as a member."""
        self.session.fetch(f"{self.base}/")
        name, password = self.settings.name, self.settings.secret("password")
        try:
            self._send("/api/auth/", username=name, password=password)
        except Trouble as trouble:
            if trouble.code in ("refused", "forbidden"):
                said = trouble.given.get("said", "")
                raise Trouble("login", name=name, said=said) from None
            raise

    def reply(self, text: str) -> str:
        """Write a post."""
        found = self._send(self.posts, post=text)
        if found.get("is_unapproved"):
            raise Trouble("queued", sure=False)
        return f"/post/{found['id']}/" if "id" in found else ""

    def message(self, to: str, title: str, text: str) -> str:
        """Begin a private thread with a member."""
        title = title[:MAX_TITLE_CHARS]
        given = {"title": title, "post": text, "to": [to]}
        return str(self._send("/api/private-threads/", **given).get("url") or "")

    def sent(self, to: str, title: str) -> bool | None:
        """Return whether there is a private thread of this title."""
        answer = self.session.fetch(f"{self.base}/api/private-threads/?list=my")
        found = answer.json().get("results")
        if not isinstance(found, list):
            return None
        return any(
            isinstance(one, dict) and one.get("title") == title[:MAX_TITLE_CHARS]
            for one in found
        )

    def _send(self, path: str, **document: Any) -> dict[str, Any]:
        token = self.session.cookie("csrf")
        headers = {"X-CSRFToken": token, "Referer": f"{self.base}/"}
        answer = self.session.send(self.base + path, document=document, headers=headers)
        return answer.json()


CLIENT = Misago
