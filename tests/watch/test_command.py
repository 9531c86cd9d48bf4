"""`pbem forum watch`: what it sets, says, asks for and refuses to take."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pbem.cli.forum import watch
from pbem.watch import watch as module
from pbem.watch.settings import WatchSettings
from tests.watch.imitation import THREAD, TOKEN, Desk


@pytest.fixture
def table(played: Desk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """The forum as commands reach it, in the folder of the game."""

    def session(thread: str, pause: float) -> Any:
        return played.session(WatchSettings(thread, pause=pause))

    monkeypatch.setattr(module, "HttpSession", session)
    monkeypatch.setattr("time.time", played.clock)
    monkeypatch.setenv("PBEM_TOKEN", TOKEN)
    monkeypatch.chdir(played.path)
    return played


def run(*words: str, status: int = 0) -> str:
    """What a command says."""
    done: Result = CliRunner().invoke(watch.command, ["duel.txt", *words])
    assert done.exit_code == status, done.output
    return " ".join(done.output.split())


SET = ("--thread", THREAD, "--name", "Gina", "--token", "env:PBEM_TOKEN", "--once")


def test_a_turn_at_the_command_line(table: Desk) -> None:
    said = run(*SET)
    assert f"The thread at {THREAD} is watched: NodeBB, every 15m" in said
    assert "- Ann: fire C3 - Bob: air F6" in said
    assert "Waiting for your yes: the report that opens turn 1" in said
    assert "Nothing that can be used came from" not in said  # nobody knows of turn 1
    shown = run("--show")
    assert "In the thread" in shown
    assert "begins on F6 with air" in shown
    assert table.forum.paths("POST") == []
    digest = shown.rpartition("--yes ")[2]
    said = run("--yes", digest)
    assert "Posted: the report that opens turn 1." in said
    assert "is not in the thread yet" not in said
    assert len(table.forum.posts) == 4
    assert "All reports are in the thread" not in run("--once")
    assert run("--show").startswith("No report waits")


def test_questions_are_asked_and_answered(table: Desk) -> None:
    table.forum.posts[2] = ("Bob", "Maybe air F6, or is G7 better?")
    said = run(*SET)
    assert '--answer "3 = yes"' in said
    assert "Waiting for your yes" in run("--answer", "3 = air G7")
    assert "Bob: air G7" in table.record
    refused = run("--answer", "99 = yes", status=2)
    assert "99" in refused


def test_a_secret_is_not_taken_from_the_command_line(table: Desk) -> None:
    done = run(*SET[:-2], TOKEN, status=2)
    assert "others on this machine can read it" in done
    assert TOKEN not in done
    assert not (table.path / ".pbem").exists()


def test_a_secret_may_be_typed(table: Desk) -> None:
    words = ["duel.txt", *SET[:-2], "-", "--once"]
    done = CliRunner().invoke(watch.command, words, input=f"{TOKEN}\n")
    assert done.exit_code == 0
    assert TOKEN not in done.output
    kept = table.watch().settings()
    assert kept is not None
    assert kept.token == TOKEN


def test_trouble_is_said_and_the_status_tells(table: Desk) -> None:
    run(*SET)
    table.forum.robots = "User-agent: *\nDisallow: /\n"
    state = table.watch().place / "state.json"
    state.unlink()
    assert "robots.txt asks programs not to read" in run("--once", status=2)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "--thread"),
        (("--thread", "forum.example"), "no address of a thread"),
        (("--thread", THREAD, "--every", "soon"), "stretch of time"),
        (("--thread", THREAD, "--forum", "myspace"), "no forum called"),
    ],
)
def test_what_cannot_be_used_is_said(
    table: Desk, words: tuple[str, ...], said: str
) -> None:
    assert said in run(*words, status=2)


def test_a_file_that_is_no_turn_file_is_refused(table: Desk) -> None:
    done = CliRunner().invoke(watch.command, ["duel.html", "--once"])
    assert done.exit_code == 2
    assert ".txt" in done.output


@pytest.mark.parametrize(
    "other",
    [
        "https://evil.example/topic/57/duel",
        THREAD.replace("https://", "https://not."),
        THREAD.replace("://", "://me."),
    ],
)
def test_a_token_stays_with_the_host_that_it_was_given_for(
    table: Desk, other: str
) -> None:
    run(*SET)
    asked = len(table.forum.asked)
    said = run("--thread", other, "--once", status=2)
    assert "the token was given for another host" in said
    assert len(table.forum.asked) == asked
    kept = table.watch().settings()
    assert kept is not None
    assert (kept.thread, kept.token) == (THREAD, "env:PBEM_TOKEN")


def test_it_can_be_left(table: Desk) -> None:
    run(*SET)
    assert "watched no more" in run("--stop")
    assert table.watch().settings() is None


def test_untried_forums_are_said_to_be(table: Desk) -> None:
    said = run(*SET, "--forum", "discourse", status=2)
    assert "not tried on a real one" in said


def test_a_public_page_is_read_and_copied_from(table: Desk, tmp_path: Path) -> None:
    said = run("--thread", THREAD, "--forum", "page", "--once", status=2)
    assert "you copy the post" in said
