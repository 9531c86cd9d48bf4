"""Games of a mail server: looked at, and run with the game master's commands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from pbem.server.store.connection import Database
from pbem.web import mail_games
from tests.support.browser import axe
from tests.support.server.world import ANN, BOB, HOUR, World
from tests.web.conftest import serving
from tests.web.site import Site, plain

if TYPE_CHECKING:
    from playwright.sync_api import Browser

AXE = "axe.run(document, {resultTypes: ['violations']})"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A mail server with one game, in which nobody has ordered yet."""
    store = Database(str(tmp_path / "pbem.db"))
    store.prepare()
    world = World(store, tmp_path)
    world.start(BOB)
    yield world
    world.server.close()
    store.close()


@pytest.fixture
def mail(site: Site, world: World) -> Site:
    """A page that shows the games of that server, too."""
    site.clock.now = world.now
    return Site(site.path, site.clock, world.office)


def test_without_a_server_there_are_no_games_by_mail(site: Site) -> None:
    assert "Games by mail" not in site.get("")
    assert site.ask("GET", "mail/").status_code == 404


def test_the_games_of_the_store(mail: Site) -> None:
    assert "Games by mail" in plain(mail.get(""))
    page = plain(mail.get("mail/"))
    assert "Magic Arena, turn 0 Awaited: Ann , Bob" in page


def game(mail: Site) -> str:
    """The address of the one game."""
    assert mail.state.server
    (one,) = mail_games.games(mail.state.server, mail.clock())
    return f"mail/{one.name}"


def test_a_game_with_its_record(mail: Site, world: World) -> None:
    world.answer(BOB, "air C5")
    page = plain(mail.get(game(mail)))
    assert "Who is awaited Ann" in page
    assert "Bob: air C5" in mail.get(game(mail) + "/turn-file")
    board = mail.ask("GET", game(mail) + "/board.svg")
    assert board.mimetype == "image/svg+xml"
    assert "sandbox" in board.headers["Content-Security-Policy"]
    assert mail.ask("GET", "mail/nothing/board.svg").status_code == 404


def test_an_act_is_tried_and_then_done(mail: Site, world: World) -> None:
    form = {"serial": "0", "act": "extend", "words": "24 h", "reason": "a storm"}
    before = len(world.box.mail)
    page = mail.post(game(mail), {**form, "look": "1"}).text
    assert "Nothing is done yet" in plain(page)
    assert "deadline: " in plain(page)
    assert "A letter to ann@a.example" in plain(page)
    world.run()
    assert len(world.box.mail) == before
    page = plain(mail.post(game(mail), form).text)
    assert "Everybody is told, with your reason" in page
    sent = world.run()
    assert {letter.recipient for letter in sent} == {"ann@a.example", "bob@b.example"}
    assert all("a storm" in letter.text for letter in sent)
    assert "extend 24 h because a storm" in plain(mail.get(game(mail)))


def test_acts_need_the_right_turn_and_a_reason(mail: Site) -> None:
    form = {"serial": "0", "act": "pause", "words": "", "reason": "a storm"}
    for change in ({"serial": "7"}, {"reason": ""}, {"words": "at once"}):
        response = mail.post(game(mail), {**form, **change})
        assert response.status_code == 422, change
        assert 'role="alert"' in response.text
    assert mail.post(game(mail), {**form, "act": "destroy"}).status_code == 404
    assert mail.ask("GET", "mail/nothing").status_code == 404
    assert mail.post("mail/nothing", form).status_code == 404


def test_a_seat_is_acted_for(mail: Site) -> None:
    form = {"serial": "0", "act": "act as", "reason": "by phone"}
    mail.post(game(mail), {**form, "words": "Ann: fire C3"})
    assert "Ann: fire C3" in mail.get(game(mail) + "/turn-file")
    response = mail.post(game(mail), {**form, "words": "Ann: fly"})
    assert response.status_code == 422


def test_what_was_typed_stands_in_the_form_until_it_is_done(mail: Site) -> None:
    form = {"serial": "0", "act": "note", "words": "hello there", "reason": "it rained"}
    for change, status, kept in (
        ({"serial": "7"}, 422, True), ({"look": "1"}, 200, True), ({}, 200, False),
    ):  # fmt: skip
        response = mail.post(game(mail), {**form, **change})
        assert response.status_code == status
        assert ('value="it rained"' in response.text) is kept, change
        assert ("now it is #0" in plain(response.text)) is (status == 422)
        assert ("Nothing is done yet" in plain(response.text)) is ("look" in change)


def test_an_act_that_plays_a_turn_opens_the_next(mail: Site, world: World) -> None:
    world.answer(ANN, "fire C3")
    world.answer(BOB, "air F6")
    world.run()
    form = {"serial": "1", "act": "process", "words": "", "reason": "a storm"}
    mail.post(game(mail), form)
    assert {one.subject for one in world.run()} >= {"arena-1 #2: your turn"}
    page = plain(mail.get("mail/"))
    assert "Magic Arena, turn 2 Awaited: Ann , Bob" in page
    assert world.due() == world.now + 48 * HOUR


def test_games_that_are_over_come_last(mail: Site, world: World) -> None:
    world.start(BOB, game="lava")
    assert mail.state.server
    shown = mail_games.games(mail.state.server, mail.clock())
    assert [one.name for one in shown] == ["arena-1", "lava-1"]
    form = {"serial": "0", "act": "close", "words": "", "reason": "nobody came"}
    mail.post("mail/arena-1", form)
    shown = mail_games.games(mail.state.server, mail.clock())
    assert [(one.name, one.state) for one in shown] == [
        ("lava-1", "running"), ("arena-1", "over"),
    ]  # fmt: skip
    assert {one.state for one in shown} == {"running", "over"}
    one = mail_games.game(mail.state.server, "arena-1", mail.clock())
    assert one is not None
    assert one.log
    assert one.seats == {"Ann": "in", "Bob": "in"}
    assert (shown[1].log, shown[1].until) == ((), "")
    assert "in 48 hours" in shown[0].until
    assert mail_games.turn_file(mail.state.server, "nothing") is None
    for path in ("mail/nothing/turn-file", "mail/lava-1/board.png"):
        assert mail.ask("GET", path).status_code == 404


def test_pages_of_games_by_mail_shut_nobody_out(mail: Site, chromium: Browser) -> None:
    form = {"act": "extend", "words": "24 h", "reason": "a storm"}
    with serving(mail) as served:
        schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
        for scheme in schemes:
            page = chromium.new_page(
                color_scheme=scheme, viewport={"width": 360, "height": 780}
            )
            for path in ("mail/", game(mail)):
                page.goto(served.at(path))
                if path != "mail/":
                    page.select_option("#act", form["act"])
                    page.fill("#words", form["words"])
                    page.fill("#reason", form["reason"])
                    page.click("text=Only try it")
                    page.wait_for_selector("text=Nothing is done yet")
                wide = page.evaluate("document.documentElement.scrollWidth")
                assert wide <= 360
                page.evaluate(axe())
                faults = page.evaluate(AXE)["violations"]
                assert [(path, one["id"]) for one in faults] == []
            page.close()
