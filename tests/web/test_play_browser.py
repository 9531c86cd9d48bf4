"""A game that is tried, in a real browser: by clicks, by keyboard, being written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from pbem.pages.page import in_one_line
from tests.support.browser import axe
from tests.web.authored import RECORD, Authored, authored, trying
from tests.web.conftest import Served, Window, serving
from tests.web.site import DUEL, Site
from tests.web.test_browser import AXE, Keys, go, text_of
from tests.web.test_play import HANDS, LAVA

if TYPE_CHECKING:
    from playwright.sync_api import Page

Open = Callable[..., Window]
#: The least height of what can be pressed.
LEAST = """Math.min(...[...document.querySelectorAll("button, .button")]
    .filter(one => one.offsetParent).map(one => one.offsetHeight))"""


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """A game of Lava that nobody has moved in."""
    return trying(tmp_path / "games", LAVA)


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Authored]:
    with authored(tmp_path / "house") as game:
        yield game


@contextmanager
def tried(place: Path, record: str, window: Open, **wishes: Any) -> Iterator[Trial]:
    """Another game that is tried, and a window on it."""
    with serving(trying(place, record)) as served:
        one = window(**wishes)
        one.root = served.root
        yield Trial(served.site, one.open(""), one)
        one.page.goto("about:blank")  # it would ask for news of what is over


class Trial(NamedTuple):
    """A game, and the page that shows it."""

    site: Site
    page: Page
    window: Window


def test_a_whole_game_by_clicks_and_by_lot(served: Served, window: Open) -> None:
    page = window().open("")
    page.click("#seat-0 .moves button >> nth=3")
    page.wait_for_selector("h1:text('turn 1')")
    page.click("#seat-1 .moves button >> nth=5")
    page.wait_for_selector("h1:text('turn 2')")
    page.click("text=Random move >> nth=0")
    page.wait_for_selector("h1:text('turn 3')")
    three = served.site.text("try")
    page.click("text=Undo")
    page.wait_for_selector("h1:text('turn 2')")
    page.click("text=Redo")
    page.wait_for_selector("h1:text('turn 3')")
    assert served.site.text("try") == three
    page.click("text=Play to the end")
    page.wait_for_selector("text=The game is over.")
    assert page.locator(".moves button").count() == 0
    page.click("text=Undo")
    page.wait_for_selector("h1:text('turn 3')")
    page.click("text=whose turn it is")
    page.wait_for_selector(".columns.one")
    assert page.locator(".column").count() == 1


def test_words_are_broken_and_mended_under_the_page(
    game: Authored, tmp_path: Path, window: Open, served: Served
) -> None:
    """Nothing is clicked, and what is being typed stays."""
    record = RECORD + "Ann: play 5\nBob: play 2\n"
    with tried(tmp_path / "toy", record, window) as toy:
        page = toy.page
        page.fill("#text-1", "blo")
        page.focus("#text-1")
        was = game.save(game.words, "{{ e.seat }} played", "{{ e.saet }} played")
        page.wait_for_selector(".broke")
        assert "no attribute 'saet'" in page.inner_text(".broke >> nth=0")
        told = in_one_line(page.inner_text("#play"))
        assert "words.j2, line" in told
        assert "{{ e.saet }} played" in told
        assert page.input_value("#text-1") == "blo"
        game.write(game.words, was.replace("played", "threw"))
        page.wait_for_selector("text=Ann threw 5.")
        assert page.locator(".broke").count() == 0
        assert page.input_value("#text-1") == "blo"
        page.keyboard.type("ck")
        page.click("#send-1")
        page.wait_for_selector("h1:text('turn 2')")
        assert toy.site.text("try").endswith("\n== 1 ==\nBob: block\n")


def test_rules_are_exchanged_under_the_page(
    game: Authored, tmp_path: Path, window: Open, served: Served
) -> None:
    with tried(tmp_path / "toy", RECORD, window) as toy:
        page = toy.page
        page.wait_for_selector("button:text-is('play 5')")
        game.save(game.rules, "set(state.hands[seat]) - {SHIELD}", "{'7', '8'}")
        page.wait_for_selector("button:text-is('play 8')")
        assert page.locator("button:text-is('play 5')").count() == 0


def test_another_seats_secret_is_nowhere(
    tmp_path: Path, window: Open, served: Served
) -> None:
    secret = "place 3 yellow 1 green 4 red 2 blue"
    with tried(tmp_path / "hands", HANDS, window) as hands:
        page = hands.page
        page.fill("#text-1", secret)
        page.click("#send-1")
        page.wait_for_selector(f"#seat-1 >> text=Sent: {secret}")
        page.click(".choice >> text=Ann")
        page.wait_for_selector(".columns.one")
        assert page.inner_text(".column h2").startswith("Ann")
        assert secret not in page.content()
        page.reload()
        assert secret not in page.content()


def test_orders_by_keyboard_alone(served: Served, window: Open) -> None:
    page = window().open("")
    keys = Keys(page)
    keys.to("#text-0")
    page.keyboard.type("fly")
    page.wait_for_selector("#live-0 >> text=This order cannot be used")
    keys.press("Control+Enter")
    page.wait_for_selector("#seat-0 > [role=status] .refused")
    assert page.evaluate("document.activeElement.id") == "text-0"
    keys.press("Control+A")
    page.keyboard.type("v 0,0")
    keys.press("Shift+Enter", "Enter")
    page.wait_for_selector("h1:text('turn 1')")
    keys.to("#do-all", back=True)
    keys.press("Enter")
    page.wait_for_selector("h1:text('turn 2')")
    assert page.evaluate("document.activeElement.id") == "do-all"


@pytest.mark.parametrize("scripts", [True, False])
def test_many_moves_are_found_by_typing(
    tmp_path: Path, window: Open, served: Served, scripts: bool
) -> None:
    wishes = {"java_script_enabled": scripts}
    with tried(tmp_path / "duel", DUEL, window, **wishes) as duel:
        page = duel.page
        page.click("#more-1")
        page.wait_for_selector("#wanted-1")
        if scripts:
            page.type("#wanted-1", "b5 2f")
            page.wait_for_selector(".found-moves >> text=/^8 of 3,289 moves$/")
            assert "play/moves" not in page.url
        else:
            page.fill("#wanted-1", "b5 2f")
            page.click("button:text-is('Find')")
        page.click(".found-moves button:text-is('B5 2F5')")
        page.wait_for_selector("h1:text('turn 2')")
        assert duel.site.text("try").endswith("Bob: B5 2F5\n")


def test_a_whole_game_without_scripts(served: Served, window: Open) -> None:
    page = window(java_script_enabled=False).open("")
    go(page, "#seat-0 .moves button >> nth=0")
    go(page, "#random-1")
    assert "turn 2" in text_of(page)
    go(page, "text=plain text")
    go(page, "text=Play to the end")
    assert "The game is over." in text_of(page)
    assert "form=text" in page.url
    go(page, "text=Undo")
    assert "turn 2" in text_of(page)


def test_nobody_is_shut_out_and_it_fits_a_phone(
    tmp_path: Path, window: Open, served: Served
) -> None:
    source = axe()
    faults: list[object] = []

    def look(page: Page, what: str) -> None:
        page.evaluate(
            "document.querySelectorAll('details').forEach(d => d.open = true)"
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, what
        assert page.evaluate(LEAST) >= 44, what
        page.evaluate(source)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            for found in page.evaluate(AXE)["violations"]:
                nodes = [node["html"][:120] for node in found["nodes"]]
                faults.append((what, scheme, found["id"], nodes[:3]))

    wishes = {"viewport": {"width": 360, "height": 780}, "has_touch": True}
    with tried(tmp_path / "duel", DUEL, window, **wishes) as duel:
        for path in ("", "?for=Ann&form=text", "?for=*", "/moves?seat=Bob"):
            look(duel.window.open(f"game/try/play{path}"), path)
        look(duel.window.open("game/try/file"), "file")
    record = RECORD + "Ann: play 9\n"
    with (
        authored(tmp_path / "house") as game,
        tried(tmp_path / "toy", record, window, **wishes) as toy,
    ):
        look(toy.page, "an order refused")
        game.save(game.words, "prompt_play(view", "prompt_play(veiw")
        look(toy.window.open(""), "broken words")
        game.save(game.rules, "def view(self", "def view(self,")
        look(toy.window.open(""), "broken rules")
    assert faults == []
