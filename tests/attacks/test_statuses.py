"""What a command ends with: 0 done, 1 found wrong or refused, 2 not to be done, 75
try again later. Scripts and mail programs go by it."""

from __future__ import annotations

import gc
import io
import shlex
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from werkzeug.serving import BaseWSGIServer

from pbem import cli
from pbem.cases import runner
from pbem.cli import _guarded, pbem
from pbem.cli._group import Commands
from pbem.cli._sections import paths
from pbem.mail.transport.maildir import make_maildir
from pbem.server.flow.server import MailServer
from pbem.server.host import demo
from pbem.system.resources import folder
from tests.cli.conftest import GAME

SETTINGS = (
    'address = "referee@x.example"\n[[in]]\nfrom = "maildir"\npath = "in"\n'
    '[out]\nby = "folder"\npath = "out"\n'
)
LETTER = "From: ann@a.example\nTo: referee@x.example\n\nhelp\n"
SEATS = "--seat Ann=a@a.example --seat Bob=b@b.example"
SEED = f"Game: mars\nSeats: Ann, Bob\nSeed: {'00' * 32}\n"
SEED_HASH = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
#: Command lines by the status that they end with.
ENDS: dict[int, str] = {
    0: """
        server announce 'We are away.'
        append duel.txt 'Bob: H8'
        server ban
        server ban eve@e.example --until '30 days'
        server unban --help
        server backup saved.db
        game cases arena A9
        check duel.txt
        game check --help
        server deliver < letter
        server demo --keep kept
        server doctor --config sound/pbem.toml --wait 5
        server export friday
        forum watch --help
        games arena
        server gm friday pause --at 2 --reason rain --dry-run
        server import other.txt --name other SEATS
        server init --out fresh.toml < answers
        legal duel.txt --for Bob --no-words
        server login --help
        server misread
        forum page . --port 0 --no-open
        game new hop --kind cards
        new arena --seats 'Ann, Bob' --out fresh.txt
        picture duel.txt -o board.svg
        game play lava --port 0 --no-browser
        forum post duel.txt
        preview duel.txt --orders 'Bob: H8'
        replay duel.txt --public -o duel.html
        resolve duel.txt
        server restore old.backup --config empty.toml
        server retry
        rules arena
        server run
        server run --once
        server serve
        site . --out public
        server standings
        server status
        server status --game friday
        forum read thread.txt --game duel.txt
        game tiles show A1
        game tiles check box --games 0
        verify seed.txt --commitment SEED_HASH
        --help
        --version
    """,
    1: """
        append duel.txt 'Bob: what?'
        game cases arena A9.1
        server doctor --config nowhere.toml --wait 1
        resolve bad.txt --strict
        server run --once
        game tiles check bad-box
        verify seed.txt --commitment 00
        verify duel.txt --opened late.txt
    """,
    2: """
        server announce --to gone Hello
        append gone.txt 'Bob: H8'
        server backup pbem.db
        server backup saved.db --config gone.toml
        game cases arena X99
        game cases nothing
        check gone.txt
        game check gone
        server deliver --nothing
        server demo --kept
        server doctor --config gone.toml
        server export gone
        games gone
        server gm gone pause --at 2 --reason rain
        server gm friday pause --at 99 --reason rain
        server import duel.txt
        server import gone.txt
        server init --out pbem.toml
        legal duel.txt --for Cid
        forum page gone
        game new Hop!
        new arena --seats Ann
        new arena --seats 'Ann, Bob' --out duel.txt
        picture duel.txt -o board.jpg
        game play gone
        forum post gone.txt
        preview duel.txt --orders nothing
        replay duel.txt -o duel.txt
        resolve gone.txt
        resolve duel.txt --out duel.txt
        server restore gone
        server restore duel.txt --config empty.toml
        server retry 99
        server ban gmail.com
        server unban eve@e.example
        rules gone
        server run --config gone.toml
        server run --once --config gone.toml
        server serve --config gone.toml
        site gone --out public
        forum watch gone
        server login --config gone.toml
        server misread --config gone.toml
        server standings --config gone.toml
        server status --config gone.toml
        forum read gone.html --game duel.txt
        game tiles show Q9
        game tiles check gone
        verify gone.txt
        nothing
        server nothing
    """,
    75: """
        server deliver --config gone.toml < letter
    """,
}  # fmt: skip
LINES = [
    (status, line.strip())
    for status, lines in ENDS.items()
    for line in lines.strip().splitlines()
]


class _Left(Exception):
    """The process would be gone now."""


