"""What seldom happens in a game by mail, and is told or done all the same."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
import sqlalchemy as sa

from pbem.language.reading import Reading
from pbem.mail.transport.base import SENT, refused
from pbem.server.game import orders, preview
from pbem.server.store import game_store, schema
from pbem.server.syntax.command import MAX_COMMAND_CHARS
from pbem.server.syntax.parser import parse_command
from tests.support.server.world import ADDRESS, ANN, BOB, CID, HOUR, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)


def _begun(world: World, terms: str = "") -> None:
    world.begin(options=terms)


def _state(world: World, number: int = 1) -> str:
    with world.store.reading() as conn:
        query = sa.select(schema.game.c.state).where(schema.game.c.id == number)
        return str(conn.execute(query).scalar_one())


def test_a_draft_that_will_not_do_any_more_is_let_go_of(world: World) -> None:
    _begun(world)
    world.answer(ANN, "wait\nD4")
    kept = json.dumps({"text": "what now", "salt": "", "received": world.now})
    with world.store.writing() as conn:
        conn.execute(schema.seat.update().values(draft=kept))
    before = world.orders()
    world.now = world.due() + 1
    world.run()
    assert not [line for line in world.orders() if "what" in line]
    assert world.orders()[: len(before)] == before
    assert world.count(schema.seat, schema.seat.c.draft != "") == 0
    assert world.scalar(sa.select(schema.game.c.serial)) == 2


@pytest.mark.parametrize("kind", ["arena", "lava", "magblast"])
def test_an_open_game_takes_no_orders_before_it_begins(world: World, kind: str) -> None:
    world.say(ANN, f"open {kind} for 3")
    world.answer(ANN, "accept")
    world.say(BOB, f"join {kind}-1")
    world.answer(BOB, "yes")
    for writer, line in ((ANN, "fire C3"), (BOB, "air F6")):
        (told,) = world.answer(writer, line)
        assert "wait until every seat is taken" in " ".join(told.text.split())
    assert world.orders() == []
    assert not world.count(schema.letter, schema.letter.c.tries > 0)


def test_who_plays_alone_begins_by_a_word_and_decides_at_once(world: World) -> None:
    for number in (1, 2):
        asks = world.answer if number > 1 else world.say
        (asked,) = asks(ANN, "open mars for 1")
        assert "a game of Magic Maze on Mars for you alone" in " ".join(
            asked.text.split()
        )
        assert "answer with this line, and it begins:" in asked.text
        assert _state(world, number) == "invited"
        out = world.answer(ANN, "accept", f"mars-{number}")
        assert [mail.subject for mail in out] == [f"mars-{number} #0: your turn"]
        assert _state(world, number) == "running"
    out = world.answer(ANN, "propose end", "mars-1 #0")
    assert (_state(world), _state(world, 2)) == ("over", "running")
    assert not [mail for mail in out if "a proposal" in mail.subject]


def test_a_question_with_all_in_it_is_answered_and_is_for_nobody(world: World) -> None:
    world.start(BOB, CID)
    (told,) = world.answer(ANN, "Do all storms cost the same?")[-1:]
    text = " ".join(told.text.split())
    assert "this is what the handbook says" in text
    assert "press to" not in text
    (told,) = world.answer(ANN, "Bob, do all storms cost the same?")[-1:]
    assert 'write "press to Bob: ..."' in " ".join(told.text.split())


def test_a_plan_that_ends_with_an_optional_action_is_no_question(world: World) -> None:
    world.say(ANN, "open mars for 1")
    world.answer(ANN, "accept", "mars-1")
    world.answer(ANN, "make leaf, make cow ?", "mars-1 #0")
    assert world.orders() == ["Ann: make leaf, make cow ?"]


def test_a_game_that_is_over_goes_on_where_its_last_turn_is_undone(
    world: World,
) -> None:
    _begun(world)
    world.answer(ANN, "resign")
    assert _state(world) == "over"
    out = world.host_does("undo to 1")
    assert _state(world) == "running"
    assert world.count(schema.game, schema.game.c.result == "") == 1
    assert world.count(schema.game, schema.game.c.ended.is_(None)) == 1
    assert world.orders() == ["Ann: fire C3", "Bob: air F6"]
    assert ADDRESS[ANN] in {mail.recipient for mail in out}
    world.answer(ANN, "D4")
    assert world.orders()[-1] == "Ann: D4"


def test_orders_can_be_taken_back_after_a_turn_that_ended_by_silence(
    world: World,
) -> None:
    _begun(world)
    world.now = world.due() + 1
    world.run()
    before = world.orders()
    assert before[-1].startswith("-- ")
    world.answer(ANN, "D4")
    (told,) = world.answer(ANN, "clear")
    assert world.orders() == before
    assert "D4" in told.text
    world.answer(ANN, "E5")
    assert world.orders() == [*before, "Ann: E5"]


def test_two_letters_before_a_report_are_both_answered(world: World) -> None:
    _begun(world)
    world.answer(BOB, "E6")
    last = world.last(ADDRESS[ANN])
    for text in ("D4", "orders?"):
        world.post(ANN, text, last.reply_to, subject=f"Re: {last.subject}")
    mine = [m for m in world.run() if m.recipient == ADDRESS[ANN]]
    text = " ".join(" ".join(mail.text.split()) for mail in mine)
    assert len(mine) == 2
    assert "arena-1 #2: your turn" in {mail.subject for mail in mine}
    assert sum("Got it, Ann." in mail.text for mail in mine) + text.count("D4") >= 2
    assert world.orders()[-1] == "Ann: D4"


def test_who_cannot_be_reached_is_not_told_of_an_outage(world: World) -> None:
    world.start(BOB, CID)
    world.box.verdict = lambda letter: (
        refused("550 5.1.1 no such user") if "bob" in letter.recipient else SENT
    )
    world.answer(ANN, "press to Bob: hello")
    world.run()
    world.server.heartbeat(world.now)
    world.run()
    world.box.verdict = lambda letter: SENT
    world.now += 5 * HOUR
    world.server.heartbeat(world.now)
    told = [mail.recipient for mail in world.run() if "asleep" in mail.text.lower()]
    assert "bob@b.example" not in told
    moved = world.count(schema.audit, schema.audit.c.what == "outage")
    assert moved == 1


def test_what_hangs_on_secrets_is_not_tried(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that cannot say what its secrets could be shows nothing of them."""
    _begun(world)
    monkeypatch.setattr(preview, "imagined", lambda story, seat: None)
    (told,) = world.answer(ANN, "preview\nD4\nBob: E6")
    assert "hangs on things that you cannot see" in " ".join(told.text.split())
    assert world.orders() == ["Ann: fire C3", "Bob: air F6"]


def test_of_a_sheet_that_hangs_on_secrets_only_the_first_line_is_tried(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.start(game="magblast")
    seen: list[int] = []

    def offer(story: Any, seat: str, lines: Sequence[Reading], *more: Any) -> None:
        seen.append(len(lines))

    with world.store.writing() as conn:
        story = world.office.game_cache.open(conn, game_store.get(conn, 1))
    monkeypatch.setattr("pbem.server.game.orders.offer", offer)
    for known, count in ((None, 1), (story, 3)):
        monkeypatch.setattr(orders, "imagined", lambda *given, k=known: k and k.copy())
        lines = orders.as_noted(story, "end\nend\nend")
        orders.look(story, story.header.seats[0], lines)
        assert seen.pop() == count


@pytest.mark.parametrize(("length", "read"), [(0, True), (1, False)])
def test_a_command_may_be_so_long(world: World, length: int, read: bool) -> None:
    seats = "x" * 300
    line = f"press to {seats}: ".ljust(MAX_COMMAND_CHARS + length, "x")
    assert (parse_command(line) is not None) is read
