"""The page in a real browser: by mouse, by keyboard, on a phone, without scripts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.support.browser import axe
from tests.web.conftest import Served, Window
from tests.web.copying import paste
from tests.web.site import BEGUN, THREADS
from tests.web.test_thread import HOSTILE

if TYPE_CHECKING:
    from playwright.sync_api import Page

Open = Callable[..., Window]
OVER = "4 from Bob: Lightning. 4 HP - 4 = 0 HP."


def text_of(page: Page) -> str:
    """What a page says."""
    return " ".join(page.inner_text("main").split())


def go(page: Page, selector: str) -> None:
    """Click what leads to another page, and be there."""
    with page.expect_navigation():
        page.click(selector)


def by_mouse(page: Page) -> None:
    """Moderates the duel from its three threads, from the list of games on."""
    go(page, "text=duel")
    for number in range(3):
        go(page, "nav >> text=Thread")
        if number:
            page.click("text=Read the thread again")
        page.fill("#pasted", "".join(THREADS[: number + 1]))
        go(page, "button:text-is('Read it')")
        if number == 0:
            page.check("input[name=who-3][value=Bob]")
            go(page, "text=Check again")
            assert "With them turn 0 is complete" in text_of(page)
            go(page, "text=Write these orders")
        elif number == 1:
            if not page.is_visible("#order-6"):
                page.click("#post-6 >> text=Another order")
            page.fill("#order-6", "D6 1C3")
            page.click("#post-6 >> text=This order counts")
            go(page, "text=Check again")
            assert "With them turn 1 is complete" in text_of(page)
            go(page, "text=Write these orders")
        else:
            go(page, "text=Write them and play the turn")
        assert "/report" in page.url


def test_a_whole_game_by_mouse(served: Served, window: Open) -> None:
    served.site.game(BEGUN)
    one = window(permissions=["clipboard-read", "clipboard-write"])
    page = one.open("")
    by_mouse(page)
    assert OVER in text_of(page)
    page.select_option("#form", label="BoardGameGeek")
    go(page, "text=Make the post")
    page.click("button:text-is('Copy')")
    page.wait_for_selector("text=Copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.input_value("#part-1")
    assert OVER in copied
    with page.expect_download() as saved:
        page.click("text=Save as PNG")
    assert saved.value.suggested_filename == "duel.png"
    go(page, "text=Turn by turn")
    page.wait_for_selector("#board svg")
    assert "The game is over" in one.open("game/duel").inner_text("main")


def test_a_whole_game_without_scripts(served: Served, window: Open) -> None:
    served.site.game(BEGUN)
    page = window(java_script_enabled=False).open("")
    by_mouse(page)
    assert OVER in text_of(page)
    assert page.locator("button:visible:text-is('Copy')").count() == 0
    go(page, "nav >> text=Table")
    go(page, "text=Undo it")
    assert "The last change is undone" in text_of(page)


HAS_FOCUS = "s => [...document.querySelectorAll(s)].includes(document.activeElement)"


class Keys:
    """Hands that have only a keyboard."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def to(self, selector: str, back: bool = False) -> None:
        """Tabs to an element, seen to be where the focus is shown."""
        for _ in range(150):
            self.page.keyboard.press("Shift+Tab" if back else "Tab")
            if self.page.evaluate(HAS_FOCUS, selector):
                break
        else:
            pytest.fail(f"no way to {selector} by keyboard on {self.page.url}")
        outline = "getComputedStyle(document.activeElement).outlineStyle"
        assert self.page.evaluate(outline) != "none"

    def press(self, *keys: str) -> None:
        """Presses keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def go(self, key: str = "Enter") -> None:
        """Presses a key that leads to another page."""
        with self.page.expect_navigation():
            self.page.keyboard.press(key)


def test_a_whole_game_by_keyboard(served: Served, window: Open) -> None:
    """From pages that are copied: their markup is what is read."""
    served.site.game(BEGUN)
    page = window().open("")
    keys = Keys(page)
    keys.to("a[href$='game/duel']")
    keys.go()
    for number in range(3):
        keys.to("nav a[href$='game/duel/thread']")
        keys.go()
        if number:
            keys.to("#give summary")
            keys.press("Enter")
        keys.to("#pasted")
        paste(page, "".join(THREADS[: number + 1]))
        assert "Its markup came along" in text_of(page)
        keys.go("Control+Enter")
        if number == 0:
            keys.to("input[name=who-3]")
            keys.press("ArrowDown")
            assert page.is_checked("input[name=who-3][value=Bob]")
            keys.to("button[name=write]")
            keys.go("Space")
        elif number == 1:
            keys.to("#post-6 input[type=radio]")
            keys.press("e")
            assert page.evaluate("document.activeElement.id") == "order-6"
            keys.press("Control+A")
            page.keyboard.type("D6 1C3")
            page.wait_for_selector("#post-6 >> text=Lightning")
            keys.to("#post-6 input[type=radio]")
            assert page.is_checked("#post-6 input[value=use]")
            keys.press("ArrowRight", "ArrowLeft")
            keys.to("button[name=write]")
            keys.go()
        else:
            keys.to("button[name=close]")
            keys.go()
    assert OVER in text_of(page)
    keys.to("button[data-copy]")
    keys.press("Enter")
    page.wait_for_selector("text=/Copied|Ctrl-C/")


def test_the_skip_link_leads_past_the_navigation(window: Open) -> None:
    page = window().open("game/duel")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def pages(served: Served) -> list[str]:
    """Every kind of page, and those that forms lead to."""
    site = served.site
    site.follow("game/duel/order", {"seat": "Bob", "text": "D6 1C3"})
    site.follow("game/duel/order", {"seat": "Ann", "text": "D4 1NE 5A1"})
    site.game(site.text() + "Bob: fly\n")
    site.game(BEGUN, "begun")
    long = f"#4 Do{'t' * 40}\nfire C3 {'x' * 60}\n"
    site.follow("game/begun/thread", {"pasted": THREADS[0] + long})
    site.game("Game: arena\nSeats: Ann\n", "broken")
    line = site.text().splitlines().index("Bob: fly") + 1
    digest = site.state.folder.versions("duel")[0].digest
    return [
        "",
        "new",
        "new?kind=magma",
        "game/duel",
        "game/begun/thread",
        "game/duel/thread",
        "game/duel/watch",
        "game/duel/players",
        "game/duel/deadlines",
        "game/duel/report",
        "game/duel/report?for=Ann&form=markdown",
        "game/duel/history",
        f"game/duel/version/{digest}",
        "game/duel/back/1",
        f"game/duel/override/{line}",
        "game/duel/file",
        "game/broken",
        "game/nothing",
    ]


AXE = "axe.run(document, {resultTypes: ['violations']})"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_shut_out(served: Served, window: Open, scheme: str) -> None:
    one = window(color_scheme=scheme)
    source = axe()
    faults = []
    for path in pages(served):
        page = one.open(path)
        page.evaluate(
            "document.querySelectorAll('details').forEach(d => d.open = true)"
        )
        page.evaluate(source)
        for found in page.evaluate(AXE)["violations"]:
            nodes = [node["html"][:120] for node in found["nodes"]]
            faults.append((path, found["id"], found["impact"], nodes[:3]))
    assert faults == []


def test_pages_after_a_form_shut_nobody_out(served: Served, window: Open) -> None:
    page = window().open("game/duel")
    source = axe()
    page.fill("#text", "fly")
    go(page, "text=Write the order")
    assert "This order cannot be used" in text_of(page)
    for wanted in ("", "game/duel"):
        if wanted:
            page.goto(served.at(wanted))
            served.site.game(served.site.text() + "# beside\n")
            page.fill("#text", "D6")
            go(page, "text=Write the order")
            assert "Somebody was faster" in text_of(page)
        page.evaluate(source)
        assert [x["id"] for x in page.evaluate(AXE)["violations"]] == []


def test_it_fits_a_phone(served: Served, window: Open) -> None:
    width = 360
    one = window(viewport={"width": width, "height": 780}, has_touch=True)
    for path in pages(served):
        page = one.open(path)
        page.evaluate(
            "document.querySelectorAll('details').forEach(d => d.open = true)"
        )
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{path}: {wide}"
        for button in page.locator("button:visible, .button:visible").all():
            box = button.bounding_box()
            assert box
            assert box["height"] >= 44, f"{path}: {button.inner_text()}"


def test_what_is_typed_is_read_while_it_is_typed(window: Open) -> None:
    page = window().open("game/duel")
    page.select_option("#seat", "Bob")
    page.fill("#text", "")
    page.type("#text", "D6 1C3")
    page.wait_for_selector("#live >> text=With it the turn is complete")
    page.fill("#text", "fly")
    page.wait_for_selector("#live >> text=This order cannot be used")
    assert page.inner_text("#live pre b") == "^^^"


def test_a_file_is_dropped(served: Served, window: Open) -> None:
    served.site.game(BEGUN)
    page = window().open("game/duel/thread")
    dropped = page.evaluate_handle(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], "thread.txt", {type: "text/plain"}));
            return data;
        }""",
        THREADS[0],
    )
    page.dispatch_event("[data-drop]", "dragover", {"dataTransfer": dropped})
    page.dispatch_event("[data-drop]", "drop", {"dataTransfer": dropped})
    go(page, "button:text-is('Read it')")
    assert "Nobody here is called Bobby77" in text_of(page)


