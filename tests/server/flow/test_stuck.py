"""Players who may be stuck: the host hears of them, and a person answers."""

from __future__ import annotations

import pytest

from pbem.server.flow import junk
from pbem.server.states import LetterKind
from pbem.server.store import players, schema, stuck
from pbem.server.store.queries import audit
from tests.support.server.world import ANN, BOB, HOST, HOUR, World

DAY = 24 * HOUR


def _why(world: World) -> list[tuple[str, str, str]]:
    with world.store.reading() as conn:
        people = stuck.everyone(conn, world.now)
        return [(one.why, one.game, one.player) for one in people]


def test_a_second_refusal_offers_a_person_and_tells_the_host(world: World) -> None:
    world.begin()
    world.answer(ANN, "D9 17XX")
    assert '"host: ..."' not in world.last("ann@a.example").text
    assert _why(world) == []
    world.answer(ANN, "D9 18XX")
    assert '"host: ..."' in world.last("ann@a.example").text
    world.answer(ANN, "D9 19XX")
    assert '"host: ..."' not in world.last("ann@a.example").text
    assert _why(world) == [("refused", "arena-1", "Ann")]
    world.now += DAY
    world.run()
    letter = world.last("host@x.example", "pbem: players who may need you")
    assert "Ann (player 1) was refused three letters in a row" in letter.text
    assert "18XX" not in letter.text
    shown = len(world.box.mail)
    world.now += DAY
    world.run()
    assert all("may need" not in one.subject for one in world.box.mail[shown:])
    world.answer(ANN, "D4 1NE")
    assert _why(world) == []
    for number in range(2):
        world.answer(ANN, f"D9 2{number}XX")
        offered = '"host: ..."' in world.last("ann@a.example").text
        assert offered is (number == 1)


def test_a_host_who_plays_is_offered_no_host(world: World) -> None:
    world.say(HOST, "whois")
    for number in range(3):
        world.answer(HOST, f"set digest {number}")
        assert "host:" not in world.last("host@x.example").text


def test_words_go_to_the_host_and_back_without_addresses(world: World) -> None:
    world.begin()
    world.answer(ANN, "D4 1NE\nhost: I do not see\nwhy D4 is right.\n\nThanks!")
    assert world.orders()[-1] == "Ann: D4 1NE"
    asked = world.last("host@x.example", "arena-1: a player writes to you")
    assert "> why D4 is right." in asked.text
    assert "a.example" not in asked.text
    world.answer(HOST, "Look at A5, Ann.\nhelp\nMine is host@x.example.", "arena-1: a")
    said = world.last("ann@a.example", "arena-1: the host answers")
    assert "> Look at A5, Ann." in said.text
    assert "> help" in said.text
    assert b"host@x.example" not in said.raw
    assert b"In-Reply-To: <" in said.raw
    assert b"players.example>" in said.raw
    world.answer(ANN, "E5", "arena-1: the host")
    assert world.orders()[-1] == "Ann: E5"
    assert "to Ann" in world.last("host@x.example", "Your letter").text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("host:", "no words for the host"),
        ("host:" + "\nmore and more words" * 300, "too long"),
    ],
)
def test_words_that_do_not_go_to_the_host(world: World, text: str, says: str) -> None:
    world.begin()
    world.answer(ANN, text)
    assert says in world.last("ann@a.example").text.replace("\n  ", " ")


def test_the_host_is_not_flooded(world: World) -> None:
    world.begin()
    for number in range(6):
        world.answer(ANN, f"host: again, {number}")
    asked = [one for one in world.box.mail if "writes to you" in one.subject]
    assert len(asked) == 5
    assert "tomorrow" in world.last("ann@a.example").text


def test_an_answer_for_one_who_is_gone_goes_nowhere(world: World) -> None:
    world.begin()
    world.answer(ANN, "host: adieu")
    world.confirmed(ANN, "forget me")
    out = world.answer(HOST, "Stay!", "arena-1: a player")
    assert [one.recipient for one in out] == ["host@x.example"]
    assert "cannot be reached any more" in out[0].text


def test_a_stranger_cannot_write_to_the_host(world: World) -> None:
    world.say("Eve <eve@e.example>", "host: buy my watches")
    world.begin()
    world.say(BOB, "host: I am Bob, really")
    assert world.count(schema.outbox, schema.outbox.c.kind == LetterKind.MASTER) == 0


def test_who_is_asked_and_silent_is_named(world: World) -> None:
    world.begin()
    world.answer(ANN, "maybe D4 1NE, or rather not")
    assert _why(world) == []
    world.now += 1.5 * DAY
    assert _why(world) == [("asked", "arena-1", "Ann")]
    world.answer(ANN, "yes")
    assert _why(world) == []


def test_who_cannot_be_reached_is_named(world: World) -> None:
    world.begin()
    with world.store.writing() as conn:
        players.mark_undeliverable(conn, "bob@b.example", "no such mailbox")
        audit(conn, stuck.JUNK_OF, world.now, player_id=1)
    assert _why(world) == [("junk", "", "Ann"), ("bounced", "arena-1", "Bob")]


def test_who_has_taken_over_a_seat_and_is_silent_is_named(world: World) -> None:
    world.begin()
    world.host_does("replace Bob by cid@c.example")
    world.now += 1.1 * DAY
    found = _why(world)
    assert ("new", "arena-1", "Cid") in found or ("new", "arena-1", "cid") in found


def test_whose_letter_lay_in_junk_is_noted(world: World) -> None:
    world.begin()
    mail = world.last("ann@a.example")
    head = f"From: {ANN}\nTo: {mail.reply_to}\nSubject: x\n\n".encode()
    noted: list[int] = []
    judge = junk.token_test(world.office, world.server.reader, world.now, noted.append)
    assert judge(head)
    assert noted == [1]
