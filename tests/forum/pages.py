"""Threads as forums hand them out, made from posts in BBCode.

The markup of each format is that of the real forums; the words are ours.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from html import escape

START = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)
QUOTE = re.compile(r'\[quote(?:="?([^\]"]*)"?)?\](.*?)\[/quote\]', re.S)


@dataclass(frozen=True, slots=True)
class Said:
    """One post: who, so many minutes after the start, what in BBCode."""

    author: str
    text: str
    minute: int = -1  #: -1: ten minutes after the post before it
    edited: int | None = None
    signature: str = ""
    shown: str = ""  #: a freely chosen name


def times(posts: Sequence[Said]) -> list[datetime]:
    """When each post was written."""
    found, minute = [], -10
    for post in posts:
        minute = minute + 10 if post.minute < 0 else post.minute
        found.append(START + timedelta(minutes=minute))
    return found


def edit(post: Said) -> datetime | None:
    """When it was edited."""
    return None if post.edited is None else START + timedelta(minutes=post.edited)


def simple(text: str, code: str = "<pre><code>{}</code></pre>") -> str:
    """Everything of BBCode but quotes and spoilers, as HTML inside a line."""
    text = re.sub(r"\[b\](.*?)\[/b\]", r"<strong>\1</strong>", text, flags=re.S)
    text = re.sub(r"\[\*\](.*)", r"<li>\1</li>", text)
    text = text.replace("[list]", "<ul>").replace("[/list]", "</ul>")
    text = re.sub(r"\[i\](.*?)\[/i\]", r"<em>\1</em>", text, flags=re.S)
    text = re.sub(r"\[s\](.*?)\[/s\]", r"<del>\1</del>", text, flags=re.S)
    return re.sub(
        r"\[code\]\n?(.*?)\n?\[/code\]",
        lambda found: code.format(found[1].replace("\n", "\0")),
        text,
        flags=re.S,
    )


def html(
    text: str,
    quote: Callable[[str, str], str],
    spoiler: str,
    breaks: str = "<br>\n",
    code: str = "<pre><code>{}</code></pre>",
) -> str:
    """BBCode to HTML with a forum's own quotes and spoilers."""
    text = simple(escape(text, quote=False), code)
    text = re.sub(r"\[spoiler\](.*?)\[/spoiler\]", spoiler, text, flags=re.S)
    while QUOTE.search(text):
        text = QUOTE.sub(
            lambda found: quote(found[1] or "", found[2].strip("\n")), text, count=1
        )
    return text.replace("\n", breaks).replace("\0", "\n")


def phpbb(
    posts: Sequence[Said], title: str, first: int = 101, zone: bool = True
) -> str:
    """A page of phpBB's prosilver."""

    def quote(name: str, inner: str) -> str:
        cite = f"<cite>{name} wrote:</cite>" if name else ""
        kind = "" if name else ' class="uncited"'
        return f"<blockquote{kind}><div>{cite}{inner}</div></blockquote>"

    out = []
    for number, (post, when) in enumerate(zip(posts, times(posts), strict=True), first):
        body = html(
            post.text,
            quote,
            r'<div class="spoiler"><div class="spoiler-body">\1</div></div>',
            code='<div class="codebox"><p>Code: <a href="#">Select all</a></p>'
            "<pre><code>{}</code></pre></div>",
        )
        clock = f'<time datetime="{when.isoformat()}">' if zone else "<span>"
        stamp = f"{clock}{when:%a %b %d, %Y %I:%M %p}</{clock[1:5]}>"
        changed = edit(post)
        notice = ""
        if changed:
            notice = (
                f'<div class="notice">Last edited by <a class="username">{post.author}'
                f'</a> on <time datetime="{changed.isoformat()}">then</time>, '
                "edited 1 time in total.</div>"
            )
        sig = ""
        if post.signature:
            inner = html(post.signature, quote, r"\1")
            sig = f'<div id="sig{number}" class="signature">{inner}</div>'
        out.append(
            f"""<div id="p{number}" class="post has-profile bg2">
<div class="inner">
<dl class="postprofile" id="profile{number}"><dt>
<a href="./memberlist.php?mode=viewprofile" class="username">{escape(post.author)}</a>
</dt><dd class="profile-posts"><strong>Posts:</strong> 12</dd></dl>
<div class="postbody"><div id="post_content{number}">
<h3><a href="./viewtopic.php?p={number}&amp;sid=0af3#p{number}">Re: {title}</a></h3>
<p class="author"><a class="unread" title="Post"
 href="./viewtopic.php?p={number}&amp;sid=0af3#p{number}">#</a>
 <span class="responsive-hide">by <strong>
 <a class="username" href="#">{escape(post.author)}</a></strong> &raquo;
 </span>{stamp}</p>
<div class="content">{body}</div>
{notice}{sig}
</div></div></div></div><hr class="divider">"""
        )
    return (
        '<!DOCTYPE html>\n<html dir="ltr" lang="en-gb"><head><meta charset="utf-8">'
        f"<title>{title} - Games by Post</title></head>"
        '<body id="phpbb" class="nojs notouch section-viewtopic ltr">'
        f'<h2 class="topic-title"><a href="./viewtopic.php?t=57">{title}</a></h2>\n'
        + "\n".join(out)
        + "</body></html>\n"
    )


