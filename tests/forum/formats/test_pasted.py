"""Text copied out of each forum's page: two people's posts never become one."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.forum.detect import read
from tests.forum.saved_pages import TALK

FILES = sorted((Path(__file__).parents[1] / "pasted").glob("*.txt"))
SAVED = datetime(2026, 11, 22, 16, 0, tzinfo=UTC)


@pytest.mark.parametrize("known", [True, False], ids=["known", "unknown"])
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_copied_page(file: Path, known: bool) -> None:
    names = ["Ann", "Bob", "Cid"] if known else []
    thread = read(file.read_bytes(), names, SAVED)
    assert [post.author for post in thread.posts] == [told.name for told in TALK]
    assert [[x.text for x in post.said() if x.text] for post in thread.posts] == [
        told.text.split("\n") for told in TALK
    ]
    quoted = [x.text for x in thread.posts[2].said(("quote",))]
    assert "fire C3" in " ".join(quoted)
    times = [post.time for post in thread.posts]
    assert all(times)
    assert times == sorted(time for time in times if time)
