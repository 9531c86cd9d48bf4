"""What each format says of a post, and what stands where it says nothing."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from pbem.forum.detect import known_formats, read, read_all
from pbem.forum.posts.dialect import known_dialects
from pbem.forum.thread import MAX_POSTS, Post, Thread, ThreadRefused, joined

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
NOON_MS = int(NOON.timestamp() * 1000)
TEN = datetime(2026, 11, 20, 10, tzinfo=UTC)


def first(document: Any) -> Post:
    """The first post of a JSON document."""
    return read(json.dumps(document).encode()).posts[0]


def texts(thread: Thread) -> list[str]:
    """The first line of each post."""
    return [post.lines[0].text for post in thread.posts]


def discourse(*posts: dict[str, Any], **more: Any) -> Thread:
    """A topic of Discourse."""
    topic = {"post_stream": {"posts": [*posts]}, "title": "A duel", **more}
    return read(json.dumps(topic).encode())


def test_posts_are_read_out_of_json_of_discourse() -> None:
    full = {
        "cooked": "<p>D4</p>",
        "post_number": 7,
        "username": "ann",
        "name": "Ann Lee",
        "created_at": "2026-11-20T11:00:00+01:00",
        "updated_at": "2026-11-20T12:00:00Z",
        "version": 2,
        "topic_id": 57,
        "topic_slug": "duel",
    }
    (post,) = discourse(full).posts
    assert (post.number, post.key, post.author, post.shown) == (
        7,
        "7",
        "ann",
        "Ann Lee",
    )
    assert (post.time, post.edited, post.link) == (TEN, NOON, "/t/duel/57/7")
    once = discourse({**full, "version": 1}).posts[0]
    assert once.edited is None
    bare = {"cooked": "<p>E5</p>", "post_number": 0, "display_username": "Bo"}
    post = discourse(full, bare, id=58, slug="topic").posts[1]
    assert (post.number, post.author, post.shown) == (2, "", "Bo")
    assert post.link == "/t/topic/58/2"
    assert discourse(bare, id=58).posts[0].link == "/t/-/58/1"
    assert discourse(bare).posts[0].link == ""
    assert discourse({**bare, "post_url": "/p/9"}, id=58).posts[0].link == "/p/9"
    assert texts(discourse({"cooked": None, "raw": "F6\n[b]x[/b]"})) == ["F6"]


@pytest.mark.parametrize(
    ("more", "shown"),
    [
        ({}, True),
        ({"post_type": 1}, True),
        ({"post_type": 2}, True),
        ({"post_type": 3}, False),
        ({"post_type": 4}, False),
        ({"deleted_at": "2026-11-20T11:00:00Z"}, False),
        ({"deleted_at": None}, True),
    ],
)
def test_posts_of_discourse_that_are_shown(more: dict[str, Any], shown: bool) -> None:
    found = discourse({"cooked": "D4", **more}, {"cooked": "E5"})
    assert texts(found) == (["D4", "E5"] if shown else ["E5"])


@pytest.mark.parametrize(
    "document",
    [
        {"latest_posts": [{"cooked": "D4"}]},
        {"cooked": "D4"},
        {"post_stream": {"posts": [{"cooked": "D4"}, {"gap": 1}, "odd"]}},
    ],
)
def test_other_documents_of_discourse(document: dict[str, Any]) -> None:
    assert texts(read(json.dumps(document).encode())) == ["D4"]


def test_posts_are_read_out_of_json_of_nodebb() -> None:
    full = {
        "pid": 31,
        "index": 4,
        "content": "<p>D4</p>",
        "user": {"username": "ann", "displayname": "Ann"},
        "timestamp": NOON_MS,
        "edited": NOON_MS + 60_000,
    }
    topic = {"posts": [full, {"pid": 32, "index": -1, "user": None}], "title": "A duel"}
    thread = read(json.dumps(topic).encode())
    post, other = thread.posts
    assert (post.number, post.author, post.shown) == (5, "ann", "Ann")
    assert (post.time, post.link) == (NOON, "/post/31")
    assert post.edited == NOON.replace(minute=1)
    assert (other.number, other.author, other.lines) == (2, "", ())
    assert (other.time, other.edited) == (None, None)
    assert thread.title == "A duel"
    iso = {"timestampISO": "2026-11-20T10:00:00Z", "editedISO": "2026-11-20T10:00:00Z"}
    post = first({"response": {"posts": [{**full, **iso, "index": 0}]}})
    assert (post.number, post.time, post.edited) == (1, TEN, TEN)
    named = {
        **full,
        "user": {"username": "ann", "fullname": "Ann Lee", "displayname": "x"},
    }
    assert first({"posts": [named]}).shown == "Ann Lee"


@pytest.mark.parametrize("more", [{"deleted": True}, {"eventId": 3}])
def test_what_nodebb_does_not_show(more: dict[str, Any]) -> None:
    topic = {
        "posts": [{"pid": 1, "content": "D4", **more}, {"pid": 2, "content": "E5"}]
    }
    thread = read(json.dumps(topic).encode())
    assert [(post.number, post.lines[0].text) for post in thread.posts] == [(2, "E5")]


@pytest.mark.parametrize(
    "document", [[], {}, {"posts": []}, {"posts": "x"}, [1], ["a"]]
)
def test_json_of_nobody(document: Any) -> None:
    with pytest.raises(ThreadRefused) as caught:
        first(document)
    assert caught.value.code == "thread.unknown-json"


ARTICLE = (
    '<thread id="5"><subject>A duel</subject><articles>'
    '<article id="101" username="ann" link="https://x.org/a/101" '
    'postdate="2026-11-20T04:00:00-06:00" editdate="2026-11-20T06:00:00-06:00" '
    'numedits="{edits}"><body>{body}</body></article></articles></thread>'
)


@pytest.mark.parametrize(("edits", "edited"), [("0", None), ("1", NOON), ("10", NOON)])
def test_bgg(edits: str, edited: datetime | None) -> None:
    thread = read(ARTICLE.format(edits=edits, body="D4").encode())
    (post,) = thread.posts
    assert thread.title == "A duel"
    assert (post.number, post.author, post.link) == (101, "ann", "https://x.org/a/101")
    assert (post.time, post.edited) == (TEN, edited)


def test_signs_of_markdown_say_nothing_at_bgg() -> None:
    body = "&gt; fire C3\n**D4**"
    (post,) = read(ARTICLE.format(edits=0, body=body).encode()).posts
    assert [(line.text, line.kind) for line in post.lines] == [
        ("> fire C3", "new"),
        ("**D4**", "new"),
    ]


def test_bgg_says_little() -> None:
    raw = b"<thread><articles><article id='x'/><article/></articles></thread>"
    assert [(post.number, post.author) for post in read(raw).posts] == [
        (1, ""),
        (2, ""),
    ]
    assert read(raw).title == ""
    for body in ("[q=Bo]E5[/q]D4", "[q=Bo]E5[/q]&lt;br/&gt;D4"):
        (post,) = read(ARTICLE.format(edits="0", body=body).encode()).posts
        assert [(line.kind, line.text) for line in post.lines if line.text] == [
            ("quote", "E5"),
            ("new", "D4"),
        ]


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"<thread><!DOCTYPE x></thread>", "thread.entities"),
        (b"<!ENTITY x 'y'><thread/>", "thread.entities"),
        (b"<thread><\0!\0DOCTYPE x></thread>", "thread.entities"),
        ("<thread><!doctype x></thread>".encode("utf-16-be"), "thread.binary"),
        (b"<thread><articles></thread>", "thread.xml"),
        (b"{broken", "thread.json"),
        (b"[" * 100_000, "thread.deep"),
        (b"", "thread.empty"),
        (b" \n\t\n", "thread.empty"),
        (b"\xef\xbb\xbf", "thread.empty"),
        (b'{"posts": ', "thread.json"),
        (b"[ what?", "thread.no-names"),
        (b"Ann wrote:\0\nD4\n", "thread.binary"),
        (b"a\0b", "thread.binary"),
        (b"<html><p>Nobody</p></html>", "thread.no-posts"),
    ],
)
def test_files_that_are_no_thread(raw: bytes, code: str) -> None:
    with pytest.raises(ThreadRefused) as caught:
        read(raw)
    assert caught.value.code == code


LETTER = """From ann@x.org Fri Nov 20 10:00:00 2026
From: "Ann Lee" <ann@x.org>
Message-ID: <{id}@x.org>
Subject: {subject}
Date: Fri, 20 Nov 2026 11:00:00 +0100
Archived-At: <https://x.org/1>

