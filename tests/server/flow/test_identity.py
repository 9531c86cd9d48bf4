"""Whose letter it is: forged, old, quoted and borrowed ones move nothing."""

from __future__ import annotations

import re

import pytest

from pbem.mail.message.letter import read_letter
from pbem.server.flow import identity
from pbem.server.settings import config
from pbem.server.store import players, schema
from tests.server.conftest import Make
from tests.support.server.world import ADDRESS, ANN, BOB, CID, HOUR, REFEREE, World

TOKEN = re.compile(r"[a-z2-7]{26}")


def test_a_hundred_forged_letters_move_nothing(world: World) -> None:
    world.start()
    before = world.orders()
    for number in range(100):
        world.post(
            ANN,
            "fire C3" if number % 2 else "resign",
            REFEREE if number % 3 else f"referee+g1.{'a' * 26}@x.example",
            subject=f"Re: arena-1 #{number % 4}: your turn",
            head="Authentication-Results: x.example; dmarc=fail\n",
        )
    out = world.run()
    assert world.orders() == before == []
    # She is told, a few times; the forger learns nothing.
    assert [mail.recipient for mail in out] == [ADDRESS[ANN]] * 3
    assert all("could not trust" in mail.subject for mail in out)


def test_what_the_player_is_told_lets_her_go_on(world: World) -> None:
    world.start()
    out = world.say(ANN, "fire C3")
    assert "  fire C3\n" in out[0].text
    assert world.orders() == []
    world.answer(ANN, "fire C3")
    assert world.orders() == ["Ann: fire C3"]


def test_an_old_token_is_worth_nothing(world: World) -> None:
    world.start()
    old = world.last(ADDRESS[ANN]).reply_to
    world.answer(ANN, "fire C3")
    world.answer(BOB, "air F6")
    orders = world.orders()
    for number in range(100):
        world.post(ANN, f"D4 1{'NE' if number % 2 else 'SE'}", old)
    out = world.run()
    assert world.orders() == orders
    assert len(out) <= world.config.limits.sender_hour
    assert "and the game is at #1 now" in " ".join(out[0].text.split())


@pytest.mark.parametrize(
    "text",
    [
        "D4 1NE",
        "D4 1NE #2",
        "#2\nresign",
        "game arena-1 #2\nresign",
        "resign #2",
        "wait\nD4",
        "ready",
        "clear",
        "address add eve@e.example\naddress use eve@e.example",
        "address remove ann@a.example",
        "preview #2\nD4",
        "propose draw",
    ],
)
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_nothing_helps_an_old_token(world: World, text: str) -> None:
    """It moves nothing and changes no address, whatever turn the letter names."""
    world.start()
    world.add_address(ANN, "ann@home.example")
    old = world.last(ADDRESS[ANN], "arena-1").reply_to
    played = [(ANN, "fire C3"), (BOB, "air F6"), (ANN, "D4"), (BOB, "E6"), (ANN, "D5")]
    for who, order in played:
        world.answer(who, order, "arena-1")
    before = world.orders()
    out = world.say(ANN, text, old)
    assert world.orders() == before
    assert {mail.recipient for mail in out} == {ADDRESS[ANN]}
    assert "the game is at #2 now" in " ".join(out[0].text.split())
    assert world.count(schema.seat, schema.seat.c.waits) == 0
    with world.store.reading() as conn:
        owner = players.owner(conn, ADDRESS[ANN])
        assert owner is not None
        assert players.addresses(conn, owner) == [ADDRESS[ANN], "ann@home.example"]


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_vote_needs_a_token_as_young_as_the_proposal(world: World) -> None:
    world.start()
    old = world.last(ADDRESS[ANN]).reply_to
    for who, order in ((ANN, "fire C3"), (BOB, "air F6")):
        world.answer(who, order)
    world.answer(BOB, "propose draw")
    asked = world.last(ADDRESS[ANN]).reply_to
    # The game goes on while the proposal is open.
    for who, order in ((ANN, "D4"), (BOB, "E6")):
        world.answer(who, order)
    out = world.say(ANN, "agree", old)
    assert "the game is at #2 now" in " ".join(out[0].text.split())
    assert world.count(schema.game, schema.game.c.state == "over") == 0
    world.say(ANN, "agree", asked)
    assert world.count(schema.game, schema.game.c.state == "over") == 1


