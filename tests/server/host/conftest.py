"""A host's folder, and commands given in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli import pbem

SETTINGS = (
    'address = "referee@x.example"\n[[in]]\nfrom = "maildir"\npath = "in"\n'
    '[out]\nby = "folder"\npath = "out"\n'
)


def run(*given: str, stdin: str | bytes | None = None) -> Result:
    """A command's result."""
    return CliRunner().invoke(pbem, list(given), input=stdin)


def error(*given: str) -> str:
    """What a command that fails says."""
    result = run(*given)
    assert result.exit_code != 0
    return str(getattr(result.exception, "message", "")) + result.output


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a configuration, and us in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pbem.toml").write_text(SETTINGS)
    for part in ("new", "cur", "tmp"):
        (tmp_path / "in" / part).mkdir(parents=True)
    return tmp_path
