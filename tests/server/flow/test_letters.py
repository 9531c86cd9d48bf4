"""What the world's mail does: copies, machines, floods, poison."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from pbem.language.reading import Reading
from pbem.mail.message.limits import LetterRefused
from pbem.mail.sandbox.read import ParsedLetter
from pbem.mail.transport.base import (
    SENT,
    DeliveryResult,
    OutgoingLetter,
    refused,
    retry,
)
from pbem.server.game import orders
from pbem.server.game.offered import Offered
from pbem.server.store import schema
from pbem.server.store.connection import Database
from tests.server.conftest import Make
from tests.support.server import world as place
from tests.support.server.world import ADDRESS, ANN, BEGIN, BOB, CID, HOUR, World

letter = schema.letter

here = pytest.mark.parametrize("url", ["sqlite"], indirect=True)


def test_every_letter_three_times_in_any_order(world: World) -> None:
    world.start()
    to = {who: world.last(ADDRESS[who]).reply_to for who in (ANN, BOB)}
    raws = [world.post(ANN, "fire C3", to[ANN]), world.post(BOB, "air F6", to[BOB])]
    random.seed(1)
    copies = raws * 2
    random.shuffle(copies)
    for raw in copies:
        # The same letter by another way, with its header in another order.
        head, _, body = raw.partition(b"\n\n")
        lines = head.split(b"\n")
        world.take(b"\n".join(lines[::-1]) + b"\n\n" + body)
    out = world.run()
    for raw in raws:
        world.take(raw)
    out += world.run()
    assert world.orders() == ["Ann: fire C3", "Bob: air F6"]
    assert len(out) == 2
    assert world.count(letter, letter.c.state == "repeat") == 6


def test_the_same_key_is_the_same_letter(world: World) -> None:
    world.start()
    raw = world.post(ANN, "fire C3", world.last(ADDRESS[ANN]).reply_to, key="imap:1")
    before = world.count(letter)
    world.take(raw, key="imap:1")
    assert world.count(letter) == before


def test_without_message_id_the_content_tells(world: World) -> None:
    world.start()
    to = world.last(ADDRESS[ANN]).reply_to
    for date in ("Mon, 1 Jan 2024", "Mon, 1 Jan 2024", "Tue, 2 Jan 2024"):
        world.take(f"From: {ANN}\nTo: {to}\nDate: {date}\n\nfire C3\n".encode())
    world.run()
    assert world.orders() == ["Ann: fire C3"] * 2


@pytest.mark.slow
def test_a_rival_cannot_use_up_a_message_id(world: World) -> None:
    world.start()
    to = {who: world.last(ADDRESS[who]).reply_to for who in (ANN, BOB)}
    world.post(BOB, "air F6", to[BOB], message_id="hers@a.example")
    world.post(ANN, "help", place.REFEREE, message_id="hers@a.example")
    world.post(ANN, "fire C3", to[ANN], message_id="hers@a.example")
    world.run()
    assert world.orders() == ["Bob: air F6", "Ann: fire C3"]


def test_a_message_id_on_another_letter_is_no_copy(world: World) -> None:
    world.start()
    to = world.last(ADDRESS[ANN]).reply_to
    for text in ("fire C3", "water A1", "fire  C3\n"):
        world.say(ANN, text, to, message_id="always@phone.example")
    assert world.orders() == ["Ann: fire C3", "Ann: water A1"]
    assert world.count(letter, letter.c.state == "repeat") == 1


def test_a_copy_is_one_whatever_has_become_of_its_writer(world: World) -> None:
    """Who was a stranger when the letter came is none when its copy comes."""
    raw = world.post(ANN, "new arena with bob@b.example")
    assert len(world.run()) == 1
    world.answer(ANN, "accept")
    world.now += 30 * 24 * HOUR
    world.run()
    world.take(raw)
    assert world.run() == []


AUTOMATIC = [
    "Auto-Submitted: auto-replied\n",
    "Auto-Submitted: auto-generated\n",
    "Precedence: auto_reply\n",
    "X-Autoreply: yes\n",
    "Return-Path: <>\n",
    f"X-Loop: {place.REFEREE}\n",
]


@pytest.mark.parametrize("head", AUTOMATIC)
def test_machines_are_never_answered(world: World, head: str) -> None:
    world.start()
    to = world.last(ADDRESS[ANN]).reply_to
    assert world.say(ANN, "fire C3", to, head=head) == []
    assert world.orders() == []


@here
def test_two_servers_do_not_talk_to_each_other(world: World, tmp_path: Path) -> None:
    judge = "judge@y.example"
    other = World(Database("sqlite://"), tmp_path, address=judge)
    mails = world.say(f"Judge <{judge}>", "new arena with bob@b.example")
    mails += other.say(f"Referee <{place.REFEREE}>", "new arena with bob@b.example")
    crossed = 0
    for _ in range(50):
        for mail in mails:
            crossed += 1
            (world if mail.recipient == place.REFEREE else other).take(mail.raw)
        mails = [*world.run(), *other.run()]
        world.now += HOUR
        other.now += HOUR
    other.server.close()
    assert crossed == 2


@here
def test_an_absence_notice_without_any_sign_is_answered_twice(
    world: World,
) -> None:
    world.start()
    to = world.last(ADDRESS[ANN]).reply_to
    answers = []
    for _ in range(60):
        world.now += HOUR / 6
        answers.append(len(world.say(ANN, "I am at the sea until Monday.", to)))
    assert answers == [1, 1, *[0] * 58]


@here
def test_a_machine_with_other_words_each_time_is_answered_twice(world: World) -> None:
    """Who writes something for us between is answered again, a refused order too."""
    world.begin()

    def said(text: str) -> int:
        return len(world.answer(ANN, text, "arena-1"))

    for order in ("D4 1NE", "show", "D9 1NE"):
        assert said(order) == 1
        tickets = [f"We have opened ticket {n} for you, thanks." for n in range(5)]
        assert [said(text) for text in tickets] == [1, 1, 0, 0, 0]
        last = world.last(ADDRESS[ANN], "arena-1").text
        assert "second letter in a row" in " ".join(last.split())


def test_a_flood_is_read_but_not_all_answered(make: Make) -> None:
    world = make("[limits]\nsender_hour = 20\n")
    world.start()
    to = {who: world.last(ADDRESS[who]).reply_to for who in (ANN, BOB)}
    for number in range(120):
        world.post(ANN, f"fire C{number % 8 + 1}", to[ANN])
    world.post(BOB, "air F6", to[BOB])
    out = world.run()
    assert len([m for m in out if m.recipient == ADDRESS[ANN]]) == 20
    assert world.orders()[-1] == "Bob: air F6"
    assert world.last(ADDRESS[BOB]).subject == "arena-1 #1: your turn"


@pytest.mark.slow
@here
def test_strangers_are_told_a_little_and_not_for_ever(world: World) -> None:
    out = [mail for _ in range(50) for mail in world.say(CID, "Hello, anybody?")]
    assert len(out) == 3
    assert 'Write "help"' in out[0].text
    assert out[0].sender == ""


@pytest.mark.slow
def test_one_poisonous_letter_among_a_hundred(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.start()
    to = {who: world.last(ADDRESS[who]).reply_to for who in (ANN, BOB)}
    real = orders.offer

    def offer(
        story: Any, seat: str, lines: Sequence[Reading], *given: Any, **said: Any
    ) -> Offered:
        if "poison" in lines[0].written:
            raise RuntimeError("the secret of Bob: air F6")
        return real(story, seat, lines, *given, **said)

    monkeypatch.setattr(orders, "offer", offer)
    for number in range(100):
        text = "poison" if number == 50 else f"fire {'ABCDEFGH'[number % 8]}3"
        world.post(ANN, text, to[ANN])
    world.run()
    assert len(world.orders()) == 99
    assert world.count(letter, letter.c.state == "poison") == 1
    assert world.count(letter, letter.c.state == "waiting") == 0
    alarms = [m for m in world.box.mail if m.recipient == "host@x.example"]
    assert [mail.subject for mail in alarms] == ["pbem: a letter was set aside"]
    assert "letter of yours that I failed on" in "".join(
        mail.subject for mail in world.box.mail if mail.recipient == ADDRESS[ANN]
    )


def test_unreadable_letters_are_set_aside(world: World) -> None:
    class Picky:
        def read(self, raw: bytes) -> ParsedLetter:
            raise LetterRefused("time", "over 2 s")

    reader, world.server.sorter.reader = world.server.sorter.reader, Picky()
    world.say(CID, "help")
    assert world.count(letter, letter.c.state == "refused") == 1
    world.server.sorter.reader = reader
    assert world.say(CID, "help")[0].recipient == ADDRESS[CID]


def test_a_machine_that_stood_still_costs_no_letter(world: World) -> None:
    real = world.server.sorter.reader

    class Stalled:
        left = 2

        def read(self, raw: bytes) -> ParsedLetter:
            self.left -= 1
            if self.left >= 0:
                raise LetterRefused("stalled", "over 10 s")
            return real.read(raw)

    world.server.sorter.reader = Stalled()
    assert world.say(CID, "help")[0].recipient == ADDRESS[CID]


def _bounce(world: World, address: str, message_id: str) -> None:
    world.take(
        f"Return-Path: <>\nFrom: MAILER-DAEMON@b.example\nTo: {place.REFEREE}\n"
        "Subject: Undelivered Mail Returned to Sender\nMIME-Version: 1.0\n"
        "Content-Type: multipart/report; report-type=delivery-status;"
        ' boundary="x"\n\n--x\nContent-Type: text/plain\n\nNo.\n\n--x\n'
        "Content-Type: message/delivery-status\n\nReporting-MTA: dns; b.example\n\n"
        f"Final-Recipient: rfc822; {address}\nAction: failed\nStatus: 5.1.1\n\n--x\n"
        f"Content-Type: text/rfc822-headers\n\nMessage-ID: {message_id}\n\n"
        "--x--\n".encode()
    )


def test_a_bounce_tries_the_other_address_and_tells_the_host(world: World) -> None:
    world.start()
    world.add_address(BOB, "bob@home.example")
    first = next(m for m in world.box.mail if m.subject == "arena-1 #0: your turn"
                 and m.recipient == ADDRESS[BOB])  # fmt: skip
    _bounce(world, ADDRESS[BOB], first.message_id)
    out = world.run()
    assert {m.recipient for m in out} == {"host@x.example", "bob@home.example"}
    assert "Your turn, Bob" in world.last("bob@home.example").text
    # Whoever writes from an address again is reached there again.
    world.say(BOB, "air F6", world.last("bob@home.example").reply_to)
    assert world.last(ADDRESS[BOB]).text.count("air F6")


def test_a_made_up_bounce_silences_nobody(world: World) -> None:
    world.start()
    _bounce(world, ADDRESS[BOB], f"<{'a' * 26}@x.example>")
    assert world.run() == []
    assert world.count(schema.address, schema.address.c.trouble != "") == 0


def test_a_bounce_for_another_address_marks_neither(world: World) -> None:
    """Who knows one Message-ID of ours silences nobody with it."""
    world.start(BOB, CID)
    first = next(m for m in world.box.mail if m.subject == "arena-1 #0: your turn"
                 and m.recipient == ADDRESS[BOB])  # fmt: skip
    for other in (ADDRESS[CID], "bob@else.example", "xbob@b.example", "b.example"):
        _bounce(world, other, first.message_id)
        assert world.run() == []
    assert world.count(schema.address, schema.address.c.trouble != "") == 0
    _bounce(world, ADDRESS[BOB].upper(), first.message_id)
    assert world.run() != []
    assert world.count(schema.address, schema.address.c.trouble != "") == 1


def _only_once(
    first: DeliveryResult, times: int
) -> Callable[[OutgoingLetter], DeliveryResult]:
    left = times

    def verdict(mail: OutgoingLetter) -> DeliveryResult:
        nonlocal left
        left -= 1
        return first if left >= 0 else SENT

    return verdict


@here
def test_a_server_that_is_down_for_an_hour(world: World) -> None:
    world.box.verdict = lambda mail: (
        retry("451 later") if world.now < BEGIN + HOUR else SENT
    )
    world.say(ANN, "new arena with bob@b.example")
    world.say(CID, "help")
    while world.now < BEGIN + 3 * HOUR:
        world.now += 60
        world.run()
    assert sorted(m.recipient for m in world.box.mail) == [ADDRESS[ANN], ADDRESS[CID]]


@here
def test_a_refused_letter_goes_to_the_other_address(world: World) -> None:
    world.start()
    world.add_address(BOB, "bob@home.example")
    world.answer(BOB, "air F6", "arena-1")

    def verdict(mail: OutgoingLetter) -> DeliveryResult:
        return refused("550 no such user") if mail.recipient == ADDRESS[BOB] else SENT

    world.box.verdict = verdict
    out = world.answer(ANN, "fire C3")
    assert sorted(mail.recipient for mail in out) == [
        ADDRESS[ANN], "bob@home.example", "host@x.example",
    ]  # fmt: skip
    there = world.last("bob@home.example")
    assert b"To: <bob@home.example>" in there.raw
    assert "550 no such" in world.last("host@x.example").text
    world.say("bob@home.example", "E5", there.reply_to)
    assert world.orders()[-1] == "Bob: E5"


@here
def test_all_letters_that_were_under_way_go_to_the_other_address(world: World) -> None:
    world.start()
    world.add_address(BOB, "bob@home.example")
    world.box.verdict = lambda mail: retry("later")
    for number in range(3):
        world.answer(ANN, f"press to Bob: word {number}")
    world.box.verdict = lambda mail: (
        refused("550 no such user") if mail.recipient == ADDRESS[BOB] else SENT
    )
    world.now += 2 * HOUR
    out = world.run()
    there = [mail.text for mail in out if mail.recipient == "bob@home.example"]
    said = sorted(word for text in there for word in re.findall(r"> (word \d)", text))
    assert said == ["word 0", "word 1", "word 2"]
    assert len([mail for mail in out if mail.recipient == "host@x.example"]) == 1


def test_the_game_master_who_cannot_be_reached_is_no_loop(world: World) -> None:
    world.start()
    world.box.verdict = lambda mail: refused("550 no")
    world.answer(ANN, "fire C3")
    for _ in range(5):
        world.now += HOUR
        world.run()
    assert world.count(schema.outbox, schema.outbox.c.kind == "alarm") == 1


def test_a_letter_says_what_it_must_about_itself(world: World) -> None:
    world.start()
    for mail in world.box.mail:
        head = mail.raw.partition(b"\r\n\r\n")[0].decode()
        assert re.search(r"^Auto-Submitted: auto-(replied|generated)\r$", head, re.M)
        assert f"X-Loop: {place.REFEREE}" in head
        assert re.search(r"^Message-ID: <[a-z2-7]{26}@x.example>\r$", head, re.M)
        assert mail.text.startswith("##- answer above this line (")
        assert all(len(line) <= 72 for line in mail.text.split("\n"))
        assert b"\n" not in mail.raw.replace(b"\r\n", b"")


@pytest.mark.parametrize("name", ["{{7*7}}", "{% raise %}", "a\u2028Bcc: x", "<b>"])
def test_names_and_noise_break_nothing(world: World, name: str) -> None:
    world.say(f'"{name}" <ann@a.example>', "new arena with bob@b.example")
    world.answer(ANN, f"accept as {name}\naccept")
    world.answer(BOB, "accept")
    world.answer(ANN, f"{name}\n== {name}\n| {name}\n* {name} :: x")
    for mail in world.box.mail:
        head = mail.raw.partition(b"\r\n\r\n")[0]
        assert b"Bcc" not in head
        assert "49" not in mail.text