def test_a_token_with_another_address_moves_nothing(world: World) -> None:
    world.start()
    to = world.last(ADDRESS[ANN]).reply_to
    out = world.say("Ann <ann@office.example>", "fire C3", to)
    assert [mail.recipient for mail in out] == [ADDRESS[ANN]]
    assert "address add ann@office.example" in " ".join(out[0].text.split())
    world.answer(ANN, "address add ann@office.example\nfire C3")
    assert world.orders() == ["Ann: fire C3"]
    world.answer(ANN, "address add ann@office.example", "Is this from you?")
    world.answer("Ann <ann@office.example>", "address add ann@office.example")
    receipt = world.say("Ann <ann@office.example>", "fire D4", to)
    assert receipt[0].recipient == "ann@office.example"
    assert world.orders()[-1] == "Ann: fire D4"


def test_a_letter_to_one_address_speaks_for_no_other_of_the_same_player(
    world: World,
) -> None:
    """Who reads a new mailbox cannot take back what the old one was told of."""
    world.start()
    world.add_address(ANN, "new@a.example")
    told = world.last(ADDRESS[ANN], "Your addresses")
    out = world.say("Ann <new@a.example>", "address undo", told.reply_to)
    assert "could not trust" in out[0].subject
    world.confirmed(ANN, "address use new@a.example")
    assert "  - new@a.example" in world.last("new@a.example").text
    world.say(ANN, "address undo", told.reply_to)
    assert "new@a.example" not in world.last(ADDRESS[ANN]).text.split("  - ", 1)[-1]


def test_nobody_invites_another_address_of_theirs(world: World) -> None:
    world.start()
    world.add_address(ANN, "new@a.example")
    out = world.answer(ANN, "new arena with new@a.example", "arena-1")
    assert "is your own address" in " ".join(out[0].text.split())


def test_change_of_address(world: World) -> None:
    world.start()
    world.add_address(ANN, "new@a.example")
    world.confirmed(ANN, "address use new@a.example")
    world.answer(ANN, "fire C3", "arena-1")
    world.answer(BOB, "air F6")
    assert world.last("new@a.example").subject == "arena-1 #1: your turn"
    world.confirmed("Ann <new@a.example>", "address remove ann@a.example")
    assert "  - new@a.example" in world.last("new@a.example").text
    assert world.say(ANN, "D4", world.last("new@a.example").reply_to)[0].recipient == (
        "new@a.example"
    )
    assert world.orders()[-1] == "Bob: air F6"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("address remove ann@a.example", "your only address"),
        ("address add bob@b.example", "belongs to another player"),
        ("address add referee+x@x.example", "cannot be an address of yours"),
        ("address use cid@c.example", "is no address of yours"),
    ],
)
def test_addresses_that_will_not_do(world: World, text: str, words: str) -> None:
    world.start()
    assert words in world.answer(ANN, text)[0].text


def test_who_answers_all_acts_for_nobody_else(world: World) -> None:
    world.start()
    hers, his = (world.last(ADDRESS[who]).reply_to for who in (ANN, BOB))
    world.say(BOB, "air F6", f"{hers}, {his}")
    assert world.orders() == ["Bob: air F6"]
    world.say(BOB, "air G6", hers)
    assert world.orders() == ["Bob: air F6"]


@pytest.mark.parametrize(
    "writer",
    [
        "Ann Smith <ann@a.example>, Bob <bob@b.example>",
        '"ann@a.example" <mallory@m.example>',
        "ann@a.example <mallory@m.example>",
        "ann@a.example@m.example",
        "<ann@a.example@m.example>",
        "ann@a.example (bob@b.example) <mallory@m.example>",
        "friends: ann@a.example, mallory@m.example;",
        "Ann <\u0430nn@a.example>",
        "Ann <ann@\u0430.example>",
        "Ann <ann@a.example> <mallory@m.example>",
        "Ann <ann@a.example\x00>",
        "=?utf-8?q?Ann_=3Cann=40a=2Eexample=3E?= <mallory@m.example>",
        "ann@a.example\nFrom: mallory@m.example",
        "ann",
        "",
    ],
)
def test_odd_writers_are_nobody(make: Make, writer: str) -> None:
    # Even where the address alone is trusted, it must be one address.
    world = make('[identity]\npolicy = "open"\n')
    world.start()
    world.say(writer, "fire C3", world.last(ADDRESS[ANN]).reply_to)
    assert world.orders() == []


def test_open_trusts_the_address_alone(make: Make) -> None:
    world = make('[identity]\npolicy = "open"\n')
    world.start()
    world.say(ANN, "fire C3")
    world.say(CID, "fire D3")
    assert world.orders() == ["Ann: fire C3"]


def test_tokens_in_the_subject(make: Make) -> None:
    world = make('[identity]\nplace = "subject"\n')
    world.start()
    last = world.last(ADDRESS[ANN])
    assert last.reply_to == REFEREE
    assert TOKEN.search(last.subject)
    world.say(ANN, "fire C3", subject=f"AW: {last.subject}")
    assert world.orders() == ["Ann: fire C3"]


