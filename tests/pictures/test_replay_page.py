"""Replay pages in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pbem.report.html import html_page
from pbem.report.model import Reader
from tests.pictures.seen import MODES, NARROW_DARK, WIDE_DARK, WIDE_LIGHT, opened
from tests.pictures.stories import GAMES, reports, shown

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Address = Callable[..., str]
every_game = pytest.mark.parametrize("game", GAMES)
in_every_mode = pytest.mark.parametrize(
    "mode", MODES, ids=lambda mode: f"{mode[0]}-{mode[2]}"
)


@every_game
@in_every_mode
def test_stepping_by_keyboard_and_by_mouse(
    chromium: Browser, replay_page: Address, game: str, mode: tuple[int, int, str]
) -> None:
    with opened(chromium, replay_page(game), mode) as seen:
        page = seen.page
        now, last = map(int, re.findall(r"\d+", seen.where))
        assert now == last > 0
        at_end = seen.drawn
        page.keyboard.press("Home")
        assert seen.where == f"0 of {last}"
        boards = [seen.drawn]
        for turn in range(1, last + 1):
            page.keyboard.press("ArrowRight")
            assert seen.where == f"{turn} of {last}"
            boards.append(seen.drawn)
        assert boards[-1] == at_end
        assert len(set(boards)) > last / 2
        for turn in range(last - 1, max(last - 4, -1), -1):
            page.get_by_label("Previous turn").click()
            assert seen.where == f"{turn} of {last}"
            assert seen.drawn == boards[turn]
        page.get_by_label("First turn").click(force=True)
        assert seen.drawn == boards[0]
        back = page.get_by_label("Previous turn")
        assert back.get_attribute("aria-disabled") == "true"
        back.click(force=True)
        assert seen.where == f"0 of {last}"
        page.get_by_label("Next turn").click()
        assert seen.drawn == boards[1]
        page.get_by_label("Last turn").click()
        assert seen.drawn == boards[-1]
        page.keyboard.press("ArrowLeft")  # the button at its end keeps the focus
        assert seen.drawn == boards[-2]
        page.locator("#turn").fill(str(last // 2))
        assert seen.drawn == boards[last // 2]
        assert page.url.endswith(f"#t{last // 2}")
        assert seen.troubles == []


@every_game
@in_every_mode
def test_nobody_is_shut_out(
    chromium: Browser, replay_page: Address, game: str, mode: tuple[int, int, str]
) -> None:
    address = replay_page(game, Reader(moderator=True))
    with opened(chromium, f"{address}#t3", mode) as seen:
        assert seen.faults() == []
        seen.page.keyboard.press("Tab")
        assert seen.page.evaluate("document.activeElement.tagName") == "BUTTON"
        wide = seen.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= mode[0]
        assert seen.troubles == []


def test_a_link_opens_a_turn_and_the_slider_follows(
    chromium: Browser, replay_page: Address
) -> None:
    with opened(chromium, replay_page("lava") + "#t2", WIDE_LIGHT) as seen:
        assert seen.where.startswith("2 of ")
        assert seen.page.locator("#turn").input_value() == "2"
        seen.page.evaluate("location.hash = '#t1'")
        seen.page.wait_for_function(
            "document.getElementById('where').textContent.startsWith('1 of')"
        )
        seen.page.evaluate("location.hash = '#t9999'")
        seen.page.wait_for_function(
            "document.getElementById('next').ariaDisabled == 'true'"
        )
        assert seen.troubles == []


def test_it_plays_and_stops(chromium: Browser, replay_page: Address) -> None:
    with opened(chromium, replay_page("arena") + "#t0", WIDE_LIGHT) as seen:
        page = seen.page
        page.clock.install()
        page.keyboard.press(" ")
        assert page.locator("#play").inner_text() == "Stop"
        page.clock.run_for(1300)
        assert seen.where.startswith("1 of")
        page.clock.run_for(1200)
        assert seen.where.startswith("2 of")
        page.keyboard.press(" ")
        page.clock.run_for(5000)
        assert seen.where.startswith("2 of")
        page.locator("#play").click()
        page.clock.run_for(1_000_000)
        now, last = map(int, re.findall(r"\d+", seen.where))
        assert now == last
        assert page.locator("#play").inner_text() == "Play"
        page.keyboard.press("Space")  # the button has the focus: once, not twice
        assert page.locator("#play").inner_text() == "Stop"
        assert seen.troubles == []


def test_motion_only_for_those_who_like_it(
    chromium: Browser, replay_page: Address
) -> None:
    animations = "document.getAnimations().length"
    address = replay_page("magma") + "#t1"
    for taste, some in (("no-preference", True), ("reduce", False)):
        with opened(chromium, address, WIDE_LIGHT, reduced_motion=taste) as seen:
            seen.page.keyboard.press("ArrowRight")
            assert (seen.page.evaluate(animations) > 0) is some


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
def test_on_paper_the_turn_that_is_shown(
    chromium: Browser, replay_page: Address, game: str
) -> None:
    with opened(chromium, replay_page(game) + "#t1", WIDE_LIGHT) as seen:
        seen.page.emulate_media(media="print")
        assert not seen.page.locator("#turns").is_visible()
        assert seen.page.locator("#board svg").is_visible()
        assert seen.page.locator("#report").is_visible()
        assert seen.page.pdf().startswith(b"%PDF")


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
