"""A turn that ends with an order read freely waits a while; `wrong` takes it back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import sqlalchemy as sa

from pbem.server.store import misread, schema
from pbem.server.store.connection import Database
from pbem.server.store.rows import MisreadRow
from tests.support.server.world import ADDRESS, ANN, BOB, HOUR, Mail, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
HOLD = 600  #: seconds


@pytest.fixture
def held(url: str, tmp_path: Path) -> World:
    """A game in which Ann has sent her order, and Bob's, in his own words, waits."""
    world = _world(url, tmp_path)
    world.begin()
    world.answer(ANN, "D4")
    _reads(world.answer(BOB, "walk to E6"), "It is played Tuesday 14 November, 22:23")
    assert _laid(world) == ["Ann: D4"]
    return world


def _world(url: str, folder: Path, settings: str = "") -> World:
    return World(Database(url), folder, f'hold = "10m"\n{settings}')


def _laid(world: World) -> list[str]:
    """The orders of the record, without those by which the game began."""
    return world.orders()[2:]


def _reads(mails: list[Mail], *parts: str) -> None:
    (mail,) = mails
    text = " ".join(mail.text.split())
    for part in parts:
        assert part in text


def _kept(world: World) -> list[MisreadRow]:
    with world.store.reading() as conn:
        return misread.everyone(conn)


def _turn_is_played(world: World, after: float = 2) -> bool:
    """Whether it is, so many seconds after the last look."""
    world.now += after
    return [mail.subject for mail in world.run()] == ["arena-1 #2: your turn"] * 2


def test_it_is_played_when_the_time_is_over_and_not_before(held: World) -> None:
    held.now += HOLD - 1
    assert held.run() == []
    assert _turn_is_played(held, 3)
    assert _laid(held) == ["Ann: D4", "Bob: E6"]


def test_plain_notation_waits_for_nothing(url: str, tmp_path: Path) -> None:
    world = _world(url, tmp_path)
    world.begin()
    world.answer(ANN, "D4")
    out = world.answer(BOB, "Hello!\n\nE6\n\nCheers,\nBob")
    assert [mail.subject for mail in out] == ["arena-1 #2: your turn"] * 2


def test_what_ends_no_turn_waits_for_nothing(url: str, tmp_path: Path) -> None:
    world = _world(url, tmp_path)
    world.begin()
    world.answer(ANN, "walk to D4")
    assert _laid(world) == ["Ann: D4"]


def test_no_hold_of_the_game_goes_before_that_of_the_host(
    url: str, tmp_path: Path
) -> None:
    world = _world(url, tmp_path)
    world.begin(options="\nset hold none")
    world.answer(ANN, "D4")
    assert len(world.answer(BOB, "walk to E6")) == 2


def test_a_server_that_was_ended_plays_it_when_it_is_back(
    held: World, url: str, tmp_path: Path
) -> None:
    held.server.close()
    held.store.close()
    again = _world(url, tmp_path)
    again.now = held.now + HOLD - 5
    assert again.run() == []
    assert _turn_is_played(again, 7)


def test_who_was_told_that_it_is_played_is_told_that_it_cannot_be(held: World) -> None:
    seat = schema.seat.c
    with held.store.writing() as conn:
        draft = conn.execute(sa.select(seat.draft).where(seat.draft != "")).scalar_one()
        changed = json.dumps(json.loads(draft) | {"text": "what now"})
        conn.execute(schema.seat.update().where(seat.draft != "").values(draft=changed))
    held.now += HOLD + 2
    _reads(held.run(), "your orders could not be played", "> what now", "Please send")
    assert _laid(held) == ["Ann: D4"]


def test_two_servers_play_it_once(held: World, url: str, tmp_path: Path) -> None:
    other = _world(url, tmp_path)
    held.now += HOLD + 2
    other.now = held.now
    assert len(held.run()) + len(other.run()) == 2
    assert _laid(held) == ["Ann: D4", "Bob: E6"]


def test_it_waits_no_longer_than_to_the_deadline(url: str, tmp_path: Path) -> None:
    world = _world(url, tmp_path)
    world.begin()
    world.answer(ANN, "D4")
    world.now = due = world.due() - 60
    world.run()
    out = world.answer(BOB, "walk to E6")
    _reads(out, "It is played Thursday 16 November, 22:13")
    assert not _turn_is_played(world, 59)
    assert _turn_is_played(world, due + 62 - world.now)
    assert _laid(world) == ["Ann: D4", "Bob: E6"]