{text}

"""


def test_letters_of_a_list() -> None:
    one = LETTER.format(id=1, subject="Re: [duel] AW: A duel", text="D4\n>From here\n")
    two = LETTER.format(id=2, subject="Else", text="> D4\nE5\n-- \nAnn\n")
    thread = read((one + two).replace("\n", "\r\n").encode())
    assert thread.title == "A duel"
    post, other = thread.posts
    assert (post.number, other.number) == (1, 2)
    assert (post.author, post.shown, post.link) == (
        "ann@x.org",
        "Ann Lee",
        "https://x.org/1",
    )
    assert post.time == TEN
    assert post.key != other.key
    assert (len(post.key), post.key[0]) == (11, "m")
    assert [line.text for line in post.lines if line.text] == ["D4", "From here"]
    assert [(line.kind, line.text) for line in other.lines if line.text] == [
        ("quote", "> D4"),
        ("new", "E5"),
        ("signature", "--"),
        ("signature", "Ann"),
    ]
    alone = read(one.partition("\n")[2].encode())
    assert [one.key for one in alone.posts] == [post.key]


def test_dates_that_are_none() -> None:
    for date in ("soon", "Fri, 20 Nov 2026 11:00:00 -0000", "Fri, 99 Nov 2026"):
        text = LETTER.replace("Fri, 20 Nov 2026 11:00:00 +0100", date)
        (post,) = read(text.format(id=1, subject="x", text="D4").encode()).posts
        assert post.time is None


def test_pages_of_one_thread() -> None:
    posts = {n: Post(number=n, author="Ann", lines=(), key=str(n)) for n in (1, 2, 3)}
    later = Post(number=2, author="Bob", lines=(), key="2")
    pages = [
        Thread("", (posts[3], posts[2])),
        Thread("A duel", (posts[1], later)),
    ]
    whole = joined(pages)
    assert whole.title == "A duel"
    assert whole.posts == (posts[1], later, posts[3])


def test_a_thread_has_a_limit() -> None:
    def many(count: int) -> Thread:
        keys = map(str, range(count))
        return Thread(
            "", tuple(Post(number=1, author="", lines=(), key=k) for k in keys)
        )

    assert len(joined([many(MAX_POSTS)]).posts) == MAX_POSTS
    with pytest.raises(ThreadRefused) as caught:
        joined([many(MAX_POSTS + 1)])
    assert caught.value.given == {"most": MAX_POSTS}


@pytest.mark.parametrize("date", ["Fri, 20 Nov 99999999999999999999 10:00:00 +0000"])
def test_a_date_of_no_calendar_is_none(date: str) -> None:
    letter = f"From ann\nFrom: Ann <a@x.org>\nSubject: duel\nDate: {date}\n"
    (post,) = read(f"{letter}Message-ID: <1@x.org>\n\nfire C3\n".encode()).posts
    assert (post.time, post.lines[0].text) == (None, "fire C3")


def test_files_of_a_thread_are_read_in_any_order() -> None:
    pages = [b"#3 Ann\nD4\n#4 Bob\nE5\n", b"#1 Gina\nHello\n#2 Cid\nF6\n"]
    assert [post.number for post in read_all(pages).posts] == [1, 2, 3, 4]


def test_what_is_surest_is_asked_first() -> None:
    files = (str(one).partition("formats/")[2] for one in known_formats())
    assert " ".join(file.partition(".py")[0] for file in files) == (
        "discourse nodebb discord flarum reddit lemmy bgg mbox pipermail vbulletin "
        "flaskbb mybb google_groups hyperkitty xenforo ips smf proboards phpbb "
        "json_by_structure by_structure plain_text"
    )
    named = "phpbb discourse nodebb bgg markdown html plain"
    assert " ".join(known_dialects()) == named
