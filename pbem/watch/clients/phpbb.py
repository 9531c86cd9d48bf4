"""phpBB 3: pages and forms, as a logged-in member. By its own templates."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from selectolax.lexbor import LexborHTMLParser

from pbem.forum.thread import clean_link
from pbem.watch.client import Client, Need
from pbem.watch.page_form import asks_password, form_with, links_outside, submit
from pbem.watch.session import HttpResponse
from pbem.watch.trouble import Trouble

_START = re.compile(r"[?&]start=(\d{1,9})(?!\d)")


@dataclass
class PhpBB(Client):
    """A topic of phpBB."""

    rank: ClassVar[int] = 50
    title: ClassVar[str] = "phpBB"
    dialect: ClassVar[str] = "phpbb"
    needs: ClassVar[tuple[Need, ...]] = ("name", "password")
    mark: ClassVar[str] = "/viewtopic.php"
    like: ClassVar[str] = "viewtopic.php?t=57"
    number: ClassVar[re.Pattern[str]] = re.compile(r"[?&]t=([0-9]+)(?=&|$)")

    @classmethod
    def fits(cls, address: str, page: str) -> bool:
        """Return whether it is a topic of phpBB."""
        return "viewtopic.php" in address and "phpbb" in page.lower()

    def first(self) -> str:
        """Return the address of the first page."""
        return f"{self.base}/viewtopic.php?t={self.topic}"

    def after(self, address: str, page: bytes) -> str:
        """Return the address of the nearest later page that a page links to."""
        now = int(found[1]) if (found := _START.search(address)) else 0
        links = links_outside(page, ".postbody, .postprofile")
        mine = (link for link in links if re.search(rf"\bt={self.topic}\b", link))
        starts = (int(found[1]) for link in mine if (found := _START.search(link)))
        later = min((start for start in starts if start > now), default=0)
        return f"{self.first()}&start={later}" if later else ""

    def wants_login(self, page: bytes) -> bool:
        """Return whether a page asks who we are; a short form is on every page."""
        return asks_password(page) and b"postbody" not in page

    def login(self) -> None:
        """Log in as a member."""
        name = self.settings.name
        page = self.session.fetch(f"{self.base}/ucp.php?mode=login")
        given = {"username": name, "password": self.settings.secret("password")}
        after = submit(self.session, page, "password", given, "login")
        if asks_password(after.body):
            raise Trouble("login", name=name, said=_errors(after))

    def reply(self, text: str) -> str:
        """Write a post."""
        address = f"{self.base}/posting.php?mode=reply&t={self.topic}"
        after = self._write(address, {"message": text})
        link = LexborHTMLParser(after.text).css_first("a[href*='#p']")
        href = link.attributes.get("href") if link is not None else ""
        return clean_link(href or "")

    def message(self, to: str, title: str, text: str) -> str:
        """Write a private message: the member is put on the form first."""
        page = self.session.fetch(f"{self.base}/ucp.php?i=pm&mode=compose")
        page = submit(self.session, page, "message", {"username_list": to}, "add_to")
        form = form_with(page.text, "message")
        if form is None or form.css_first("[name^='address_list[u]']") is None:
            raise Trouble("no-member", name=to)
        given = {"subject": title, "message": text, "username_list": ""}
        self._posted(submit(self.session, page, "message", given, "post"))
        return ""

    def sent(self, to: str, title: str) -> bool | None:
        """Return whether a private message of this title is in the outbox or among the
        sent ones, to any recipient. Raises Trouble."""
        for folder in ("outbox", "sentbox"):
            address = f"{self.base}/ucp.php?i=pm&folder={folder}"
            tree = LexborHTMLParser(self.session.fetch(address).text)
            titles = (one.text(strip=True) for one in tree.css("a.topictitle"))
            if title in titles:
                return True
        return False

    def _write(self, address: str, given: dict[str, str]) -> HttpResponse:
        page = self.session.fetch(address)
        if self.wants_login(page.body):
            self.forget()
            raise Trouble("login-page", address=address)
        return self._posted(submit(self.session, page, "message", given, "post"))

    def _posted(self, after: HttpResponse) -> HttpResponse:
        """Return a page that says it is done. Raises Trouble."""
        if form_with(after.text, "message") is not None:
            raise Trouble("refused", said=_errors(after), status=after.status)
        return after


def _errors(page: HttpResponse) -> str:
    found = LexborHTMLParser(page.text).css(".error")
    return "; ".join(one.text(strip=True) for one in found)[:300]


CLIENT = PhpBB
