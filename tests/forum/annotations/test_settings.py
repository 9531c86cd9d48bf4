"""The settings in a first post, and what is made of small texts of a forum."""

from __future__ import annotations

import pytest

from pbem.forum.annotations import game_settings
from pbem.forum.annotations.game_settings import ThreadSettings
from pbem.forum.annotations.remembered import POLICIES, Memory
from pbem.forum.detect import read_all
from pbem.forum.posts.dialect import known_dialects
from pbem.forum.scan.question_text import answers
from pbem.forum.scan.questions import Question
from pbem.forum.scan.scan import scan
from pbem.forum.thread import (
    MAX_THREAD_BYTES,
    Post,
    Thread,
    ThreadRefused,
    clean_link,
    clean_name,
)
from pbem.language.reading import MarkedLine
from pbem.record.header import Header
from tests.forum.said import post


def found(*lines: str) -> ThreadSettings | None:
    """What a post of these lines says."""
    texts = tuple(MarkedLine(line) for line in lines)
    return game_settings.read(Post(number=1, author="Gina", lines=texts))


def test_a_block_has_a_game_or_its_seats() -> None:
    assert found("Hello", "Name: x", "Orders: first") is None
    only = found("Hello", "• Game: arena", "game: lava", "NAME : a b")
    assert only is not None
    assert only.header == {"Game": "arena", "Name": "a b"}
    assert only.record() == ""
    seats = found("Seats: Ann, Bob")
    assert seats is not None
    assert seats.record() == ""


SEED = "00112233445566778899aabbccddeeff"


def test_a_seed_that_all_can_read_is_none() -> None:
    lines = ("Game: magblast", "Seats: Ann, Bob", f"Seed: {SEED}")
    settings = found(*lines)
    assert settings is not None
    assert SEED not in settings.record()
    assert "\nSeed: " in settings.record()
    text = settings.record()
    thread = Thread("", (post(1, "Gina", "\n".join(lines)),))
    assert scan(text, thread).questions == ()
    own = "\n".join([*lines, "", "== 0 ==", ""])
    assert [one.code for one in scan(own, thread).questions] == ["seed"]


def test_settings_may_stand_below_the_sign_ups_in_a_post_of_who_began_the_thread() -> (
    None
):
    block = "Game: arena\nSeats: Ann, Bob\nPlayers: Bob = bobby77\ngame x #0"
    posts = [
        post(1, "Gina", "Who plays?"),
        post(2, "Bob", "Game: bingo\nSeats: I, you"),
    ]
    thread = Thread("", (*posts, post(3, "Gina", block)))
    opening = game_settings.opening(thread)
    assert opening is not None
    assert opening.header == {"Game": "arena", "Seats": "Ann, Bob"}
    assert game_settings.opening(Thread("", tuple(posts))) is None
    assert scan(opening.record(), thread).memory.aliases == {"bobby77": "Bob"}


@pytest.mark.parametrize("kind", ["arena", "bingo"])
def test_a_record_begins_with_what_a_block_says(kind: str) -> None:
    whole = found("Seats: Ann, Bob", f"Game: {kind}", "Options: hp=9")
    assert whole is not None
    lines = [f"Game: {kind}", "Seats: Ann, Bob", "Options: hp=9"]
    assert whole.record() == "\n".join([*lines, "", "== 0 ==", ""])


@pytest.mark.parametrize(
    ("line", "policies"),
    [
        ("Orders: the last one counts", {"orders": "last"}),
        ("Orders: the FIRST one", {"orders": "first"}),
        ("Orders: whatever", {}),
        ("Edits: are ignored", {"edits": "ignore"}),
        ("Edits: are what they are", {}),
        ("Edits: ignore", {"edits": "ignore"}),
        ("Edits: I am asked", {"edits": "ask"}),
        ("Edits: are allowed", {"edits": "count"}),
        ("Spoilers: do not matter", {"spoilers": "ignore"}),
        ("Spoilers: count", {"spoilers": "count"}),
        ("Struck: counts", {"struck": "count"}),
    ],
)
def test_how_posts_are_read_is_said_in_words(
    line: str, policies: dict[str, str]
) -> None:
    settings = found("Game: arena", line)
    assert settings is not None
    assert settings.policies == policies


