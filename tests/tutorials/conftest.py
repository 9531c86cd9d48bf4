"""The games of the tutorials, installed for these tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import outside, tutorials


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package as pip would lay it there."""
    place = tmp_path_factory.mktemp("tutorials")
    files = tutorials.files()
    outside.write(place, "pbem-tutorials", tutorials.ENTRIES, files)
    return place


@pytest.fixture
def games_of_the_pages(site: Path) -> Iterator[None]:
    """While a test runs, the package is installed."""
    with outside.installed(site):
        yield
