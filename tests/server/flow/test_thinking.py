"""Bots of a server: what fails in them, whose turn it is, and who need not wait."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from pbem.bots.child import BotProcess, BotReply, BotTask, Failed, here, longest
from pbem.record.turn_file import read
from pbem.schedule.units import HOUR
from pbem.server.flow.bot_runner import Thinking
from pbem.server.host import transfer
from pbem.server.store import game_store, schema
from tests.support import outside
from tests.support.outside import race
from tests.support.server.real import until
from tests.support.server.world import ANN, BOB, World

LAVA = "Game: lava\nSeats: Ann, Bot\nBots: Bot=easy\n\n== 0 ==\nAnn: n 0,0\n"


def alone(world: World, writer: str, name: str) -> None:
    """A game against a bot, in which it is the bot's turn."""
    world.say(writer, f"new lava called {name} with bot easy")
    world.answer(writer, "accept")
    world.answer(writer, "n 0,0", f"{name} #0")


def test_a_bot_that_fails_misses_its_turn_and_the_host_is_told(world: World) -> None:
    asked: list[BotTask] = []
    good = world.server.thinking.think

    def broken(question: BotTask) -> BotReply:
        asked.append(question)
        raise Failed("ValueError: no such face")

    world.server.thinking.think = broken
    alone(world, ANN, "one")
    world.now += 61
    world.run()
    world.now += 61
    world.run()
    assert len(asked) == 2
    told = world.last("host@x.example").text
    assert "Bot is played by a bot there, and it failed twice" in told
    assert "ValueError: no such" in told
    assert world.orders() == ["Ann: n 0,0"]
    assert not any(
        "ValueError" in m.text for m in world.box.mail if "ann" in m.recipient
    )
    # The game waits to its deadline, and the bot is asked once more.
    world.server.thinking.think = good
    world.now = world.due() + 1
    world.run()
    assert [line[:4] for line in world.orders()] == ["Ann:", "Bot:"]


def test_a_bot_whose_process_is_killed_misses_its_turn_and_the_host_is_told(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    suicide = tmp_path / "python"
    suicide.write_text("#!/bin/sh\nkill -9 $$\n")
    suicide.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(suicide))
    world.server.thinking.think = BotProcess()
    alone(world, ANN, "one")
    world.now += 61
    world.run()
    told = world.last("host@x.example").text
    assert "it failed twice" in told
    assert "ended by signal 9" in told
    assert world.orders() == ["Ann: n 0,0"]
    # The others' game is not held up by it, and theirs closes at its deadline.
    monkeypatch.undo()
    world.server.thinking.think = partial(here, share=30)
    world.now = world.due() + 1
    world.run()
    assert [line[:4] for line in world.orders()] == ["Ann:", "Bot:"]


def test_two_servers_do_not_think_about_the_same(world: World) -> None:
    asked: list[str] = []
    other = Thinking(world.office)

    def noted(question: BotTask) -> BotReply:
        asked.append(question.seat)
        assert other.step(world.now) is False
        return here(question, 30)

    world.server.thinking.think = other.think = noted
    alone(world, ANN, "one")
    assert asked == ["Bot"]
    assert len(world.orders()) == 2


def test_what_a_server_was_killed_over_is_thought_about_by_another(
    world: World,
) -> None:
    def killed(question: BotTask) -> BotReply:
        raise KeyboardInterrupt

    good, world.server.thinking.think = world.server.thinking.think, killed
    with pytest.raises(KeyboardInterrupt):
        alone(world, ANN, "one")
    other = Thinking(world.office, good)
    assert other.step(world.now) is False
    world.now += longest("easy") + 1
    assert other.step(world.now)
    assert len(world.orders()) == 2


def test_an_order_that_the_game_refuses_is_a_failure_too(world: World) -> None:
    world.server.thinking.think = lambda question: BotReply(["x 9,9"], 1, False)
    alone(world, ANN, "one")
    assert world.orders() == ["Ann: n 0,0"]
    assert world.count(schema.thought, schema.thought.c.tries == 1) == 1


def test_who_was_served_longest_ago_is_next(world: World) -> None:
    asked: list[str] = []

    def noted(question: BotTask) -> BotReply:
        asked.append(question.record.split("Name: ")[1].split()[0])
        raise Failed("later")

    world.server.thinking.think = noted
    for writer, name in ((ANN, "a-one"), (ANN, "a-two"), (BOB, "b-one")):
        alone(world, writer, name)
    asked.clear()
    world.now += 61
    world.run()
    # Bob came last, and once: his game is not behind both of Ann's.
    assert len(asked) == 3
    assert asked.index("b-one") < 2
    assert {*asked} == {"a-one", "a-two", "b-one"}