def test_players_have_names_of_their_own_in_a_forum() -> None:
    settings = found("Game: arena", "Players: Ann = annie_b , Bob, Cid=c=d")
    assert settings is not None
    assert settings.players == {"annie_b": "Ann", "c=d": "Cid"}
    known = Memory(aliases={"annie_b": "Bob", "x": "Cid"})
    assert settings.into(known).aliases == {"annie_b": "Bob", "c=d": "Cid", "x": "Cid"}


def test_a_block_is_written_as_it_is_read() -> None:
    header = Header("arena", ("Ann", "Bob"), "duel", {"hp": "9"}, seed=b"k" * 32)
    memory = Memory(aliases={"annie": "Ann"}, policies={"orders": "first"})
    lines = game_settings.write(header, memory)
    assert "Players: Ann = annie" in lines
    assert "Orders: first" in lines
    assert not any(line.startswith("Seed") for line in lines)
    assert len(lines) == len({line.partition(":")[0] for line in lines})
    again = found(*lines)
    assert again is not None
    assert again.players == {"annie": "Ann"}
    assert again.policies == {
        word: memory.policy(word) for word in POLICIES if word in again.policies
    }
    assert not any(
        line.startswith("Players") for line in game_settings.write(header, Memory())
    )


HIDING = {name: one.hide for name, one in known_dialects().items() if one.hide}


@pytest.mark.parametrize("name", HIDING)
def test_what_is_hidden_keeps_its_text_below_its_title(name: str) -> None:
    hide = HIDING[name]
    made = hide("Game settings", "the text")
    assert "Game settings" in made
    assert made.index("the text") > made.index("Game settings")


@pytest.mark.parametrize(
    ("link", "clean"),
    [
        ("https://x.org/a?b=1", "https://x.org/a?b=1"),
        ("/a/b#c", "/a/b#c"),
        ("a?sid=0af3&b=1", "a?b=1"),
        ("a?b=1&sid=0af3", "a?b=1"),
        ("a?sid=0af3#c", "a#c"),
        ("JAVASCRIPT:x", ""),
        ("data:text/html,x", ""),
        ("a b", ""),
        ("é", ""),
        (" a ", "a"),
        ("a" * 300, "a" * 300),
        ("a" * 301, ""),
        (None, ""),
        (7, ""),
    ],
)
def test_links_that_can_stand_in_a_comment(link: object, clean: str) -> None:
    assert clean_link(link) == clean


def test_names_stand_on_one_line_and_are_cut() -> None:
    assert clean_name("x" * 90) == "x" * 80
    assert clean_name(None) == ""


def test_a_thread_that_is_too_large_is_refused() -> None:
    page = b"Ann wrote:\nD4\n"
    assert len(read_all([page]).posts) == 1
    with pytest.raises(ThreadRefused) as caught:
        read_all([page, b" " * MAX_THREAD_BYTES])
    assert caught.value.given == {"most": MAX_THREAD_BYTES >> 20}


POST = Post(number=7, author="Bobby", lines=())


@pytest.mark.parametrize(
    ("code", "more", "said"),
    [
        ("unfit", {}, ["7 = nothing"]),
        ("unfit", {"proposal": "D4"}, ["7 = yes", "7 = nothing"]),
        ("unfit", {"asks": False}, []),
        ("other-seat", {"letter": "for Bob"},
         ["7 for Bob = ...", "7 for Bob = nothing"]),
        ("edited", {"proposal": "D4", "given": {"before": "E5"}},
         ["7 = yes", "7 = keep"]),
        ("edited", {"given": {"before": ""}}, ["7 = nothing"]),
        ("name-near", {"given": {"near": "Bob"}}, ["Bobby = Bob", "Bobby = nobody"]),
        ("name-near", {"given": {"near": ""}}, ["Bobby = ...", "Bobby = nobody"]),
        ("name-twin", {"given": {"near": "Bob"}}, ["Bobby = nobody", "Bobby = Bob"]),
    ],
)  # fmt: skip
def test_the_answers_that_a_question_may_be_given(
    code: str, more: dict[str, object], said: list[str]
) -> None:
    assert answers(Question(code, post=POST, **more)) == said  # type: ignore[arg-type]
