"""Two moderators at once: the second is told, and nothing of either is lost."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.web.site import DUEL, Site, plain

FORMS = [
    ("game/duel/order", {"seat": "Bob", "text": "B5", "note": "by phone"}),
    ("game/duel/close", {"reason": "time is up"}),
    ("game/duel/undo", {}),
    ("game/duel/back/0", {"reason": "again"}),
    ("game/duel/override/11", {"text": "C4", "reason": "a slip"}),
    ("game/duel/file", {"text": DUEL + "# mine\n", "reason": "a note"}),
    ("game/duel/thread", {"pasted": "Bob wrote:\n[b]B5[/b]\n"}),
    ("game/duel/posts", {"write": "1"}),
]


@pytest.mark.parametrize(("path", "form"), FORMS, ids=[path for path, _ in FORMS])
def test_the_second_is_told_and_may_do_it_all_the_same(
    site: Site, path: str, form: dict[str, str]
) -> None:
    was = site.state.folder.read("duel").digest
    if path.endswith("posts"):
        site.follow("game/duel/thread", {"pasted": "Bob wrote:\n[b]B5[/b]\n"})
    site.follow("game/duel/order", {"seat": "Ann", "text": "C4"}, was)
    first = site.text()
    response = site.post(path, form, was)
    if path.endswith("undo"):
        assert site.text() == first  # nothing that one had not seen is undone
        return
    assert response.status_code == 409
    page = plain(response.text)
    assert "Somebody was faster" in page
    assert "+ Ann: C4" in page
    assert site.text() == first
    # What was written stands in the page, ready to be sent again.
    for value in form.values():
        assert value.split("\n")[0] in unescape(response.text)
    found = re.search(r'name="was" value="([0-9a-f]{20})"', response.text)
    assert found
    assert found[1] == site.state.folder.read("duel").digest
    again = site.post(path, form, found[1])
    assert again.status_code in (303, 404, 409)


def test_an_edit_beside_the_page_is_told_too(site: Site) -> None:
    was = site.state.folder.read("duel").digest
    site.game(DUEL + "Bob: E5\n")
    response = site.post("game/duel/order", {"seat": "Bob", "text": "D6"}, was)
    assert response.status_code == 409
    assert "+ Bob: E5" in plain(response.text)
    assert site.text() == DUEL + "Bob: E5\n"


def test_the_page_says_that_something_is_new(site: Site) -> None:
    was = site.state.folder.read("duel").digest
    assert site.ask("GET", f"game/duel/news?was={was}").status_code == 204
    site.game(DUEL + "Bob: E5\n")
    assert "Somebody has changed this game" in site.get(f"game/duel/news?was={was}")


def test_a_version_that_was_never_seen_here_has_no_comparison(site: Site) -> None:
    response = site.post("game/duel/close", {}, "0" * 20)
    assert response.status_code == 409
    assert "What changed meanwhile" not in response.text
