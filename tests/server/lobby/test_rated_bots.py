"""Games with bots count in the standings where all people in them agree, only there."""

from __future__ import annotations

from pbem.server.lobby import ladder, ratings
from tests.support.server.world import ANN, BOB, World


def counted(world: World, kind: str = "lava") -> dict[str, tuple[int, int]]:
    """Who is in the standings, with games played and won: kept and counted afresh."""
    with world.office.writing(world.now) as tx:
        kept, many = ladder.standings(tx, kind, 20)
        afresh = ratings.table(tx.conn, kind, afresh=True)
    found = [
        {one.name: (one.played, one.won) for one in rows} for rows in (kept, afresh)
    ]
    assert found[0] == found[1]
    assert [one.mu for one in kept] == [one.mu for one in afresh]
    assert many == len(kept)
    return found[0]


def test_who_is_alone_with_a_bot_agrees_alone(world: World) -> None:
    world.say(ANN, "new lava called one with bot easy")
    world.answer(ANN, "accept")
    world.answer(ANN, "propose rated")
    told = world.last("ann@a.example", "one").text
    assert "You propose to count the game in the standings." in " ".join(told.split())
    assert "Nobody else is to be asked: so it does." in " ".join(told.split())
    world.answer(ANN, "propose rated", "one")
    assert "All have agreed to that already" in world.last("ann@a.example", "one").text
    world.answer(ANN, "resign", "one")
    # She is rated by it; the bot is an opponent, and nobody's line.
    assert counted(world) == {"Ann": (1, 0)}
    with world.store.reading() as conn:
        assert ratings.table(conn)[0].mu < 25
    world.say(ANN, "new lava called two with bot easy")
    world.answer(ANN, "accept")
    world.answer(ANN, "propose rated", "two")
    world.answer(ANN, "resign", "two")
    assert counted(world) == {"Ann": (2, 0)}


def test_one_who_does_not_want_it_is_enough(world: World) -> None:
    for name, bob in (("no", "refuse"), ("yes", "agree")):
        world.say(ANN, f"new lava with bob@b.example, bot easy called {name}")
        world.answer(ANN, "accept")
        world.answer(BOB, "accept", name)
        world.answer(ANN, "propose rated", name)
        told = world.last("bob@b.example", name).text
        assert "If all people in this game agree, it counts" in " ".join(told.split())
        world.answer(BOB, bob, name)
        assert bob == "refuse" or "All agree: to count the game" in " ".join(
            world.last("bob@b.example", f"{name}: the proposal").text.split()
        )
        # Who is out is asked no less: it is about the rating of both.
        world.answer(ANN, "resign", name)
        world.answer(BOB, "resign", name)
    assert counted(world) == {"Ann": (1, 0), "Bob": (1, 0)}


def test_a_game_without_bots_counts_anyhow(world: World) -> None:
    world.say(ANN, "new lava called one with bob@b.example")
    world.answer(ANN, "accept")
    world.answer(BOB, "accept")
    world.answer(ANN, "propose rated", "one")
    assert "No bot plays in this game" in world.last("ann@a.example", "one").text


def test_a_draw_with_a_bot_is_shared_with_it_and_counts_for_nothing(
    world: World,
) -> None:
    world.say(ANN, "new lava called one with bot easy")
    world.answer(ANN, "accept")
    world.answer(ANN, "propose draw", "one")
    told = " ".join(world.last("ann@a.example", "one: the game").text.split())
    assert "It ends in a draw, as you want: Ann and Bot share the game." in told
    assert counted(world) == {}


def test_nobody_escapes_a_loss_to_a_bot(world: World) -> None:
    world.say(ANN, "new lava called one with bob@b.example, bot easy")
    world.answer(ANN, "accept")
    world.answer(BOB, "accept", "one")
    world.answer(ANN, "propose rated", "one")
    world.answer(BOB, "agree", "one")
    for what in ("draw", "undo"):
        (letter,) = world.answer(ANN, f"propose {what}", "one")
        said = " ".join(letter.text.split())
        assert "it knows no draw, and no turn is taken back" in said
    world.answer(ANN, "propose end", "one")
    asked = " ".join(world.last("bob@b.example", "one: a proposal").text.split())
    assert "as it counts in the standings, Bot has won." in asked
    world.answer(BOB, "agree", "one")
    told = " ".join(world.last("bob@b.example", "one: the game").text.split())
    assert "You have all agreed to end the game." in told
    assert "It counts in the standings, so Bot has won." in told
    assert counted(world) == {"Ann": (1, 0), "Bob": (1, 0)}


def test_whoever_is_in_one_team_with_bots_escapes_no_loss_either(world: World) -> None:
    world.say(ANN, "new mars with bot easy called red")
    world.answer(ANN, "accept")
    world.answer(ANN, "propose rated", "red")
    world.answer(ANN, "propose end", "red")
    told = " ".join(world.last("ann@a.example", "red: the game").text.split())
    assert "It counts in the standings, so it is lost." in told
    assert counted(world, "mars") == {"Ann": (1, 0)}


def test_whoever_is_alone_with_bots_says_at_the_beginning_that_it_counts(
    world: World,
) -> None:
    world.say(ANN, "new lava called one with bot easy")
    world.answer(ANN, "accept")
    world.answer(ANN, "e 0,0")
    (told,) = world.answer(ANN, "propose rated", "one")
    said = " ".join(told.text.split())
    assert "Whoever plays with bots alone says before the first turn is over" in said
    world.answer(ANN, "propose end", "one")
    told = world.last("ann@a.example", "one: the game")
    assert "You have ended the game. Nobody has won." in " ".join(told.text.split())
    assert counted(world) == {}
