"""Games by mail, from the first letter to the last."""

from __future__ import annotations

import sqlalchemy as sa

from pbem.record import replay
from pbem.record.turn_file import read
from pbem.report.document import document
from pbem.report.model import Reader
from pbem.server.host import transfer
from pbem.server.host.demo import _moves
from pbem.server.store import game_store, schema
from pbem.system.resources import folder
from tests.support.server.world import ADDRESS, ANN, BOB, CID, HOUR, World


def test_a_whole_game_and_its_record(world: World) -> None:
    world.start(options="hp=8 healing=no")
    duel = folder("games") / "arena" / "examples" / "duel.txt"
    for turn in _moves(duel.read_text(encoding="utf-8")):
        for who in (ANN, BOB):
            world.answer(who, turn[who.split()[0]])
    for who in (ANN, BOB):
        last = world.last(ADDRESS[who])
        assert "Ann is the last one standing and wins." in last.text
        assert last.subject == "arena-1 #5: the game is over"
    with world.store.reading() as conn:
        game = game_store.find(conn, "arena-1")
        assert game is not None
        assert (game.state, game.deadline, game.wake_at) == ("over", None, None)
        text = game_store.turn_file(conn, game)
        live = world.office.game_cache.open(conn, game)
        cold = game_store.load_story(conn, game)
    again = replay.play(read(text))
    assert live.table == cold.table
    assert again.table.state == live.table.state
    mod = Reader(moderator=True)
    assert document(again, mod)["state"] == document(live, mod)["state"]


def test_warm_and_cold_tables_tell_the_same(world: World) -> None:
    world.start()
    for who, text in ((ANN, "fire C3"), (BOB, "air F6"), (ANN, "D4 4"), (BOB, "- 1D4")):
        world.answer(who, text)
        world.answer(who, "nonsense")
        warm = [world.answer(one, "show")[0].text for one in (ANN, BOB)]
        world.office.game_cache.forget(1)
        cold = [world.answer(one, "show")[0].text for one in (ANN, BOB)]
        assert warm == cold


def test_a_strangers_game_is_confirmed_before_others_hear_of_it(world: World) -> None:
    first = world.say(ANN, "new arena with bob@b.example, Cid <cid@c.example>")
    assert [mail.recipient for mail in first] == [ADDRESS[ANN]]
    second = world.answer(ANN, "accept")
    assert {mail.recipient for mail in second} == set(ADDRESS.values())
    world.answer(BOB, "accept as Robert")
    world.answer(CID, "accept")
    assert "Your turn, Ann" in world.last(ADDRESS[ANN]).text
    with world.store.reading() as conn:
        assert [row.name for row in game_store.seats(conn, 1)] == [
            "Ann",
            "Robert",
            "Cid",
        ]


def test_declining_ends_it_for_all(world: World) -> None:
    world.say(ANN, "new arena with bob@b.example")
    world.answer(ANN, "accept")
    world.answer(BOB, "decline")
    assert "Bob has declined" in world.last(ADDRESS[ANN]).text
    assert "You have declined" in world.last(ADDRESS[BOB]).text
    assert world.count(schema.game, schema.game.c.state == "dropped") == 1
    assert "is not going to be played" in world.answer(BOB, "accept")[0].text


def test_an_invitation_lapses(world: World) -> None:
    world.say(ANN, "new arena with bob@b.example")
    world.answer(ANN, "accept")
    world.now += 8 * 24 * HOUR
    out = world.run()
    # Of Bob nothing was ever heard: one letter, then silence.
    assert [mail.recipient for mail in out] == [ADDRESS[ANN]]
    assert "Bob has not answered in time." in out[0].text


def _deadline(world: World) -> float:
    with world.store.reading() as conn:
        found = conn.execute(sa.select(schema.game.c.deadline)).scalar()
    assert found is not None
    return float(found)


def test_silence_means_the_default(world: World) -> None:
    world.begin()
    world.answer(ANN, "D4")
    world.now = _deadline(world) + 1
    out = world.run()
    assert len(out) == 2
    assert all("Bob sent nothing in time." in mail.text for mail in out)
    assert world.orders()[-1] == "-- deadline --"


def test_a_letter_on_the_second_is_in_time_one_later_is_not(world: World) -> None:
    world.begin()
    due = _deadline(world)
    to = [world.last(ADDRESS[who]).reply_to for who in (ANN, BOB)]
    # Both are read only after the deadline, in the order in which they came.
    world.now = due + HOUR
    world.post(ANN, "D4", to[0], received=due)
    world.post(BOB, "E6", to[1], received=due + 1)
    world.run()
    assert world.orders()[-2:] == ["Ann: D4", "-- deadline --"]
    said = " ".join(" ".join(mail.text for mail in world.box.mail[-3:]).split())
    assert "turn #1, when you and Ann were asked, and the game is at #2 now" in said


def test_where_silence_says_nothing_the_game_waits_and_then_sleeps(
    world: World,
) -> None:
    world.start()
    sent = []
    for _ in range(10):
        world.now += 49 * HOUR
        sent.append(len(world.run()))
    assert sent == [2, 2, 2, 2, 2, 0, 0, 0, 0, 0]
    assert "sleeps" in world.last(ADDRESS[ANN]).text
    world.answer(ANN, "fire C3")
    assert _deadline(world) > world.now


def test_players_who_all_fall_silent_are_not_written_to_for_ever(world: World) -> None:
    world.begin()
    sent = []
    for _ in range(9):
        world.now += 49 * HOUR
        sent.append(len(world.run()))
    assert sent == [2, 2, 2, 2, 4, 0, 0, 0, 0]


def test_watchers_see_what_everybody_may(world: World) -> None:
    world.start()
    world.say(CID, "new arena with dot@d.example")
    world.answer(CID, "watch arena-1")
    assert "unwatch arena-1" in world.last(ADDRESS[CID]).text
    world.answer(ANN, "fire C3")
    assert len(world.answer(BOB, "air F6")) == 3
    assert "Ann  begins on C3" in world.last(ADDRESS[CID]).text
    world.say(CID, "new arena with dot@d.example")
    world.answer(CID, "unwatch arena-1")
    assert len(world.answer(ANN, "resign")) == 2


def test_a_turn_is_one_letter_a_player(world: World) -> None:
    world.start()
    world.answer(ANN, "fire C3")
    out = world.answer(BOB, "air F6")
    assert sorted(mail.recipient for mail in out) == [ADDRESS[ANN], ADDRESS[BOB]]
    both = world.last(ADDRESS[BOB]).text
    assert "Got it, Bob." in both
    assert "Your turn, Bob" in both


def test_a_replay_reads_back_every_kind_of_entry(world: World) -> None:
    world.begin()
    world.answer(ANN, "D4 1SE")
    world.now = _deadline(world) + 1
    world.run()
    with world.store.reading() as conn:
        game = game_store.find(conn, "ARENA-1")
        assert game is not None
        text = game_store.turn_file(conn, game)
    lines = [str(one) for one in transfer.entries_of(read(text))]
    assert lines == ["Ann: fire C3", "Bob: air F6", "Ann: D4 1SE", "-- deadline --"]