def test_two_moderators_at_once(served: Served, window: Open) -> None:
    first, second = window(), window()
    second.page.clock.install()
    for one in (first, second):
        one.open("game/duel")
        one.page.select_option("#seat", "Bob")
    first.page.fill("#text", "D6")
    go(first.page, "text=Write the order")
    assert "the turn was played" in text_of(first.page)
    second.page.fill("#text", "B5")
    second.page.fill("#note", "by phone")
    second.page.clock.fast_forward(6000)
    second.page.wait_for_selector("text=Somebody has changed this game")
    go(second.page, "text=Write the order")
    assert "+ Bob: D6" in text_of(second.page)
    assert second.page.input_value("[name=text]") == "B5"
    assert served.site.text().endswith("Bob: D6\n")
    go(second.page, "text=Do it to the game as it is now")
    assert served.site.text().endswith("Bob: D6\n\n== 2 ==\n# by phone\nBob: B5\n")


def test_hostile_posts_are_inert(served: Served, window: Open) -> None:
    served.site.game(BEGUN)
    served.site.follow("game/duel/thread", {"pasted": HOSTILE})
    page = window().open("game/duel/thread")
    assert page.title() == "duel - pbem"
    assert page.locator("main script, main img, main svg").count() == 0
    assert page.locator(".posts a[href^='javascript']").count() == 0
    go(page, "text=Write these orders")
    assert page.title() == "duel - pbem"
    page.goto(served.at("game/duel/file"))
    assert page.title() == "duel - pbem"


def test_a_name_like_a_script_is_a_name(served: Served, window: Open) -> None:
    evil = '<img src=x onerror="document.title=1">'
    served.site.game(
        f"Game: arena\nName: {evil}\nSeats: {evil}, Bob\n\n== 0 ==\n", "evil"
    )
    one = window()
    for path in ("", "game/evil", "game/evil/report", "game/evil/report?form=html"):
        page = one.open(path)
        page.wait_for_load_state("networkidle")
        assert page.locator("img[src=x]").count() == 0
        assert page.title() != "1"
