"""Replay pages in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.record.replay import play
from pbem.record.turn_file import read
from pbem.report import board_image
from pbem.report.model import Reader
from pbem.report.replay_page import film, since
from pbem.testing.pages import story
from tests.pictures.seen import (
    MODES,
    NARROW_DARK,
    NARROW_LIGHT,
    WIDE_DARK,
    WIDE_LIGHT,
    opened,
)
from tests.pictures.stories import GAMES, PUBLIC, recorded, reports, shown

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Address = Callable[..., str]
every_game = pytest.mark.parametrize("game", GAMES)


def _named(mode: tuple[int, int, str]) -> str:
    return f"{mode[0]}-{mode[2]}"


@pytest.mark.parametrize(("game", "mode"), [*zip(GAMES, cycle(MODES), strict=False)])
def test_stepping_by_keyboard_and_by_mouse(
    chromium: Browser, replay_page: Address, game: str, mode: tuple[int, int, str]
) -> None:
    with opened(chromium, replay_page(game), mode) as seen:
        page = seen.page
        numbers = [one.serial for one in reports(shown(game))]
        last = int(page.locator("#turn").get_attribute("max") or "")
        del numbers[last + 1 :]
        assert last > 0
        assert seen.where == f"{numbers[-1]} of {numbers[-1]}"

        def told(turn: int) -> str:
            return f"{numbers[turn]} of {numbers[-1]}"

        at_end = seen.drawn
        page.keyboard.press("Home")
        assert seen.where == told(0)
        boards = [seen.drawn]
        for turn in range(1, last + 1):
            page.keyboard.press("ArrowRight")
            assert seen.where == told(turn)
            boards.append(seen.drawn)
        assert boards[-1] == at_end
        assert len(set(boards)) > last / 2
        for turn in range(last - 1, max(last - 4, -1), -1):
            page.get_by_label("Previous turn").click()
            assert seen.where == told(turn)
            assert seen.drawn == boards[turn]
        page.get_by_label("First turn").click(force=True)
        assert seen.drawn == boards[0]
        back = page.get_by_label("Previous turn")
        assert back.get_attribute("aria-disabled") == "true"
        back.click(force=True)
        assert seen.where == told(0)
        page.get_by_label("Next turn").click()
        assert seen.drawn == boards[1]
        page.get_by_label("Last turn").click(force=True)  # a short game is there
        assert seen.drawn == boards[-1]
        page.keyboard.press("ArrowLeft")  # the button at its end keeps the focus
        assert seen.drawn == boards[-2]
        page.locator("#turn").fill(str(last // 2))
        assert seen.drawn == boards[last // 2]
        assert page.url.endswith(f"#t{numbers[last // 2]}")
        assert seen.troubles == []


@every_game
@pytest.mark.parametrize("mode", [WIDE_DARK, NARROW_LIGHT], ids=_named)
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
        assert seen.page.locator("#turn").input_value() == "1"
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
        page.clock.install(time=0)
        page.clock.pause_at(1000)  # or a busy machine's own time comes to it
        page.keyboard.press(" ")
        assert page.locator("#play").inner_text() == "Stop"
        page.clock.run_for(1300)
        assert seen.where.startswith("2 of")
        page.clock.run_for(1200)
        assert seen.where.startswith("3 of")
        page.keyboard.press(" ")
        page.clock.run_for(5000)
        assert seen.where.startswith("3 of")
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
    moving = """() => {
      const key = { key: "ArrowRight", bubbles: true };
      document.body.dispatchEvent(new KeyboardEvent("keydown", key));
      return document.getAnimations().length;
    }"""
    address = replay_page("magma") + "#t1"
    for taste, some in (("no-preference", True), ("reduce", False)):
        with opened(chromium, address, WIDE_LIGHT, reduced_motion=taste) as seen:
            assert (seen.page.evaluate(moving) > 0) is some


@every_game
def test_a_list_of_turns_says_what_happened(
    chromium: Browser, replay_page: Address, game: str
) -> None:
    with opened(chromium, replay_page(game), WIDE_LIGHT) as seen:
        turns = seen.page.locator("#list button")
        told = reports(shown(game))
        news = [board_image.caption(one).news for one in told]
        assert turns.count() in (len(told), len(told) - 1)
        for turn in range(turns.count()):
            said = turns.nth(turn).inner_text()
            assert said.startswith(f"{told[turn].serial}. ")
            assert news[turn] in said.replace("\n", " ")
        turns.nth(1).click()
        assert seen.where.startswith(f"{told[1].serial} of ")
        assert turns.nth(1).get_attribute("aria-current") == "true"
        assert seen.page.locator("#list [aria-current]").count() == 1
        assert news[1] in seen.page.locator("#said").inner_text()
        assert seen.troubles == []


def test_the_speed_of_play(chromium: Browser, replay_page: Address) -> None:
    with opened(chromium, replay_page("lava") + "#t0", WIDE_LIGHT) as seen:
        seen.page.clock.install(time=0)
        seen.page.clock.pause_at(1000)
        seen.page.locator("#speed").select_option("fast")
        seen.page.locator("#play").click()
        seen.page.clock.run_for(1600)
        assert seen.where.startswith("4 of ")


def test_a_round_of_mars_is_played_tick_by_tick(
    chromium: Browser, replay_page: Address
) -> None:
    with opened(chromium, replay_page("mars") + "#t0", WIDE_LIGHT) as seen:
        page = seen.page
        boards, steps = [seen.drawn], []
        while page.locator("#turn").input_value() != "2":
            page.keyboard.press(".")
            boards.append(seen.drawn)
            steps.append(seen.where)
        assert len(set(boards)) == len(boards) > 6
        assert all(re.fullmatch("[0-9]+(, step [0-9]+| of [0-9]+)", x) for x in steps)
        page.keyboard.press("ArrowLeft")
        assert page.locator("#turn").input_value() == "1"
        page.clock.install(time=0)
        page.clock.pause_at(1000)
        page.keyboard.press(" ")
        page.clock.run_for(1300)
        assert seen.where.endswith(", step 1")
        assert seen.troubles == []


@every_game
def test_the_longest_recorded_game_is_light_enough(game: str) -> None:
    file = max(recorded(game), key=lambda one: len(story(one)[1]))
    assert len(film(*story(file), PUBLIC).encode()) < 700_000


def test_a_link_and_a_picture_are_copied(
    chromium: Browser, replay_page: Address
) -> None:
    rights = ["clipboard-read", "clipboard-write"]
    with opened(
        chromium, replay_page("magma") + "#t2", WIDE_LIGHT, permissions=rights
    ) as seen:
        page = seen.page
        page.locator("#copy-link").click()
        page.locator("#copy-link", has_text="Copied").wait_for()
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied == page.url
        assert copied.endswith("#t2")
        page.locator("#copy-picture").click()
        page.locator("#copy-picture", has_text="Copied").wait_for()
        size = page.evaluate("""async () => {
          const [item] = await navigator.clipboard.read();
          const image = await createImageBitmap(await item.getType("image/png"));
          return [image.width, image.height];
        }""")
        box = page.locator("#board svg").get_attribute("viewBox")
        assert size == [2 * int(part) for part in str(box).split()[2:]]
        assert seen.troubles == []


def test_the_keys_are_told_under_a_question_mark(
    chromium: Browser, replay_page: Address
) -> None:
    with opened(chromium, replay_page("mars"), NARROW_DARK) as seen:
        page = seen.page
        assert not page.locator("#keys").is_visible()
        page.keyboard.press("?")
        assert page.locator("#keys").is_visible()
        before = seen.where
        page.keyboard.press("Home")
        assert seen.where == before
        page.keyboard.press("Escape")
        page.keyboard.press("Home")
        assert seen.where.startswith("1 of ")


def test_a_finger_turns_the_pages(chromium: Browser, replay_page: Address) -> None:
    with opened(
        chromium, replay_page("arena") + "#t2", NARROW_DARK, has_touch=True
    ) as seen:
        swipe = """([from, to]) => {
          const board = document.getElementById("board");
          const at = (x) => [new Touch(
            { identifier: 1, target: board, clientX: x, clientY: 300 })];
          const send = (name, what) => board.dispatchEvent(
            new TouchEvent(name, { bubbles: true, ...what }));
          send("touchstart", { touches: at(from) });
          send("touchend", { changedTouches: at(to) });
        }"""
        seen.page.evaluate(swipe, [300, 100])
        assert seen.where.startswith("3 of ")
        seen.page.evaluate(swipe, [100, 300])
        assert seen.where.startswith("2 of ")
        seen.page.evaluate(swipe, [100, 120])
        assert seen.where.startswith("2 of ")


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
@every_game
def test_board_legend_and_headline_are_seen_at_once(
    chromium: Browser, replay_page: Address, game: str, size: tuple[int, int]
) -> None:
    with opened(chromium, replay_page(game), (*size, "light")) as seen:
        board = seen.page.locator("#board svg").bounding_box()
        head = seen.page.locator("#report h1").bounding_box()
        bar = seen.page.locator("#turns").bounding_box()
        assert board
        assert head
        assert bar
        assert board["y"] >= 0
        assert board["y"] + board["height"] <= bar["y"]
        assert head["y"] + 20 <= bar["y"]
        assert bar["y"] + bar["height"] <= size[1]


def test_a_game_of_one_position_has_nothing_to_play(
    chromium: Browser, tmp_path: Path
) -> None:
    fresh = play(read("Game: lava\nName: fresh\nSeats: Ann, Bob\n"))
    place = tmp_path / "fresh.html"
    place.write_text(film(fresh, [], Reader()), encoding="utf-8")
    with opened(chromium, place.as_uri(), WIDE_LIGHT) as seen:
        assert seen.page.locator("#play").get_attribute("aria-disabled") == "true"
        seen.page.keyboard.press(" ")
        assert seen.page.locator("#play").inner_text() == "Play"
        assert not seen.page.locator("#list").is_visible()
        assert seen.troubles == []


_NUMBERS = st.lists(st.integers(0, 6), max_size=40)


@given(_NUMBERS, _NUMBERS)
def test_a_board_is_told_by_the_one_before(before: list[int], after: list[int]) -> None:
    unfolded: list[int] = []
    for one in since(before, after):
        unfolded += before[slice(*one)] if isinstance(one, tuple) else [one]
    assert unfolded == after
