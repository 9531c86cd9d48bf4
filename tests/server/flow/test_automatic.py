"""Letters that a program may have sent: carried out, put aside, or a button pressed."""

from __future__ import annotations

import re
from email import message_from_bytes
from urllib.parse import unquote

import pytest

from pbem.server.store import letters, schema
from tests.server.conftest import Make
from tests.support.server.world import ADDRESS, ANN, BOB, HOUR, Mail, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
DAY, MINUTE = 24 * HOUR, 60.0
#: What mail servers, rules and lists write above letters of people.
WEAK = [
    "X-Auto-Response-Suppress: All\n",
    "X-Auto-Response-Suppress: OOF, AutoReply\n",
    "X-MS-Exchange-Inbox-Rules-Loop: ann@a.example\n",
    "X-HmXmrOriginalRecipient: ann@a.example\n",
    "List-Id: <friends.x.example>\nList-Unsubscribe: <mailto:u@x.example>\n",
    "List-Post: <mailto:friends@x.example>\nPrecedence: list\n",
    "X-Google-Group-Id: 1\nMailing-list: list f@x.example; contact o@x.example\n",
    "Precedence: bulk\n",
    "Precedence: junk\n",
    "Precedence: list\nX-Auto-Response-Suppress: All\n",
]
NOTHING = ["X-Autoreply: no\n", "X-Auto-Reply: False\nAuto-Submitted: no\n"]
#: What only machines write, and what nobody does who is there.
FIRM = [
    ("Auto-Submitted: auto-replied\n", "", "D4"),
    ("Auto-Submitted: auto-generated (rule)\nX-Autoreply: no\n", "", "D4"),
    ("Return-Path: <>\n", "", "D4"),
    ("X-Autoreply: yes\n", "", "D4"),
    ("Precedence: auto_reply\n", "", "D4"),
    ("", "Automatic reply: your turn", "D4"),
    ("X-Auto-Response-Suppress: All\n", "", "I\u2019m out of the office until 5 May."),
    ("Precedence: bulk\n", "", "Hello,\n\nthis is an automatic reply. I am away."),
    ("Precedence: junk\n", "", "Ich bin bis zum 5. Mai nicht im Büro."),
    ("X-MS-Exchange-Inbox-Rules-Loop: a@a.example\n", "", "Je suis absent."),
    ("", "", "\U0001f44d\n\nAnn Smith reacted via Gmail\n<https://www.google.com/>"),
    ("", "", "Ann Smith reacted to your message:\n\nFrom: The referee"),
]


def _says(world: World, text: str, head: str = "", subject: str = "") -> list[Mail]:
    """What goes to Ann after an answer of hers to her last letter."""
    last = world.last(ADDRESS[ANN], "arena-1")
    about = subject or f"Re: {last.subject}"
    out = world.say(ANN, text, last.reply_to, head=head, subject=about)
    return [mail for mail in out if mail.recipient == ADDRESS[ANN]]


@pytest.mark.parametrize("head", [*WEAK, *NOTHING])
def test_a_field_that_letters_of_people_bear_stops_no_letter_with_a_token(
    world: World, head: str
) -> None:
    world.begin()
    assert len(_says(world, "D4 1NE", head)) == 1
    assert "Ann: D4 1NE" in world.orders()


@pytest.mark.parametrize("head", WEAK)
def test_without_a_token_such_a_letter_is_not_answered(world: World, head: str) -> None:
    world.begin()
    for writer in (ANN, "Dot <dot@d.example>"):
        assert world.say(writer, "hello", head=head) == []


@pytest.mark.parametrize(("head", "subject", "text"), FIRM)
def test_what_a_machine_says_is_neither_done_nor_answered(
    world: World, head: str, subject: str, text: str
) -> None:
    world.begin()
    before = world.orders()
    assert _says(world, text, head, subject) == []
    assert world.orders() == before


def test_the_host_is_told_of_letters_that_were_put_aside_once_a_day(
    world: World,
) -> None:
    world.begin()
    shown = len(world.box.mail)

    def told() -> list[Mail]:
        mails = world.box.mail[shown:]
        return [one for one in mails if one.recipient == "host@x.example"]

    _says(world, "D4", "Auto-Submitted: auto-replied\n")
    world.now += MINUTE
    world.run()
    assert len(told()) == 1
    assert "Ann, game arena-1" in told()[0].text
    assert "(auto-submitted)" in told()[0].text
    for _ in range(3):
        world.now += HOUR
        _says(world, "E5", "X-Vacation: yes\n")
    assert len(told()) == 1
    world.now += DAY
    world.run()
    assert len(told()) == 2
    assert told()[1].text.count("x-vacation") == 3
    world.now += 9 * DAY
    world.run()
    assert len(told()) == 2


