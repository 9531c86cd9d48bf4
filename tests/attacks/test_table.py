"""SECURITY.md and this folder tell of the same attacks."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def test_every_row_has_its_test_and_every_test_its_row() -> None:
    table = (ROOT / "SECURITY.md").read_text()
    named = set(re.findall(r"`(?:[\w/]*/)?(test_\w+)(?:\.py)?`", table))
    known = {file.stem for file in (ROOT / "tests").rglob("test_*.py")}
    assert named <= known
    ours = {file.stem for file in HERE.glob("test_*.py")} - {Path(__file__).stem}
    assert ours <= named
    rows = [line for line in table.split("\n") if line.startswith("| ")]
    heads = ("| tries", "| what happens")
    for row in (row for row in rows if not row.startswith(heads)):
        assert "`" in row.rsplit("|", 2)[1], row