def test_letters_of_others_are_answered_while_a_bot_thinks(world: World) -> None:
    said: list[str] = []

    def slow(question: BotTask) -> BotReply:
        world.post(BOB, "games")
        world.server.run_until_idle(world.now)
        said.append("answered" if world.count(schema.letter) else "")
        waiting = schema.letter.c.state.in_(("new", "waiting"))
        assert not world.count(schema.letter, waiting)
        return here(question, 30)

    world.server.thinking.think = slow
    alone(world, ANN, "one")
    assert said == ["answered"]
    assert [line[:4] for line in world.orders()] == ["Ann:", "Bot:"]


def test_what_was_thought_for_another_turn_is_not_played(world: World) -> None:
    def late(question: BotTask) -> BotReply:
        while world.server.sender.step(world.now):
            pass
        world.post(ANN, "resign", world.last("ann@a.example", "one").reply_to)
        world.server.run_until_idle(world.now)
        return here(question, 30)

    world.server.thinking.think = late
    alone(world, ANN, "one")
    assert world.orders() == ["Ann: n 0,0", "Ann: resign"]
    assert world.count(schema.thought) == 0


def test_a_bot_waits_as_long_as_the_starter_wants(world: World) -> None:
    world.say(ANN, "new lava called one with bot easy\nset delay 3h")
    world.answer(ANN, "accept")
    world.answer(ANN, "n 0,0", "one #0")
    assert world.orders() == ["Ann: n 0,0"]
    world.now += 3 * HOUR + 1
    world.run()
    assert len(world.orders()) == 2


def test_a_process_of_its_own_thinks_the_same_and_its_end_is_a_failure(
    tmp_path: Path,
) -> None:
    outside.write(tmp_path, "pbem-race", {"race": "pbem_race.rules:RULES"}, race())
    question = BotTask("Game: race\nSeats: Ann, Bob\n", "Ann", "easy", "00ff")
    with outside.installed(tmp_path):  # found by our sys.path alone
        assert BotProcess()(question) == here(question)
    with pytest.raises(Failed, match="record"):
        BotProcess()(question._replace(record="Game: lava\n"))


class Leaving(BotProcess):
    """Thinks long, and is sent home as soon as it has begun."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self.server = world.server

    def __call__(self, question: BotTask) -> BotReply:
        with ThreadPoolExecutor(1) as pool:
            sent_home = pool.submit(self._go_home)
            try:
                return super().__call__(question._replace(level="strong"))
            finally:
                sent_home.result()

    def _go_home(self) -> None:
        until(lambda: self._process is not None, "the process that thinks")
        self.server.thinking.end()


def test_a_server_that_ends_leaves_its_bots_to_the_next(world: World) -> None:
    good, world.server.thinking.think = world.server.thinking.think, Leaving(world)
    alone(world, ANN, "one")
    assert world.orders() == ["Ann: n 0,0"]
    assert "host@x.example" not in {mail.recipient for mail in world.box.mail}
    world.server.thinking = Thinking(world.office, good)
    world.run()
    assert [line[:4] for line in world.orders()] == ["Ann:", "Bot:"]


def test_a_game_with_a_bot_goes_out_and_comes_in(world: World) -> None:
    with world.office.writing(world.now) as tx:
        seats = {"Ann": "ann@a.example"}
        game = transfer.import_game(tx, read(LAVA), seats, "alone")
    world.run()
    with world.store.reading() as conn:
        text = game_store.turn_file(conn, game_store.get(conn, game.id))
    assert "\nBots: Bot=easy\n" in text
    assert text.rpartition("\n== 1 ==\n")[2].startswith("Bot: ")


@pytest.mark.parametrize("words", ["", "press to all: good luck"])
def test_a_bot_says_its_word_once_whoever_has_spoken_before(
    world: World, words: str
) -> None:
    world.say(ANN, "new arena called one with bob@b.example, bot easy")
    world.answer(ANN, "accept")
    world.answer(BOB, "accept")
    if words:
        world.answer(ANN, words, "one")
    said = schema.press.c.seat == 2
    for who, text in ((ANN, "fire C3"), (BOB, "air F6"), (ANN, "-"), (BOB, "-")):
        world.answer(who, text, "one")
        world.now += 61
        world.run()
    assert len([line for line in world.orders() if line.startswith("Bot")]) >= 2
    assert world.count(schema.press, said) == 1


@pytest.mark.parametrize("cut", [True, False])
def test_the_host_can_see_where_a_bot_had_no_time_left(world: World, cut: bool) -> None:
    good = world.server.thinking.think
    world.server.thinking.think = lambda asked: good(asked)._replace(cut=cut)
    alone(world, ANN, "one")
    world.now += 61
    world.run()
    assert [line[:4] for line in world.orders()] == ["Ann:", "Bot:"]
    audit = schema.audit.c
    detail = audit.detail.like("% playouts")
    seen = (audit.what == "bot-cut", audit.seat == 1, detail)
    assert world.count(schema.audit, *seen) == cut