def discourse(posts: Sequence[Said], title: str, first: int = 1) -> str:
    """A topic of Discourse as JSON."""

    def quote(name: str, inner: str) -> str:
        return (
            f'<aside class="quote no-group" data-username="{name}" data-post="1">'
            f'<div class="title"><div class="quote-controls"></div>{name}:</div>'
            f"<blockquote><p>{inner}</p></blockquote></aside>"
        )

    found = []
    for number, (post, when) in enumerate(zip(posts, times(posts), strict=True), first):
        cooked = html(
            post.text,
            quote,
            r"<details><summary>Summary</summary><p>\1</p></details>",
            code='<pre><code class="lang-text">{}</code></pre>',
        )
        changed = edit(post) or when
        found.append(
            {
                "id": 900 + number,
                "name": post.shown or None,
                "username": post.author,
                "created_at": when.isoformat().replace("+00:00", ".000Z"),
                "cooked": f"<p>{cooked}</p>",
                "post_number": number,
                "post_type": 1,
                "updated_at": changed.isoformat().replace("+00:00", ".000Z"),
                "version": 1 if post.edited is None else 2,
                "topic_id": 57,
                "topic_slug": "a-duel",
            }
        )
    topic = {"post_stream": {"posts": found}, "title": title, "id": 57}
    return json.dumps(topic, ensure_ascii=False, indent=1) + "\n"


def nodebb(posts: Sequence[Said], title: str, first: int = 1) -> str:
    """A topic of NodeBB as JSON."""

    def quote(name: str, inner: str) -> str:
        said = f'<p dir="auto"><a class="mention">@{name}</a> said:</p>' if name else ""
        return f'{said}<blockquote>\n<p dir="auto">{inner}</p>\n</blockquote>'

    found = []
    for number, (post, when) in enumerate(zip(posts, times(posts), strict=True), first):
        content = html(post.text, quote, r'<span class="spoiler">\1</span>')
        changed = edit(post)
        found.append(
            {
                "pid": 700 + number,
                "index": number - 1,
                "uid": 3,
                "content": f'<p dir="auto">{content}</p>\n',
                "timestamp": int(when.timestamp() * 1000),
                "timestampISO": when.isoformat().replace("+00:00", ".000Z"),
                "edited": int(changed.timestamp() * 1000) if changed else 0,
                "editedISO": changed.isoformat() if changed else "",
                "deleted": False,
                "user": {
                    "username": post.author,
                    "displayname": post.author,
                    "signature": post.signature,
                },
            }
        )
    topic = {"tid": 9, "title": title, "slug": "9/a-duel", "posts": found}
    return json.dumps(topic, ensure_ascii=False, indent=1) + "\n"


def bgg(posts: Sequence[Said], title: str, first: int = 40_201) -> str:
    """A thread of BoardGameGeek as XML; its bodies are HTML with tags left in."""

    def quote(name: str, inner: str) -> str:
        return (
            "<font color=#2121A4><div class='quote'><div class='quotetitle'><p><b>"
            f"{name} wrote:</b></p></div><div class='quotebody'><i>{inner}</i></div>"
            "</div></font>"
        )

    out = []
    for number, (post, when) in enumerate(zip(posts, times(posts), strict=True), first):
        text = post.text.replace("[s]", "[-]").replace("[/s]", "[/-]")
        text = text.replace("[spoiler]", "[o]").replace("[/spoiler]", "[/o]")
        body = html(text, quote, r"\1", "<br/>", "<pre>{}</pre>")
        changed = edit(post)
        edits = f'editdate="{(changed or when).isoformat()}" '
        edits += f'numedits="{int(bool(changed))}"'
        out.append(
            f'<article id="{number}" username="{escape(post.author)}" '
            f'link="https://boardgamegeek.com/thread/57/article/{number}#{number}" '
            f'postdate="{when.isoformat()}" {edits}>\n<subject>Re: {title}</subject>\n'
            f"<body>{escape(body)}</body>\n</article>"
        )
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<thread id="57" numarticles="{len(posts)}" '
        f'link="https://boardgamegeek.com/thread/57">\n<subject>{title}</subject>\n'
        "<articles>\n" + "\n".join(out) + "\n</articles>\n</thread>\n"
    )


