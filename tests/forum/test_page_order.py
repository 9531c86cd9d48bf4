"""Pages of a forum that says no numbers, given together: each post counts once, in the
order of writing, whatever page it stands on and in whatever order they are given."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import permutations
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest
from click.testing import CliRunner, Result

from pbem.cli.forum.read import command
from pbem.forum.detect import read_all
from pbem.forum.thread import ThreadRefused

HEAD = "Game: arena\nName: duel\nSeats: Ann, Bob, Cid, Eve\n"
BEGIN = datetime(2026, 11, 20, 9, tzinfo=UTC)
WANTED = ["Ann: fire C3", "Bob: air F6", "Cid: earth A8", "Eve: water H1"]


class Said(NamedTuple):
    """A post: who, what, and how many minutes after the first."""

    who: str
    text: str
    at: int


Page: TypeAlias = Sequence[Said]
TALK = [
    Said("Gina", "Welcome!", 0),
    Said("Ann", "fire C3", 60),
    Said("Dot", "hello", 180),
    Said("Bob", "air F6", 240),
    Said("Cid", "earth A8", 300),
    Said("Eve", "water H1", 301),
]


def _moment(said: Said) -> str:
    return f"{BEGIN + timedelta(minutes=said.at):%Y-%m-%dT%H:%M:%SZ}"


def _html(page: Page) -> bytes:
    posts = (
        f'<div class="msg"><b class="author">{one.who}</b> '
        f'<time datetime="{_moment(one)}">x</time>'
        f'<div class="content"><p>{one.text}</p></div></div>'
        for one in page
    )
    return f"<html><body><h1>T</h1>{''.join(posts)}</body></html>".encode()


def _articles(page: Page, *, timed: bool = True) -> bytes:
    posts = (
        f'<article class="post"><span class="username">{one.who}</span>'
        + (f'<time datetime="{_moment(one)}"></time>' if timed else "")
        + f'<div class="post-body">{one.text}</div></article>'
        for one in page
    )
    return f"<html><body><h1>T</h1>{''.join(posts)}</body></html>".encode()


def _json(page: Page) -> bytes:
    return json.dumps(
        [{"author": x.who, "text": x.text, "created_at": _moment(x)} for x in page]
    ).encode()


def _text(page: Page) -> bytes:
    return "\n".join(
        f"{one.who} ({_moment(one)}):\n{one.text}\n" for one in page
    ).encode()


def _mbox(page: Page) -> bytes:
    return "".join(
        "From x@x.example Fri Nov 20 09:00:00 2026\n"
        f"From: {one.who} <{one.who.lower()}@x.example>\nSubject: duel\n"
        f"Date: {BEGIN + timedelta(minutes=one.at):%a, %d %b %Y %H:%M:%S} +0000\n"
        f"Message-ID: <{one.at}@x.example>\n\n{one.text}\n\n"
        for one in page
    ).encode()


WAYS = (_html, _articles, _json, _text, _mbox)


def _read(way: Callable[[Page], bytes], *pages: Page) -> list[Said]:
    thread = read_all([way(page) for page in pages])
    numbers = [post.number for post in thread.posts]
    assert numbers == sorted(set(numbers))
    assert len({post.key for post in thread.posts}) == len(numbers)
    return [
        Said(
            post.author.partition("@")[0].capitalize(),
            " ".join(line.text for line in post.lines if line.text),
            int((post.time - BEGIN).total_seconds() // 60) if post.time else -1,
        )
        for post in thread.posts
    ]


@pytest.mark.parametrize("way", WAYS)
def test_pages_in_any_order_are_one_thread(way: Callable[[Page], bytes]) -> None:
    pages = (TALK[:2], TALK[2:4], TALK[4:])
    for order in permutations(pages):
        assert _read(way, *order) == TALK
    assert _read(way, TALK) == TALK


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seed", range(8))
def test_pages_that_overlap_hold_each_post_once(
    way: Callable[[Page], bytes], seed: int
) -> None:
    chance = random.Random(seed)
    pages: list[Page] = [TALK]
    while {x for page in pages[1:] for x in page} != {*TALK}:
        start = chance.randrange(len(TALK) - 1)
        pages.append(TALK[start : chance.randint(start + 2, len(TALK))])
    pages = pages[1:]
    chance.shuffle(pages)
    assert _read(way, *pages, pages[0]) == TALK


def test_a_page_that_was_saved_again_brings_what_was_edited() -> None:
    edited = [*TALK[:1], TALK[1]._replace(text="fire C4"), *TALK[2:4]]
    assert _read(_html, TALK[:3], edited) == edited


def test_two_posts_of_one_minute_are_two() -> None:
    first = [TALK[0], Said("Ann", "hello", 60)]
    assert _read(_html, [*TALK[1:], Said("Ann", "thanks", 301)], first) == [
        TALK[0], first[1], *TALK[1:], Said("Ann", "thanks", 301),
    ]  # fmt: skip


def _orders(record: str) -> list[str]:
    return [x for x in record.splitlines()[3:] if re.match("[A-Z][a-z]+: ", x)]


def _thread(folder: Path, *pages: bytes, answers: Sequence[str] = ()) -> Result:
    names = [folder / f"q{number}.html" for number in range(len(pages))]
    for name, page in zip(names, pages, strict=True):
        name.write_bytes(page)
    record = folder / "game.txt"
    if not record.exists():
        record.write_text(HEAD, encoding="utf-8")
    call = [*map(str, names), "--game", str(record), "--write"]
    return CliRunner().invoke(command, call + [f"--answer={x}" for x in answers])


def test_orders_of_all_pages_are_in_the_record(tmp_path: Path) -> None:
    """Given together, or one after the other; the moderator is who began the thread."""
    first, second, third = _html(TALK[:2]), _html(TALK[2:4]), _html(TALK[4:])
    ways: dict[str, list[tuple[bytes, ...]]] = {
        "together": [(third, first, second)],
        "more": [(first,), (first, second), (third, second, first)],
        "alone": [(first,), (second,), (third,)],
    }
    for name, steps in ways.items():
        folder = tmp_path / name
        folder.mkdir()
        for pages in steps:
            assert _thread(folder, *pages).exit_code == 0
        text = (folder / "game.txt").read_text(encoding="utf-8")
        assert _orders(text) == WANTED, name
        assert "# forum: moderator Gina\n" in text


def test_pages_that_nothing_puts_in_order_are_asked_about(tmp_path: Path) -> None:
    pages = [_articles(TALK[:2], timed=False), _articles(TALK[2:], timed=False)]
    with pytest.raises(ThreadRefused, match="pages-order"):
        read_all(pages)
    done = _thread(tmp_path, *pages)
    assert done.exit_code == 2
    assert "Which of these pages comes first?" in done.output
    assert '"Gina: Welcome!"' in done.output
    assert '"Dot: hello"' in done.output
    assert (tmp_path / "game.txt").read_text(encoding="utf-8") == HEAD
    done = _thread(tmp_path, *pages, answers=["Pages = given"])
    assert done.exit_code == 0, done.output
    text = (tmp_path / "game.txt").read_text(encoding="utf-8")
    assert "moderator Gina" in text
    assert _orders(text) == WANTED
    # One page saved twice needs no answer; one file with both pages neither.
    assert len(read_all([pages[1], pages[1]]).posts) == 4
    assert len(read_all([b"".join(pages)]).posts) == 6
