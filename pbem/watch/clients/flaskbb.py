"""FlaskBB: pages, and forms that a member fills in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar
from urllib.parse import urlsplit

from selectolax.lexbor import LexborHTMLParser

from pbem.watch.client import Client, Need
from pbem.watch.page_form import asks_password, links_outside, submit
from pbem.watch.trouble import Trouble


@dataclass
class FlaskBB(Client):
    """A topic of FlaskBB, which has no private messages of its own."""

    rank: ClassVar[int] = 30
    title: ClassVar[str] = "FlaskBB"
    dialect: ClassVar[str] = "markdown"
    needs: ClassVar[tuple[Need, ...]] = ("name", "password")
    mark: ClassVar[str] = "/topic/"
    like: ClassVar[str] = "/topic/57-a-duel"
    number: ClassVar[re.Pattern[str]] = re.compile(r"/topic/(\d+)")
    sends: ClassVar[bool] = False
    tried: ClassVar[str] = "2.0.2"

    @classmethod
    def fits(cls, address: str, page: str) -> bool:
        """Return whether it is a topic of FlaskBB."""
        fits = cls.number.search(urlsplit(address).path)
        return bool(fits) and "flaskbb" in page.lower()

    @property
    def address(self) -> str:
        """The address of the topic."""
        return f"{self.base}/topic/{self.topic}"

    def first(self) -> str:
        """Return the address of the first page."""
        return f"{self.address}?page=1"

    def after(self, address: str, page: bytes) -> str:
        """Return the address of the next page, where the page links to it."""
        number = int(address.rpartition("=")[2]) + 1
        links = links_outside(page, ".post-content")
        found = any(re.search(rf"[?&]page={number}\b", link) for link in links)
        return f"{self.address}?page={number}" if found else ""

    def wants_login(self, page: bytes) -> bool:
        """Return whether a page asks who we are."""
        return asks_password(page)

    def login(self) -> None:
        """Log in as a member."""
        name = self.settings.name
        page = self.session.fetch(f"{self.base}/auth/login")
        fields = {"login": name, "password": self.settings.secret("password")}
        after = submit(self.session, page, "login", fields, "submit")
        if asks_password(after.body):
            raise Trouble("login", name=name, said="")

    def reply(self, text: str) -> str:
        """Write a post."""
        page = self.session.fetch(f"{self.address}/post/new")
        if self.wants_login(page.body):
            self.forget()
            raise Trouble("login-page", address=page.address)
        after = submit(self.session, page, "content", {"content": text}, "submit")
        if "/post/new" in after.address:
            tree = LexborHTMLParser(after.text)
            errors = "; ".join(one.text(strip=True) for one in tree.css(".help-block"))
            raise Trouble("refused", said=errors[:300], status=after.status)
        return ""


CLIENT = FlaskBB