def test_a_deadline_that_comes_nearer_ends_it(held: World) -> None:
    held.host_does("deadline in 5 minutes")
    held.now = held.due() + 2
    held.run()
    assert _laid(held) == ["Ann: D4", "Bob: E6"]


def test_the_time_is_told_in_the_zone_of_its_reader(url: str, tmp_path: Path) -> None:
    world = _world(url, tmp_path)
    world.begin()
    world.answer(BOB, "set timezone Asia/Tokyo")
    world.answer(ANN, "D4")
    _reads(world.answer(BOB, "walk to E6"), "Wednesday 15 November, 07:23 (Tokyo)")


@pytest.mark.parametrize("line", ["E5", "wrong: E5", "wrong\nE5"])
def test_a_plain_order_takes_its_place_at_once(held: World, line: str) -> None:
    assert held.answer(BOB, line)[-1].subject == "arena-1 #2: your turn"
    assert _laid(held) == ["Ann: D4", "Bob: E5"]


@pytest.mark.parametrize("line", ["walk to E5", "No, I meant E5"])
def test_another_in_own_words_begins_the_time_anew(held: World, line: str) -> None:
    held.now += HOLD - 10
    held.answer(BOB, line)
    held.now += HOLD - 10
    assert held.run() == []
    assert _turn_is_played(held, 12)
    assert _laid(held) == ["Ann: D4", "Bob: E5"]


def test_one_that_cannot_be_used_begins_the_time_anew(held: World) -> None:
    held.now += HOLD - 10
    _reads(held.answer(BOB, "E9"), "Your orders are played")
    held.now += 20
    assert held.run() == []


def test_ready_plays_it(held: World) -> None:
    assert held.answer(BOB, "ready")[-1].subject == "arena-1 #2: your turn"


def test_wait_makes_a_draft_of_it(held: World) -> None:
    held.answer(BOB, "wait")
    held.now += HOLD + 2
    assert held.run() == []
    held.answer(BOB, "ready")
    assert _laid(held) == ["Ann: D4", "Bob: E6"]


def test_another_seat_ends_nothing_and_sees_nothing(held: World) -> None:
    """What Ann is told is what she would be told if Bob had sent nothing."""
    seen = [held.answer(ANN, one) for one in ("deadline?", "show", "whois bob", "C4")]
    held.answer(BOB, "wrong")
    plain = [held.answer(ANN, one) for one in ("deadline?", "show", "whois bob", "C4")]

    def words(found: list[list[Mail]]) -> list[str]:
        lines = (line for (mail,) in found for line in mail.text.split("\n"))
        return [one for one in lines if "Seal" not in one and "D4" not in one
                and "C4" not in one]  # fmt: skip

    assert words(seen) == words(plain)
    assert _laid(held) == ["Ann: D4", "Ann: C4", "Ann: C4"]


def test_wrong_of_another_seat_takes_back_its_own(held: World) -> None:
    _reads(held.answer(ANN, "wrong"), "taken back what I had read", "D4")
    held.now += HOLD + 2
    held.run()
    assert _laid(held) == ["Bob: E6"]  # and the turn waits for Ann


@pytest.mark.parametrize(
    "line", ["wrong", "That's not what I meant.", "You misread me!", "take that back"]
)
def test_it_is_taken_back(held: World, line: str) -> None:
    _reads(held.answer(BOB, line), "taken back", "E6", "You are awaited")
    held.now += HOLD + 2
    assert held.run() == []
    assert _laid(held) == ["Ann: D4"]


def test_the_letter_is_kept_once_and_names_nobody(url: str, tmp_path: Path) -> None:
    world = _world(url, tmp_path)
    world.begin()
    world.answer(ANN, "D4")
    said = "walk to E6\n\nAnn Smith, ask bob@b.example or https://b.example/x\nBob"
    world.answer(BOB, said)
    assert _laid(world) == ["Ann: D4"]
    _reads(world.answer(BOB, "wrong"), "The host is shown that letter")
    _reads(world.answer(BOB, "wrong"), "nothing of you for this turn")
    (one,) = _kept(world)
    assert one.text.split("\n")[0] == "walk to E6"
    assert (one.kind, one.read) == ("arena", "E6")
    for name in ("Bob", "Ann", "example", "@"):
        assert name.lower() not in one.text.lower()


