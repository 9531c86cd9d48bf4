"""Any public page: it is read, and what is written is copied by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pbem.watch.client import Client
from pbem.watch.page_form import asks_password, next_page


@dataclass
class PublicPage(Client):
    """A page of a program that nobody here can write to."""

    rank: ClassVar[int] = 100
    title: ClassVar[str] = "a public page"
    sends: ClassVar[bool] = False
    tried: ClassVar[str] = "FlaskBB's pages"

    @classmethod
    def fits(cls, address: str, page: str) -> bool:
        """Return that it is one: every page is."""
        return True

    def first(self) -> str:
        """Return the address that was given."""
        return self.settings.thread

    def after(self, address: str, page: bytes) -> str:
        """Return where the page says that it goes on."""
        return next_page(address, page)

    def wants_login(self, page: bytes) -> bool:
        """Return whether a page asks who we are."""
        return asks_password(page)


CLIENT = PublicPage
