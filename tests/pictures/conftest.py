"""The browser and the replay pages that the tests of this folder open in it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pbem.report.model import Reader
from pbem.report.replay_page import film
from tests.pictures.stories import PUBLIC, shown, story
from tests.support import browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser


# Not for the session: while Playwright runs, no other loop can begin beside it.
@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser, or no test; on continuous integration there must be one."""
    try:
        browser.chromium()
    except browser.Missing as missing:
        if os.environ.get("CI"):
            pytest.fail(str(missing))
        pytest.skip(str(missing))
    with browser.browser() as opened:
        yield opened


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
