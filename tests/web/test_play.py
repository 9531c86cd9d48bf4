"""A game that is tried: all seats on one page, by a browser without scripts."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from pbem.record.header import Header, print_header
from pbem.record.turn_file import read
from pbem.web.play.breakage import attempt
from pbem.web.play.moves import MAX_UNASKED, draw_on, unasked
from tests.web.authored import trying
from tests.web.site import DUEL, HOST, Site, plain
from tests.web.test_guard import runs_only_our_own_files

LAVA = "Game: lava\nSeats: Ann, Bob\n\n== 0 ==\n"
HANDS = "Game: magblast\nSeats: Ann, Bob, Cid\nSeed: 0011223344556677\n\n== 0 ==\n"
LOOSE = "Game: arena\nSeats: Ann, Bob\nOptions: hp=8\n\n== 0 ==\n"


@pytest.fixture
def lava(tmp_path: Path) -> Site:
    return trying(tmp_path, LAVA)


@pytest.fixture
def duel(tmp_path: Path) -> Site:
    return trying(tmp_path, DUEL)


@pytest.fixture
def hands(tmp_path: Path) -> Site:
    return trying(tmp_path, HANDS)


def do(site: Site, what: str, query: str = "", **more: Any) -> str:
    return site.follow(f"game/try/play/do{query}", {"do": what, **more})


def order(site: Site, seat: str, text: str, query: str = "", **more: Any) -> str:
    form = {"seat": seat, "text": text, **more}
    return site.follow(f"game/try/play/order{query}", form)


def offered(page: str) -> list[str]:
    """The moves that a page has to be clicked."""
    return re.findall(r'name="move" value="([^"]*)"', page)


def columns(page: str) -> list[str]:
    """The parts of a page, one a seat."""
    return re.split(r'<section class="column', page)[1:]


def test_the_list_of_games_leads_to_the_game(lava: Site) -> None:
    response = lava.ask("GET", "")
    assert response.status_code == 303
    assert response.location.endswith("/game/try/play")


@pytest.mark.parametrize("path", ["new", "game/other", "game/other/play", "mail"])
def test_there_is_no_other_game(lava: Site, path: str) -> None:
    lava.game(DUEL, "other")
    assert lava.ask("GET", path).status_code == 404


def test_a_moderators_page_tries_nothing(site: Site) -> None:
    assert site.ask("GET", "game/duel/play").status_code == 404


def test_a_whole_game_by_moves_that_are_listed(lava: Site) -> None:
    for _ in range(200):
        page = lava.get("game/try/play")
        if "The game is over." in page:
            break
        found = offered(page)
        page = lava.follow(
            "game/try/play/order", {"seat": asked(page), "move": found[-1]}
        )
    assert "The game is over." in page
    assert not offered(page)


def asked(page: str) -> str:
    """The seat that is awaited."""
    found = re.search(r"Awaited: (\w+)", plain(page))
    assert found
    return found[1]


def test_each_seat_has_the_letter_it_would_get(duel: Site) -> None:
    ann, bob = columns(duel.get("game/try/play"))
    assert "You have sent: - 1N." in plain(ann)
    assert "Your turn, Bob" in plain(bob)
    assert "- 1N" not in plain(bob)


def test_letters_as_text_and_boards_as_text(duel: Site) -> None:
    page = duel.get("game/try/play")
    assert page.count("board.svg") == 2
    assert "<summary>The board as text</summary><pre" in page.replace("\n", "")
    page = duel.get("game/try/play?form=text")
    assert "board.svg" not in page
    assert "    5  :  .  B  .  :  .  :  .  5" in page


def test_one_seat_sees_nothing_of_anothers(hands: Site) -> None:
    secret = "place 3 yellow 1 green 4 red 2 blue"
    order(hands, "Bob", secret)
    cards = held(hands, "Bob") - held(hands, "Ann")
    assert cards
    page = hands.get("game/try/play")
    assert secret in page
    assert all(card in page for card in cards)
    own = hands.get("game/try/play?for=Ann")
    known = plain(hands.get("game/try/report?for=Ann&form=plain"))
    for path in ("?for=Ann", "?for=Ann&form=text", "?for="):
        page = hands.get(f"game/try/play{path}")
        assert secret not in page
        assert not [card for card in cards if card in page and card not in known]
    assert "Mag-Blast" in own
    assert secret not in do(hands, "undo", "?for=Ann")
    assert secret not in do(hands, "redo", "?for=Ann")
    # What is typed for a seat is tried on what that seat knows.
    form = {"seat": "Ann", "text": "place 1 yellow 2 green 3 red 4 blue"}
    live = hands.post("game/try/play/reading", form).text
    assert "the turn is complete" not in live


def held(site: Site, seat: str) -> set[str]:
    """The names of the cards that a seat's letter has as its hand."""
    page = site.get(f"game/try/play?for={seat}")
    hand = page.partition("<h3>Your hand</h3>")[2].partition("<h3>")[0]
    return set(re.findall(r"<dd>([^<,;(]+)", hand)) or set(
        re.findall(r"<li>([^<,;(]+)", hand)
    )


