"""Data of real forums that nobody here wrote, where it lies beside the checkout."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.forum import bbcode, body
from pbem.forum.read import read

FOLDER = Path(__file__).parents[3] / "shared" / "corpora" / "forum"
FILES = sorted(path for path in FOLDER.glob("*") if path.suffix in (".json", ".xml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_thread_of_a_real_forum_reads(path: Path) -> None:
    thread = read(path.read_bytes())
    assert thread.posts
    for post in thread.posts:
        assert post.author
        assert post.time is not None
        assert post.link
        assert post.said()


def test_the_pairs_of_phpbb_say_the_same_in_both_forms() -> None:
    pairs = FOLDER / "phpbb-pairs.jsonl"
    lines = pairs.read_text().splitlines() if pairs.exists() else []
    for line in lines:
        pair = json.loads(line)
        source, markup = pair["bbcode_or_stored"], pair["expect"]
        if "<blockquote" not in markup or "quote" not in source:
            continue
        told = [one.kind for one in body.lines_of(markup)[0] if one.text]
        written = [one.kind for one in bbcode.lines_of(source)[0] if one.text]
        assert set(told) == set(written) == {"quote"}, pair
