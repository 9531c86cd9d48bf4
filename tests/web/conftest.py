"""A folder with a duel in it, and its page."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.site import Site


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """A page over a folder with a duel whose turn 1 waits for Bob."""
    folder = tmp_path / "games"
    folder.mkdir()
    site = Site(folder)
    site.game()
    return site