def test_undo_and_redo(lava: Site) -> None:
    assert "disabled" in lava.get("game/try/play").split('id="do-undo"')[1][:40]
    do(lava, "all")
    first = lava.text("try")
    do(lava, "all")
    second = lava.text("try")
    do(lava, "undo")
    assert lava.text("try") == first
    do(lava, "undo")
    assert lava.text("try") == LAVA
    do(lava, "redo")
    do(lava, "redo")
    assert lava.text("try") == second
    do(lava, "undo")
    page = do(lava, "all")
    assert "disabled" in page.split('id="do-redo"')[1][:40]
    do(lava, "redo")
    assert lava.text("try") != first


def test_begin_again_and_deal_anew(hands: Site) -> None:
    do(hands, "all")
    assert "Deal anew" in do(hands, "again")
    assert hands.text("try") == HANDS
    do(hands, "deal")
    new = read(hands.text("try")).header
    assert new.seed != read(HANDS).header.seed
    assert print_header(new) in hands.text("try")
    do(hands, "undo")
    assert hands.text("try") == HANDS


def test_play_on_to_the_end(hands: Site) -> None:
    page = do(hands, "on")
    assert "The game is over." in page
    assert "Random" not in page
    do(hands, "undo")
    assert hands.text("try") == HANDS


def test_a_random_move_for_one_seat(duel: Site) -> None:
    do(duel, "undo")
    do(duel, "random", seat="Bob")
    assert re.search(r"\nBob: \S.*\n$", duel.text("try"))


def test_a_refused_order_has_its_caret_and_stays_in_the_field(duel: Site) -> None:
    form = {"seat": "Bob", "text": "go 1NE"}
    page = duel.post("game/try/play/order", form).text
    assert "go 1NE\n<b>^^</b>" in page
    assert "go 1NE</textarea>" in columns(page)[1]
    assert duel.text("try") == DUEL


def test_what_a_letter_would_be_asked_is_asked_here(duel: Site) -> None:
    form = {"seat": "Ann", "text": "- 1ZZ"}
    page = duel.post("game/try/play/order", form).text
    assert 'You had "- 1N"' in plain(page)
    assert "Send it once more" in plain(page)
    assert duel.text("try") == DUEL
    again = order(duel, "Ann", "- 1ZZ", asked="- 1ZZ")
    assert duel.text("try").endswith("Ann: - 1ZZ\n")
    assert "look at it again" in columns(again)[0]


def test_another_spelling_is_read_and_told(duel: Site) -> None:
    page = order(duel, "Bob", "D6, then flame thrower NE!")
    assert "I read &#34;D6, then flame thrower NE!&#34; as" in page
    assert "\nBob: D6, flame thrower NE\n" in duel.text("try")


def test_the_turn_is_closed_now(hands: Site, tmp_path: Path) -> None:
    assert "-- deadline --" not in hands.text("try")
    do(hands, "close")
    assert hands.text("try").endswith("-- deadline --\n")


def test_a_turn_that_waits_says_for_whom(lava: Site) -> None:
    response = lava.post("game/try/play/do", {"do": "close"})
    assert "Ann" in plain(response.text.split('role="alert"')[1].split("</p>")[0])
    assert lava.text("try") == LAVA


def test_few_moves_are_told_and_many_are_asked_for(tmp_path: Path) -> None:
    site = trying(tmp_path, LOOSE)
    page = site.get("game/try/play?for=Ann")
    found = offered(page)
    assert 0 < len(found) <= 12
    assert "More of 256 moves" in page
    every = site.get("game/try/play/moves?seat=Ann")
    assert len(offered(every)) == 256
    assert every.count('role="group" aria-label="fire"') == 1
    some = site.get("game/try/play/moves?seat=Ann&wanted=c3")
    assert sorted(offered(some)) == ["air C3", "earth C3", "fire C3", "water C3"]
    assert site.ask("GET", "game/try/play/moves?seat=Zoe").status_code == 404


def test_moves_unasked_fit_a_screen(tmp_path: Path) -> None:
    for name, seats in (("arena", 2), ("lava", 2), ("magma", 2), ("mars", 2)):
        people = ("Ann", "Bob")[:seats]
        seed = bytes(16)
        record = print_header(Header(name, people, "", {}, seed))
        site = trying(tmp_path / name, record)
        story = site.state.games.open("try").story
        for limit in (2, 5, 9):
            story = draw_on(story, limit).story
            for seat in story.awaited():
                groups = unasked(story, seat).groups
                texts = [move.text for _, moves in groups for move in moves]
                assert sum(map(len, texts)) <= MAX_UNASKED