def mbox(posts: Sequence[Said], title: str, first: int = 1) -> str:
    """The letters of a mailing list; authors are addresses."""
    out = []
    for number, (post, when) in enumerate(zip(posts, times(posts), strict=True), first):
        text = QUOTE.sub(
            lambda found: (
                f"On 20 Nov 2026, {found[1]} <x@example.org> wrote:\n"
                + "\n".join(f"> {line}" for line in found[2].strip("\n").split("\n"))
            ),
            post.text,
        )
        text = re.sub(r"\[/?(?:b|s|spoiler|code)\]", "*", text)
        if post.signature:
            text += f"\n-- \n{post.signature}"
        subject = title if number == 1 else f"Re: {title}"
        name = f'"{post.shown}" <{post.author}>' if post.shown else post.author
        out.append(
            f"From {post.author} {when:%a %b %d %H:%M:%S %Y}\n"
            f"From: {name}\nTo: duel@lists.example.org\nSubject: [duel] {subject}\n"
            f"Date: {when:%a, %d %b %Y %H:%M:%S} +0000\n"
            f"Message-ID: <{number}.duel@example.org>\n"
            "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n"
            + re.sub(r"(?m)^(>*From )", r">\1", text)
            + "\n\n"
        )
    return "".join(out)


def xenforo(posts: Sequence[Said], title: str, first: int = 301) -> str:
    """A page as XenForo makes it, for a forum that no reader knows."""

    def quote(name: str, inner: str) -> str:
        return (
            '<blockquote data-quote="' + name + '" class="bbCodeBlock '
            'bbCodeBlock--quote"><div class="bbCodeBlock-title">' + name + " said:"
            '</div><div class="bbCodeBlock-content">' + inner + "</div></blockquote>"
        )

    out = []
    for number, (post, when) in enumerate(zip(posts, times(posts), strict=True), first):
        body = html(post.text, quote, r'<div class="bbCodeSpoiler">\1</div>')
        sig = f'<aside class="message-signature">{post.signature}</aside>'
        out.append(
            f'<article class="message message--post" id="js-post-{number}" '
            f'data-author="{escape(post.author)}">'
            '<header class="message-attribution">'
            f'<time datetime="{when.isoformat()}">then</time><a href="/threads/duel.57/'
            f'post-{number}">#{number - first + 1}</a></header>'
            '<h4 class="message-name"><a class="username">'
            f"{escape(post.author)}</a></h4>"
            f'<div class="message-body"><div class="bbWrapper">{body}</div></div>'
            f"{sig if post.signature else ''}</article>"
        )
    return f"<!DOCTYPE html><html><body><h1>{title}</h1>{''.join(out)}</body></html>\n"


def smf(posts: Sequence[Said], title: str, first: int = 501) -> str:
    """A page as an old board makes it: tables of names beside texts."""

    def quote(name: str, inner: str) -> str:
        head = f'<div class="quoteheader">Quote from: {name}</div>'
        return f'{head}<div class="quote">{inner}</div>'

    out = []
    for number, post in enumerate(posts, first):
        body = html(post.text, quote, r'<div class="spoiler">\1</div>', "<br />")
        sig = f'<div class="signature">{post.signature}</div>' if post.signature else ""
        out.append(
            f'<div class="post_wrapper" id="msg{number}"><div class="poster"><h4>'
            f"<a href='?action=profile'>{escape(post.author)}</a></h4></div>"
            '<div class="postarea"><div class="post">'
            f'<div class="inner" id="msg_{number}">{body}</div></div>{sig}</div></div>'
        )
    return (
        f"<html><head><title>{title}</title></head><body>{''.join(out)}</body></html>\n"
    )


def pasted(posts: Sequence[Said], title: str, first: int = 1) -> str:
    """What somebody copies out of a page."""
    out = []
    for number, (post, when) in enumerate(zip(posts, times(posts), strict=True), first):
        out.append(
            f"#{number} {post.author} ({when:%Y-%m-%d %H:%M} UTC)\n{post.text}\n\n"
        )
    return "".join(out)


FORMS: dict[str, tuple[Callable[..., str], str]] = {
    "phpbb": (phpbb, "html"),
    "discourse": (discourse, "json"),
    "nodebb": (nodebb, "json"),
    "bgg": (bgg, "xml"),
    "mbox": (mbox, "mbox"),
    "xenforo": (xenforo, "html"),
    "smf": (smf, "html"),
    "pasted": (pasted, "txt"),
}
