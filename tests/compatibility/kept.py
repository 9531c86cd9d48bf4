"""What version 0.1 has left: files that later versions open."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from pbem.cli import pbem

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent / "v0_1"
TURNS = FOLDER / "turns"


def resolved(file: Path) -> dict[str, Any]:
    """Return what a turn file leads to, as `pbem resolve` prints it for programs."""
    done = CliRunner().invoke(pbem, ["resolve", str(file), "--format", "json"])
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def write_store(file: Path) -> None:
    """Write the store of 0.1 into a new SQLite file."""
    with closing(sqlite3.connect(file)) as conn:
        conn.executescript((FOLDER / "store.sql").read_text("utf-8"))


def write_package(site: Path) -> None:
    """Write the package of 0.1 into a folder that pip could have filled."""
    text = (FOLDER / "package.txt").read_text("utf-8")
    files = dict(part.split("\n", 1) for part in text.split("=== ")[1:])
    about = "handful-1.0.dist-info"
    files[f"{about}/METADATA"] = "Metadata-Version: 2.1\nName: handful\nVersion: 1.0\n"
    files[f"{about}/entry_points.txt"] = "[pbem.games]\nhandful = handful.rules:RULES\n"
    for name, content in files.items():
        place = site / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(content, "utf-8")
