"""Letters of one game to one player within a minute become one."""

from __future__ import annotations

import re
import shutil
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.server.conftest import Make
from tests.support.server import crash
from tests.support.server.world import ADDRESS, ANN, BOB, CID, REFEREE, Mail, World


def begun(world: World) -> None:
    """A game of three, whose letters wait for each other from now on."""
    world.start(BOB, CID)
    world.run()
    world.office.outbox.gather = 60.0


def to(name: str, mails: list[Mail]) -> list[Mail]:
    """The letters of one player among some."""
    return [mail for mail in mails if mail.recipient == ADDRESS[name]]


def later(world: World, seconds: float = 60) -> list[Mail]:
    """What goes out after a while."""
    world.now += seconds
    return world.run()


def press(world: World) -> list[Mail]:
    """Two letters to Bob, one to Cid, half a minute apart; what went out at once."""
    out = world.answer(ANN, "press to Bob: the first word")
    world.now += 30
    return out + world.answer(ANN, "press to Bob, Cid: the second word")


def test_they_go_as_one_and_receipts_never_wait(world: World) -> None:
    begun(world)
    out = press(world)
    assert [mail.recipient for mail in out] == [ADDRESS[ANN]] * 2
    out = later(world, 30)
    (bob,) = to(BOB, out)
    assert bob.text.index("the first word") < bob.text.index("the second word")
    assert bob.text.count("answer above this line") == 1
    assert not to(CID, out)
    (cid,) = to(CID, later(world, 30))
    assert "the second word" in cid.text
    assert "the first word" not in cid.text
    assert not later(world)


def test_what_waits_goes_ahead_of_a_receipt(world: World) -> None:
    begun(world)
    press(world)
    for name, order in ((CID, "earth D7"), (BOB, "air F6")):
        world.answer(name, order)
    # Bob's receipt did not wait, and what had waited for him went ahead of it.
    bob = to(BOB, world.box.mail)[-2:]
    assert "the second word" in bob[0].text
    assert "air F6" in bob[1].text
    world.answer(ANN, "fire C3")
    before = len(world.box.mail)
    out = later(world)
    assert len(world.box.mail) == before + len(out)
    (cid,) = to(CID, out)
    assert "Ann begins on C3" in " ".join(cid.text.split())
    assert "#1" in cid.subject
    assert world.answer(CID, "D6")  # its answer speaks for the turn that is open
    assert ("Cid", "D6") in [tuple(one.split(": ")) for one in world.orders()]


def test_its_two_forms_say_the_same(make: Make) -> None:
    world = make("html = true\n")
    begun(world)
    for name, order in ((CID, "earth D7"), (BOB, "air F6"), (ANN, "fire C3")):
        world.answer(name, order)
    world.answer(ANN, "press to Cid: after the report")
    out = later(world)
    (cid,) = to(CID, out)
    letter = message_from_bytes(cid.raw, policy=policy.default)
    assert isinstance(letter, EmailMessage)
    shown = letter.get_body(("html",))
    assert shown is not None
    html = shown.get_content()
    assert html.count("answer above this line") == 1
    assert html.count("<body") == html.count("</body>") == 1
    text = " ".join(re.sub(r"<[^>]+>", " ", html).split())
    assert text.index("begins on C3") < text.index("after the report")
    (picture,) = (p for p in letter.walk() if p.get_content_type() == "image/png")
    assert f"cid:{str(picture['Content-ID']).strip('<>')}" in html


@pytest.mark.slow
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_nothing_is_lost_or_doubled_by_a_kill(
    url: str, tmp_path: Path, empty: Path
) -> None:
    words = [f"word number {n}" for n in range(2)]
    fatal, steps = 0, 1
    while fatal <= steps:
        place = tmp_path / f"{fatal}"
        place.mkdir()
        shutil.copy(empty, place / "pbem.db")
        where = str(place / "pbem.db")
        crash.prepare(where, place, 1, 0)
        for number, word in enumerate(words):
            (place / "in" / "new" / f"170000000{number}.test").write_text(
                f"From: ann0@a.example\nTo: {REFEREE}\nSubject: g0\n"
                f"Message-ID: <{number}@t>\n\ngame g0\npress to Bob: {word}\n"
            )
        if fatal == 0:
            steps = crash.whole(where, place)
            assert steps > 20
        else:
            crash.child(where, place, fatal)
            assert crash.child(where, place) == 0
        found: dict[str, str] = {}
        for path in (place / "out" / "new").iterdir():
            head, _, body = path.read_text().partition("\n\n")
            if "To: <bob0@" in head:
                name = re.findall("Message-I[dD]: (.*)", head)[0]
                text = " ".join(body.split())
                assert found.setdefault(name, text) == text, fatal
        told = " ".join(found.values())
        assert [told.count(word) for word in words] == [1, 1], fatal
        if fatal == 0:
            assert len(found) == 1
        fatal += 6
