"""A game on the table, without any script: reading, ordering, resolving, undoing."""

from __future__ import annotations

import re

import pytest

from pbem.bots.search import Decision
from tests.web.site import DUEL, Site, plain


def test_the_list_of_games(site: Site) -> None:
    site.game("Game: areana\nSeats: Ann, Bob\n", "broken")
    page = plain(site.get(""))
    assert "duel Magic Arena, turn 1 Awaited: Bob" in page
    assert 'Did you mean "arena"?' in page


def test_an_empty_folder_says_what_a_game_is(site: Site) -> None:
    (site.path / "duel.txt").unlink()
    assert "There is no game in this folder yet" in plain(site.get(""))
    assert "Open its Report" in plain(site.get(""))


def test_the_table_tells_what_orders_would_do(site: Site) -> None:
    page = plain(site.get("game/duel"))
    assert "Awaited: Bob" in page
    assert "you stay on C3" in page
    assert "Flame Thrower north: hits C4, C5, C6, C7 and C8; 1 MP, 4 left" in page


def test_an_order_by_hand_is_written_with_its_note(site: Site) -> None:
    page = site.follow(
        "game/duel/order", {"seat": "Bob", "text": "D6", "note": "by phone"}
    )
    assert "the turn was played" in plain(page)
    assert site.text() == DUEL + "# by phone\nBob: D6\n"


def test_a_first_order_of_a_turn_gets_its_heading(site: Site) -> None:
    site.follow("game/duel/order", {"seat": "Bob", "text": "D6"})
    site.follow("game/duel/order", {"seat": "Ann", "text": "C4"})
    assert site.text().endswith("Bob: D6\n\n== 2 ==\nAnn: C4\n")


def test_looking_writes_nothing_and_shows_what_would_come(site: Site) -> None:
    form = {"seat": "Bob", "text": "D6 1C3", "look": "1"}
    response = site.post("game/duel/order", form)
    page = plain(response.text)
    assert "What would come of it" in page
    assert "Ann was hit hardest: four hit points lost, 4 left." in page
    assert "D6 1C3</textarea>" in response.text
    assert site.text() == DUEL


def test_a_refused_order_is_shown_with_a_caret_and_nothing_is_written(
    site: Site,
) -> None:
    response = site.post("game/duel/order", {"seat": "Bob", "text": "go 1NE"})
    assert response.status_code == 422
    assert "go 1NE\n<b>^^</b>" in response.text
    assert "This order cannot be used" in plain(response.text)
    assert site.text() == DUEL


def test_the_first_order_behind_a_position_has_a_heading(site: Site) -> None:
    head = "Game: arena\nName: duel\nSeats: Ann, Bob\n\n== Position ==\n"
    head += "Ann: fire C3 9hp 5mp\nBob: air C5 9hp 5mp\n"
    site.game(head)
    site.follow("game/duel/order", {"seat": "Bob", "text": "D6"})
    assert site.text() == f"{head}\n== 0 ==\nBob: D6\n"


def test_orders_for_strangers_and_empty_ones_are_refused(site: Site) -> None:
    response = site.post("game/duel/order", {"seat": "Zoe", "text": "D6"})
    assert response.status_code == 422
    assert "Please choose one of the players" in plain(response.text)
    assert site.post("game/duel/order", {"seat": "Bob", "text": " "}).status_code == 422
    assert site.text() == DUEL


def test_an_order_cannot_smuggle_lines_into_the_file(site: Site) -> None:
    text = "D6\r\n== 9 ==\r\nAnn: C4\u2028Ann: C4\r-- deadline --"
    note = "x\nAnn: C4\x85Ann: C4"
    site.post("game/duel/order", {"seat": "Bob", "text": text, "note": note})
    assert site.text() == DUEL
    site.follow("game/duel/order", {"seat": "Bob", "text": "D6", "note": note})
    written = site.text().removeprefix(DUEL).splitlines()
    assert written == ["# x Ann: C4 Ann: C4", "Bob: D6"]


def test_an_order_that_is_good_in_part_says_which_part_is_not(site: Site) -> None:
    form = {"seat": "Bob", "text": "H8 1C3", "look": "1"}
    response = site.post("game/duel/order", form)
    assert "H8 1C3\n<b>^^</b>" in response.text
    assert "look at it again" in plain(response.text)


