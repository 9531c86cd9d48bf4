"""A question mark confirms nothing: no word for yes does with one behind it, in it or
before it."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from pbem.server.flow import small_words
from pbem.server.store import schema
from pbem.server.syntax import parser, registry
from pbem.server.syntax.command import Command
from pbem.system import grammars
from tests.support.server.world import ADDRESS, ANN, BOB, HOST, World

MARKS = ["{}?", "{} ?", "{}!?", "{}??", "{}...?", "{}?!", "\u00bf{}", "{}\u061f"]
MARKS += ["{}\uff1f", "{}? ok", "? {}", "{} really?", "please {}?", '"{}?"', "{}, yes?"]
SAID = grammars.table("words")


def _yes() -> list[str]:
    """Every word and line that is a yes to something."""
    specs = registry.commands().values()
    ours = [word for spec in specs if spec.says_yes for word in spec.words]
    aliases = [one for one, meant in SAID.items() if meant in (*ours, "yes")]
    own = [*SAID["yes"]["begins"], *SAID["confirmed"]["begins"]]
    return list(dict.fromkeys([*ours, *aliases, *own, "y", "forget me"]))


def _is_yes(line: str) -> bool:
    """Whether a line is one to a letter that asks, whatever it asks for."""
    read = [small_words.bare_yes(one, None) for one in parser.read_lines(line)]
    read += [small_words.in_own_words(one, None) for one in parser.read_lines(line)]
    found = [one.name for one in read if isinstance(one, Command)]
    return any(registry.commands()[name].says_yes for name in found)


@pytest.mark.parametrize("word", _yes())
def test_no_word_for_yes_is_one_with_a_question_mark(word: str) -> None:
    if word not in ("forget me",):
        assert _is_yes(word), word
    for mark in MARKS:
        line = mark.format(word)
        assert not _is_yes(line), line
        assert not _is_yes(line.upper()), line


def _power(world: World) -> list[object]:
    """Who may speak for whom, but the host, who is a player once asked."""
    address, player = schema.address.c.player_id < 3, schema.player.c.id < 3
    with world.store.reading() as conn:
        return [
            conn.execute(sa.select(schema.address).where(address)).all(),
            conn.execute(sa.select(schema.player).where(player)).all(),
            conn.execute(sa.select(schema.master)).all(),
            conn.execute(sa.select(schema.vote)).all(),
        ]


ASKED = [
    "ok?",
    "okay?",
    "sure?",
    "y?",
    "yes?",
    "Yes, that was me?",
    "confirm?",
    "agree?",
]


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("line", ["address add eve@e.example", "forget me"])
def test_power_is_not_given_by_one_who_asks(world: World, line: str) -> None:
    world.begin()
    world.answer(ANN, line)
    letter = world.last(ADDRESS[ANN], "Is this from you?")
    before = _power(world)
    for text in [*ASKED, f"{line}?", "delete my account?", "delete my data ?"]:
        out = world.say(ANN, text, letter.reply_to, subject=f"Re: {letter.subject}")
        assert _power(world) == before, text
        assert not any("eve" in mail.recipient for mail in out)
        assert not any("forgotten" in mail.subject for mail in out)
    out = world.say(ANN, "ok", letter.reply_to, subject=f"Re: {letter.subject}")
    proof = any("eve" in mail.recipient for mail in out)
    assert proof or _power(world) != before


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_nobody_becomes_game_master_by_a_question(world: World) -> None:
    world.begin()
    world.now += 15 * 86400
    world.run()
    world.answer(ANN, "propose master gm@g.example", "arena-1")
    world.answer(ANN, "yes")
    before = _power(world)
    for text in ASKED:
        world.answer(BOB, text, "arena-1")
        assert _power(world) == before, text


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_seat_of_the_host_is_not_changed_by_a_question(world: World) -> None:
    world.begin()
    world.say(HOST, "whois")
    world.answer(HOST, "gm arena-1 #1 kick Bob because it must be")
    for text in ASKED:
        world.answer(HOST, text, "Is this from you?")
    assert world.count(schema.seat, schema.seat.c.state != "in") == 0
    world.answer(HOST, "yes", "Is this from you?")
    assert world.count(schema.seat, schema.seat.c.state != "in") == 1