def test_the_host_hears_nothing_of_machines_without_a_token(world: World) -> None:
    world.begin()
    for writer in (ANN, "Dot <dot@d.example>"):
        out = world.say(writer, "I am away", head="Auto-Submitted: auto-replied\n")
        assert out == []


def test_a_letter_that_was_put_aside_can_be_read_after_all(world: World) -> None:
    world.begin()
    _says(world, "D4 1NE", "Auto-Submitted: auto-generated\n")
    world.now += MINUTE
    world.run()
    told = world.last("host@x.example").text
    number = int(re.findall(r'"pbem server retry (\d+)"', told)[0])
    with world.store.writing() as conn:
        assert letters.retry(conn, number)
        assert not letters.retry(conn, number)
    (receipt,) = world.run()
    assert receipt.recipient == ADDRESS[ANN]
    assert "Ann: D4 1NE" in world.orders()


def _leaves(mail: Mail) -> tuple[str, str]:
    """The address and the subject of a letter's List-Unsubscribe field."""
    field = str(message_from_bytes(mail.raw)["List-Unsubscribe"]).strip("<>")
    address, _, subject = field.removeprefix("mailto:").partition("?subject=")
    return address, unquote(subject)


#: How programs press the button: fields above it, the writer, the subject, the text.
BUTTONS = {
    "Gmail": ("", ANN, "", "This message was automatically generated by Gmail."),
    "Apple": (
        "Auto-Submitted: auto-replied\nX-Apple-Unsubscribe: true\n",
        *(ANN, "", "Apple Mail sent this email to unsubscribe."),
    ),
    "Apple, without a subject": ("X-Apple-Unsubscribe: true\n", ANN, " ", ""),
    "a server": ("Return-Path: <>\nAuto-Submitted: auto-generated\n", ANN, "", ""),
    "in upper case": ("Precedence: bulk\n", ANN, "UNSUBSCRIBE", ""),
    "another address": ("", "A. <ann.smith@gmail.example>", "", "unsubscribe"),
    "a service": ("Auto-Submitted: yes\n", "Y <noreply@y.example>", "", "x"),
}


@pytest.mark.parametrize("place", ["address", "subject"])
@pytest.mark.parametrize("name", BUTTONS)
def test_a_button_stops_letters_at_once_and_one_letter_asks_about_the_seat(
    make: Make, place: str, name: str
) -> None:
    head, writer, subject, text = BUTTONS[name]
    world = make(f'[identity]\nplace = "{place}"\n')
    for who, said in ((ANN, "new arena with bob@b.example"), (ANN, "accept")):
        last = world.box.mail and world.last(ADDRESS[ANN])
        more = {"to": last.reply_to, "subject": last.subject} if last else {}
        world.say(who, said, **more)
    last = world.last(ADDRESS[BOB])
    world.say(BOB, "accept", last.reply_to, subject=f"Re: {last.subject}")
    to, ours = _leaves(world.last(ADDRESS[ANN], "arena-1"))
    if place == "subject" and subject:
        subject = f"{subject} {ours.partition(' ')[2]}"
    out = world.say(writer, text, to, head=head, subject=subject or ours)
    assert [(one.recipient, one.subject.partition(" [")[0]) for one in out] == [
        (ADDRESS[ANN], "No more letters")
    ]
    assert "answer this letter within three days" in " ".join(out[0].text.split())
    mine = (schema.seat.c.player_id == 1) & (schema.seat.c.state == "in")
    assert world.count(schema.seat, mine) == 1
    last = world.last(ADDRESS[BOB], "arena-1")
    world.say(BOB, "air F6", last.reply_to, subject=last.subject)
    world.now += 3 * DAY
    later = world.run()
    assert ADDRESS[ANN] not in [one.recipient for one in later]


@pytest.mark.parametrize("name", BUTTONS)
def test_a_button_without_a_good_token_stops_nothing(world: World, name: str) -> None:
    head, writer, subject, text = BUTTONS[name]
    world.begin()
    shown = len(world.box.mail)
    for to in ("referee@x.example", "referee+g1.aaaaaaaaaaaaaaaaaaaaaaaaaa@x.example"):
        world.say(writer, text, to, head=head, subject=subject or "stop")
    assert ADDRESS[BOB] not in [one.recipient for one in world.box.mail[shown:]]
    world.answer(BOB, "E6 1D4", "arena-1")
    world.answer(ANN, "D4 1NE", "arena-1")
    assert world.last(ADDRESS[ANN], "arena-1 #2").text
