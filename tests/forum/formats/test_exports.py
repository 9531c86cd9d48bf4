"""Threads that a program hands out as JSON, text or letters: one conversation each."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest

from pbem.forum.detect import read, read_all
from pbem.forum.thread import Thread
from tests.forum.saved_pages import TALK, Told

EDIT = TALK[3].time + timedelta(hours=1)
HOSTS = ("Gina", "Ann", "Bob", "Cid")


def text(told: Told) -> str:
    """A post in Markdown."""
    whom, what = told.quoted or ("", "")
    quote = "".join(f"> {line}\n" for line in what.split("\n")) if whom else ""
    return f"{quote}{told.text}"


def html(told: Told) -> str:
    """A post in HTML."""
    _, what = told.quoted or ("", "")
    quote = f"<blockquote>{what}</blockquote>" if what else ""
    return f"<p>{quote}{told.text}</p>".replace("\n", "<br>")


def iso(told: Told, edit: bool = False) -> str | None:
    """When it was written, or edited."""
    if edit:
        return EDIT.isoformat() if told.edited else None
    return told.time.isoformat()


def discord() -> Any:
    messages = [
        {
            "id": str(1000 + at),
            "type": "Reply" if told.quoted else "Default",
            "timestamp": iso(told),
            "timestampEdited": iso(told, edit=True),
            "content": text(told),
            "author": {"id": "1", "name": told.name, "nickname": "The great"},
        }
        for at, told in enumerate(TALK)
    ]
    return {"guild": {}, "channel": {"name": "Arena game"}, "messages": messages}


def flarum() -> Any:
    posts = [
        {
            "type": "posts",
            "id": str(1000 + at),
            "attributes": {
                "number": at,
                "createdAt": iso(told),
                "contentType": "comment",
                "contentHtml": html(told),
                "editedAt": iso(told, edit=True),
            },
            "relationships": {"user": {"data": {"type": "users", "id": told.name}}},
        }
        for at, told in enumerate(TALK, 1)
    ]
    renamed = {"type": "posts", "attributes": {"contentType": "discussionRenamed"}}
    users = [
        {"type": "users", "id": name, "attributes": {"username": name}}
        for name in HOSTS
    ]
    title = {"type": "discussions", "id": "1", "attributes": {"title": "Arena game"}}
    return {"data": title, "included": [*posts[::-1], renamed, *users]}


def reddit() -> Any:
    first, *more = TALK
    main: dict[str, Any] = {"id": "a", "title": "Arena game", "author": first.name}
    main |= {"selftext": text(first), "created_utc": first.time.timestamp()}
    below: Any = ""
    for at, told in enumerate(more[::-1]):
        data: dict[str, Any] = {"id": f"b{at}", "author": told.name, "body": text(told)}
        data |= {"created_utc": told.time.timestamp(), "replies": below}
        data |= {"edited": EDIT.timestamp() if told.edited else False}
        below = {
            "kind": "Listing",
            "data": {"children": [{"kind": "t1", "data": data}, {"kind": "more"}]},
        }
    posts = {"kind": "Listing", "data": {"children": [{"kind": "t3", "data": main}]}}
    return [posts, below]


def lemmy() -> Any:
    return {
        "comments": [
            {
                "comment": {
                    "id": 1000 + at,
                    "content": text(told),
                    "published": told.time.strftime("%Y-%m-%dT%H:%M:%S.000001"),
                    "updated": iso(told, edit=True),
                },
                "creator": {"name": told.name},
                "post": {"name": "Arena game"},
            }
            for at, told in [*enumerate(TALK)][::-1]
        ]
    }


def check(thread: Thread, edits: bool = True) -> None:
    """The conversation is whole."""
    posts = thread.posts
    assert thread.title == "Arena game"
    assert thread.notes == ()
    assert [post.author for post in posts] == list(HOSTS)
    new = [[x.text for x in post.lines_of() if x.text] for post in posts]
    assert new == [told.text.split("\n") for told in TALK]
    assert "fire C3" in " ".join(x.text for x in posts[2].lines_of(("quote",)))
    gaps = [
        abs(p.time - told.time) for p, told in zip(posts, TALK, strict=True) if p.time
    ]
    assert len(gaps) == 4
    assert max(gaps) < timedelta(seconds=1)
    if edits:
        assert [post.edited for post in posts] == [None, None, None, EDIT]


@pytest.mark.parametrize("form", [discord, flarum, reddit, lemmy])
def test_json(form: Any) -> None:
    raw = json.dumps(form()).encode()
    (whole,) = [read_all([raw])]
    check(whole)


def test_discord_as_text() -> None:
    rule = "=" * 62
    out = [f"{rule}\nGuild: Games\nChannel: Text / Arena game\n{rule}\n"]
    for told in TALK:
        out.append(f"[{told.time:%m/%d/%Y %I:%M %p}] {told.name}\n{text(told)}\n")
    out.append(f"{rule}\nExported 4 message(s)\n{rule}\n")
    check(read("\n".join(out).encode()), edits=False)


LETTER = """From {low} at example.org  {ctime}
From: {low} at example.org ({name})
Date: {date}
Subject: [arena] Re: Arena game
Message-ID: <{at}@example.org>

{text}

-------------- next part --------------
An HTML attachment was scrubbed...
URL: <http://lists.example.org/x.html>

"""


def test_the_letters_of_mailman_2() -> None:
    raw = "".join(
        LETTER.format(
            low=told.name.lower(),
            name=told.name,
            at=at,
            ctime=told.time.strftime("%a %b %d %H:%M:%S %Y"),
            date=told.time.strftime("%a, %d %b %Y %H:%M:%S +0000"),
            text=_as_letter(told),
        )
        for at, told in enumerate(TALK)
    )
    thread = read(raw.encode())
    assert [post.author for post in thread.posts] == [
        f"{name.lower()}@example.org" for name in HOSTS
    ]
    assert [post.shown for post in thread.posts] == list(HOSTS)
    new = [[x.text for x in post.lines_of() if x.text] for post in thread.posts]
    assert new == [told.text.split("\n") for told in TALK]
    assert [post.time for post in thread.posts] == [told.time for told in TALK]


PIPERMAIL = """<HTML><HEAD><TITLE> [arena] Arena game</TITLE>
<LINK REL="Previous"  HREF="{before:06}.html"><LINK REL="Next" HREF="{after:06}.html">
</HEAD><BODY><H1>[arena] Re: Arena game</H1><B>{name}</B>
<A HREF="mailto:x" TITLE="x">{low} at example.org</A><BR><I>{ctime}</I><P><UL>
<LI>Previous message: <A HREF="{before:06}.html">x</A></li></UL><HR>
<!--beginarticle--><PRE>{text}
--{blank}
resign is for cowards
</PRE><!--endarticle--><HR></BODY></HTML>"""


def test_pages_of_mailman_2() -> None:
    files = [
        PIPERMAIL.format(
            blank=" ",
            before=99 + at,
            after=101 + at,
            name=told.name,
            low=told.name.lower(),
            ctime=told.time.strftime("%a %b %d %H:%M:%S UTC %Y"),
            text=_as_letter(told).replace(">", "&gt;"),
        ).encode()
        for at, told in enumerate(TALK)
    ]
    thread = read_all(files[::-1])
    check(thread, edits=False)
    assert [post.number for post in thread.posts] == [100, 101, 102, 103]


def _as_letter(told: Told) -> str:
    whom = (
        f"On Fri, 20 Nov 2026 at 19:00, {told.quoted[0]} wrote:\n"
        if told.quoted
        else ""
    )
    return whom + text(told)
