"""The browser and the replay pages that the tests of this folder open in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.report.model import Reader
from pbem.report.replay_page import film
from pbem.testing.pages import story
from tests.pictures.stories import PUBLIC, shown
from tests.support.browser import for_tests as for_tests


@pytest.fixture(scope="session")
def replay_page(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., str]:
    """Writes the replay page of an example; gives its address."""
    folder = tmp_path_factory.mktemp("replays")

    def write(game: str, reader: Reader = PUBLIC) -> str:
        file = shown(game)
        place: Path = folder / f"{game}-{reader.seat}-{reader.moderator}.html"
        if not place.exists():
            told, played = story(file)
            text = file.read_text(encoding="utf-8")
            page = film(told, played, reader, text, faults=reader.moderator)
            place.write_text(page, encoding="utf-8")
        return place.as_uri()

    return write
