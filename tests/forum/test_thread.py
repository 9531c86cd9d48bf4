"""What posts are made of: names, moments, links, digests, and pages put together."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from pbem.forum import thread
from pbem.forum.thread import (
    Post,
    Thread,
    ThreadRefused,
    clean_link,
    clean_name,
    joined,
    moment,
    post_of,
)
from pbem.language.reading import LineKind, MarkedLine

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (NOON, NOON),
        (int(NOON.timestamp() * 1000), NOON),
        (NOON.timestamp() * 1000.0 + 500, NOON + timedelta(seconds=0.5)),
        (1, datetime(1970, 1, 1, 0, 0, 0, 1000, UTC)),
        (0, None),
        (-1, None),
        (True, None),
        (10**20, None),
        (None, None),
        ("2026-11-20T12:00:00Z", NOON),
        (" 2026-11-20 13:00+01:00 ", NOON),
        ("20261120T12Z", NOON),
        ("2026-11-20T12:00:00", None),
        ("2026-11-20", None),
        ("20261120Z", None),
        ("2026-11-20T12:00:00Z".ljust(40), NOON),
        ("2026-11-20T12:00:00Z".ljust(41), None),
        ("0001-01-01T00:00+14:00", None),
        ("soon, or later", None),
    ],
)
def test_a_moment_has_a_zone_or_is_none(text: Any, found: datetime | None) -> None:
    assert moment(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("x" * 81, "x" * 80),
        (" A\t B\r\nC ", "A B C"),
        (None, ""),
        (7, ""),
    ],
)
def test_a_name_is_on_one_line(text: Any, found: str) -> None:
    assert clean_name(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("x" * 300, "x" * 300),
        ("x" * 301, ""),
        (None, ""),
        (" /t/duel/57/12 ", "/t/duel/57/12"),
        ("/v?sid=0aF&t=1#p7", "/v?t=1#p7"),
        ("/v?sid=0#p7", "/v#p7"),
        ("/v?t=1&sid=0", "/v?t=1"),
        ("/v?t=1&sid=0&p=2", "/v?t=1&p=2"),
        ("https://x.example/a?b=c", "https://x.example/a?b=c"),
        ("HTTP://x.example/", "HTTP://x.example/"),
        ("mailto:ann@x.example", ""),
        ("Data+1.0-x:y", ""),
        ("/a:b", "/a:b"),
        ("/a b", ""),
        ("/é", ""),
    ],
)
def test_a_link_can_stand_in_a_comment(text: Any, found: str) -> None:
    assert clean_link(text) == found


def test_what_a_forum_says_of_a_post_is_cleaned() -> None:
    given = ((MarkedLine("D4"),), ("cut",))
    made = post_of(
        7, " Ann\n", given, shown="\tQ", time="2026-11-20T12:00Z", edited=1, link="/p7 "
    )
    assert (made.number, made.key, made.author, made.shown) == (7, "7", "Ann", "Q")
    assert (made.lines, made.odd, made.time) == (*given, NOON)
    assert (made.edited, made.link) == (moment(1), "/p7")


def said(*lines: tuple[LineKind, str], author: str = "Ann") -> Post:
    """A post of such lines."""
    made = tuple(MarkedLine(text, kind) for kind, text in lines)
    return Post(number=1, author=author, lines=made)


def test_a_digest_changes_with_what_the_author_says() -> None:
    post = said(("new", "D4  1NE"), ("struck", "D5"))
    digest = post.digest()
    assert len(digest) == 10
    same = said(
        ("quote", "x"), ("new", " D4 1NE"), ("signature", "y"), ("struck", "D5")
    )
    assert same.digest() == digest
    others = [
        said(("new", "D4 1NE"), ("new", "D5")),
        said(("struck", "D5"), ("new", "D4 1NE")),
        said(("new", "D4 1NE"), ("struck", "D5"), author="Bob"),
        said(("new", "D4 1NE"), ("struck", "D5"), ("spoiler", "D6")),
        said(("new", "D4 1NE")),
    ]
    assert len({digest, *(other.digest() for other in others)}) == 6
    assert [line.text for line in post.lines_of()] == ["D4  1NE"]
    assert [line.text for line in post.lines_of(["struck", "new"])] == ["D4  1NE", "D5"]


def page(title: str, *numbers: int, author: str = "Ann") -> Thread:
    """A page with posts of these numbers."""
    posts = (post_of(number, author, ((), ())) for number in numbers)
    return Thread(title, tuple(posts))


def test_pages_are_put_together_and_the_one_saved_last_counts() -> None:
    whole = joined([page("", 3, 4), page("Duel", 1, 2, 3, author="Bob"), page("x", 2)])
    assert whole.title == "Duel"
    assert [(post.number, post.author) for post in whole.posts] == [
        (1, "Bob"), (2, "Ann"), (3, "Bob"), (4, "Ann"),
    ]  # fmt: skip
    assert joined([]) == Thread("", ())


def test_a_thread_has_so_many_posts_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thread, "MAX_POSTS", 3)
    assert len(joined([page("", 1, 2), page("", 2, 3)]).posts) == 3
    with pytest.raises(ThreadRefused) as refused:
        joined([page("", 1, 2), page("", 3, 4)])
    assert (refused.value.code, refused.value.given) == (
        "thread.many-posts",
        {"most": 3},
    )
