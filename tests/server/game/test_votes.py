"""Votes: how many must agree, and until when."""

from __future__ import annotations

import pytest

from pbem.server.store import schema
from tests.support.server.world import ANN, BOB, CID, DOT, HOUR, Mail, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
FOUR = (ANN, BOB, CID, DOT)


def _told(out: list[Mail], words: str) -> set[str]:
    """Who is told of how a vote has ended, in letters with these words."""
    return {
        mail.recipient
        for mail in out
        if "the proposal is decided" in mail.subject
        and words in " ".join(mail.text.split())
    }


def _asked_for_a_master(world: World) -> None:
    """Four players; nothing was ever heard of the host."""
    world.start(BOB, CID, DOT)
    world.confirmed(ANN, "propose master eve@e.example")


def test_half_of_the_players_can_refuse_a_game_master(world: World) -> None:
    _asked_for_a_master(world)
    assert _told(world.confirmed(BOB, "agree"), "") == set()
    assert _told(world.answer(CID, "refuse"), "") == set()
    out = world.answer(DOT, "refuse")
    assert len(_told(out, "Cid and Dot do not want it")) == 4
    assert world.count(schema.master) == 0
    # It is closed: another one can be proposed.
    assert "I had asked nothing" in world.answer(CID, "agree")[0].text


def test_more_than_half_of_the_players_can_appoint_a_game_master(world: World) -> None:
    _asked_for_a_master(world)
    world.answer(CID, "refuse")
    assert _told(world.confirmed(BOB, "agree"), "") == set()
    assert world.count(schema.master) == 0
    assert len(_told(world.confirmed(DOT, "agree"), "Enough of you agree")) == 4
    assert world.count(schema.master) == 1
    assert "eve@e.example" in [mail.recipient for mail in world.box.mail]


@pytest.mark.parametrize(("seconds", "passes"), [(0, True), (1, False)])
def test_a_vote_lasts_to_the_end_of_its_last_second(
    world: World, seconds: int, passes: bool
) -> None:
    world.start(options="\nset pace 20 days")
    world.answer(ANN, "propose end")
    world.now += 72 * HOUR + seconds
    out = world.answer(BOB, "agree")
    assert bool(_told(out, "Not all have agreed in time")) is not passes
    ended = world.count(schema.game, schema.game.c.state == "over") == 1
    assert ended is passes


def test_who_is_out_of_the_game_has_no_vote(world: World) -> None:
    world.start(BOB, CID)
    for who, order in ((ANN, "fire C3"), (BOB, "air F6"), (CID, "water A8")):
        world.answer(who, order)
    for who, order in ((ANN, "C4"), (BOB, "resign"), (CID, "A7")):
        world.answer(who, order)
    assert "You are out" in " ".join(world.answer(BOB, "propose end")[0].text.split())
    out = world.answer(ANN, "propose end")
    assert [m.recipient for m in out if "a proposal" in m.subject] == ["cid@c.example"]
    world.answer(CID, "agree")
    assert world.count(schema.game, schema.game.c.state == "over") == 1


def test_a_vote_lapses_by_its_own_time_and_not_by_that_of_one_before(
    world: World,
) -> None:
    world.start(options="\nset pace 20 days")
    world.answer(ANN, "propose end")
    world.answer(BOB, "refuse")
    world.now += 24 * HOUR
    world.answer(ANN, "propose draw")
    world.now += 48 * HOUR + 1
    assert _told(world.run(), "") == set()
    world.now += 24 * HOUR
    assert len(_told(world.run(), "Not all have agreed in time")) == 2


def test_a_letter_of_before_a_vote_is_no_ballot_in_it(world: World) -> None:
    world.begin()
    before = world.last("bob@b.example")
    world.answer(ANN, "propose draw")
    world.answer(ANN, "D4")
    world.answer(BOB, "E6")
    world.say(BOB, "agree", before.reply_to)
    assert world.count(schema.game, schema.game.c.state == "over") == 1


def test_a_letter_of_an_earlier_turn_is_no_ballot_in_a_later_vote(world: World) -> None:
    world.begin()
    before = world.last("bob@b.example")
    world.answer(ANN, "D4")
    world.answer(BOB, "E6")
    world.answer(ANN, "propose draw")
    world.say(BOB, "agree", before.reply_to)
    assert world.count(schema.game, schema.game.c.state == "over") == 0
    world.answer(BOB, "agree")
    assert world.count(schema.game, schema.game.c.state == "over") == 1


def test_who_agrees_on_a_game_master_is_asked_twice_and_on_a_draw_once(
    world: World,
) -> None:
    world.start(BOB, CID)
    world.answer(ANN, "propose draw")
    (told,) = world.answer(BOB, "agree")
    assert "You agree" in told.text
    world.answer(CID, "refuse")
    world.confirmed(ANN, "propose master eve@e.example")
    (asked,) = world.answer(BOB, "agree")
    assert asked.subject == "Is this from you?"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("propose undo", "There is no turn yet that could be undone"),
        ("propose master bob@b.example", "somebody who does not play in this game"),
        ("propose master ann@a.example", "somebody who does not play in this game"),
    ],
)
def test_why_a_vote_cannot_begin(world: World, line: str, why: str) -> None:
    world.start()
    out = world.confirmed(ANN, line)
    assert why in " ".join(out[0].text.split())
    assert world.count(schema.vote) == 0


def test_a_game_without_draws_refuses_a_vote_and_a_proposal_alike(world: World) -> None:
    world.start(game="diplomacy", options="powers=France/England draws=no")
    for line in ("vote draw", "propose draw"):
        (told,) = world.answer(ANN, line)
        assert "This game has no votes for a draw." in told.text
    assert world.count(schema.vote) == 0


def test_one_proposal_is_open_at_a_time(world: World) -> None:
    world.start()
    world.answer(ANN, "propose end")
    (told,) = world.answer(BOB, "propose draw")
    assert "There is a proposal open already" in " ".join(told.text.split())
    assert world.count(schema.vote) == 1


def test_players_appoint_nobody_while_the_game_master_is_heard_of(
    world: World,
) -> None:
    world.start()
    world.say("Host <host@x.example>", "whois")
    world.answer("Host <host@x.example>", "whois")
    out = world.confirmed(ANN, "propose master eve@e.example")
    assert "has been heard of lately" in " ".join(out[0].text.split())
    assert world.count(schema.vote) == 0
