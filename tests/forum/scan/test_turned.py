"""Threads that went another way: turned.txt has what each of them comes to."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.forum.scan.turned import folders, kept, told

KEPT = kept()


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)
def test_a_thread_that_went_another_way(folder: Path) -> None:
    assert told(folder) == KEPT[folder.name]
