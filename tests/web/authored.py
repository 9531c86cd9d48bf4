"""A game that is being written: the toy game in a package of its own, to be broken."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from werkzeug.test import Client

from pbem.cli._play_page import PageTask, SupervisedPage
from pbem.pages import wording
from pbem.plugins import games
from pbem.plugins.games import find
from pbem.web.play.game_files import GameFiles
from pbem.web.play.rehearsal import WatchedGame
from tests.web.site import HOST, Site

TOY = Path(__file__).parents[1] / "toy" / "handful"
RECORD = """Game: handful
Seats: Ann, Bob
Seed: 00112233445566778899aabbccddeeff

== Position ==
Ann: 2 5 shield 0pt
Bob: 2 3 shield 0pt

== 0 ==
"""
_numbers = count(1)


class Authored:
    """Its files, saved as an editor saves them."""

    def __init__(self, house: Path) -> None:
        self.house = house
        self.words = house / "templates" / "handful" / "words.j2"
        self.report = house / "templates" / "handful" / "report.j2"
        self.rules = house / "rules.py"
        self.grammar = house / "grammars" / "handful.lark"
        self.toml = house / "games" / "handful" / "game.toml"
        self._saves = 0

    def save(self, file: Path, old: str, new: str) -> str:
        """Write another text in the place of one; return what the file was."""
        was = file.read_text(encoding="utf-8")
        assert old in was
        self.write(file, was.replace(old, new))
        return was

    def write(self, file: Path, text: str) -> None:
        """Write a file whole, later than ever before."""
        part = file.with_suffix(".new~")
        part.write_text(text, encoding="utf-8")
        self._saves += 1
        at = file.stat().st_mtime_ns + 1_000_000 * self._saves
        os.utime(part, ns=(at, at))
        part.replace(file)


@contextmanager
def authored(place: Path) -> Iterator[Authored]:
    """While this lasts the toy game is installed, from a copy of it in `place`."""
    name = f"pbem_handful_{next(_numbers)}"
    shutil.copytree(TOY, place / name, ignore=shutil.ignore_patterns("__pycache__"))
    about = place / f"{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\n")
    entry = f"[pbem.games]\nhandful = {name}.rules:RULES\n"
    (about / "entry_points.txt").write_text(entry)
    with (
        patch.object(sys, "path", [str(place), *sys.path]),
        patch.object(sys, "dont_write_bytecode", True),
    ):
        games._installed.cache_clear()
        try:
            yield Authored(place / name)
        finally:
            games._installed.cache_clear()
            wording.forget()
            for module in [one for one in sys.modules if one.startswith(name)]:
                del sys.modules[module]


class Played(NamedTuple):
    """The page of a game as `pbem game play` serves it, out of a child process."""

    client: Client
    address: str

    def get(self, status: int = 200) -> str:
        """The page as text."""
        answer = self.client.get(self.address, base_url=f"http://{HOST}")
        assert answer.status_code == status, answer.text
        return answer.text


@contextmanager
def played(folder: Path, record: str) -> Iterator[Played]:
    """While this lasts a game that is tried has its page, made by a child."""
    folder.mkdir(exist_ok=True)
    (folder / "try.txt").write_text(record, encoding="utf-8")
    name = record.split("\n", 1)[0].partition(": ")[2]
    page = SupervisedPage(PageTask(folder, "try", name, "the-key", "the-stamp"))
    try:
        yield Played(Client(page), "/the-key/game/try/play")
    finally:
        page.close()


def trying(folder: Path, record: str) -> Site:
    """Return the page of a game that is tried, in a file of its own."""
    game = find(record.split("\n", 1)[0].partition(": ")[2])
    folder.mkdir(exist_ok=True)
    site = Site(folder, play=WatchedGame("try", GameFiles(game)))
    site.game(record, "try")
    return site
