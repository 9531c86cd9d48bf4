"""Private messages: to who plays a seat and nobody else, and once."""

from __future__ import annotations

import httpx
import pytest

from pbem.watch import glance
from pbem.watch.clients.nodebb import NodeBB
from pbem.watch.sending import SETTLE_SECONDS
from pbem.workspace import private_messages
from tests.watch.imitation import Desk

FLEETS = """game fleets #0

Game: magblast
Name: duel
Seed: 70a152ae61ff99e92347d28267e004b1f6cd8bc5a709baf5c6a437de987b868e
Seats: Ann, Bob, Cid
Players: Ann = annie, Cid = Cid"""
PLACES = "place Y1 G2 R3 B4"


@pytest.fixture
def fleets(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A game with hidden hands; Ann is annie in the forum, whose messages are long."""
    monkeypatch.setattr(NodeBB, "message_chars", None)
    desk.forum.posts[0] = ("Gina", FLEETS.replace("fleets #0", "duel #0"))
    for name in ("annie", "Bob", "Cid"):
        desk.forum.say(name, "Hello!")
    return desk


def test_the_hands_are_sent_before_the_first_turn(fleets: Desk) -> None:
    watch = fleets.set_up(post="itself")
    seen = watch.look()
    assert seen.doubt == "opening"  # they may have been sent by hand
    assert fleets.forum.paths("POST") == []
    watch.allow(seen.due)
    watch.look()
    watch.look()
    assert [to for to, _ in fleets.forum.messages] == ["annie", "Bob", "Cid"]
    assert len(fleets.forum.posts) == 4
    for (_, text), seat in zip(
        fleets.forum.messages, ("Ann", "Bob", "Cid"), strict=True
    ):
        assert f"Your turn, {seat}" in text
        assert text.count("You draw") == 1
        for other in {"Ann", "Bob", "Cid"} - {seat}:
            assert f"{other} draws five cards" in text


def test_what_was_sent_by_hand_is_not_sent_again(fleets: Desk) -> None:
    watch = fleets.set_up()
    seen = watch.look()
    private_messages.tick(watch.folder, "duel", 0, "Ann", "annie", fleets.clock())
    watch.allow(seen.due)
    watch.look()
    assert [to for to, _ in fleets.forum.messages] == ["Bob", "Cid"]
    for seat in ("Bob", "Cid"):
        private_messages.tick(watch.folder, "duel", 0, seat, seat, fleets.clock())
    (watch.place / "outgoing.json").unlink()
    assert not watch.look().due


def test_nobody_gets_what_is_for_somebody_unknown(fleets: Desk) -> None:
    del fleets.forum.posts[2]  # Bob has written nothing: anybody may be called Bob
    watch = fleets.set_up(post="itself")
    seen = watch.look()
    assert seen.strangers == ["Bob"]
    watch.allow(seen.due)
    watch.look()
    assert [to for to, _ in fleets.forum.messages] == ["annie", "Cid"]
    out = watch.outgoing()
    assert out is not None
    assert [one.status for one in out.parcels] == ["done", "by-hand", "done"]
    assert "by hand" in glance.fate(out.parcels[1])


def test_the_moderator_says_who_it_is(fleets: Desk) -> None:
    fleets.forum.posts[2] = ("bobby77", "Hello!")
    watch = fleets.set_up()
    seen = watch.look(["bobby77 = Bob"])
    assert seen.strangers == []
    watch.allow(seen.due)
    watch.look()
    assert [to for to, _ in fleets.forum.messages] == ["annie", "bobby77", "Cid"]


def test_a_message_of_which_nobody_knows_waits_for_a_word(fleets: Desk) -> None:
    watch = fleets.set_up()
    watch.allow(watch.look().due)
    fleets.forum.after.append(("/chats", httpx.ReadTimeout("lost")))
    watch.look()
    assert [to for to, _ in fleets.forum.messages] == ["annie"]
    fleets.clock.now += 10 * SETTLE_SECONDS
    seen = watch.look()  # the others go out; this one is left alone
    assert [to for to, _ in fleets.forum.messages] == ["annie", "Bob", "Cid"]
    out = watch.outgoing()
    assert out is not None
    assert [one.seat for one in out.unknown] == ["Ann"]
    told = glance.glance("duel", "duel.txt", seen, out)
    assert '--sent "Ann"' in told
    watch.settle("Ann", sent=True)
    watch.look()
    assert len(fleets.forum.messages) == 3
    assert not watch.outgoing().open  # type: ignore[union-attr]


def test_it_is_sent_again_when_it_did_not_arrive(fleets: Desk) -> None:
    watch = fleets.set_up()
    watch.allow(watch.look().due)
    fleets.forum.instead.append(("/chats", httpx.ReadTimeout("lost")))
    watch.look()
    watch.settle("Ann", sent=False)
    watch.look()
    assert [to for to, _ in fleets.forum.messages].count("annie") == 1


def test_a_turn_is_told_to_all_and_hands_to_each(fleets: Desk) -> None:
    watch = fleets.set_up()
    watch.allow(watch.look().due)
    watch.look()
    for name in ("annie", "Bob", "Cid"):
        fleets.forum.say(name, PLACES)
    watch.allow(watch.look().due)
    watch.look()
    assert len(fleets.forum.messages) == 6
    post = fleets.forum.posts[-1]
    assert post[0] == "Gina"
    assert "You draw" not in post[1]
    hands = [text for _, text in fleets.forum.messages[3:]]
    assert all("Your hand" in text for text in hands)
    assert len({text.split("Your hand")[1] for text in hands}) == 3


PIT = """game duel #0

Game: lava
Name: duel
Seats: Ann, Bob
Players: Ann = annie, Bob = Bob"""


def test_whoever_had_a_plan_is_told_what_it_did(desk: Desk) -> None:
    desk.forum.posts[0] = ("Gina", PIT)
    watch = desk.set_up()
    desk.forum.say("annie", "e 0,0\nif Bob: b 0,1 then a 0,2")
    desk.forum.say("Bob", "b 0,1")
    watch.allow(watch.look().due)
    watch.look()
    ((to, text),) = desk.forum.messages
    assert to == "annie"
    assert "Turn 2: a 0,2 was played, its line 1" in text
    assert all("your plan" not in text.casefold() for _, text in desk.forum.posts[3:])
