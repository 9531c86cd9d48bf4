"""A page to be asked as a browser asks it, and the games that it is tried on."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pbem.server.context import ServerContext
from pbem.web.app import create
from pbem.web.app_state import AppState
from pbem.web.play.rehearsal import WatchedGame
from pbem.workspace.folder import Folder

HOST = "127.0.0.1:8377"

DUEL = """Game: arena
Name: duel
Seats: Ann, Bob
Options: hp=8

== 0 ==
Ann: fire C3
Bob: air C5

== 1 ==
Ann: - 1N
"""

#: What is written in three posts' time: the duel from its beginning to its end.
BEGUN = "Game: arena\nName: duel\nSeats: Ann, Bob\nOptions: hp=8\n\n== 0 ==\n"
THREADS = (
    """#1 Gina
game duel #0
Welcome to the duel. Choose a type and a square.
#2 Ann
Hello Bob!
[b]fire C3[/b]
#3 Bobby77
[quote="Ann"][b]fire C3[/b][/quote]
Hello Ann. I begin on
[b]air C5[/b]
""",
    """#4 Gina
game duel #1
The arena is open.
#5 Ann
[b]- 1N[/b]
#6 Bobby77
Away from the fire:
[b]D6 1C33[/b]
""",
    """#7 Gina
game duel #2
Ann was hit.
#8 Bobby77
[b]- 1C3[/b]
#9 Ann
That hurt. A nice game all the same!
""",
)


@dataclass
class Clock:
    """A clock that goes on when it is told to."""

    now: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Site:
    """A page over a folder, and a browser without scripts in front of it."""

    path: Path
    clock: Clock = field(default_factory=Clock)
    server: ServerContext | None = None
    play: WatchedGame | None = None
    state: AppState = field(init=False)
    client: FlaskClient = field(init=False)

    def __post_init__(self) -> None:
        hosts = frozenset({"localhost"})
        self.state = AppState(Folder(self.path, self.clock), self.clock, hosts=hosts)
        self.state.server, self.state.play = self.server, self.play
        self.client = create(self.state).test_client()

    def game(self, text: str = DUEL, name: str = "duel") -> Path:
        """A turn file in the folder."""
        file = self.path / f"{name}.txt"
        file.write_text(text, encoding="utf-8")
        return file

    def text(self, name: str = "duel") -> str:
        """What the turn file holds now."""
        return (self.path / f"{name}.txt").read_text(encoding="utf-8")

    def address(self, path: str) -> str:
        """The address of a page."""
        return f"/{self.state.key}/{path}"

    def get(self, path: str, status: int = 200, **headers: str) -> str:
        """A page as text."""
        response = self.ask("GET", path, headers=headers)
        assert response.status_code == status, response.text
        return response.text

    def ask(self, method: str, path: str, **more: Any) -> TestResponse:
        """A request, with a key and from this machine."""
        more.setdefault("base_url", f"http://{HOST}")
        return self.client.open(self.address(path), method=method, **more)

    def post(
        self, path: str, form: dict[str, Any] | None = None, was: str | None = None
    ) -> TestResponse:
        """A form as the game's page has it, sent."""
        found = re.match(r"game/([^/]+)/", path)
        data = {"stamp": self.state.stamp, **(form or {})}
        if found and was is None:
            was = self.state.folder.read(found[1]).digest
        if was is not None:
            data["was"] = was
        return self.ask("POST", path, data=data, headers={"Origin": f"http://{HOST}"})

    def follow(
        self, path: str, form: dict[str, Any] | None = None, was: str | None = None
    ) -> str:
        """A form sent, and the page that it leads to."""
        response = self.post(path, form, was)
        assert response.status_code == 303, response.text
        done = self.client.get(response.location, base_url=f"http://{HOST}")
        assert done.status_code == 200, done.text
        return done.text


def plain(html: str) -> str:
    """What a page says, without its markup and with single blanks.

    >>> plain("<p>Ann &amp; <b>Bob</b></p>")
    'Ann & Bob'
    """
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())
