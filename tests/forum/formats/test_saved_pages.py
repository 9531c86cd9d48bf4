"""Pages saved from a browser: every author, time, quote, signature and edit."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.forum.detect import read, read_all
from pbem.forum.thread import Post, Thread
from tests.forum.saved_pages import SIGNATURE, TALK, names, page

#: Pages whose forum names no zone: their times are what its clock showed.
NO_ZONE = {
    "discord",
    "google-groups",
    "mybb16",
    "mybb18",
    "smf11",
    "smf20",
    "smf21",
    "vbulletin5",
    "xenforo1",
}
#: Pages that do not say when a post was edited.
NO_EDITS = {
    "discourse-plain",
    "google-groups",
    "hyperkitty",
    "reddit-new",
    "vbulletin4",
}


def conversation(name: str) -> tuple[Thread, list[Post]]:
    """A page, and its posts but for that of the one who only opens it."""
    thread = read(page(name))
    return thread, [post for post in thread.posts if post.author != "Mod"]


def texts(post: Post, kind: str) -> list[str]:
    """The lines of a post of a kind."""
    return [line.text for line in post.lines_of((kind,)) if line.text]


@pytest.mark.parametrize("name", names())
def test_a_saved_page(name: str) -> None:
    thread, posts = conversation(name)
    assert thread.title == "Arena game"
    assert thread.notes == ()
    assert [post.author for post in posts] == [told.name for told in TALK]
    assert [texts(post, "new") for post in posts] == [
        told.text.split("\n") for told in TALK
    ]
    quoted = " ".join(texts(posts[2], "quote"))
    assert "Hello all! fire C3" in quoted
    assert not any(texts(post, "quote") for post in posts if post is not posts[2])
    assert [post.time for post in posts] == [told.time for told in TALK]
    wanted = "local" if name in NO_ZONE else "sure"
    assert {post.certain for post in posts} == {wanted}
    numbers = [post.number for post in thread.posts]
    assert numbers == sorted({*numbers})
    assert len({post.key for post in thread.posts}) == len(numbers)
    for post in posts:
        assert SIGNATURE not in " ".join(texts(post, "new"))


@pytest.mark.parametrize("name", sorted({*names()} - NO_EDITS))
def test_a_saved_page_tells_of_edits(name: str) -> None:
    _, posts = conversation(name)
    if name not in ("nodebb1",):
        assert [post.edited for post in posts[:3]] == [None] * 3
    assert posts[3].edited == TALK[3].time + timedelta(hours=1)


@pytest.mark.parametrize("name", names())
def test_a_longer_page_changes_nothing_of_what_was_read(name: str) -> None:
    short, long = read(page(name, TALK[:3])), read(page(name))
    before = {post.key: (post.digest(), post.number) for post in short.posts}
    after = {post.key: (post.digest(), post.number) for post in long.posts}
    assert before.items() <= after.items()
    both = read_all([page(name, TALK[:3]), page(name)])
    assert both.posts == long.posts


@pytest.mark.parametrize("name", names())
def test_a_page_of_one_post(name: str) -> None:
    thread = read(page(name, TALK[1:2]))
    assert thread.posts[-1].author == "Ann"
    assert texts(thread.posts[-1], "new") == ["Hello all!", "fire C3"]


@pytest.mark.parametrize(
    "said", ["The time zone is <b>GMT +2</b>", "Heures au format UTC + 2 heures"]
)
def test_a_page_may_name_its_zone_in_other_words(said: str) -> None:
    raw = page("subsilver2")
    assert b"All times are UTC" in raw
    elsewhere = read(raw.replace(b"All times are UTC", said.encode()))
    for here, there in zip(read(raw).posts, elsewhere.posts, strict=True):
        assert here.time is not None
        assert there.time == here.time - timedelta(hours=2)
