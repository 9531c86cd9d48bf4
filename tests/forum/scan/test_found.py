"""Posts of one line or two: found.txt has what each of them comes to."""

from __future__ import annotations

from tests.forum.scan.found import FILE, elsewhere, rows


def test_what_posts_come_to() -> None:
    kept = FILE.read_text("utf-8").splitlines()[1:]
    assert [*rows(), *elsewhere()] == kept
