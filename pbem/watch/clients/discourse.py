"""Discourse: JSON by an API key. By its handbook (docs.discourse.org)."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, ClassVar
from urllib.parse import quote, urlsplit

from pbem.watch.client import Client, Need
from pbem.watch.trouble import Trouble


@dataclass
class Discourse(Client):
    """A topic of Discourse."""

    rank: ClassVar[int] = 40
    title: ClassVar[str] = "Discourse"
    dialect: ClassVar[str] = "discourse"
    needs: ClassVar[tuple[Need, ...]] = ("name", "token")
    mentions: ClassVar[bool] = True
    mark: ClassVar[str] = "/t/"
    like: ClassVar[str] = "/t/a-duel/57"
    number: ClassVar[re.Pattern[str]] = re.compile(r"/t/(?:[^/]*[^/\d][^/]*/)?(\d+)")

    @classmethod
    def fits(cls, address: str, page: str) -> bool:
        """Return whether it is a topic of Discourse."""
        fits = cls.number.search(urlsplit(address).path)
        return bool(fits) and "discourse" in page.lower()

    def first(self) -> str:
        """Return the address of the first page."""
        return f"{self.base}/t/{self.topic}.json?page=1"

    def after(self, address: str, page: bytes) -> str:
        """Return the address of the next page: there is one while posts are left."""
        try:
            stream = json.loads(page)["post_stream"]
            last, ids = stream["posts"][-1]["id"], stream["stream"]
        except (ValueError, KeyError, TypeError, IndexError):
            return ""
        if not isinstance(ids, list) or not ids or ids[-1] == last or last not in ids:
            return ""
        number = int(address.rpartition("=")[2]) + 1
        return f"{self.base}/t/{self.topic}.json?page={number}"

    def login(self) -> None:
        """Show the key with everything from now on."""
        key, name = self.settings.secret("token"), self.settings.name
        self.session.headers |= {"Api-Key": key, "Api-Username": name}

    def reply(self, text: str) -> str:
        """Write a post."""
        return self._send(topic_id=int(self.topic), raw=text)

    def message(self, to: str, title: str, text: str) -> str:
        """Write a private message to a member."""
        given = {"archetype": "private_message", "target_recipients": to}
        return self._send(title=title, raw=text, **given)

    def sent(self, to: str, title: str) -> bool | None:
        """Return whether a message of this title was sent."""
        name = quote(self.settings.name)
        path = f"/topics/private-messages-sent/{name}.json"
        found = self.session.fetch(self.base + path).json().get("topic_list")
        topics = found.get("topics") if isinstance(found, dict) else None
        if not isinstance(topics, list):
            return None
        titles = (str(one.get("title")) for one in topics if isinstance(one, dict))
        # It gives titles a capital letter.
        return title.casefold() in (one.casefold() for one in titles)

    def _send(self, **document: Any) -> str:
        found = self.session.send(f"{self.base}/posts.json", document=document).json()
        if found.get("action") == "enqueued":
            raise Trouble("queued", sure=False)
        return str(found.get("post_url") or f"/p/{found.get('id', '')}")


CLIENT = Discourse
