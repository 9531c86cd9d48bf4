"""What the README and the guides have typed or written does what they say."""

from __future__ import annotations

import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from pbem.cli._sections import paths
from pbem.mail.transport.maildir import make_maildir
from pbem.server.store.connection import Database
from tests.docs import consoles
from tests.docs.test_commands_named import named
from tests.support.commands import found
from tests.support.server.world import ANN, World

ROOT = Path(__file__).parents[2]
GUIDES = [
    *("players.md", "moderators.md", "hosts.md", "performance.md", "compatibility.md")
]
PAGES = [ROOT / "README.md", *(ROOT / "docs" / name for name in GUIDES)]
PBEM = [sys.executable, "-c", "from pbem.cli import main; main()"]
THREAD = (
    "Ann wrote:\n\nD4 1NE\n\nBob wrote:\n\n- 1D4\n"  #: as docs/moderators.md has it
)
#: What is asked by `pbem server init`, for a mailbox on this machine.
ANSWERS = "ref@x.example\nmaildir\nin\n-\nn\n\nUTC\n"


def _blocks(page: Path, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", page.read_text(), re.DOTALL | re.M)


def _typed(page: Path) -> Iterator[list[str]]:
    """Yield the words behind `pbem` of each line of a page's `sh` blocks."""
    for block in _blocks(page, "sh"):
        for line in block.splitlines():
            words = shlex.split(line, comments=True)
            if words[:1] == ["pbem"]:
                yield words[1:]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_shows_is_printed(page: Path, tmp_path: Path) -> None:
    (tmp_path / "thread.txt").write_text(THREAD)
    for step in consoles.steps(page.read_text()):
        printed = consoles.run(step, tmp_path)
        assert consoles.agrees(step.shown, printed), f"{step.command}\n{printed}"
        assert "Error" not in printed


def test_a_page_begins_with_something_to_do() -> None:
    for page in PAGES:
        first = re.search(r"^```(console|sh|mail)$", page.read_text(), re.MULTILINE)
        assert first is not None
        above = page.read_text()[: first.start()].count("\n")
        assert above <= 12, page.name


def test_options_that_are_typed_are_known() -> None:
    lines = [words for page in PAGES for words in _typed(page)]
    assert len(lines) >= 6
    for words in lines:
        path = next(p for p in paths() if words[: len(p.split())] == p.split())
        command = found(path)
        assert command is not None
        given = words[len(path.split()) :]
        with command.make_context(path, given, parent=click.Context(click.Group())):
            pass


def test_a_host_comes_to_a_server_by_the_lines_of_the_guide(tmp_path: Path) -> None:
    make_maildir(tmp_path / "in")
    done = []
    for words in _typed(ROOT / "docs/hosts.md"):
        with subprocess.Popen(
            [*PBEM, *words],
            cwd=tmp_path,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            if words == ["server", "serve"]:
                assert "Maildir in" in process.stdout.readline()
                process.send_signal(signal.SIGTERM)
            process.communicate(ANSWERS if words == ["server", "init"] else "", 60)
        assert process.returncode == 0, words
        done += words[1:2]
    assert done == ["init", "doctor", "serve", "status", "backup", "standings"]
    assert (tmp_path / "monday.backup").is_file()


def test_a_player_comes_to_a_game_by_the_letters_of_the_guide(tmp_path: Path) -> None:
    begin, accept, *moves = _blocks(ROOT / "docs/players.md", "mail")
    store = Database(str(tmp_path / "pbem.db"))
    store.prepare()
    world = World(store, tmp_path, "")
    for move, played in zip(moves, ("n", "e"), strict=True):
        assert f"\n  {accept}" in world.say(ANN, begin)[0].text
        assert "the game begins" in world.answer(ANN, accept)[0].text
        said = world.answer(ANN, move)[0].text
        assert f"  {played} 0,0  Ann lays {played}" in said
        assert "could not" not in said
    assert "if Bot: b 0,1 then a 0,2" in said


def test_words_for_letters_are_ones_that_help_knows() -> None:
    page = (ROOT / "docs/players.md").read_text()
    known = {file.stem for file in (ROOT / "templates/mail/help").glob("*.j2")}
    rows = re.findall(r"^\| (`.*?`.*?) \| ", page, re.MULTILINE)
    words = {one.split()[0] for row in rows for one in re.findall("`([a-z ]+)", row)}
    assert len(words) > 20
    assert words - known <= {"with"}


def test_every_command_is_in_a_guide() -> None:
    pages = [*PAGES, *(ROOT / "games").rglob("README.md")]
    told = [f"{path} " for page in pages for path in named(page.read_text())]
    missing = [p for p in paths() if not any(t.startswith(f"{p} ") for t in told)]
    assert missing == []


def test_the_readme_is_read_in_a_minute() -> None:
    assert (ROOT / "README.md").stat().st_size <= 6000
    assert (ROOT / "docs/performance.md").stat().st_size <= 3000
