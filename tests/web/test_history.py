"""History, overrides with a reason, and the file edited whole."""

from __future__ import annotations

import pytest

from tests.web.site import DUEL, Site, plain


def test_turns_and_changes_are_told(site: Site) -> None:
    site.follow("game/duel/order", {"seat": "Bob", "text": "D6 1C3"})
    page = plain(site.get("game/duel/history"))
    assert "Turn 1 Ann was hit hardest: four hit points lost, 4 left." in page
    assert "Order by hand: Bob: D6 1C3 just now; as it is now" in page
    site.clock.now += 7300
    assert "two hours ago" in plain(site.get("game/duel/history"))


def test_a_version_is_shown_and_brought_back(site: Site) -> None:
    first = site.state.folder.read("duel").digest
    site.follow("game/duel/order", {"seat": "Bob", "text": "D6"})
    page = site.get(f"game/duel/version/{first}")
    assert "<del>- Bob: D6</del>" in page
    site.follow(f"game/duel/version/{first}", {"reason": "a test"})
    assert site.text() == DUEL
    assert "Reason: a test" in plain(site.get("game/duel/history"))
    assert site.ask("GET", "game/duel/version/x").status_code == 404
    assert site.ask("GET", f"game/duel/version/{'0' * 20}").status_code == 404


def test_a_version_that_cannot_be_read_is_not_brought_back(site: Site) -> None:
    site.game(DUEL + "nonsense\n")
    bad = site.state.folder.read("duel").digest
    site.game()
    response = site.post(f"game/duel/version/{bad}")
    assert response.status_code == 422
    assert "Line 12" in plain(response.text)
    assert site.text() == DUEL


def test_versions_are_listed_the_last_first(site: Site) -> None:
    for text in ("D6", "E6", "F6"):
        site.clock.now += 3600
        site.follow("game/duel/order", {"seat": "Bob", "text": text})
    page = plain(site.get("game/duel/history"))
    told = ["F6 just now; as it is now", "E6 one hour ago", "D6 two hours ago"]
    places = [page.index(f"Order by hand: Bob: {one}") for one in told]
    assert places == sorted(places)
    assert page.count("as it is now") == 1


def test_back_to_the_beginning_of_a_turn_keeps_the_evidence(site: Site) -> None:
    site.follow("game/duel/order", {"seat": "Bob", "text": "D6"})
    page = plain(site.get("game/duel/back/1"))
    assert "Ann: - 1N" in page
    assert "Bob: D6" in page
    page = plain(site.follow("game/duel/back/1", {"reason": "Bob was away"}))
    assert "What was struck stays in the file" in page
    assert site.text() == DUEL.replace(
        "Ann: - 1N\n",
        "# moderator: back to turn 1: Bob was away\n"
        "# struck: Ann: - 1N\n# struck: Bob: D6\n",
    )
    assert "Awaited: Ann , Bob" in plain(site.get("game/duel"))


def test_back_over_headings_and_deadlines(site: Site) -> None:
    site.game(DUEL + "\n== 2 ==\nAnn: D4\n-- deadline --\nAnn: E5\n")
    site.follow("game/duel/back/2", {"reason": "why not"})
    assert site.text().endswith(
        "# moderator: back to turn 2: why not\n"
        "# struck: Ann: D4\n# struck: -- deadline --\n# struck: Ann: E5\n"
    )


def test_back_to_a_turn_that_a_heading_closed(site: Site) -> None:
    site.game(DUEL + "Bob: D6\n\n== 3 ==\nAnn: D4\n")
    site.follow("game/duel/back/2", {"reason": "why not"})
    assert "Turn 2 Awaited: Ann , Bob" in plain(site.get("game/duel"))
    assert "# struck: == 3 ==\n# struck: Ann: D4\n" in site.text()


@pytest.mark.parametrize("turn", [7, 99])
def test_back_to_a_turn_that_never_was(site: Site, turn: int) -> None:
    assert site.ask("GET", f"game/duel/back/{turn}").status_code == 404


def test_overrides_need_a_reason(site: Site) -> None:
    for path, form in (
        ("game/duel/back/0", {}),
        ("game/duel/override/11", {"text": "C4"}),
        ("game/duel/override/11", {"strike": "1"}),
    ):
        response = site.post(path, form)
        assert response.status_code == 422
        assert "Please give a reason" in plain(response.text)
    assert site.text() == DUEL


def test_an_order_is_corrected(site: Site) -> None:
    look = site.post("game/duel/override/11", {"text": "C4 1NE", "look": "1"}).text
    assert "Flame Thrower north-east" in look
    site.follow("game/duel/override/11", {"text": "C4 1NE", "reason": "a slip"})
    assert site.text() == DUEL.replace(
        "Ann: - 1N\n",
        "# moderator: Ann's order corrected: a slip\n"
        "# struck: Ann: - 1N\nAnn: C4 1NE\n",
    )


def test_an_order_is_struck(site: Site) -> None:
    site.follow("game/duel/override/11", {"strike": "1", "reason": "by the wrong man"})
    assert "# moderator: Ann's order struck: by the wrong man" in site.text()
    assert "Awaited: Ann , Bob" in plain(site.get("game/duel"))


def test_an_order_is_not_corrected_into_nonsense(site: Site) -> None:
    response = site.post("game/duel/override/11", {"text": "fly", "reason": "x"})
    assert response.status_code == 422
    assert "<b>^^^</b>" in response.text
    assert site.text() == DUEL
    assert site.ask("GET", "game/duel/override/3").status_code == 404


def test_the_file_is_edited_whole(site: Site) -> None:
    assert "Ann: - 1N\n</textarea>" in site.get("game/duel/file")
    new = DUEL.replace("hp=8", "hp=9")
    form = {"text": new.replace("\n", "\r\n"), "reason": "as agreed"}
    assert "Saved." in plain(site.follow("game/duel/file", form))
    assert site.text() == new
    assert "File edited here" in plain(site.get("game/duel/history"))


def test_a_file_that_cannot_be_read_is_not_saved_and_not_lost(site: Site) -> None:
    response = site.post("game/duel/file", {"text": DUEL + "Zoe: D4\n"})
    assert response.status_code == 422
    page = plain(response.text)
    assert 'Line 12: Nobody called "Zoe" plays here' in page
    assert "Zoe: D4\n</textarea>" in response.text
    assert site.text() == DUEL


def test_ends_of_lines_of_the_file_stay_through_the_form(site: Site) -> None:
    file = site.path / "duel.txt"
    file.write_bytes(DUEL.replace("\n", "\r\n").encode())
    text = (DUEL + "Bob: D6\n").replace("\n", "\r\n")
    site.follow("game/duel/file", {"text": text})
    assert file.read_bytes() == text.encode()
