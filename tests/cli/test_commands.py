"""Each command of the core, used as its user would."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from pbem import cli
from tests.cli.conftest import GAME, Run


def test_resolve_tells_the_last_turn_and_who_is_awaited(run: Run) -> None:
    done = run("resolve", "duel.txt")
    assert done.returncode == 0
    assert b"duel, turn 1 is done." in done.stdout
    assert b"Bob." in done.stdout
    assert not done.stderr


def test_resolve_as_json_has_the_contract_s_keys(run: Run) -> None:
    told = json.loads(run("resolve", "duel.txt", "--format", "json").stdout)
    assert told["game"] == "arena"
    assert told["name"] == "duel"
    assert told["serial"] == 2
    assert told["window"] == {
        "name": "orders",
        "seats": ["Ann", "Bob"],
        "awaited": ["Bob"],
        "closes": "all",
        "sealed": True,
    }
    assert told["outcome"] is None
    assert told["state"]["seats"]["Ann"]["hp"] == 16
    assert {event["serial"] for event in told["events"]} == {1}
    (fault,) = told["faults"]
    assert fault["code"] == "illegal.too-far"
    assert (fault["line"], fault["column"], fault["text"]) == (11, 6, "H8")
    assert fault["seat"] == "Bob"
    assert "A3 to E7" in fault["message"]


def test_a_seat_s_json_holds_its_own_faults_only(run: Run) -> None:
    words = ("resolve", "duel.txt", "--format", "json", "--for")
    assert json.loads(run(*words, "ann").stdout)["faults"] == []
    assert len(json.loads(run(*words, "Bob").stdout)["faults"]) == 1


def test_all_tells_every_turn(run: Run) -> None:
    told = json.loads(run("resolve", "duel.txt", "--format", "json", "--all").stdout)
    assert {event["serial"] for event in told["events"]} == {0, 1}
    text = run("resolve", "duel.txt", "--all").stdout
    assert b"The start" in text
    assert b"Turn 1" in text


def test_all_tells_the_beginning_of_a_game_of_one_turn(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "kuhn.txt").write_text(
        f"Game: kuhn-poker\nSeats: Ann, Bob\nSeed: {'7f' * 16}\n\nAnn: check\n"
    )
    assert (
        b"The beginning" in run("resolve", "kuhn.txt", "--all", "--for", "Ann").stdout
    )


def test_due_closes_the_open_turn(run: Run) -> None:
    told = json.loads(run("resolve", "duel.txt", "--format", "json", "--due").stdout)
    assert told["serial"] == 3
    assert b"Bob sent nothing in time." in run("resolve", "duel.txt", "--due").stdout


def test_strict_exits_with_1_where_an_order_was_refused(run: Run) -> None:
    bad = GAME.replace("H8 1C3", "what?").encode()
    assert run("resolve", "-", "--strict", stdin=bad).returncode == 1
    good = GAME.replace("H8 ", "- ").encode()
    assert run("resolve", "-", "--strict", stdin=good).returncode == 0


def test_strict_does_not_mind_what_is_ignored_or_doubted(run: Run) -> None:
    assert run("resolve", "duel.txt", "--strict").returncode == 0
    skipped = GAME.replace("== 2 ==", "== 4 ==").encode()
    assert run("resolve", "-", "--strict", stdin=skipped).returncode == 0


def test_out_writes_the_file_and_nothing_on_the_screen(
    run: Run, tmp_path: Path
) -> None:
    done = run("resolve", "duel.txt", "--out", "report.txt")
    assert not done.stdout
    assert "turn 1 is done" in (tmp_path / "report.txt").read_text()


@pytest.mark.parametrize("form", ["text", "markdown", "bbcode", "html", "json"])
def test_every_format_is_whole(run: Run, form: str) -> None:
    done = run("resolve", "duel.txt", "--format", form)
    assert done.returncode == 0
    assert b"Ann" in done.stdout
    assert done.stdout.endswith(b"\n")


def test_the_list_display_draws_nothing(run: Run) -> None:
    done = run("resolve", "duel.txt", "--display", "list")
    assert b"stands on C3" in done.stdout
    assert b".  :" not in done.stdout


def test_check_says_how_each_order_is_read(run: Run) -> None:
    done = run("check", "duel.txt")
    assert b"you go to C4" in done.stdout
    assert b"Awaited: Bob." in done.stdout


def test_preview_writes_nothing(run: Run, tmp_path: Path) -> None:
    done = run("preview", "duel.txt", "--orders", "Bob: - 1C4")
    assert b"turn 2 is done" in done.stdout
    assert (tmp_path / "duel.txt").read_text() == GAME


def test_preview_shows_the_turn_though_a_part_of_it_is_ignored(run: Run) -> None:
    done = run("preview", "duel.txt", "--orders", "Bob: - 1C4 9Z")
    assert b"turn 2 is done" in done.stdout
    assert b'"9Z" is no magic' in done.stdout


def test_preview_takes_the_orders_of_several_players_at_once(run: Run) -> None:
    done = run("preview", "duel.txt", "--orders", "ann: C3\nBOB : -\n  1C4")
    assert b"turn 2 is done" in done.stdout
    assert b"Lightning on C4" in done.stdout


def test_new_begins_a_game_that_can_be_resolved(run: Run, tmp_path: Path) -> None:
    words = ("new", "arena", "--seats", "Ann, Bob, Cid", "--option", "hp=9")
    assert run(*words, "--out", "fresh.txt").returncode == 0
    told = json.loads(run("resolve", "fresh.txt", "--format", "json").stdout)
    assert told["state"]["seats"]["Cid"]["hp"] == 9


@pytest.mark.parametrize("game", ["arena", "mars", "magblast"])
def test_new_writes_the_newest_rules(run: Run, game: str) -> None:
    begun = run("new", game, "--seats", "Ann, Bob").stdout
    assert b"\nRules: 1\n" in begun


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("new", "areena", "--seats", "A, B"), b'Did you mean "arena"?'),
        (("new", "arena", "--seats", "Ann"), b"2 to 26 players; here is 1"),
        (("new", "arena", "--seats", "Ann, ann"), b"Two players are called"),
        (("new", "arena", "--seats", "A, B", "--option", "hp=0"), b"from 1 to 999"),
        (("new", "arena", "--seats", "A, B", "--option", "hpp=3"), b'mean "hp"?'),
        (("new", "arena", "--seats", "A, B", "--option", "hp"), b"like hp=25"),
        (("games", "bingo"), b"I do not know a game"),
        (("resolve", "nowhere.txt"), b"there is no such file"),
        (("resolve", "."), b"is a folder"),
        (("resolve", "duel.txt", "--for", "Zoe"), b'Nobody called "Zoe"'),
        (("resolve", "duel.txt", "--for", "Ann", "--public"), b"not both"),
        (("resolv", "duel.txt"), b'mean "pbem resolve"?'),
        (("preview", "duel.txt", "--orders", "hello"), b"a name, a colon"),
        (("resolve", "duel.txt", "--format", "word"), b"is not one of"),
        (("replay", "duel.txt", "--press", ".", "-o", "out.html"), b"is a folder"),
        (("server", "status", "--most", "0"), b"x>=1"),
    ],
)
def test_what_cannot_be_done_is_said(
    run: Run, words: tuple[str, ...], said: bytes
) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert said in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_file_of_messages_that_is_no_text_is_said(run: Run, tmp_path: Path) -> None:
    (tmp_path / "said.json").write_bytes(b"\0[]")
    done = run("replay", "duel.txt", "--press", "said.json", "-o", "out.html")
    assert done.returncode == 2
    assert b"said.json:\n" in done.stderr
    assert b"not a text file" in done.stderr


def test_games_and_rules_tell_of_every_game(run: Run) -> None:
    listed = run("games").stdout
    for name in (b"arena", b"lava", b"magma", b"magblast", b"mars"):
        assert name in listed
        assert run("games", name.decode()).returncode == 0
        assert run("rules", name.decode()).stdout.startswith(b"# ")


def test_legal_lists_orders_that_can_be_appended(run: Run) -> None:
    done = run("legal", "duel.txt", "--for", "Bob", "--no-words")
    orders = done.stdout.decode().splitlines()
    assert len(orders) > 50
    assert run("append", "duel.txt", f"Bob: {orders[7]}").returncode == 0


def test_verify_tells_of_seeds(run: Run) -> None:
    assert b"no seed" in run("verify", "duel.txt").stdout


def test_headings_are_plain_where_nobody_watches(run: Run) -> None:
    assert b"\033" not in run("resolve", "duel.txt").stdout


def _options(command: click.Command, name: str) -> Iterator[tuple[str, str | None]]:
    """Options of a command and of those below it, and what is said of them."""
    for one in command.params:
        if isinstance(one, click.Option) and not one.hidden:
            yield f"{name} {one.opts[-1]}", one.help
    if isinstance(command, click.Group):
        context = click.Context(command)
        for below in command.list_commands(context):
            found = command.get_command(context, below)
            assert found is not None
            yield from _options(found, f"{name} {below}")


def test_every_option_says_what_it_is_for() -> None:
    assert [name for name, said in _options(cli.pbem, "pbem") if not said] == []


def test_the_whole_story_ends_with_the_turn_that_is_due(
    run: Run, tmp_path: Path
) -> None:
    due = run("resolve", "duel.txt", "--all", "--due", "--format", "json").stdout
    with (tmp_path / "duel.txt").open("a") as file:
        file.write("-- deadline --\n")
    assert json.loads(due)["events"][-1]["serial"] == 2
    assert due == run("resolve", "duel.txt", "--all", "--format", "json").stdout


def test_a_game_without_a_seed_is_not_the_one_that_was_published(run: Run) -> None:
    assert run("verify", "duel.txt").returncode == 0
    done = run("verify", "duel.txt", "--commitment", "00" * 32)
    assert done.returncode == 1
    assert b"NOT the one" in done.stderr


@pytest.mark.parametrize(
    ("kept", "said"),
    [(2, b"none is"), (3, b"turn 0 is"), (4, b"turns 0 to 1 are")],
)
def test_turns_that_have_a_picture_are_named(
    run: Run, tmp_path: Path, kept: int, said: bytes
) -> None:
    parts = GAME.split("\n\n")
    (tmp_path / "duel.txt").write_text("\n\n".join(parts[: kept - 1]) + "\n\n")
    done = run("picture", "duel.txt", "-o", "board.svg", "--turn", "7")
    assert done.returncode == 2
    assert done.stderr == b"There is no turn 7; " + said + b" played.\n"


@pytest.mark.parametrize("command", ["check", "legal", "resolve"])
def test_nobody_is_called_by_an_empty_name(run: Run, command: str) -> None:
    done = run(command, "duel.txt", "--for", "")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b'Nobody called "" plays here' in done.stderr
