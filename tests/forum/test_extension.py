"""A format of threads and the markup of a forum are a new file each, and no edit."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from pbem.forum import formats
from pbem.forum.detect import known_formats, read
from pbem.forum.posts import dialects
from pbem.forum.posts.dialect import known_dialects
from pbem.forum.posts.post import posts
from pbem.record import turn_file
from pbem.record.replay import play

GAME = "Game: arena\nName: duel\nSeats: Ann, Bob\n\n== 0 ==\n"

USENET = """
from pbem.forum.markup import bbcode
from pbem.forum.thread import Thread, post_of

RANK = 65


def read(file):
    if not file.raw.startswith(b"Newsgroups:"):
        return None
    group, *articles = file.text.split("\\n\\n")
    said = (article.partition(" > ") for article in articles)
    return Thread(
        group.partition(": ")[2],
        tuple(
            post_of(number, name, bbcode.lines_of(text))
            for number, (name, _, text) in enumerate(said, 1)
        ),
    )
"""
TEXTILE = """
from pbem.forum.posts.dialect import Dialect
from pbem.pages import page

DIALECT = Dialect(
    title="Textile",
    rank=45,
    max_chars=2_000,
    block=lambda block: "bc. " + page.to_text([block]).rstrip("\\n"),
)
"""

Put = Callable[[ModuleType, str, str], Path]


@pytest.fixture
def put(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Put]:
    """Lays a file into a package, until the test ends."""
    names = []

    def put_(package: ModuleType, name: str, text: str) -> Path:
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
        names.append(f"{package.__name__}.{name}")
        return tmp_path

    yield put_
    for name in names:
        sys.modules.pop(name, None)


def test_a_file_adds_a_format(put: Put) -> None:
    article = b"Newsgroups: rec.games.pbm\n\nAnn > [b]D4[/b]\n\nBob > E5\n"
    before = len(known_formats())
    assert read(b"Ann wrote:\nD4\n").posts[0].author == "Ann"
    put(formats, "usenet", USENET)
    found = read(article)
    assert found.title == "rec.games.pbm"
    assert [(one.author, one.lines[0].text) for one in found.posts] == [
        ("Ann", "D4"),
        ("Bob", "E5"),
    ]
    assert found.posts[0].lines[0].bold == ("D4",)
    ranks = [one.RANK for one in known_formats()]
    assert ranks == sorted(ranks)
    assert len(ranks) == before + 1
    assert read(b"Ann wrote:\nD4\n").posts[0].author == "Ann"


def test_a_file_adds_a_dialect(put: Put) -> None:
    assert "textile" not in known_dialects()
    put(dialects, "textile", TEXTILE)
    names = list(known_dialects())
    assert names.index("bgg") < names.index("textile") < names.index("markdown")
    story = play(turn_file.read(GAME))
    made = posts(story, known_dialects()["textile"]).public
    assert all(part.startswith("bc. ") and len(part) <= 2_000 for part in made)


def test_the_command_offers_a_dialect_by_its_file(put: Put, tmp_path: Path) -> None:
    folder = put(dialects, "textile", TEXTILE)
    (tmp_path / "game.txt").write_text(GAME, encoding="utf-8")
    main = (
        "from pbem.forum.posts import dialects\n"
        f"dialects.__path__.append({str(folder)!r})\n"
        "from pbem.cli import main\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", main, "forum", "post", "game.txt", "--forum", "textile"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "bc. " in done.stdout
    assert "game duel #0" in done.stdout
