"""Pages saved from a forum that nobody here knows, read by their build.

Posts are elements that follow each other, hold a name and a text, and mostly
have a number in their `id` or a time. What cannot be told apart is refused, not
guessed, and the moderator is told that it was read so.
"""

from __future__ import annotations

import re
from datetime import datetime

from selectolax.lexbor import LexborHTMLParser, LexborNode

from pbem.forum.clock.clock import PageClock
from pbem.forum.markup import html_body
from pbem.forum.pages.blocks import PostBlock, blocks_in
from pbem.forum.pages.marks import outermost, within
from pbem.forum.pages.reader import page_clock, title_of
from pbem.forum.thread import (
    Note,
    Post,
    Thread,
    ThreadRefused,
    clean_link,
    clean_name,
    moment,
    post_of,
)
from pbem.forum.thread_file import ThreadFile

RANK = 60
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
#: Where names and texts stand, the surest place first.
_AUTHORS = (
    "[itemprop=author] [itemprop=name], [itemprop=author], .bigusername, .username, "
    "a[href*='/user/'], a[href*='user'], .author-name, .author, .post-author, "
    ".post_author, .poster h4, .poster, .user-name, .nickname, .nick, .user, .name"
)
_BODIES = (
    "[itemprop=text], .message-body .bbWrapper, [id^=post_message_], .post-content, "
    ".post_content, .post-body, .post_body, .postbody, .post-text, .post-message, "
    ".message-content, .message-body, .message, .content, .entry-content, .body, "
    ".inner, .text, .misago-markup"
)
_SIGNATURES = ".signature, .post-signature, .message-signature, .sig, .post_sig"
_CLOCKS = "time[datetime], abbr[title], [itemprop=datePublished]"
_EDITED = (
    ".edited time[datetime], .edit-info time[datetime], .lastEdit time[datetime], "
    ".message-lastEdit time[datetime], .notice time[datetime]"
)
_MAX_CLOCKS = 20  #: of a post that are checked
_MAX_ELEMENTS = 20_000  #: that are checked
_MAX_FAMILIES = 40  #: of elements that are checked


def read(file: ThreadFile) -> Thread | None:
    """Return the thread of a page. Raises ThreadRefused."""
    tree = file.html
    if tree is None:
        return None
    title, notes = title_of(tree, ("h1",)), (Note("structure"),)
    blocks = blocks_in(tree)
    found = _posts(tree)
    if len(blocks) > len(found):
        return Thread(title, _of_blocks(blocks, file), notes)
    if not found:
        raise ThreadRefused("thread.no-posts")
    clock = page_clock(file, ())
    posts = tuple(_post(node, at, clock) for at, node in enumerate(found, 1))
    return Thread(title, posts, notes)


def _of_blocks(blocks: list[PostBlock], file: ThreadFile) -> tuple[Post, ...]:
    clock = page_clock(file, (when for one in blocks for when in one.whens))
    numbers = [_number(one.node) for one in blocks]
    if 0 in numbers or len({*numbers}) < len(numbers):
        numbers = list(range(1, len(blocks) + 1))
    posts = []
    for number, one in zip(numbers, blocks, strict=True):
        posts.append(
            post_of(
                number,
                one.name,
                html_body.node_lines(one.text),
                clocked=clock.first(one.whens),
                link=_link(one.node, number),
            )
        )
    return tuple(posts)


def _posts(tree: LexborHTMLParser) -> list[LexborNode]:
    """Return the largest family of elements that have an author and a text each."""
    families: dict[tuple[str, str], list[LexborNode]] = {}
    # What several of the selectors find is given several times.
    found = {node.mem_id: node for node in tree.css(_POSTS)[:_MAX_ELEMENTS]}
    for node in found.values():
        for key in _keys(node):
            families.setdefault(key, []).append(node)
    best: list[LexborNode] = []
    order = sorted(families, key=lambda key: (key[0] != "kind", -len(families[key])))
    for key in order[:_MAX_FAMILIES]:
        whole = [n for n in families[key] if _author(n) and _text(n) is not None]
        best = max(best, outermost(whole), key=len)
    return best


def _keys(node: LexborNode) -> list[tuple[str, str]]:
    """Return the families that an element may belong to."""
    attributes = node.attributes
    found = []
    kind = (attributes.get("itemtype") or "").rpartition("/")[2]
    if kind in ("DiscussionForumPosting", "Comment"):
        found.append(("kind", "post"))
    if _NUMBERED.fullmatch(attributes.get("id") or ""):
        stem = re.sub("[0-9]+", "", attributes.get("id") or "")
        found.append((f"id {node.tag}", stem))
    words = (attributes.get("class") or "").split()
    kinds = [word for word in words if _KIND.fullmatch(word.lower())]
    return found + [(f"class {node.tag}", word) for word in kinds]


def _author(node: LexborNode) -> str:
    """Return who has written a post; what is in its text is never its author."""
    given = node.attributes.get("data-author") or node.attributes.get("data-username")
    if given:
        return clean_name(given)
    text = _text(node)
    for selector in _AUTHORS.split(", "):
        for found in node.css(selector)[:5]:
            who = clean_name(found.text())
            if who and (text is None or not within(found, frozenset([text.mem_id]))):
                return who
    return ""


def _text(node: LexborNode) -> LexborNode | None:
    found = map(node.css_first, _BODIES.split(", "))
    return next((text for text in found if text is not None), None)


def _post(node: LexborNode, at: int, clock: PageClock) -> Post:
    text = _text(node)
    assert text is not None
    skip = frozenset(one.mem_id for one in text.css(_SIGNATURES))
    number = _number(node)
    return post_of(
        number or at,
        _author(node),
        html_body.node_lines(text, dict.fromkeys(skip, "drop")),
        clocked=clock.read(_time(node, text, _CLOCKS)),
        edited=_time(node, text, _EDITED),
        link=_link(node, number),
    )


def _number(node: LexborNode) -> int:
    for value in (node.attributes.get("id"), node.attributes.get("data-post-id")):
        digits = re.search(r"([0-9]{1,12})$", value or "")
        if digits:
            return int(digits[1])
    return 0


def _time(node: LexborNode, text: LexborNode, where: str) -> datetime | None:
    """Return the first moment that stands where selectors say, outside of the text."""
    for clock in node.css(where)[:_MAX_CLOCKS]:
        if not within(clock, frozenset([text.mem_id])):
            for key in ("datetime", "content", "title"):
                if found := moment(clock.attributes.get(key)):
                    return found
    return None


def _link(node: LexborNode, number: int) -> str:
    if not number:
        return ""
    for link in node.css("a[href]")[:50]:
        href = link.attributes.get("href") or ""
        if re.search(rf"(?<![0-9]){number}/?$", href):
            return clean_link(href)
    return f"#{node.attributes.get('id') or number}"