def test_a_page_that_shows_what_is_gets_nothing(lava: Site) -> None:
    page = lava.get("game/try/play?form=text")
    found = re.search(r'hx-get="/[^/]+/([^"]*since[^"]*)"', page)
    assert found
    news = found[1].replace("&amp;", "&")
    assert "form=text" in news
    assert lava.ask("GET", news).status_code == 204
    lava.game(LAVA + "Ann: v 0,0\n", "try")
    assert "Awaited: Bob" in plain(lava.get(news))


def test_the_file_is_a_turn_file_changed_here_and_elsewhere(lava: Site) -> None:
    stale = lava.state.folder.read("try").digest
    lava.game(LAVA + "Ann: v 0,0\n", "try")
    response = lava.post("game/try/play/do", {"do": "all"}, was=stale)
    assert response.status_code == 409
    assert "Somebody was faster" in response.text
    form = {"text": LAVA + "Ann: p 0,0\n", "reason": ""}
    assert "Saved." in plain(lava.follow("game/try/file", form))
    assert "Ann lays p" in plain(lava.get("game/try/play"))


def test_a_turn_file_is_loaded(lava: Site) -> None:
    loaded = LAVA.replace("Ann, Bob", "Zoe, Yan").encode()
    was = lava.state.folder.read("try").digest
    form = {
        "stamp": lava.state.stamp,
        "was": was,
        "text": LAVA,
        "file": (BytesIO(loaded), "other.txt"),
    }
    origin = {"Origin": f"http://{HOST}"}
    response = lava.ask("POST", "game/try/file", data=form, headers=origin)
    assert response.status_code == 303
    assert "Awaited: Zoe" in plain(lava.get("game/try/play"))


def test_a_record_that_cannot_be_read_says_where(lava: Site) -> None:
    do(lava, "all")
    lava.game(LAVA.replace("== 0 ==", "== nought =="), "try")
    page = lava.get("game/try/play")
    assert "The turn file, line 4:" in plain(page)
    assert "Edit the turn file" in page
    assert "Awaited: Bob" in plain(do(lava, "undo"))


def test_a_fault_that_is_not_the_games_is_said_to_be_none(tmp_path: Path) -> None:
    one = attempt(lambda: int("x"), (tmp_path,), "report")
    assert not isinstance(one, int)
    assert not one.own
    assert one.kind == "ValueError"


@pytest.mark.parametrize("path", ["", "?form=text", "?for=Ann", "/moves?seat=Bob"])
def test_its_pages_run_only_our_own_files(duel: Site, path: str) -> None:
    runs_only_our_own_files(duel, f"game/try/play{path}")


def test_without_the_key_there_is_nothing(lava: Site) -> None:
    for path in ("/game/try/play", "/x/game/try/play"):
        response = lava.client.get(path, base_url=f"http://{HOST}")
        assert response.status_code == 404
        assert response.text == "404\n"


def test_forms_from_elsewhere_are_refused(lava: Site) -> None:
    for path in ("order", "do", "reading"):
        form = {"stamp": "x", "do": "all", "seat": "Ann", "text": "k 0,0"}
        response = lava.ask("POST", f"game/try/play/{path}", data=form)
        assert response.status_code == 403
    assert lava.text("try") == LAVA


def test_a_bot_answers_on_the_page_and_is_called_one(tmp_path: Path) -> None:
    site = trying(tmp_path, "Game: lava\nSeats: Ann, Bob\nBots: Bob=easy\n\n== 0 ==\n")
    page = order(site, "Ann", "n 0,0")
    assert "Played by a bot: Bob (easy)." in plain(page)
    text = (tmp_path / "try.txt").read_text()
    assert re.search(r"Ann: n 0,0\n\n== 1 ==\nBob: [a-x] -?\d,-?\d\n$", text)
    do(site, "undo")
    assert "Bob:" not in (tmp_path / "try.txt").read_text()
    do(site, "random", seat="Ann")
    assert "Bob: " in (tmp_path / "try.txt").read_text()


def test_bots_answer_before_a_turn_is_closed(tmp_path: Path) -> None:
    head = "Game: arena\nSeats: Ann, Bob, Cid\nBots: Cid=easy\n\n== 0 ==\n"
    site = trying(tmp_path, head)
    order(site, "Ann", "fire C3")
    order(site, "Bob", "air F6")
    do(site, "close")
    text = (tmp_path / "try.txt").read_text()
    assert re.search(r"\n== 1 ==\nCid: .+\n-- deadline --\n$", text)