@pytest.fixture
def ends(monkeypatch: pytest.MonkeyPatch) -> Callable[[list[str], str], int]:
    """Runs `main` as the shell would, in this process, and returns the status.

    The child that a parent looks after is tested in tests/server/flow: here it would be
    a second process of pytest.
    """

    def leave(status: int) -> None:
        raise _Left(status)

    def run(words: list[str], stdin: str) -> int:
        with monkeypatch.context() as patched:
            patched.setattr(cli, "_leave", leave)
            patched.setattr(_guarded, "guarded", lambda: None)
            patched.setattr(gc, "set_threshold", lambda *_: None)
            patched.setattr(sys, "argv", ["pbem", *words])
            given = io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8")
            patched.setattr(sys, "stdin", given)
            with pytest.raises(_Left) as left:
                cli.main()
            return int(left.value.args[0])

    return run


def _late(*_: object) -> None:
    raise sa.exc.OperationalError("", {}, Exception("disk full"))


def _interrupted(*_: object) -> None:
    raise KeyboardInterrupt


#: What is played for a line that would go on for ever, or that nothing makes fail.
PLAYED: dict[tuple[int, str], tuple[object, str, object]] = {
    (0, "server demo --keep kept"): (demo, "play", lambda *_: "duel"),
    (0, "server serve"): (MailServer, "serve", lambda *_: None),
    (0, "forum page . --port 0 --no-open"): (
        BaseWSGIServer,
        "serve_forever",
        _interrupted,
    ),
    (0, "game play lava --port 0 --no-browser"): (
        BaseWSGIServer,
        "serve_forever",
        _interrupted,
    ),
    (1, "server run --once"): (MailServer, "once", _late),
    (1, "game cases arena A9.1"): (runner, "run", lambda case: ["wrong"]),
}
FILES = {
    "pbem.toml": SETTINGS,
    "empty.toml": 'store = "empty.db"\n' + SETTINGS,
    "sound/pbem.toml": SETTINGS.replace('"folder"', '"maildir"').replace(
        '"out"', '"in"'
    ),
    "nowhere.toml": SETTINGS.replace('"in"', '"pbem.toml/in"'),
    "duel.txt": GAME,
    "other.txt": GAME,
    "bad.txt": GAME + "Bob: what?\n",
    "seed.txt": SEED,
    "letter": LETTER,
    "answers": "ref@x.example\nmaildir\nin\n-\nn\n\nUTC\n",
    "late.txt": "#1 salt 2026-01-02T00:00 2026-01-01T00:00 Ann: fire C3\n",
    "thread.txt": "Bob wrote:\nhello\n",
    "bad-box/A1.toml": "nothing = 1\n",
}


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with everything that the lines name, to be copied."""
    place = tmp_path_factory.mktemp("statuses")
    for name in ("bad-box", "sound"):
        (place / name).mkdir()
    for name in ("in", "sound/in"):
        make_maildir(place / name)
    for name, text in FILES.items():
        (place / name).write_text(text, encoding="utf-8")
    shutil.copytree(folder("games") / "mars" / "tiles", place / "box")
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(place)
        words = f"server import duel.txt --name friday {SEATS}"
        pbem.main(shlex.split(words), standalone_mode=False)
        pbem.main(["server", "backup", "old.backup"], standalone_mode=False)
    return place


@pytest.mark.parametrize(("status", "line"), LINES, ids=[f"{n} {x}" for n, x in LINES])
def test_each_line_ends_with_its_status(
    status: int,
    line: str,
    ends: Callable[[list[str], str], int],
    prepared: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = tmp_path / "here"
    shutil.copytree(prepared, place)
    monkeypatch.chdir(place)
    if (status, line) in PLAYED:
        monkeypatch.setattr(*PLAYED[status, line])
    command, _, given = line.partition(" < ")
    command = command.replace("SEATS", SEATS).replace("SEED_HASH", SEED_HASH)
    stdin = (place / given).read_text() if given else ""
    assert ends(shlex.split(command), stdin) == status


def test_every_command_is_in_the_table_with_a_good_and_a_bad_end() -> None:
    for good in (True, False):
        ends = [line for status, line in LINES if (status == 0) is good]
        missing = [
            path
            for path in paths()
            if not any(f"{line} ".startswith(f"{path} ") for line in ends)
        ]
        assert missing == []


def test_what_leaves_by_itself_keeps_its_status(
    ends: Callable[[list[str], str], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    for code, status in ((None, 0), (0, 0), (1, 1), (3, 3), ("why", 1)):

        def leave(*_: object, code: object = code) -> None:
            raise SystemExit(code)

        monkeypatch.setattr(Commands, "invoke", leave)
        assert ends(["games"], "") == status
