"""No output takes the place of what cannot be made again, whatever it is called."""

from __future__ import annotations

import os
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli import pbem
from pbem.server.store.connection import Database
from pbem.server.store.reply_tokens import load_key
from tests.cli.conftest import GAME

SEED = f"Game: mars\nSeats: Ann, Bob\nSeed: {'00' * 32}\n"
#: Every command that writes where it is told to.
WRITERS = (
    "new arena --seats 'Ann, Bob' --out {}",
    "resolve duel --out {}",
    "replay duel --out {}",
    "picture duel -o {}",
    "verify seed --draws {}",
    "server export friday --out {}",
    "server export friday --press {}",
    "server backup {}",
)
#: What a file is, by what it holds; "store" and "key" are made by the program.
KEPT = {
    "a turn file": (
        GAME.encode(), b"# mine\n\nSeats: Ann, Bob\r\ngame: arena\n\nBob: nonsense\n",
        GAME.encode("utf-16"), b"\xef\xbb\xbf" + GAME.replace("\n", "\r").encode()),
    "a toml": (b'address = "referee@x.example"\n', b"[in]\nfrom = 'imap'\n"),
    "a store": (b"", b"\x37\x7f\x06\x82" + bytes(40)),
    "a key": (b"", b"0f" * 32),
}  # fmt: skip


def _run(line: str) -> Result:
    return CliRunner().invoke(pbem, shlex.split(line))


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game, which is on a mail server, too."""
    place = tmp_path_factory.mktemp("hosted")
    (place / "duel").write_text(GAME)
    (place / "seed").write_text(SEED)
    (place / "pbem.toml").write_text('address = "referee@x.example"\n')
    seats = "--seat Ann=a@a.example --seat Bob=b@b.example"
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(place)
        assert _run(f"server import duel --name friday {seats}").exit_code == 0
    return place


@pytest.fixture
def place(hosted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that folder, and us in it."""
    shutil.copytree(hosted, tmp_path / "here")
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "here"


def _make(kind: str, raw: bytes, path: Path) -> bytes:
    if raw:
        path.write_bytes(raw)
    elif kind == "a key":
        load_key(path)
    else:
        store = Database(str(path))
        store.prepare()
        store.close()
    return path.read_bytes()


@pytest.mark.parametrize("writer", WRITERS)
def test_nothing_that_cannot_be_made_again_is_replaced(
    place: Path, writer: str
) -> None:
    name = "board.svg" if "picture" in writer else "precious"
    path = place / name
    for kind, forms in KEPT.items():
        for raw in forms:
            path.unlink(missing_ok=True)
            before = _make(kind, raw, path)
            done = _run(writer.format(name))
            assert done.exit_code == 2, (kind, done.output)
            said = str(getattr(done.exception, "message", "")) + done.output
            assert f"{name} is {kind}" in said
            assert "--force writes over it" in said
            assert path.read_bytes() == before
    (place / f"link-{name}").symlink_to(path)
    assert _run(writer.format(f"link-{name}")).exit_code == 2
    assert path.read_bytes() == before
    assert _run(writer.format(name) + " --force").exit_code == 0
    assert path.read_bytes() != before


@pytest.mark.parametrize("writer", WRITERS)
def test_a_pipe_or_a_device_stays_what_it_is(place: Path, writer: str) -> None:
    """Whoever may write to its folder would put a file in the place of /dev/null."""
    name = "board.svg" if "picture" in writer else "pipe"
    os.mkfifo(place / name)
    (place / f"link-{name}").symlink_to(place / name)
    for line in (writer, f"{writer} --force"):
        for given in (name, f"link-{name}"):
            done = _run(line.format(given))
            assert done.exit_code == 2
            assert "no plain file" in str(getattr(done.exception, "message", "")) + (
                done.output
            )
            assert (place / name).is_fifo()


_AGAIN = ("new", "server export friday --out", "server backup")
RENDERED = [line for line in WRITERS if not line.startswith(_AGAIN)]


@pytest.mark.parametrize("writer", RENDERED)
def test_what_was_rendered_is_written_anew(place: Path, writer: str) -> None:
    name = "board.svg" if "picture" in writer else "out"
    for _ in range(2):
        done = _run(writer.format(name))
        assert done.exit_code == 0, done.output


@pytest.mark.parametrize("forum", ["plain", "markdown", "html"])
def test_posts_are_written_anew_and_spare_a_turn_file(place: Path, forum: str) -> None:
    line = f"forum post duel --first --forum {forum} --folder posts"
    for _ in range(2):
        done = _run(line)
        assert done.exit_code == 0, done.output
    (post,) = (place / "posts").iterdir()
    post.write_text(GAME)
    assert _run(line).exit_code == 2
    assert post.read_text() == GAME
    assert _run(f"{line} --force").exit_code == 0


def test_what_a_game_is_brought_to_is_still_written(place: Path) -> None:
    assert _run("append duel 'Bob: - 1C4'").exit_code == 0
    assert (place / "duel").read_text() == f"{GAME}Bob: - 1C4\n"
