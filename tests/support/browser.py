"""A real browser for tests and measurements: Debian's Chromium through Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

#: Nothing is asked of the network, not even for news of the browser itself.
FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--font-render-hinting=none",
)


class Missing(Exception):
    """What cannot be had here, and how to get it."""


def chromium() -> str:
    """Where Chromium is. Raises Missing."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        raise Missing("no chromium here; tests/support/install-browser.sh installs it")
    if find_spec("playwright") is None:
        raise Missing("no playwright here; it is in the dev requirements")
    return found


def axe() -> str:
    """The source of axe-core, which finds what shuts people out of a page."""
    spec = find_spec("axe_playwright_python")
    if spec is None or spec.origin is None:
        raise Missing("no axe-playwright-python here; it is in the dev requirements")
    return (Path(spec.origin).parent / "axe.min.js").read_text(encoding="utf-8")


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser without a window. Raises Missing."""
    place = chromium()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=place, args=[*FLAGS])
        try:
            yield opened
        finally:
            opened.close()


@pytest.fixture(scope="module", name="chromium")
def for_tests() -> Iterator[Browser]:
    """A browser, or no test; on continuous integration there must be one.

    Not for the session: while Playwright runs, no other loop can begin beside it.
    """
    try:
        with browser() as opened:
            yield opened
    except Missing as missing:
        if os.environ.get("CI"):
            pytest.fail(str(missing))
        pytest.skip(str(missing))
