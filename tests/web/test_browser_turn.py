"""A turn in a real browser: doubts by keys, copied pages, and what is never hidden."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.conftest import Served, Window
from tests.web.copying import paste
from tests.web.test_browser import Keys, go, text_of

Open = Callable[..., Window]
TABS = 28  #: that a turn with doubts may take at most, from the thread to the report
BEGUN = (
    "Game: arena\nName: duel\nSeats: Ann, Bob, Cid\n\n"
    "== 0 ==\nAnn: fire C3\nBob: air F6\nCid: water E2\n"
)
POSTS = (
    ("Gina", "game duel #1", "The arena is open."),
    ("Ann", "D4 1NE", ""),
    ("Bob", "G5 1D4, or should I rather do 1C3?", ""),
    ("Cid", "Maybe E3", "Can we have one more day?"),
)
TEXT = "".join(
    f"#{at} {name}\n{text}\n{more}\n" for at, (name, text, more) in enumerate(POSTS, 5)
)
FOCUS = """() => {
    const bar = document.querySelector(".bar"), on = document.activeElement;
    if (!bar || on === document.body || bar.contains(on)
        || getComputedStyle(bar).position !== "sticky")
        return 0;
    const under = on.getBoundingClientRect().bottom - bar.getBoundingClientRect().top;
    const page = document.documentElement;
    return page.scrollHeight - page.scrollTop - page.clientHeight > 1 ? under : 0;
}"""


def given(served: Served, window: Open, text: str = TEXT, **more: object) -> Window:
    """A window on the thread of a game that waits for three orders."""
    served.site.game(BEGUN)
    served.site.follow("game/duel/thread", {"pasted": text})
    one = window(**more)
    one.open("game/duel/thread")
    return one


def test_a_turn_by_keys_in_few_tabs(served: Served, window: Open) -> None:
    page = given(served, window).page
    keys, tabs = Keys(page), 0
    page.keyboard.press("j")
    assert page.evaluate("document.activeElement.name") == "says-7"
    keys.press("y")
    assert page.is_checked("input[name=says-7][data-yes]")
    assert page.evaluate("document.activeElement.name") == "says-8"
    keys.press("k", "j", "e")
    assert page.evaluate("document.activeElement.id") == "order-8"
    keys.press("Control+A")
    page.keyboard.type("E3 2")
    assert page.is_checked("input[name=says-8][value=use]")
    keys.press("Escape", "j")
    while not page.evaluate("document.activeElement.name === 'write'"):
        keys.press("Tab")
        tabs += 1
    keys.go()
    assert "/report" in page.url
    while not page.evaluate("'copy' in document.activeElement.dataset"):
        keys.press("Tab")
        tabs += 1
    assert tabs < TABS
    said = served.site.text()
    assert "Ann: D4 1NE" in said
    assert "Bob: G5 1D4" in said
    assert "Cid: E3 2" in said


def test_no_more_tabs_without_the_keys(served: Served, window: Open) -> None:
    page = given(served, window).page
    for _ in range(TABS):
        if page.evaluate("document.activeElement.name === 'write'"):
            break
        page.keyboard.press("Tab")
    else:
        pytest.fail(f"more than {TABS} tabs to what writes the orders")


def test_n_says_that_a_line_is_no_order(served: Served, window: Open) -> None:
    page = given(served, window).page
    page.keyboard.press("j")
    page.keyboard.press("n")
    assert page.is_checked("input[name=says-7][value=nothing]")
    page.click("#give summary")
    page.focus("#pasted")
    page.keyboard.type("jyn")
    assert page.input_value("#pasted") == "jyn"


def test_the_focus_is_never_under_the_bar(served: Served, window: Open) -> None:
    posts = "".join(f"#{at} Ann\nHello {at}\n" for at in range(9, 30))
    one = given(served, window, TEXT + posts, viewport={"width": 1000, "height": 500})
    for key in ("Tab", "Shift+Tab"):
        for _ in range(60):
            one.page.keyboard.press(key)
            assert one.page.evaluate(FOCUS) <= 0


def test_a_turn_by_a_page_that_is_copied(served: Served, window: Open) -> None:
    """Select all, copy, paste: the markup of the clipboard is read as a saved page."""
    served.site.game(BEGUN)
    page = window().open("game/duel/thread")
    thread = "".join(
        f"#{at} {name}\n{text}\n{more}\n"
        for at, (name, text, more) in enumerate(POSTS, 1)
    )
    page.focus("#pasted")
    paste(page, thread)
    assert "Its markup came along" in text_of(page)
    Keys(page).go("Control+Enter")
    assert "In four posts I found one new order: Ann" in text_of(page)
    standing = page.inner_text(".standing").split("\n")
    assert [one.strip() for one in standing] == [
        *("Turn 1", "In", "Ann", "Asked"),
        "Bob, post 3; Cid, post 4",
    ]
    assert page.get_by_role("button", name="Write these orders", exact=True).count()
    Keys(page).press("j", "y", "y")
    Keys(page).go()
    assert "/report" in page.url


def test_nothing_is_lit_where_nothing_is_to_be_done(
    served: Served, window: Open
) -> None:
    page = given(served, window, "#5 Gina\ngame duel #1\n#6 Bob\nHi\n").page
    go(page, "text=Write these orders")
    lit = page.locator("button:visible:not(.quiet)")
    assert lit.all_inner_texts() == []
    assert page.locator(".standing").inner_text().split("\n")[-1] == "Ann, Bob, Cid"
