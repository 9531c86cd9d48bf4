"""What a page says where something cannot be done: files, threads, games by mail."""

from __future__ import annotations

import re
from pathlib import Path
from unittest import mock

import pytest

from pbem.workspace.folder import Folder, GameMissing
from tests.web.site import BEGUN, DUEL, THREADS, Site, plain
from tests.web.test_thread import fields, posts

_DISK = OSError(28, "No space left on device")


@pytest.fixture
def begun(site: Site) -> Site:
    """A duel that nobody has sent anything for, with its thread."""
    site.game(BEGUN)
    site.follow("game/duel/thread", {"pasted": THREADS[0]})
    return site


def test_a_disk_that_fails_is_named(site: Site) -> None:
    with mock.patch.object(Folder, "read", side_effect=_DISK):
        response = site.ask("GET", "game/duel")
        assert response.status_code == 500
        assert "No space left on device" in plain(response.text)
        assert "No space left on device" in plain(site.get(""))


def test_a_game_that_goes_while_the_list_is_made_is_left_out(site: Site) -> None:
    site.game(name="second")
    read = Folder.read

    def gone(self: Folder, name: str) -> object:
        if name == "duel":
            raise GameMissing(name)
        return read(self, name)

    with mock.patch.object(Folder, "read", gone):
        page = plain(site.get(""))
    assert "second Magic Arena" in page
    assert "duel Magic Arena" not in page


def test_a_file_that_may_not_be_read_is_no_game(site: Site) -> None:
    def closed(path: Path, *_: object) -> object:
        raise PermissionError(13, "Permission denied", str(path))

    with mock.patch("pbem.workspace.folder.open", closed, create=True):
        assert site.state.folder.names() == []


def test_the_list_tells_how_old_each_file_is(site: Site) -> None:
    at = (site.path / "duel.txt").stat().st_mtime
    site.clock.now = at + 7300
    assert "two hours ago" in plain(site.get(""))


@pytest.mark.parametrize("path", ["game/duel/thread", "new"])
def test_a_thread_kept_that_cannot_be_read_any_more_says_why(
    begun: Site, path: str
) -> None:
    begun.state.folder.keep_thread("duel", [("a", b"{")])
    response = begun.ask("GET", path)
    assert response.status_code == 200
    alarm = re.search(r'<p class="alarm" role="alert">(.+?)</p>', response.text)
    assert bool(alarm) is (path != "new")
    digest = begun.state.folder.thread_digest("duel")
    response = begun.post("game/duel/posts", {"seen": digest, "write": "1"})
    assert response.status_code == 422
    assert begun.text() == BEGUN


def test_nothing_is_written_of_a_thread_that_is_not_there(site: Site) -> None:
    response = site.post("game/duel/posts", {"write": "1"})
    assert response.status_code == 303
    assert response.location.endswith("/game/duel/thread?said=")
    assert site.text() == DUEL


def test_the_turn_is_not_closed_where_silence_says_nothing(site: Site) -> None:
    site.game(BEGUN)
    thread = "#1 Gina\ngame duel #0\n#2 Ann\n[b]fire C3[/b]\n"
    page = site.follow("game/duel/thread", {"pasted": thread})
    form = {**fields(page), "close": "1", "write": "1"}
    response = site.post("game/duel/posts", form)
    assert response.status_code == 422
    assert "Bob must send something first" in plain(response.text)
    assert site.text() == BEGUN


def test_what_cannot_be_said_of_a_post_is_refused_and_kept(begun: Site) -> None:
    page = begun.get("game/duel/thread")
    form = {**fields(page), "who-3": "Zoe", "write": "1"}
    response = begun.post("game/duel/posts", form)
    assert response.status_code == 422
    assert 'role="alert"' in response.text
    assert begun.text() == BEGUN


def test_a_second_moderator_is_named_once(begun: Site) -> None:
    for _ in range(2):
        page = begun.get("game/duel/thread")
        form = {**fields(page), "moderator": "  Gina  May ", "write": "1"}
        begun.follow("game/duel/posts", form)
    assert begun.text().count("# forum: moderator Gina May\n") == 1


def test_an_order_with_a_proposal_stands_in_its_field(begun: Site) -> None:
    thread = "#1 Gina\nHello\n#2 Ann\n[b]fire C33[/b]\nBye\n"
    page = begun.follow("game/duel/thread", {"pasted": thread})
    assert set(posts(page)) == {"1", "2"}
    assert fields(page)["order-2"].startswith("fire C3")


def test_there_is_no_picture_of_a_game_that_has_none(site: Site) -> None:
    with mock.patch("pbem.report.board_image.can_draw", return_value=False):
        for path in ("board.svg", "board.png"):
            assert site.ask("GET", f"game/duel/{path}").status_code == 404
        replay = site.get("game/duel/replay")
        assert '<pre tabindex="0">' in replay
        assert "board-title" not in replay
