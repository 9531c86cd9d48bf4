"""Replay pages without scripts, on paper, and taken home."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pbem.report.html import html_page
from pbem.report.model import Reader
from tests.pictures.seen import NARROW_DARK, WIDE_DARK, WIDE_LIGHT, opened
from tests.pictures.stories import GAMES, reports, shown

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Address = Callable[..., str]
every_game = pytest.mark.parametrize("game", GAMES)


def test_without_scripts_the_last_turn_is_there(
    chromium: Browser, replay_page: Address
) -> None:
    with opened(
        chromium, replay_page("mars"), NARROW_DARK, java_script_enabled=False
    ) as seen:
        assert seen.page.locator("#board svg").is_visible()
        assert "allow the page to run" in seen.page.locator("main").inner_text()
        assert not seen.page.locator("#turns").is_visible()
        assert seen.troubles == []


@every_game
def test_on_paper_the_whole_game(
    chromium: Browser, replay_page: Address, game: str
) -> None:
    with opened(chromium, replay_page(game) + "#t1", WIDE_LIGHT) as seen:
        before = seen.drawn
        seen.page.evaluate("dispatchEvent(new Event('beforeprint'))")
        seen.page.emulate_media(media="print")
        sheets = seen.page.locator(".sheet")
        last = int(seen.page.locator("#turn").get_attribute("max") or "")
        assert sheets.count() == last + 1
        assert sheets.first.locator("> svg").is_visible()
        assert not seen.page.locator("#turns").is_visible()
        # What a picture names stands in it.
        unknown = seen.page.evaluate("""() => {
          const all = (what) => [...document.querySelectorAll("#paper " + what)];
          const ids = all("[id]").map((one) => one.id);
          const named = all("use").map((one) => one.getAttribute("href").slice(1));
          const lost = named.filter((name) => !ids.includes(name));
          return [ids.length - new Set(ids).size, lost];
        }""")
        assert unknown == [0, []]
        pages = seen.page.pdf().count(b"/Type /Page\n")
        assert pages >= last + 1
        seen.page.evaluate("dispatchEvent(new Event('afterprint'))")
        seen.page.emulate_media(media="screen")
        assert seen.drawn == before
        assert sheets.count() == 0
        assert seen.troubles == []


@pytest.mark.parametrize("kind", ["replay", "report"])
def test_paper_is_white_whatever_the_screen(
    chromium: Browser, replay_page: Address, tmp_path: Path, kind: str
) -> None:
    address = replay_page("lava")
    if kind == "report":
        place = tmp_path / "report.html"
        place.write_text(html_page(reports(shown("lava"))[-1]), encoding="utf-8")
        address = place.as_uri()
    looks = """() => {
      const page = getComputedStyle(document.body);
      const board = getComputedStyle(document.querySelector("rect.paper"));
      return [page.color, page.backgroundColor, board.fill];
    }"""
    black, white, paper = "rgb(0, 0, 0)", "rgb(255, 255, 255)", "rgb(253, 252, 248)"
    with opened(chromium, address, WIDE_DARK) as seen:
        screen = seen.page.evaluate(looks)
        seen.page.emulate_media(media="print", color_scheme="dark")
        assert seen.page.evaluate(looks) == [black, white, paper]
        assert not {black, white, paper} & set(screen)


def test_the_turn_file_can_be_taken_home(
    chromium: Browser, replay_page: Address
) -> None:
    address = replay_page("magma", Reader(moderator=True))
    with opened(chromium, address, WIDE_LIGHT, accept_downloads=True) as seen:
        with seen.page.expect_download() as taken:
            seen.page.get_by_text("Turn file").click()
        assert taken.value.suggested_filename.endswith(".txt")
        assert taken.value.path().read_bytes() == shown("magma").read_bytes()
