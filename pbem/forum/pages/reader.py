"""Posts out of a page by a table of marks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime

from selectolax.lexbor import LexborHTMLParser, LexborNode

from pbem.forum.clock.clock import PageClock, clock_of, zone_in
from pbem.forum.markup import html_body
from pbem.forum.markup.lines import signed
from pbem.forum.pages.marks import Marks, Selector, number_in, outermost, within
from pbem.forum.thread import Post, Thread, clean_link, clean_name, post_of
from pbem.forum.thread_file import ThreadFile

_MAX_POSTS = 20_001  #: elements of a page
_MAX_BODIES = 50  #: of a post that are checked
_NOW = re.compile(r"serverTimeInfo\W+now\W+(\d{10})")
_NOW_WORDS = re.compile(
    r"(?:It is currently|Current time:?|Aktuelle Zeit:?|Es ist derzeit)\s*"
    r"(?:</?[a-z][^<>]{0,80}>\s*){0,3}([^<>]{6,60})"
)
_DIGITS = re.compile(r"\d")
#: What is around the name of a forum's member.
_AROUND = re.compile(
    r"^(?:by|from|von|par|por|posted by|author:?)\s+(?=\S)|"
    r"\s+(?:is offline|is online|offline|online|wrote:?|said:?|:)$",
    re.IGNORECASE,
)


def reads(*tables: Marks) -> Callable[[ThreadFile], Thread | None]:
    """Return a reader of pages by the first of these tables that finds posts."""

    def read(file: ThreadFile) -> Thread | None:
        """Return the thread of a page, or None: it is none of this forum."""
        tree = file.html
        if tree is None:
            return None
        for marks in tables:
            if marks.needs and tree.css_first(marks.needs) is None:
                continue
            if found := posts_in(tree, marks, file):
                return Thread(title_of(tree, marks.titles), tuple(found))
        return None

    return read


def title_of(tree: LexborHTMLParser, selectors: Iterable[str]) -> str:
    """Return the title of a page, from the first of these places that has one."""
    for selector in (*selectors, "title"):
        found = tree.css_first(selector)
        if found is not None and (title := clean_name(found.text(separator=" "))):
            return title
    return ""


def posts_in(tree: LexborHTMLParser, marks: Marks, file: ThreadFile) -> list[Post]:
    """Return the posts of a page, in its order."""
    found = [
        (node, body) for node in _elements(tree, marks) if (body := _body(node, marks))
    ]
    if not found:
        return []
    parts = [_fields(node, body, marks) for node, body in found]
    clock = page_clock(file, (when for one in parts for when in one.whens))
    if marks.utc:
        clock = replace(clock, zone=clock.zone or UTC)
    posts: list[Post] = []
    for at, ((_, body), one) in enumerate(zip(found, parts, strict=True), 1):
        posts.append(_post(at, body, one, marks, clock))
        if marks.joined and not posts[-1].author and at > 1:
            posts[-1] = replace(posts[-1], author=posts[-2].author)
    if len({post.key for post in posts}) < len(posts):
        posts = [replace(x, number=n, key=str(n)) for n, x in enumerate(posts, 1)]
    return posts if any(post.author for post in posts) else []


def _elements(tree: LexborHTMLParser, marks: Marks) -> list[LexborNode]:
    """Return the elements that are posts; those inside of one another are one post."""
    nodes = {node.mem_id: node for node in tree.css(marks.posts)[:_MAX_POSTS]}
    if marks.unless:
        for node in tree.css(marks.unless):
            nodes.pop(node.mem_id, None)
    return list(nodes.values()) if marks.nested else outermost(nodes.values())


def _body(node: LexborNode, marks: Marks) -> LexborNode | None:
    inner = _inner(node, marks)
    for selector in marks.bodies:
        for found in node.css(selector)[:_MAX_BODIES]:
            if not inner or not within(found, inner, node.mem_id):
                return found
    return None


def _inner(node: LexborNode, marks: Marks) -> frozenset[int]:
    """Return the posts that stand inside of one, where forums put answers there."""
    if not marks.nested:
        return frozenset()
    posts = node.css(marks.posts)[:_MAX_POSTS]
    return frozenset(one.mem_id for one in posts if one.mem_id != node.mem_id)


class _PostFields:
    """What a page says of a post beside its text."""

    __slots__ = ("author", "edits", "links", "number", "shown", "whens")

    def __init__(self, node: LexborNode, but: frozenset[int], marks: Marks) -> None:
        def first(selectors: Iterable[Selector]) -> str:
            values = (text for one in selectors for text in one.values(node, but))
            return next(filter(None, values), "")

        self.author = _AROUND.sub("", first(marks.authors)).lstrip("@").strip()
        self.shown = first(marks.shown)
        self.whens = _all(marks.times, node, but)
        self.edits = _all(marks.edits, node, frozenset())
        values = (text for one in marks.numbers for text in one.values(node, but))
        self.number = next((text for text in values if _DIGITS.search(text)), "")
        own = node.attributes.get("id")
        self.links = [*_all(marks.links, node, but), *([f"#{own}"] if own else [])]


def _all(
    selectors: Iterable[Selector], node: LexborNode, but: frozenset[int]
) -> list[str]:
    return [text for one in selectors for text in one.values(node, but) if text]


def _fields(node: LexborNode, body: LexborNode, marks: Marks) -> _PostFields:
    # What is in an answer is none of the post that it answers.
    return _PostFields(node, _inner(node, marks) | {body.mem_id}, marks)


def _post(
    at: int, body: LexborNode, parts: _PostFields, marks: Marks, clock: PageClock
) -> Post:
    number = number_in(parts.number) + marks.plus if parts.number else at
    edit = clock.first(parts.edits)
    links = (clean_link(link) for link in parts.links)
    lines, odd = html_body.node_lines(body, marked(body, marks))
    return post_of(
        number,
        parts.author,
        (signed(lines) if marks.ruled else lines, odd),
        shown=parts.shown,
        clocked=clock.first(parts.whens),
        edited=edit[0] if edit else None,
        link=next(filter(None, links), ""),
    )


def marked(body: LexborNode, marks: Marks) -> dict[int, html_body.Mark]:
    """Return what the elements of a body are, where the table says so."""
    found: dict[int, html_body.Mark] = {}
    kinds: tuple[tuple[str, html_body.Mark], ...] = (
        (marks.quotes, "quote"),
        (marks.signatures, "signature"),
        (marks.drops, "drop"),
    )
    for selector, kind in kinds:
        if selector:
            found |= {one.mem_id: kind for one in body.css(selector)}
    found.pop(body.mem_id, None)
    return found


def page_clock(file: ThreadFile, texts: Iterable[str]) -> PageClock:
    """Return how the times of a page are read: by what it says of its own."""
    now, zone = file.saved, zone_in(file.markup)
    if stated := _NOW.search(file.markup):
        now = datetime.fromtimestamp(int(stated[1]), UTC)
    clock = clock_of(texts, now, zone)
    if stated is None and (words := _NOW_WORDS.search(file.markup)):
        known = clock.read(words[1])
        clock = replace(clock, now=known[0]) if known else clock
    return clock
