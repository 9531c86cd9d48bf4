"""Two stores on one Maildir: the second is refused, while the first one lives."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli import pbem
from pbem.mail.transport import maildir
from pbem.mail.transport.maildir import MaildirSource, make_maildir
from pbem.server.host import transports
from pbem.server.settings import config

SETTINGS = (
    'address = "referee@x.example"\n[[in]]\nfrom = "maildir"\npath = "../in"\n'
    '[out]\nby = "folder"\npath = "out"\n'
)


@pytest.fixture
def stores(tmp_path: Path) -> list[Path]:
    """Two stores of their own, each with the same Maildir."""
    make_maildir(tmp_path / "in")
    found = [tmp_path / name for name in ("one", "two")]
    for place in found:
        place.mkdir()
        (place / "pbem.toml").write_text(SETTINGS)
    return found


def _sources(place: Path) -> list[MaildirSource]:
    settings = config.load(place / "pbem.toml")
    found = transports.sources(settings, lambda letter: None)
    assert all(isinstance(one, MaildirSource) for one in found)
    return found  # type: ignore[return-value]


def test_a_second_store_is_refused(stores: list[Path]) -> None:
    one, two = stores
    (first,) = _sources(one)
    given = ["server", "run", "--once", "--config", str(two / "pbem.toml")]
    done = CliRunner().invoke(pbem, given)
    assert done.exit_code == 2
    assert "another store takes the letters of this Maildir" in done.output
    (same,) = _sources(one)
    first.close()
    assert CliRunner().invoke(pbem, given).exit_code == 2
    same.close()
    assert CliRunner().invoke(pbem, given).exit_code == 0


def test_a_killed_server_leaves_the_maildir_free(stores: list[Path]) -> None:
    one, two = stores
    child = os.fork()
    if child == 0:
        _sources(one)
        os.kill(os.getpid(), 9)
    os.waitpid(child, 0)
    (source,) = _sources(two)
    source.close()


def test_the_lock_follows_no_link(stores: list[Path]) -> None:
    there = stores[0].parent / "there"
    (stores[0].parent / "in" / "pbem.lock").symlink_to(there)
    with pytest.raises(OSError, match="symbolic link"):
        maildir.hold(stores[0].parent / "in", "me")
    assert not there.exists()
