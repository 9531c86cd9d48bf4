"""A folder with a duel in it, its page, and browsers that look at it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest
from werkzeug.serving import make_server

from tests.support.browser import for_tests as for_tests
from tests.web.site import Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Dialog, Page, Request


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """A page over a folder with a duel whose turn 1 waits for Bob."""
    folder = tmp_path / "games"
    folder.mkdir()
    site = Site(folder)
    site.game()
    return site


@dataclass(slots=True)
class Served:
    """A page that a browser can open."""

    site: Site
    root: str  #: its address, with the key

    def at(self, path: str) -> str:
        """The address of a page."""
        return self.root + path


@contextmanager
def serving(site: Site) -> Iterator[Served]:
    """A page, served on this machine."""
    app = site.client.application
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield Served(site, f"http://127.0.0.1:{server.server_port}/{site.state.key}/")
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def served(site: Site) -> Iterator[Served]:
    """The page of `site`, served on this machine."""
    with serving(site) as found:
        yield found


@dataclass
class Window:
    """A window of the browser that notes what should not happen."""

    page: Page
    root: str
    wrong: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        page = self.page
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        page.on("dialog", self._dialog)
        page.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        # Chromium says the first of every answer that is no success, expected or not;
        # htmx the others of a request that is cut off as somebody goes to another page.
        known = ("Failed to load resource", "htmx:sendAbort", "htmx:afterRequest")
        if message.type == "error" and not message.text.startswith(known):
            self.wrong.append(f"console: {message.text}")

    def _dialog(self, dialog: Dialog) -> None:
        self.wrong.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.root, "blob:", "data:")):
            self.wrong.append(f"request: {request.url}")

    def open(self, path: str) -> Page:
        """Goes to a page."""
        self.page.goto(self.root + path)
        return self.page


@pytest.fixture
def window(chromium: Browser, served: Served) -> Iterator[Callable[..., Window]]:
    """Opens windows; in the end nothing may have gone wrong in any of them."""
    windows: list[Window] = []

    def open_(**wishes: Any) -> Window:
        wishes.setdefault("viewport", {"width": 1200, "height": 900})
        context = chromium.new_context(**wishes)
        context.set_default_timeout(20_000)
        windows.append(Window(context.new_page(), served.root))
        return windows[-1]

    yield open_
    for one in windows:
        one.page.context.close()
    assert [wrong for one in windows for wrong in one.wrong] == []
