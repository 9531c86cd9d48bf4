"""A page of a forum, selected and copied in a browser, and pasted into ours."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from pbem.workspace.pasted import pasted_files
from tests.forum.saved_pages import page as saved_page
from tests.web.conftest import Served, Window
from tests.web.site import Site
from tests.web.test_browser import go

if TYPE_CHECKING:
    from playwright.sync_api import Page

Open = Callable[..., Window]
ARENA = "Game: arena\nName: fmt\nSeats: Ann, Bob, Cid\n\n== 0 ==\n"
ORDERS = ["Ann: fire C3", "Bob: air F6", "Cid: water E2"]
#: Tables, articles and boxes in boxes.
FORUMS = ("vbulletin3", "xenforo2", "smf20")


def copied(page: Page, source: bytes) -> None:
    """Opens a page beside ours, selects all of it and copies it."""
    forum = page.context.new_page()
    forum.set_content(source.decode().replace(" src=", " data-src="))
    forum.bring_to_front()
    forum.keyboard.press("Control+A")
    forum.keyboard.press("Control+C")
    forum.close()
    page.bring_to_front()


@pytest.mark.parametrize("forum", FORUMS)
def test_a_page_is_copied_and_pasted(served: Served, window: Open, forum: str) -> None:
    served.site.game(ARENA, "fmt")
    one = window(permissions=["clipboard-read", "clipboard-write"])
    page = one.open("game/fmt/thread")
    copied(page, saved_page(forum))
    page.focus("#pasted")
    page.keyboard.press("Control+V")
    page.wait_for_selector("text=/Its markup came along/")
    page.click("button:text-is('Read it')")
    page.wait_for_selector("h2:text-is('New posts')")
    assert served.site.state.folder.thread("fmt")[0][0] == "pasted.html"
    go(page, "button[name=write]")
    page.wait_for_selector("text=/turn was played|written/")
    lines = served.site.text("fmt").splitlines()
    assert [line for line in lines if line in ORDERS] == ORDERS


def test_what_is_edited_after_pasting_is_read_as_text(
    served: Served, window: Open
) -> None:
    served.site.game(ARENA, "fmt")
    one = window(permissions=["clipboard-read", "clipboard-write"])
    page = one.open("game/fmt/thread")
    copied(page, saved_page("phpbb33"))
    page.focus("#pasted")
    page.keyboard.press("Control+V")
    page.wait_for_selector("input[name=rich]", state="attached")
    page.keyboard.type("Thank you all!")
    assert page.locator("input[name=rich]").count() == 0
    page.click("button:text-is('Read it')")
    page.wait_for_selector("h2:text-is('New posts')")
    assert served.site.state.folder.thread("fmt")[0][0] == "pasted.txt"


def test_markup_that_is_no_forums_is_left_out(site: Site) -> None:
    text = "#1 Gina\nHello\n#2 Ann\nfire C3\n"
    letter = "<p>#1 Gina<br>Hello</p><p>#2 Ann<br>fire C3</p>"
    assert pasted_files(text, [letter]) == [("pasted.txt", text.strip().encode())]
    assert pasted_files("", []) == []
    found = pasted_files("Gina Ann Bob Cid", [saved_page("smf20").decode()])
    assert [name for name, _ in found] == ["pasted.html"]
    site.game(ARENA, "fmt")
    page = site.follow("game/fmt/thread", {"pasted": "x", "rich": found[0][1].decode()})
    assert "fire C3" in page
