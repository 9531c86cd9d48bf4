"""Hostile letters and lines reach the whole server, and the next letter is answered."""

from __future__ import annotations

import re
import shutil
from email import message_from_bytes
from pathlib import Path

import pytest

from pbem.mail.sandbox.reader import LetterReader
from pbem.plugins import games
from pbem.server.store import schema
from pbem.server.store.connection import Database
from tests.server.conftest import Make
from tests.support.mail.attacks import ATTACKS, HEAD
from tests.support.server.world import ADDRESS, ANN, BOB, World

#: Lines that parsers of ambiguous grammars, and patterns that go back, stumble over.
LINES = {
    "x": "x" * 60_000,
    "words": "x " * 900,
    "orders": "D4 " * 600,
    "to itself": "D4-D4",
    "commas": ", " * 900,
    "brackets": "(" * 900 + ")" * 900,
    "arrows": "banana T2.5 " + "> T2.9 " * 250,
    "quotes": '"' * 1900,
    "spells": "E6 " + "1SE " * 400,
    "press": "press to " + "a, " * 600,
    "new": "new arena with " + "a@b.example, " * 150,
    "options": "new arena with a@b.example " + "a=b " * 400,
    "times": "set pace " + "1 day " * 300,
    "zones": "set timezone " + "A/" * 900,
    "away": "away " + "from Monday to " * 100,
    "names": "standings " + "Ann " * 400,
    "guesses": "preview\n" + "Bob: D4\n" * 400,
    "gm": "gm arena-1 #0 " + "because " * 200,
    "colons": ":" * 1900,
    "marks": "#" * 1900,
    "dashes": "-" * 1900,
    "lines": "D4\n" * 20_000,
    "commands": "show\n" * 3_000,
    "unicode": "\u202eD4 \u200b\u0661" * 300,
    "templates": "{{ 7*7 }}{% for x in range(10**9) %}x{% endfor %}" * 30,
}


@pytest.mark.slow
def test_every_attack_and_then_a_letter(empty: Path, tmp_path: Path) -> None:
    """All of them from a player, so that nothing but the limits stops them."""
    shutil.copy(empty, tmp_path / "pbem.db")
    world = World(Database(str(tmp_path / "pbem.db")), tmp_path)
    world.start()
    to = world.last(ADDRESS[ANN]).reply_to
    head = HEAD.replace(b"eve@x.example", b"ann@a.example")
    head = head.replace(b"ref@host.example", to.encode())
    with LetterReader() as reader:
        world.server.sorter.reader = reader
        for number, raw in enumerate(ATTACKS.values()):
            world.take(raw.replace(HEAD, head).replace(b"<1@x", b"<%d@x" % number))
            world.run()
        assert not world.count(schema.letter, schema.letter.c.state.in_(
            ("new", "waiting", "poison")
        ))  # fmt: skip
        assert world.count(schema.letter, schema.letter.c.state == "refused") > 10
        # Each was looked at once: a second look would take as long as the first.
        assert world.count(schema.letter, schema.letter.c.tries > 0) == 0
        world.answer(BOB, "air F6")
        assert world.orders() == ["Bob: air F6"]
    told = [m for m in world.box.mail if m.recipient == "host@x.example"]
    assert 1 <= len(told) <= 10
    world.server.close()


@pytest.mark.slow
@pytest.mark.parametrize(("number", "kind"), [*enumerate(sorted(games.built_in()))])
def test_hostile_lines_are_answered_like_any_fault(
    number: int, kind: str, empty: Path, tmp_path: Path
) -> None:
    """Each line goes to two games."""
    shutil.copy(empty, tmp_path / "pbem.db")
    world = World(
        Database(str(tmp_path / "pbem.db")), tmp_path, "[limits]\nsender_hour = 1000\n"
    )
    world.start(game=kind)
    with LetterReader() as reader:
        world.server.sorter.reader = reader
        for name, text in [*LINES.items()][number % 3 :: 3]:
            assert world.answer(BOB, text), name
    assert not world.count(schema.letter, schema.letter.c.state != "done")
    for mail in world.box.mail:
        assert all(len(line) <= 998 for line in mail.raw.split(b"\r\n"))
        assert len(mail.raw) < 200_000
        assert "4949" not in mail.text
    world.server.close()


@pytest.mark.parametrize(
    "subject",
    [
        "=?utf-8?q?a=0D=0ABcc=3A_eve=40x.example?=",
        "=?utf-8?b?YQ0KQmNjOiBldmVAeC5leGFtcGxl?=",
        "a\r\n Bcc: eve@x.example",
        "a\rBcc: eve@x.example",
        "=?utf-8?q?a=00=0B=0C=1C=E2=80=A8Bcc=3A_eve=40x.example?=",
        "=?utf-8?q?arena-1_=230=0A=0A=3Chtml=3E?=",
    ],
)
def test_a_line_end_in_a_subject_adds_no_field(make: Make, subject: str) -> None:
    world = make("html = true\n")
    world.start()
    to = world.last(ADDRESS[ANN]).reply_to
    (answer,) = world.say(ANN, "orders?", to, subject=f"Re: {subject}")
    head = answer.raw.partition(b"\r\n\r\n")[0].decode()
    assert message_from_bytes(answer.raw)["Bcc"] is None
    assert re.findall("(?im)^bcc", head) == []
    assert answer.recipient == ADDRESS[ANN]


def test_an_address_of_other_letters_is_answered(make: Make) -> None:
    world = make()
    (asked,) = world.say(
        "\u00c4nn <\u00e4nn@b.example>", "new arena with bob@b.example"
    )
    assert asked.recipient == "\u00e4nn@b.example"
    assert "To: <\u00e4nn@b.example>\r\n" in asked.raw.decode()
    world.start()
    world.answer(ANN, "new lava with b\u00e4b@b.example")
    assert world.box.mail[-2].recipient == "b\u00e4b@b.example"
    assert not world.count(schema.letter, schema.letter.c.tries > 0)


@pytest.mark.parametrize("mark", ["\x1b[31m", "\x07", "\x7f", "\x9b"])
def test_an_address_holds_nothing_that_moves_a_cursor(make: Make, mark: str) -> None:
    world = make()
    world.start()
    for line in (
        f"address add ann@a{mark}.example",
        f"new lava with b{mark}@b.example",
    ):
        for mail in world.answer(ANN, line):
            assert mark not in mail.raw.decode() + mail.text
    assert len({mail.recipient for mail in world.box.mail}) == 2
