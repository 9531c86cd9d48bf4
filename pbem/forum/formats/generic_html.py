"""Pages saved from a forum that nobody here knows: best effort.

Posts are elements that follow each other, hold a name and a text, and mostly
have a number in their `id`. What cannot be told apart is refused, not guessed.
"""

from __future__ import annotations

import re
from datetime import datetime

from selectolax.lexbor import LexborHTMLParser, LexborNode

from pbem.forum.formats import html_body
from pbem.forum.thread import Post, Thread, ThreadRefused, address, keyed, moment, name

_NUMBERED = re.compile(
    r"(?:[a-z]+[a-z_-]*?)?(?:post|pid|msg|message|comment|reply|article|p)"
    r"[a-z_-]*?([0-9]{1,12})",
    re.IGNORECASE,
)
_KIND = re.compile(
    r"(?:forum[_-]?)?(?:post|message|comment|reply)"
    r"(?:[_-](?:row|item|wrapper|container|block|box))?"
)
_POSTS = (
    "[itemtype$='DiscussionForumPosting'], [itemtype$='Comment'], "
    "article, li, div, tr, section, table"
)
_AUTHORS = (
    "[itemprop=author] [itemprop=name]",
    "[itemprop=author]",
    ".bigusername",
    ".username",
    "a[href*='/user/']",
    "a[href*='user']",
    ".author-name",
    ".author",
    ".post-author",
    ".post_author",
    ".poster h4",
    ".poster",
    ".user-name",
    ".nickname",
    ".nick",
    ".user",
    ".name",
)
_BODIES = (
    "[itemprop=text]",
    ".message-body .bbWrapper",
    "[id^=post_message_]",
    ".post-content",
    ".post_content",
    ".post-body",
    ".post_body",
    ".postbody",
    ".post-text",
    ".post-message",
    ".message-content",
    ".message-body",
    ".message",
    ".content",
    ".entry-content",
    ".body",
    ".inner",
    ".text",
    ".misago-markup",
)
_SIGNATURES = ".signature, .post-signature, .message-signature, .sig, .post_sig"
_MOST = 20_000  #: elements that are looked at


def read(tree: LexborHTMLParser) -> Thread:
    """The thread of a page. Raises ThreadRefused."""
    found = _posts(tree)
    if not found:
        raise ThreadRefused("thread.no-posts")
    heading = tree.css_first("h1") or tree.css_first("title")
    posts = [_post(node, at) for at, node in enumerate(found, 1)]
    return Thread(name(heading.text()) if heading else "", keyed(posts), "html")


def _posts(tree: LexborHTMLParser) -> list[LexborNode]:
    """The elements of the largest family in which each has an author and a text."""
    families: dict[tuple[str, str], list[LexborNode]] = {}
    for node in tree.css(_POSTS)[:_MOST]:
        for key in _keys(node):
            families.setdefault(key, []).append(node)
    best: list[LexborNode] = []
    order = sorted(
        families.items(), key=lambda one: (one[0][0] != "kind", -len(one[1]))
    )
    for _, nodes in order[:40]:
        whole = [node for node in nodes if _author(node) and _text(node) is not None]
        whole = _outermost(whole)
        if len(whole) > len(best):
            best = whole
    return best


def _keys(node: LexborNode) -> list[tuple[str, str]]:
    """The families that an element may belong to."""
    attributes = node.attributes
    found = []
    kind = (attributes.get("itemtype") or "").rpartition("/")[2]
    if kind in ("DiscussionForumPosting", "Comment"):
        found.append(("kind", "post"))
    if _NUMBERED.fullmatch(attributes.get("id") or ""):
        stem = re.sub("[0-9]+", "", attributes.get("id") or "")
        found.append((f"id {node.tag}", stem))
    words = (attributes.get("class") or "").split()
    found.extend(
        (f"class {node.tag}", word) for word in words if _KIND.fullmatch(word.lower())
    )
    return found


def _outermost(nodes: list[LexborNode]) -> list[LexborNode]:
    """The nodes that stand in no other of them."""
    mine = {node.mem_id for node in nodes}
    kept = []
    for node in nodes:
        above = node.parent
        for _ in range(60):
            if above is None or above.mem_id in mine:
                break
            above = above.parent
        if above is None or above.mem_id not in mine:
            kept.append(node)
    return kept


def _author(node: LexborNode) -> str:
    """Who has written a post; what stands in its text is never its author."""
    given = node.attributes.get("data-author") or node.attributes.get("data-username")
    if given:
        return name(given)
    text = _text(node)
    for selector in _AUTHORS:
        for found in node.css(selector)[:5]:
            who = name(found.text())
            if who and (text is None or not _within(found, text)):
                return who
    return ""


def _within(node: LexborNode, outer: LexborNode) -> bool:
    """Whether a node stands in another, as far up as posts are built."""
    above: LexborNode | None = node
    for _ in range(60):
        if above is None:
            return False
        if above.mem_id == outer.mem_id:
            return True
        above = above.parent
    return True


def _text(node: LexborNode) -> LexborNode | None:
    for selector in _BODIES:
        found = node.css_first(selector)
        if found is not None:
            return found
    return None


def _post(node: LexborNode, at: int) -> Post:
    text = _text(node)
    assert text is not None
    skip = frozenset(one.mem_id for one in text.css(_SIGNATURES))
    lines, odd = html_body.node_lines(text, skip=skip)
    number = _number(node)
    times = [found for found in map(_time, _times(node, text)) if found]
    return Post(
        number=number or at,
        author=_author(node),
        lines=lines,
        time=times[0] if times else None,
        edited=_edited(node, text),
        link=_link(node, number),
        odd=tuple(odd),
    )


def _number(node: LexborNode) -> int:
    for value in (node.attributes.get("id"), node.attributes.get("data-post-id")):
        digits = re.search(r"([0-9]{1,12})$", value or "")
        if digits:
            return int(digits[1])
    return 0


def _times(node: LexborNode, text: LexborNode) -> list[LexborNode]:
    found = node.css("time[datetime], abbr[title], [itemprop=datePublished]")[:20]
    return [one for one in found if not _within(one, text)]


def _time(node: LexborNode) -> datetime | None:
    for key in ("datetime", "content", "title"):
        if found := moment(node.attributes.get(key)):
            return found
    return None


def _edited(node: LexborNode, text: LexborNode) -> datetime | None:
    for found in node.css(".edited, .edit-info, .lastEdit, .message-lastEdit, .notice"):
        if _within(found, text):
            continue
        for clock in found.css("time[datetime]"):
            if when := _time(clock):
                return when
    return None


def _link(node: LexborNode, number: int) -> str:
    if not number:
        return ""
    for link in node.css("a[href]")[:50]:
        href = link.attributes.get("href") or ""
        if re.search(rf"(?<![0-9]){number}/?$", href):
            return address(href)
    return f"#{node.attributes.get('id') or number}"
