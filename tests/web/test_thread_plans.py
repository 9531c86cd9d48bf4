"""Plans in a thread on the moderator's page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.forum.saved_pages import Told
from tests.forum.saved_pages import page as saved_page
from tests.web.conftest import Served, Window
from tests.web.site import DUEL, Site, plain
from tests.web.test_thread import fields, posts

LAVA = "Game: lava\nName: duel\nSeats: Ann, Bob\n\n== 0 ==\nAnn: e 0,0\n"
PLANNED = """#1 Gina
game duel #1
#2 Ann
if Bob: D6 then D4
if Bob: D5 then C4
else C5
"""


def test_a_plan_in_a_post_is_asked_about_written_and_corrected(site: Site) -> None:
    page = site.follow("game/duel/thread", {"pasted": PLANNED})
    assert "may stand side by side or one below the other" in posts(page)["2"]
    assert "line 3 you go to C5" in posts(page)["2"]
    assert 'name="plan-2"' in page
    form = fields(page)
    same = site.post(
        "game/duel/posts", {**form, "part-2plan": "read", "look": "1"}
    ).text
    assert "side by side" in posts(same)["2"]
    look = site.post("game/duel/posts", {**form, "part-2plan": "1", "look": "1"}).text
    assert "A plan, from turn 1 on" in posts(look)["2"]
    assert "Plan of Ann, from turn 1 on (post 2)" in plain(look)
    assert "everybody can read it" in plain(look)
    assert site.text() == DUEL
    site.follow("game/duel/posts", {**fields(look), "write": "1"})
    block = "Plan of Ann:\n  if Bob: D6 then D4\n    if Bob: D5 then C4\n    else C5\n"
    assert block in site.text()
    # Below each other after all: the moderator moves the lines.
    page = site.get("game/duel/thread")
    assert "Correct the plan" in posts(page)["2"]
    typed = "if Bob: D6 then D4\r\n   then C5\r\n"
    site.follow("game/duel/posts", {**fields(page), "plan-2": typed, "write": "1"})
    block = "Plan of Ann:\n  if Bob: D6 then D4\n    then C5\n"
    assert site.text().count("# plan in post 2 by Ann") == 2
    assert site.text().endswith(block)
    # It goes when the field is emptied, and is known as gone.
    page = site.get("game/duel/thread")
    site.follow("game/duel/posts", {**fields(page), "plan-2": "", "write": "1"})
    assert site.text().endswith("Plan of Ann:\n")
    assert "A plan is taken back" in posts(site.get("game/duel/thread"))["2"]


def test_a_faulty_plan_shows_its_line_and_takes_another(site: Site) -> None:
    thread = "#1 Gina\ngame duel #1\n#2 Ann\nif Bob: D6 then D4\n- if Bbo: E5 then C4\n"
    page = site.follow("game/duel/thread", {"pasted": thread})
    assert 'Nobody called "Bbo" plays here.' in posts(page)["2"]
    assert "if Bbo: E5 then C4\n<b>   ^^^</b>" in page
    form = {**fields(page), "part-2plan": "use", "write": "1"}
    site.follow("game/duel/posts", {**form, "plan-2": "if Bob: D6 then zap"})
    assert "Plan of" not in site.text()
    again = posts(site.get("game/duel/thread"))["2"]
    assert 'Line 1 of it, "if Bob: D6 then zap": I do not understand "zap".' in again
    site.follow("game/duel/posts", {**form, "plan-2": "if Bob: D6 then D4"})
    assert site.text().endswith("Plan of Ann:\n  if Bob: D6 then D4\n")


@pytest.mark.parametrize("forum", ["phpbb33", "discourse"])
def test_a_plan_of_a_forum_page_is_chosen_and_fires(
    served: Served, window: Callable[..., Window], tmp_path: Path, forum: str
) -> None:
    site = served.site
    site.game(LAVA)
    plan = "My plan:\nif Bob: b 0,1 then a 0,2\nif Bob: b 0,3 then a 0,4\nthen h 1,2"
    talk = (
        Told("Gina", "game duel #1", 0),
        Told("Ann", plan, 1),
        Told("Bob", "b 0,1", 2),
    )
    saved = tmp_path / "page.html"
    saved.write_bytes(saved_page(forum, talk))
    page = window().open("game/duel/thread")
    page.set_input_files("#files", str(saved))
    page.click("button:text-is('Read it')")
    # The second way: each line below the one before it.
    page.locator("input[type=radio][name$=plan][value='1']").check()
    page.click("text=Check again")
    page.wait_for_selector("text=Ann's plan plays a 0,2 (its line 1).")
    assert site.text() == LAVA
    page.click("button[name=write]")
    page.wait_for_url("**/report*")
    block = "Plan of Ann:\n  if Bob: b 0,1 then a 0,2\n    if Bob: b 0,3 then a 0,4\n"
    assert block in site.text()
    assert site.text().endswith("# by the plan of Ann, line 1\nAnn: a 0,2\n")
