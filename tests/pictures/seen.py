"""A page as a reader has it open, and what it does that it should not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.support import browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

#: How people look at a replay page: width, height, and light or dark.
WIDE_LIGHT, WIDE_DARK = (1280, 900, "light"), (1280, 900, "dark")
NARROW_LIGHT, NARROW_DARK = (360, 780, "light"), (360, 780, "dark")
MODES = (WIDE_LIGHT, WIDE_DARK, NARROW_LIGHT, NARROW_DARK)


@dataclass
class Seen:
    """An open page, and the errors and requests that were noticed."""

    page: Page
    troubles: list[str] = field(default_factory=list)

    @property
    def where(self) -> str:
        """The number of the turn that is shown, out of how many."""
        return self.page.locator("#where").inner_text()

    @property
    def drawn(self) -> str:
        """The board that is shown."""
        return str(self.page.locator("#board").inner_html())

    def faults(self) -> list[str]:
        """What axe finds that is serious, or worse."""
        self.page.evaluate(browser.axe())
        found: list[dict[str, Any]] = self.page.evaluate(
            "async () => (await axe.run()).violations"
        )
        return [
            f"{one['id']}: {one['help']}: {one['nodes'][0]['html'][:200]}"
            for one in found
            if one["impact"] in ("serious", "critical")
        ]


@contextmanager
def opened(
    chromium: Browser, address: str, mode: tuple[int, int, str], **more: Any
) -> Iterator[Seen]:
    """A page open in a browser that has no network."""
    width, height, scheme = mode
    context = chromium.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        offline=True,
        **more,
    )
    page = context.new_page()
    seen = Seen(page)
    page.on("pageerror", lambda error: seen.troubles.append(f"error: {error}"))
    page.on(
        "console",
        lambda line: (
            seen.troubles.append(f"console: {line.text}")
            if line.type in ("error", "warning")
            else None
        ),
    )
    own = address.partition("#")[0]
    page.on(
        "request",
        lambda request: (
            seen.troubles.append(f"request: {request.url[:80]}")
            if request.url.partition("#")[0] != own
            and not request.url.startswith("data:")
            else None
        ),
    )
    page.goto(address)
    try:
        yield seen
    finally:
        context.close()