def test_what_is_typed_is_read_at_once(site: Site) -> None:
    form = {"seat": "Bob", "text": "D6 1C3"}
    page = plain(site.post("game/duel/reading", form).text)
    assert "✓ D6 1C3" in page
    assert "you go to D6" in page
    assert "With it the turn is complete" in page
    assert site.post("game/duel/reading", {**form, "text": ""}).text == ""
    assert site.post("game/duel/reading", {**form, "seat": "Zoe"}).text == ""


def test_the_turn_is_played_at_the_moderators_word(site: Site) -> None:
    page = plain(site.get("game/duel"))
    assert "Bob has sent nothing that can be used" in page
    look = plain(site.post("game/duel/close", {"look": "1"}).text)
    assert "Bob would do what silence does" in look
    assert "Bob sent nothing in time" in look
    assert site.text() == DUEL
    page = plain(site.follow("game/duel/close", {"reason": "a week has passed"}))
    assert "the turn was played" in page
    assert site.text() == DUEL + "# a week has passed\n-- deadline --\n"


def test_where_silence_says_nothing_the_turn_stays_open(site: Site) -> None:
    site.game("Game: arena\nSeats: Ann, Bob\n\nAnn: fire C3\n", "new")
    response = site.post("game/new/close")
    assert response.status_code == 422
    assert "Bob must send something first" in plain(response.text)


def test_the_last_change_is_undone_from_the_page(site: Site) -> None:
    assert "There is nothing to undo" in plain(site.get("game/duel"))
    site.follow("game/duel/order", {"seat": "Bob", "text": "D6"})
    assert "The last change: Order by hand: Bob: D6" in plain(site.get("game/duel"))
    page = plain(site.follow("game/duel/undo"))
    assert "The last change is undone" in page
    assert site.text() == DUEL


def test_a_game_that_is_over_takes_no_order(site: Site) -> None:
    for seat, text in (("Bob", "D6 1C3"), ("Ann", "-"), ("Bob", "- 1C3")):
        page = site.follow("game/duel/order", {"seat": seat, "text": text})
    assert "The game is over" in plain(page)
    assert "An order by hand" not in plain(page)
    assert "duel Magic Arena, turn 3 The game is over." in plain(site.get(""))


def test_every_order_that_came_is_listed_and_which_count(site: Site) -> None:
    site.game(DUEL + "Ann: fly\nAnn: D4\n")
    page = plain(site.get("game/duel"))
    assert page.count("(replaced by a later order)") == 1
    assert "This order cannot be used" in page
    assert "you go to D4" in page


def test_a_new_game(site: Site) -> None:
    form = {"kind": "arena", "name": "second", "seats": "Eve, Fay", "option-hp": "30"}
    assert "The game is made" in plain(site.follow("new", form))
    text = site.text("second")
    assert text.startswith(
        "Game: arena\nName: second\nSeats: Eve, Fay\nOptions: hp=30\nRules: 1\n\n# "
    )
    assert text.endswith("== 0 ==\n")


def test_a_new_game_with_chance_has_a_seed(site: Site) -> None:
    form = {"kind": "magblast", "name": "space", "seats": "Eve, Fay"}
    site.follow("new", form)
    assert "\nSeed: " in site.text("space")


def test_a_new_game_that_cannot_be_is_refused_with_words(site: Site) -> None:
    good = {"kind": "arena", "name": "x", "seats": "Eve, Fay"}
    for change, words in (
        ({"name": "duel"}, "There is a file of this name already"),
        ({"name": "../x"}, "A name is made of letters"),
        ({"seats": "Eve"}, "2 to 26 players"),
        ({"seats": "Eve, eve"}, 'Two players are called "eve"'),
        ({"option-hp": "many"}, '"many" cannot be the value of hp'),
        ({"kind": "bingo"}, 'I do not know a game called "bingo"'),
    ):
        response = site.post("new", {**good, **change})
        assert response.status_code == 422
        assert words in plain(response.text)
    assert site.state.folder.names() == ["duel"]


def test_the_options_of_another_game_are_shown(site: Site) -> None:
    response = site.post("new", {"kind": "magma", "name": "m", "choose": "1"})
    assert "option-board" in response.text
    assert 'value="m"' in response.text