AUTH = "Authentication-Results: mx.x.example; dkim=pass header.d=a.example\n"
DKIM = '[identity]\npolicy = "token+dkim"\nauthserv = "mx.x.example"\nhops = 1\n'


@pytest.mark.parametrize(
    ("head", "passes"),
    [
        (AUTH, True),
        ("Received: by us\n" + AUTH, True),
        ("Authentication-Results: mx.x.example 1;\n dkim=pass\n header.d=A.Example\n",
         True),
        ("Authentication-Results: mx.x.example (our (own) server);"
         " dkim=pass (fine) header.d=a.example; spf=none\n", True),
        ("Authentication-Results: other.example; dkim=fail\n" + AUTH, True),
        ("", False),
        ("Received: by us\nReceived: by them\n" + AUTH, False),
        ("Authentication-Results: mx.x.example; dkim=fail header.d=a.example\n" + AUTH,
         False),
        ("Authentication-Results: mx.x.example; none\n" + AUTH, False),
        ("Authentication-Results: mx.x.example; dkim=pass header.d=m.example\n", False),
        ("Authentication-Results: mx.x.example.m.example; dkim=pass"
         " header.d=a.example\n", False),
        ("Authentication-Results: m.example; (mx.x.example; ) dkim=pass"
         " header.d=a.example\n", False),
        ("Authentication-Results: mx.x.example; spf=pass (dkim=pass"
         " header.d=a.example)\n", False),
        ("Authentication-Results: mx.x.example; xdkim=pass header.d=a.example\n",
         False),
        ("Authentication-Results: mx.x.example; dkim=fail reason=\"dkim=pass\""
         " header.d=a.example\n", False),
    ],
)  # fmt: skip
def test_signatures(head: str, passes: bool) -> None:
    settings = config.read(f'address = "{REFEREE}"\n{DKIM}')
    letter = read_letter(f"{head}From: {ANN}\n\nfire C3\n".encode())
    assert identity.dkim_passes(settings, letter) is passes


def test_token_and_dkim(make: Make) -> None:
    world = make(DKIM)
    for who, text in ((ANN, "new arena with bob@b.example"), (ANN, "accept")):
        to = world.last(ADDRESS[who]).reply_to if text == "accept" else REFEREE
        world.post(who, text, to, head=AUTH)
        world.run()
    out = world.answer(ANN, "accept")
    assert "without a valid signature" in out[0].text


def test_tokens_are_nowhere_at_rest(world: World) -> None:
    world.start()
    tokens = {t for mail in world.box.mail for t in TOKEN.findall(mail.reply_to)}
    assert len(tokens) >= 5
    with world.store.reading() as conn:
        for table in schema.metadata.sorted_tables:
            for row in conn.execute(table.select()):
                if table.name == "letter":
                    continue  # what players wrote to us is kept as it came
                assert not any(token in str(row) for token in tokens)


def test_a_letter_that_waits_holds_no_token(world: World) -> None:
    from pbem.mail.transport.base import retry

    world.box.verdict = lambda letter: retry("later")
    world.say(ANN, "new arena with bob@b.example")
    with world.store.reading() as conn:
        row = conn.execute(schema.outbox.select()).one()
    waiting = bytes(row.raw)
    from pbem.mail.transport.base import SENT

    world.box.verdict = lambda letter: SENT
    world.now += HOUR
    (mail,) = world.run()
    (token,) = TOKEN.findall(mail.reply_to)
    assert token.encode() not in waiting


@pytest.mark.parametrize(("days", "trusted"), [(14, False), (13.999, True)])
def test_an_answer_to_a_letter_about_no_seat_is_taken_for_two_weeks(
    world: World, days: float, trusted: bool
) -> None:
    world.say(ANN, "new arena with bob@b.example")
    world.answer(ANN, "accept")
    world.answer(BOB, "decline")
    world.now += days * 24 * HOUR
    (answer,) = world.answer(ANN, "set name Anna")
    assert answer.recipient == ADDRESS[ANN]
    assert ("could not trust" in answer.subject) is not trusted
    named = schema.player.c.name == "Anna"
    assert world.count(schema.player, named) == trusted


def test_guesses_are_all_refused(world: World) -> None:
    world.start()
    for number in range(300):
        guess = "".join("abcdefghijklmnopqrstuvwxyz234567"[number * i % 32]
                        for i in range(1, 27))  # fmt: skip
        world.post(ANN, "fire C3", f"referee+g1.{guess}@x.example")
    world.run()
    assert world.orders() == []
    assert world.count(schema.letter, schema.letter.c.state == "excess") > 250
