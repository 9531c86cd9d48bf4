"""What a forum is to us: where its thread's pages lie, and how to write to it.

One file a forum in `clients/`, found by lying there.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Literal, cast
from urllib.parse import urlsplit

from pbem.forum.discovery import modules_in
from pbem.watch import clients
from pbem.watch.session import HttpSession
from pbem.watch.settings import WatchSettings
from pbem.watch.trouble import Trouble

Need = Literal["name", "password", "token"]


@dataclass
class Client(ABC):
    """A thread of one forum, read and answered over a session."""

    session: HttpSession
    settings: WatchSettings

    rank: ClassVar[int]  #: the order in which forums are asked whether it is theirs
    title: ClassVar[str]  #: what the forum's program is called
    dialect: ClassVar[str] = ""  #: of `forum/posts/dialects`; empty: cannot write
    needs: ClassVar[tuple[Need, ...]] = ()  #: what writing takes
    sends: ClassVar[bool] = True  #: private messages
    message_chars: ClassVar[int | None] = None  #: of a message; None: as of a post
    mentions: ClassVar[bool] = False  #: "@name" tells a member of a post
    tried: ClassVar[str] = ""  #: the version it was tried on; empty: by its handbook
    mark: ClassVar[str] = ""  #: what parts the forum's address from the topic's
    number: ClassVar[re.Pattern[str]]  #: finds the topic's number in an address
    like: ClassVar[str] = ""  #: how an address goes on that has one
    _entered: bool = False

    @property
    def base(self) -> str:
        """The address of the forum."""
        return base_of(self.settings.thread, self.mark)

    @property
    def topic(self) -> str:
        """The number of the topic. Raises Trouble."""
        found = self.number.search(path_of(self.settings.thread))
        if found is None:
            raise Trouble("no-topic", forum=self.title, like=self.like)
        return found[1]

    @classmethod
    @abstractmethod
    def fits(cls, address: str, page: str) -> bool:
        """Return whether an address, and the page that lies there, are this forum's."""

    @abstractmethod
    def first(self) -> str:
        """Return the address of the thread's first page."""

    @abstractmethod
    def after(self, address: str, page: bytes) -> str:
        """Return the address of the page after one of its pages, empty: the last."""

    def wants_login(self, page: bytes) -> bool:
        """Return whether a page asks who we are, in the place of a thread."""
        return False

    def enter(self) -> None:
        """Say who we are, once a session. Raises Trouble."""
        if self._entered:
            return
        for need in self.needs:
            if not getattr(self.settings, need):
                raise Trouble("needs", forum=self.title, needs=self.needs)
        self.login()
        self._entered = True

    def forget(self) -> None:
        """Log in again the next time: the forum may have ended the session."""
        self._entered = False

    def login(self) -> None:
        """Say who we are. Raises Trouble."""
        raise Trouble("read-only", forum=self.title)

    def reply(self, text: str) -> str:
        """Write a post; return its number or address, if known. Raises Trouble."""
        raise Trouble("read-only", forum=self.title)

    def message(self, to: str, title: str, text: str) -> str:
        """Write a private message to a member. Raises Trouble."""
        raise Trouble("no-messages", forum=self.title)

    def sent(self, to: str, title: str) -> bool | None:
        """Return whether a message of this title went to a member; None: unknown.

        Raises Trouble.
        """
        return None


def known_clients() -> dict[str, type[Client]]:
    """Return the forums by the names of their files, in the order of their ranks."""
    found: dict[str, type[Client]] = {
        name: cast("type[Client]", module.CLIENT)
        for name, module in modules_in(clients).items()
    }
    return dict(sorted(found.items(), key=lambda one: one[1].rank))


def recognised(address: str, page: str) -> str:
    """Return the name of the forum that a page is of."""
    found = (name for name, one in known_clients().items() if one.fits(address, page))
    return next(found)


def path_of(address: str) -> str:
    """Return the path and the query of an address."""
    parts = urlsplit(address)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def base_of(address: str, mark: str) -> str:
    """Return what is in front of a mark in an address, with no slash at its end.

    >>> base_of("https://x.org/forum/topic/57/duel?page=2", "/topic/")
    'https://x.org/forum'
    """
    parts = urlsplit(address)
    path = parts.path.partition(mark)[0].rstrip("/")
    return f"{parts.scheme}://{parts.netloc}{path}"
