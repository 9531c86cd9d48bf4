"""Limits: how many letters are answered, and from when on they are again."""

from __future__ import annotations

import pytest

from pbem.server.outbound import rate_limits
from pbem.server.outbound.rate_limits import Answers
from pbem.server.store import players, schema
from tests.server.conftest import Make
from tests.support.server.world import ADDRESS, ANN, BOB, CID, HOUR, REFEREE, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
DAY = 24 * HOUR


def _answers(world: World, who: str, texts: list[str]) -> list[int]:
    """How many letters go out to players for each of somebody's answers to one letter
    of ours: the host hears once a day of who is stuck."""
    to = world.last(ADDRESS[who]).reply_to
    sent = (world.say(who, text, to) for text in texts)
    return [sum(one.recipient != "host@x.example" for one in out) for out in sent]


def _spots(number: int) -> list[str]:
    """Orders for the first turn, all of them different."""
    return [f"fire {'ABCDEFGH'[n]}1" for n in range(number)]


def test_the_letters_of_one_game_are_answered_so_many_an_hour(make: Make) -> None:
    world = make("[limits]\ngame_hour = 3\nsender_hour = 100\n")
    world.start()
    hers, his = (world.last(ADDRESS[who]).reply_to for who in (ANN, BOB))
    world.start(game="lava")
    other = world.last(ADDRESS[ANN]).reply_to
    world.now += HOUR
    assert [len(world.say(ANN, text, hers)) for text in _spots(3)] == [1, 1, 1]
    # One of three is his own, and both are told when no more come.
    assert [len(world.say(BOB, "orders?", his)) for _ in range(4)] == [1, 1, 0, 0]
    (last,) = world.say(ANN, "orders?", hers)
    assert "answered three letters about" in " ".join(last.text.split())
    assert "}" not in last.text
    # Another game is another matter.
    assert len(world.say(ANN, "orders?", other)) == 1
    # An order needs no answer to count.
    assert world.say(ANN, "fire H8", hers) == []
    assert world.orders()[-1] == "Ann: fire H8"
    world.now += HOUR
    assert len(world.say(BOB, "orders?", his)) == 1


def test_only_who_sits_in_a_game_has_a_share_of_its_answers(make: Make) -> None:
    world = make("[limits]\ngame_hour = 4\n")
    world.start()
    world.say(CID, "new lava with hal@h.example")
    given = {"game": 1, "who": "", "since": world.now - HOUR}
    with world.store.writing() as conn:
        for who, share in ((ANN, Answers.YES), (CID, Answers.LAST_OF_GAME)):
            number = players.owner(conn, ADDRESS[who])
            found = rate_limits._share(conn, world.config, given | {"player": number})
            assert found is share
        nobody = given | {"player": None}
        assert rate_limits._share(conn, world.config, nobody) is Answers.NO


def test_one_writer_is_answered_so_many_times_an_hour(make: Make) -> None:
    world = make("[limits]\nsender_hour = 4\n")
    world.start()
    world.now += HOUR
    assert _answers(world, ANN, _spots(6)) == [1, 1, 1, 1, 0, 0]
    assert len(world.orders()) == 6
    assert _answers(world, BOB, ["orders?"]) == [1]
    world.now += HOUR - 1
    assert _answers(world, ANN, _spots(1)) == [0]
    world.now += 1
    assert _answers(world, ANN, _spots(1)) == [1]


def test_idle_words_are_answered_twice_in_a_row_and_again_a_day_later(
    world: World,
) -> None:
    world.start()
    idle = ["I am at the sea until Monday."] * 5
    assert _answers(world, ANN, idle) == [1, 1, 0, 0, 0]
    assert _answers(world, ANN, ["I am back from the sea."]) == [0]
    assert _answers(world, BOB, idle) == [1, 1, 0, 0, 0]
    world.now += DAY - 1
    assert _answers(world, ANN, idle[:1]) == [0]
    world.now += 1
    assert _answers(world, ANN, idle) == [1, 1, 0, 0, 0]


def test_the_same_useful_words_are_answered_more_often(world: World) -> None:
    world.start()
    assert _answers(world, ANN, ["orders?"] * 5) == [1] * 5


def test_a_stranger_is_answered_as_long_as_the_words_are_others(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    """Silence is for the same words, or a flood; it is announced, and in the log."""
    for number in range(5):
        (said,) = world.say(CID, f"Hello number {number}")
        assert said.text.startswith("Hello.")
    (said,) = world.say(CID, "new lava with bob@b.example and me")
    assert "I could not use your letter" in said.text
    told = [world.say(CID, "I am away.") for _ in range(4)]
    assert [len(one) for one in told] == [1, 1, 1, 0]
    last = [" ".join(one.text.split()) for letters in told for one in letters]
    assert ["no more letters of this kind" in one for one in last] == [
        False,
        False,
        True,
    ]
    (silence,) = [one for one in caplog.records if one.message == "not answered"]
    assert silence.__dict__["why"] == "enough answers"
    assert ADDRESS[CID] not in str(silence.__dict__)
    assert len(world.say(CID, "I am back.")) == 1


def test_a_stranger_has_so_many_answers_a_day(make: Make) -> None:
    world = make("[limits]\nsender_hour = 4\n")
    said = [letter for n in range(3) for letter in world.say(CID, f"Hello {n}")]
    world.now += HOUR
    (last,) = world.say(CID, "Hello 3")
    assert [len(said), len(world.say(CID, "Hello 4"))] == [3, 0]
    assert "this is the last" in " ".join(last.text.split())
    world.now += DAY
    assert len(world.say(CID, "Hello 5")) == 1


@pytest.mark.parametrize("hour", [HOUR - 1, HOUR])
def test_a_flood_of_letters_that_prove_nothing_is_not_looked_at(
    make: Make, hour: float
) -> None:
    world = make("[limits]\nsender_hour = 5\n")
    for number in range(8):
        world.say(CID, f"help {number}", REFEREE)
    excess = schema.letter.c.state == "excess"
    assert world.count(schema.letter, excess) == 3
    world.now += hour
    world.say(CID, "help 7")
    assert world.count(schema.letter, excess) == (4 if hour < HOUR else 3)


def test_one_player_starts_so_many_games_at_once(make: Make) -> None:
    world = make("[limits]\ngames = 2\n")
    world.start()
    world.answer(ANN, "new lava with cid@c.example")
    assert world.count(schema.game) == 2
    (refused,) = world.answer(ANN, "new arena with cid@c.example")
    assert "You have started 2 games" in " ".join(refused.text.split())
    assert world.count(schema.game) == 2
    # Games that others have started do not count, nor those that are over.
    world.answer(BOB, "new arena with ann@a.example")
    assert world.count(schema.game) == 3
    world.host_does("close")
    world.answer(ANN, "new arena with cid@c.example")
    assert world.count(schema.game) == 4
