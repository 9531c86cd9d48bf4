"""Pages of forums that nobody here knows: who writes, when, and what."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pbem.forum.detect import read
from pbem.forum.thread import Post, ThreadRefused

HEAD = "<!DOCTYPE html><html><head><title>A duel</title></head><body>"
TIME = '<time datetime="2026-11-20T12:{:02}:00+00:00">then</time>'


def page(*posts: str) -> bytes:
    """A page of posts."""
    return (HEAD + "".join(posts) + "</body></html>").encode()


def one(text: str, head: str = "", foot: str = "", number: int = 7) -> str:
    """A post by Ann whose name stands where few programs put it."""
    return (
        f'<div class="post" id="post{number}">{head}<div class="content">{text}</div>'
        f'<span class="nick">Ann</span>{foot}</div>'
    )


def first(*posts: str) -> Post:
    """The first post of a page."""
    return read(page(*posts)).posts[0]


@pytest.mark.parametrize(
    "inside",
    [
        '<span class="username">Bob</span>',
        '<b><a href="/user/12">Bob</a></b>',
        '<span itemprop="author"><span itemprop="name">Bob</span></span>',
        '<div class="author">Bob</div>',
        '<span class="nick">Bob</span>',
        '<p><span><i><span class="bigusername">Bob</span></i></span></p>',
    ],
)
def test_a_name_that_stands_in_a_post_is_not_its_authors(inside: str) -> None:
    assert first(one(f"fire C3 {inside} air F6")).author == "Ann"


def test_a_post_with_no_name_but_in_its_text_is_none() -> None:
    nameless = one('fire C3 <span class="username">Bob</span>').replace("nick", "x")
    with pytest.raises(ThreadRefused) as caught:
        read(page(nameless))
    assert caught.value.code == "thread.no-posts"
    assert [post.author for post in read(page(nameless, one("D4"))).posts] == ["Ann"]


def test_a_name_above_the_text_comes_before_one_below_it() -> None:
    assert first(one("fire C3", '<b class="username">Cid</b>')).author == "Cid"


def test_what_a_page_says_of_an_author_is_believed_first() -> None:
    given = one("fire C3").replace("<div ", '<div data-author="Dot  B." ', 1)
    assert first(given).author == "Dot B."


def test_times_in_the_text_are_no_times_of_the_post() -> None:
    told = f"fire C3 {TIME.format(1)}<div class='edited'>{TIME.format(2)}</div>"
    post = first(one(told))
    assert (post.time, post.edited) == (None, None)
    head, foot = TIME.format(3), f"<p class='edited'>{TIME.format(4)}</p>"
    post = first(one(told, head, foot))
    assert post.time == datetime(2026, 11, 20, 12, 3, tzinfo=UTC)
    assert post.edited == datetime(2026, 11, 20, 12, 4, tzinfo=UTC)


@pytest.mark.parametrize(
    "notice", ["edited", "edit-info", "lastEdit", "message-lastEdit", "notice"]
)
def test_a_notice_below_a_post_says_when_it_was_edited(notice: str) -> None:
    foot = f"<p class='{notice}'>Changed <b>{TIME.format(4)}</b></p>"
    post = first(one("fire C3", TIME.format(3), foot))
    assert post.edited == datetime(2026, 11, 20, 12, 4, tzinfo=UTC)


def test_numbers_links_and_lines() -> None:
    signed = 'fire C3<div class="signature">D4</div>'
    link = '<a href="/t/5/7/">7</a><a href="/t/5/17">x</a>'
    posts = read(page(one(signed, link), one("air F6", number=12))).posts
    assert [(post.number, post.key, post.link) for post in posts] == [
        (7, "7", "/t/5/7/"),
        (12, "12", "#post12"),
    ]
    assert [line.text for line in posts[0].lines_of()] == ["fire C3"]


def test_posts_inside_of_a_post_are_a_part_of_it() -> None:
    inner = one("air F6", number=8).replace("Ann", "Bob")
    (post,) = read(page(one(f"fire C3{inner}"))).posts
    assert (post.number, post.author) == (7, "Ann")


def test_posts_that_say_what_they_are() -> None:
    """In the words of schema.org, whatever else has a number or a class."""
    kind = "https://schema.org/DiscussionForumPosting"
    posts = "".join(
        f'<li itemscope itemtype="{kind}"><b itemprop="author">{name}</b>'
        f'<div itemprop="text">{text}</div></li>'
        for name, text in (("Ann", "fire C3"), ("Bob", "air F6"))
    )
    more = "".join(one("Hello", number=number) for number in (7, 8))
    found = read(page(f"<ul>{posts}</ul>", more)).posts
    assert [(post.author, post.number) for post in found] == [("Ann", 1), ("Bob", 2)]


def test_the_largest_family_is_that_of_the_posts() -> None:
    notes = [
        f'<div class="comment" id="note{number}"><b class="nick">Dot</b>'
        '<p class="text">D4</p></div>'
        for number in (1, 2)
    ]
    posts = [one("fire C3", number=number) for number in (4, 5, 6)]
    assert [post.number for post in read(page(*notes, *posts)).posts] == [4, 5, 6]
