"""Pages that were not copied quite as they are: copies.txt has what is read of each."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.forum.formats.copies import PASTED, kept, told

KEPT = kept()
FILES = sorted(PASTED.glob("*.txt"))


def test_there_is_a_section_for_each_page() -> None:
    assert list(KEPT) == [file.stem for file in FILES]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_copy_that_lost_or_got_a_line(file: Path) -> None:
    assert told(file) == KEPT[file.stem]
