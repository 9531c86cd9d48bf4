"""`pip install pbem` alone plays files, threads and mail; what needs more says so."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
OF_EXTRAS = ("aiosmtpd", "dkim", "dns", "prometheus_client", "psycopg", "flask",
             "httpx", "hypothesis", "pytest", "pyspiel")  # fmt: skip
PLAIN = f"""
import sys
sys.modules.update(dict.fromkeys({OF_EXTRAS!r}))
from pbem.cli import main
main()
"""
SETTINGS = """address = "games@club.example"
host = "host@club.example"
{first}
[[in]]
{letters}
[out]
{out}
{more}
"""


def _run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command where no extra is installed."""
    return subprocess.run(
        [sys.executable, "-c", PLAIN, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
    )


def _settings(folder: Path, **parts: str) -> None:
    given = {"first": "", "more": "", "letters": 'from = "maildir"\npath = "in"'}
    given |= {"out": 'by = "folder"\npath = "sent"', **parts}
    for name in ("in/new", "in/cur", "in/tmp", "sent"):
        (folder / name).mkdir(parents=True)
    (folder / "pbem.toml").write_text(SETTINGS.format(**given))
    (folder / "pbem.toml").chmod(0o600)


def test_files_are_played_without_any_extra(tmp_path: Path) -> None:
    made = _run(tmp_path, "new", "arena", "--seats", "Ann, Bob", "--out", "game.txt")
    assert made.returncode == 0, made.stderr
    for words in (["append", "game.txt", "Ann: fire C3"], ["resolve", "game.txt"],
                  ["picture", "game.txt", "--out", "board.png"]):  # fmt: skip
        done = _run(tmp_path, *words)
        assert done.returncode == 0, done.stderr


def test_the_library_is_not_there_without_its_engine(tmp_path: Path) -> None:
    done = _run(tmp_path, "games")
    assert "Lava" in done.stdout
    assert "Chess" not in done.stdout
    assert "cannot be played" not in done.stdout


def test_threads_are_read_without_any_extra(tmp_path: Path) -> None:
    _run(tmp_path, "new", "arena", "--seats", "Ann, Bob", "--out", "game.txt")
    (tmp_path / "thread.txt").write_text("Ann wrote:\n\nfire C3\n\nBob wrote:\n\nHi\n")
    done = _run(tmp_path, "forum", "read", "thread.txt", "--game", "game.txt")
    assert done.returncode in (0, 1), done.stderr
    assert "ModuleNotFoundError" not in done.stderr


def test_letters_are_answered_without_any_extra(tmp_path: Path) -> None:
    _settings(tmp_path)
    letter = (
        "From: Ann <ann@a.example>\nTo: games@club.example\nSubject: Hello\n\nhelp\n"
    )
    (tmp_path / "in" / "new" / "1").write_text(letter)
    done = _run(tmp_path, "server", "run", "--config", "pbem.toml")
    assert done.returncode == 0, done.stderr
    assert list((tmp_path / "sent").iterdir())


@pytest.mark.parametrize(
    ("parts", "extra"),
    [
        ({"letters": 'from = "lmtp"\nport = 10024'}, "lmtp"),
        ({"more": "[metrics]\nport = 19464"}, "metrics"),
        ({"more": '[dkim]\nselector = "s"\nkey = "key"'}, "dkim"),
        ({"first": 'store = "postgresql://nobody@127.0.0.1/none"'}, "postgres"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_setting_that_needs_an_extra_names_it(
    tmp_path: Path, parts: dict[str, str], extra: str
) -> None:
    _settings(tmp_path, **parts)
    done = _run(tmp_path, "server", "serve", "--config", "pbem.toml")
    assert done.returncode == 2, done.stderr
    assert f"pip install 'pbem[{extra}]'" in done.stderr
    assert "Traceback" not in done.stderr