def test_a_file_that_cannot_be_read_says_where(site: Site) -> None:
    site.game(DUEL + "nonsense\n")
    response = site.ask("GET", "game/duel")
    assert response.status_code == 422
    assert "Line 12: I expected a line such as" in plain(response.text)
    assert "nonsense" in response.text
    assert "duel" in plain(site.get("game/duel/history"))
    assert "nonsense" in site.get("game/duel/file")


def test_bots_answer_what_is_written_here(site: Site) -> None:
    head = "Game: lava\nSeats: Ann, Rob\nBots: Rob=easy\n\n== 0 ==\n"
    site.game(head, "dice")
    page = site.follow("game/dice/order", {"seat": "Ann", "text": "n 0,0"})
    assert "the turn was played" in plain(page)
    assert re.search(r"Ann: n 0,0\n\n== 1 ==\nRob: .+\n$", site.text("dice"))
    site.follow("game/dice/undo")
    assert site.text("dice") == head


def test_bots_that_alone_are_awaited_are_asked_by_a_button(site: Site) -> None:
    site.game("Game: lava\nSeats: Rob, Ann\nBots: Rob=easy\n\n== 0 ==\n", "dice")
    page = site.get("game/dice")
    assert "Awaited: Rob (bot)" in plain(page)
    assert "Let the bot answer" in page
    site.follow("game/dice/bots")
    assert site.text("dice").count("\nRob: ") == 1
    assert "Let the bot answer" not in site.get("game/dice")
    assert "bots answered" in plain(site.get("game/dice")).casefold()


def test_a_new_game_may_have_bots(site: Site) -> None:
    form = {"kind": "lava", "name": "dice", "seats": "Rob, Ann", "bots": "rob = easy"}
    site.follow("new", form)
    assert re.search(
        r"\nSeed: [0-9a-f]{64}\n(.*\n)*Bots: Rob=easy\n", site.text("dice")
    )
    assert site.text("dice").count("\nRob: ") == 1
    wrong = site.post("new", form | {"name": "two", "bots": "Rob=sly"})
    assert wrong.status_code == 422
    assert "A bot is easy, fair or strong" in plain(wrong.text)


def test_bots_answer_before_a_turn_is_closed(site: Site) -> None:
    head = "Game: arena\nSeats: Ann, Bob, Cid\nBots: Cid=easy\n\n== 0 ==\n"
    site.game(f"{head}Ann: fire C3\nBob: air F6\n", "three")
    page = plain(site.get("game/three"))
    assert "Cid (bot)" in page
    site.follow("game/three/bots")
    looked = plain(site.post("game/three/close", {"look": "1"}).text)
    assert "Ann and Bob would do what silence does" in looked
    site.follow("game/three/close")
    assert re.search(r"\n== 1 ==\nCid: .+\n-- deadline --\n$", site.text("three"))


BOTS = "Game: arena\nSeats: Ann, Bob, Cid\nBots: Cid=easy\n\n== 0 ==\n"


@pytest.mark.parametrize(
    ("record", "told"),
    [
        (BOTS, True),
        (BOTS + "Cid: fire A8\n", False),
        (BOTS.replace("Bots: Cid=easy\n", ""), False),
    ],
)
def test_bots_are_named_before_a_turn_is_played_where_one_is_awaited(
    site: Site, record: str, told: bool
) -> None:
    site.game(record, "three")
    page = plain(site.get("game/three"))
    assert "Played now, silence speaks for them" in page
    assert ("Bots answer before it" in page) == told


def test_bots_go_on_behind_a_turn_that_is_closed(site: Site) -> None:
    site.game("Game: magma\nSeats: Ann, Rob\nBots: Rob=easy\n\n== 0 ==\n", "coals")
    site.follow("game/coals/close")
    assert re.search(r"-- deadline --\n\n== 1 ==\nRob: .+\n$", site.text("coals"))


def test_a_bot_without_an_answer_is_told_and_nothing_is_written(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.bots.search.think", lambda *_: Decision(None))
    head = "Game: lava\nSeats: Rob, Ann\nBots: Rob=easy\n\n== 0 ==\n"
    site.game(head, "dice")
    response = site.post("game/dice/bots")
    assert "A bot has found nothing to send" in response.text
    assert site.text("dice") == head
