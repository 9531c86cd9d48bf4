"""phpBB: saved pages of a topic (prosilver, and styles that descend from it)."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

from pbem.forum.markup import html_body
from pbem.forum.thread import Post, Thread, clean_link, clean_name, post_of
from pbem.forum.thread_file import ThreadFile

RANK = 50
_POST = re.compile(r"p([0-9]{1,12})")


def read(file: ThreadFile) -> Thread | None:
    """Return the thread of a page."""
    tree = file.html
    if tree is None:
        return None
    posts = []
    for node in tree.css("div.post, article.post, li.post"):
        match = _POST.fullmatch(node.attributes.get("id") or "")
        content = node.css_first(".content")
        if match and content is not None:
            posts.append(_post(int(match[1]), node, content))
    return Thread(_title(tree), tuple(posts)) if posts else None


def _title(tree: LexborHTMLParser) -> str:
    heading = tree.css_first("h2.topic-title, h3.first a, h2 a")
    title = heading or tree.css_first("title")
    return clean_name(title.text()) if title else ""


def _post(number: int, node: LexborNode, content: LexborNode) -> Post:
    author = node.css_first("p.author .username, p.author .username-coloured")
    if author is None:
        author = node.css_first(
            ".postprofile .username, .postprofile .username-coloured, p.author strong"
        )
    byline = node.css_first("p.author")
    return post_of(
        number,
        author.text() if author else "",
        html_body.node_lines(content),
        time=_time(byline) if byline else None,
        # The notice of the last edit stands below what was written.
        edited=next(filter(None, map(_time, node.css(".notice"))), None),
        link=_link(node, number),
    )


def _time(node: LexborNode) -> str | None:
    clock = node.css_first("time[datetime]")
    return clock.attributes.get("datetime") if clock else None


def _link(node: LexborNode, number: int) -> str:
    for link in node.css("p.author a, h3 a"):
        href = clean_link(link.attributes.get("href"))
        if href.endswith(f"#p{number}"):
            return href
    return f"#p{number}"
