"""What game masters do at the command line."""

from __future__ import annotations

import json
import re
import time

from click.testing import CliRunner

from pbem.cli.server.gm import command as gm
from pbem.cli.server.standings import command as standings
from pbem.server.gm import actions
from pbem.server.host.transfer import export_press
from pbem.server.lobby.game_settings import SETTINGS
from pbem.server.store import schema
from tests.support.server.played import begun, game_row, played_out
from tests.support.server.world import ADDRESS, ANN, BOB, HOUR, World


def test_gm_tries_does_and_refuses(host: tuple[World, list[str]]) -> None:
    world, config = host
    world.now = time.time()
    begun(world)
    due = game_row(world).deadline
    extend = ["friday", "extend", "24h", "--at", "0", "--reason", "the mail was down"]
    for trying in ([*extend, "--dry-run"], ["friday", "try", *extend[1:]]):
        tried = CliRunner().invoke(gm, [*trying, *config])
        assert tried.exit_code == 0, tried.output
        assert "Only tried: the deadline is 24h later." in tried.output
        assert "To bob@b.example: friday: the game master acted" in tried.output
        assert game_row(world).deadline == due
        assert world.run() == []
    done = CliRunner().invoke(gm, [*extend, *config])
    assert done.exit_code == 0, done.output
    assert game_row(world).deadline == due + 24 * HOUR
    world.now = time.time() + 1
    out = world.run()
    assert [m.recipient for m in out] == [ADDRESS[ANN], ADDRESS[BOB]]
    assert all("The reason: the mail was down" in mail.text for mail in out)
    wrong = CliRunner().invoke(gm, [*extend[:-3], "7", *extend[-2:], *config])
    assert wrong.exit_code == 2
    assert "now it is #0" in " ".join(wrong.output.split())
    assert world.count(schema.act) == 1
    world.server.close()


def test_who_was_acted_for_is_shown_the_orders_however_they_are_named(
    host: tuple[World, list[str]],
) -> None:
    world, config = host
    world.now = time.time()
    begun(world)
    said = ["friday", "act", "as", "BOB", ":", "air F6", "--at", "0"]
    done = CliRunner().invoke(gm, [*said, "--reason", "he is away", *config])
    assert done.exit_code == 0, done.output
    world.now = time.time() + 1
    told = {mail.recipient: " ".join(mail.text.split()) for mail in world.run()}
    for text in told.values():
        assert "sent orders for Bob." in text
    shown = [who for who, text in told.items() if "the orders: air F6" in text]
    assert shown == [ADDRESS[BOB]]
    world.server.close()


def test_gm_and_standings_at_the_command_line(host: tuple[World, list[str]]) -> None:
    world, config = host
    played_out(world)
    shown = CliRunner().invoke(standings, ["arena", "--afresh", *config])
    assert re.search(r"1 +Ann .*1 played +1 won", shown.output), shown.output
    odd = CliRunner().invoke(standings, ["bingo", *config])
    assert odd.exit_code == 2
    assert "bingo" in odd.output, odd.output
    assert CliRunner().invoke(standings, ["lava", *config]).exit_code == 0
    none = CliRunner().invoke(
        gm, ["nowhere", "pause", "--at", "0", "--reason", "x", *config]
    )
    assert none.exit_code == 2
    world.server.close()


def test_gm_tries_every_act(host: tuple[World, list[str]]) -> None:
    world, config = host
    world.now = time.time()
    begun(world)
    world.answer(ANN, "fire C3")
    world.answer(BOB, "air F6")
    acts = (
        "pause", "process", "close", "deadline in 9 days", "extend 24h",
        "replace Bob with dot@d.example", "standby Bob", "kick Bob", "undo to 0",
        "act as Bob: E6", "correct Bob: fire F6", "note Hello.", "set pace 3 days",
        "master dot@d.example",
    )  # fmt: skip
    assert {act.partition(" ")[0] for act in acts} | {"resume"} == {
        name.partition("_")[0] for name in actions.ACTS
    }
    tried = ["--at", "1", "--reason", "it is a trial", *config]
    before = world.orders(), game_row(world)
    for act in acts:
        shown = CliRunner().invoke(gm, ["friday", *act.split(), "--dry-run", *tried])
        assert shown.exit_code == 0, shown.output
        assert "Only tried" in shown.output, act
        assert "To ann@a.example: friday" in shown.output, act
        assert (world.orders(), game_row(world)) == before, act
    for act in ("pause", "resume"):
        done = CliRunner().invoke(gm, ["friday", act, *tried])
        assert "Done: the clock" in done.output, done.output
    assert world.count(schema.act) == 2
    world.server.close()


def test_every_setting_can_be_tried_and_is_told(
    host: tuple[World, list[str]],
) -> None:
    world, config = host
    world.now = time.time()
    begun(world)
    values = {
        "pace": "3 days", "grace": "6h", "silence": "wait", "press": "off",
        "anonymous": "yes", "delay": "2h", "hold": "20m", "reliable": "90",
    }  # fmt: skip
    assert {*values} == {*SETTINGS}
    at = ["--at", "0", "--reason", "x", *config]
    for name, value in values.items():
        tried = CliRunner().invoke(gm, ["friday", "set", name, value, "--dry-run", *at])
        assert f"\n  - {name}: " in tried.output, tried.output
        done = CliRunner().invoke(gm, ["friday", "set", name, value, *at])
        assert f"Done: {name} is {value}." in done.output
        world.now = time.time() + 1
        told = [" ".join(mail.text.split()) for mail in world.run()]
        assert len(told) == 2
        assert all(f" is: {value} The reason: x" in one for one in told), told
    world.server.close()


def test_the_reason_at_the_command_line_is_no_part_of_the_act(
    host: tuple[World, list[str]],
) -> None:
    """Nor is "because" in what is said, or "try" in why."""
    world, config = host
    world.now = time.time()
    begun(world)
    words = "I am slow because of the snow. " + "Please do not worry about it. " * 9
    at = ["--at", "0", "--reason", "let us give it a try", *config]
    done = CliRunner().invoke(gm, ["friday", "note", f"{words}\nYours", *at])
    assert done.output.startswith("  Done: your words have gone to all."), done.output
    world.now = time.time() + 1
    for mail in world.run():
        said, _, why = mail.text.partition("A word of the game master:")[2].partition(
            "The reason: "
        )
        assert " ".join(said.replace(">", "").split()) == f"{words}Yours"
        assert why.startswith("let us give it a try\n")
        assert all(len(line) <= 72 for line in mail.text.split("\n"))
    with world.store.reading() as conn:
        (one,) = json.loads(export_press(conn, game_row(world)))
    assert one["text"] == f"{words}\nYours"
    odd = CliRunner().invoke(gm, ["friday", "pause", "because", "x", *at])
    told = " ".join(odd.output.split())
    assert 'from here on: "because x". "pbem server gm --help" lists' in told
    none = CliRunner().invoke(gm, ["friday", "pause", *at[:3], " ", *config])
    assert '--reason "the mail was down"' in " ".join(none.output.split())
    world.server.close()


def test_gm_sends_an_order_that_stands_on_several_lines(
    host: tuple[World, list[str]],
) -> None:
    world, config = host
    world.now = time.time()
    begun(world)
    world.answer(ANN, "fire C3")
    world.answer(BOB, "air F6")
    said = ["friday", "act", "as", "Ann:", "D4\n1NE", "--at", "1", "--reason", "x"]
    done = CliRunner().invoke(gm, [*said, *config])
    assert done.exit_code == 0, done.output
    assert world.orders()[-1] == "Ann: D4 1NE"
    world.server.close()
