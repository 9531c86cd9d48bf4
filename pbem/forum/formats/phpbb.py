"""phpBB: saved pages of a topic (prosilver, and styles that descend from it)."""

from __future__ import annotations

import re
from datetime import datetime

from selectolax.lexbor import LexborHTMLParser, LexborNode

from pbem.forum.formats import html_body
from pbem.forum.thread import Post, Thread, address, keyed, moment, name

_POST = re.compile(r"p([0-9]{1,12})")


def posts_of(tree: LexborHTMLParser) -> list[tuple[int, LexborNode]]:
    """The elements that hold posts, with the posts' numbers."""
    found = []
    for node in tree.css("div.post, article.post, li.post"):
        match = _POST.fullmatch(node.attributes.get("id") or "")
        if match and node.css_first(".content, .postbody .content") is not None:
            found.append((int(match[1]), node))
    return found


def read(tree: LexborHTMLParser) -> Thread:
    """The thread of a page; no posts where it is none of phpBB's."""
    posts = [_post(number, node) for number, node in posts_of(tree)]
    return Thread(_title(tree), keyed(posts), "phpbb")


def _title(tree: LexborHTMLParser) -> str:
    heading = tree.css_first("h2.topic-title, h3.first a, h2 a")
    title = heading or tree.css_first("title")
    return name(title.text()) if title else ""


def _post(number: int, node: LexborNode) -> Post:
    content = node.css_first(".content")
    assert content is not None
    author = node.css_first("p.author .username, p.author .username-coloured")
    if author is None:
        author = node.css_first(
            ".postprofile .username, .postprofile .username-coloured, p.author strong"
        )
    byline = node.css_first("p.author")
    lines, odd = html_body.node_lines(content)
    return Post(
        number=number,
        author=name(author.text()) if author else "",
        lines=lines,
        time=_time(byline),
        edited=_edited(node),
        link=_link(node, number),
        odd=tuple(odd),
    )


def _time(node: LexborNode | None) -> datetime | None:
    clock = node.css_first("time[datetime]") if node else None
    return moment(clock.attributes.get("datetime")) if clock else None


def _edited(node: LexborNode) -> datetime | None:
    """When it was edited last; the notice stands below what was written."""
    for notice in node.css(".notice"):
        inner = notice.css_first("time[datetime]")
        if inner is not None:
            return moment(inner.attributes.get("datetime"))
    return None


def _link(node: LexborNode, number: int) -> str:
    for link in node.css("p.author a, h3 a"):
        href = address(link.attributes.get("href"))
        if href.endswith(f"#p{number}"):
            return href
    return f"#p{number}"