def test_after_the_turn_it_is_kept_and_moves_nothing(held: World) -> None:
    receipt = held.last(ADDRESS[BOB])
    held.now += HOLD + 2
    held.run()
    before = held.orders()
    held.answer(BOB, "E5")
    out = held.say(BOB, "wrong", receipt.reply_to)
    _reads(out, "I cannot take it back", "propose undo", "press to master")
    assert held.orders() == [*before, "Bob: E5"]
    assert [one.read for one in _kept(held)] == ["E6"]


def test_no_more_than_the_newest_are_kept(
    held: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(misread, "MAX_STORED", 2)
    for square in ("E6", "E5", "F5"):
        held.answer(BOB, f"walk to {square}")
        held.answer(BOB, "wrong")
    assert [one.read for one in _kept(held)] == ["E5", "F5"]


def test_they_go_with_old_letters_and_with_their_player(held: World) -> None:
    held.answer(BOB, "wrong")
    held.answer(ANN, "wrong")
    assert len(_kept(held)) == 2
    held.confirmed(BOB, "forget me")
    assert [one.read for one in _kept(held)] == ["D4"]
    held.now += 91 * 24 * HOUR
    held.run()
    assert _kept(held) == []


def test_a_link_of_the_html_form_says_wrong(url: str, tmp_path: Path) -> None:
    world = _world(url, tmp_path, "html = true\n")
    world.begin()
    world.answer(ANN, "D4")
    (receipt,) = world.answer(BOB, "walk to E6")
    shown = receipt.raw.decode()
    address, subject = f"mailto:{receipt.reply_to}", "?subject=wrong"
    assert f'<a href="{address}{subject}">That is not what I meant</a>' in shown
    out = world.say(BOB, "", receipt.reply_to, subject="wrong")
    assert "I have taken back what I had read" in out[0].text
    assert 'href="mailto' not in out[0].raw.decode()


def test_a_link_works_where_tokens_stand_in_subjects(url: str, tmp_path: Path) -> None:
    place = '[identity]\nplace = "subject"\n'
    world = _world(url, tmp_path, f"html = true\n{place}")
    world.begin()
    world.answer(ANN, "D4")
    (receipt,) = world.answer(BOB, "walk to E6")
    tag = receipt.subject.rpartition(" ")[2]
    escaped = tag.replace("[", "%5B").replace("]", "%5D")
    assert f"?subject=wrong%20{escaped}" in receipt.raw.decode()
    out = world.say(BOB, "", receipt.reply_to, subject=f"wrong {tag}")
    assert "I have taken back what I had read" in out[0].text


def test_a_plan_hears_it_when_it_is_played(url: str, tmp_path: Path) -> None:
    world = _world(url, tmp_path)
    world.begin()
    world.answer(ANN, "if Bob goes to E6 then C4\notherwise D4")
    world.answer(BOB, "walk to E6")
    assert [one for one in _laid(world) if one.startswith("Bob")] == ["Bob: E6"]


def test_an_order_that_was_asked_about_is_not_held(url: str, tmp_path: Path) -> None:
    world = _world(url, tmp_path)
    world.begin()
    world.answer(ANN, "D4")
    said = "walk to F5\noops, E6"
    _reads(world.answer(BOB, said), "Nothing is changed yet")
    assert len(world.answer(BOB, said)) == 2


def test_nothing_of_a_held_order_is_left_when_its_seat_is_free(held: World) -> None:
    held.host_does("kick bob")
    held.now += HOLD + 2
    held.run()
    assert _laid(held) == ["Ann: D4"]
    timer = schema.timer.c
    assert held.scalar(sa.select(sa.func.count()).where(timer.what == "hold")) == 0


def test_a_turn_undone_holds_nothing(held: World) -> None:
    held.host_does("undo to 0")
    held.now += HOLD + 2
    assert held.run() == []
    assert _laid(held) == []
