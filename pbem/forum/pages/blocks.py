"""Posts of a page that nobody here knows: blocks that follow each other.

A block has a name, mostly a time, and a text; its class or its `id` is like those of
the others. Where its parts stand is told by how programs mostly call them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

from pbem.forum.clock.clock import is_time
from pbem.forum.pages.marks import outermost, within
from pbem.forum.thread import clean_name, moment

_BLOCKS = "article, li, div, section, tr, table, dl"
_NAMES = (
    "[itemprop=author] [itemprop=name]",
    "[class*=display-name__account], [class*=account-name], [class*=acct]",
    "[rel=author], [class*=username], [class*=user-name], [class*=user_name]",
    "[class*=sender], [class*=from_name], [class*=from-name], [class*=author]",
    "[class*=display-name], [class*=displayname], [class*=person-listing]",
    "a[href*='/u/'], a[href*='/user/'], a[href*='/users/'], a[href*='/@'], "
    "a[href*='/profile'], a[href*='/member'], a[href*='/people/']",
    "[class*=nick], [class*=poster], [class*=creator], [class*=name]",
)
_TIMES = (
    "time, [datetime], [data-timestamp], [data-time], [data-ts], [data-date], "
    "abbr[title], [class*=time][title], [class*=date][title], [class*=date], "
    "[class*=time], [class*=ago], [data-tippy-content], small, a[title], span[title]"
)
_CLOCK_KEYS = (
    "datetime",
    "data-timestamp",
    "data-time",
    "data-ts",
    "data-date",
    "content",
    "title",
    "data-tippy-content",
    "aria-label",
)
_TEXTS = (
    "[itemprop=text], [itemprop=commentText]",
    "[class*=status__content], [class*=message-content], [class*=message_content], "
    "[class*=comment-content], [class*=post-content], [class*=post_content]",
    "[class*=message-body], [class*=comment-body], [class*=post-body], "
    "[class*=rich_text], [class*=richtext], [class*=markdown], .md, .md-div",
    "[class*=content], [class*=body], [class*=text], [class*=message]",
    "p, pre, blockquote, dd",
)
_MAX_ELEMENTS = 30_000  #: that are checked
_MAX_FAMILIES = 60  #: of elements that are checked
_MAX_PLACES = 8  #: of a block that are checked for one part
_SAMPLE = 6  #: blocks of a family by which it is judged
_COMMON = re.compile(r"^(?:row|col|container|wrapper|clearfix|d-flex|flex|active)\b")


class PostBlock(NamedTuple):
    """A post, as far as the page's structure shows it."""

    node: LexborNode
    name: str
    text: LexborNode
    whens: tuple[str, ...]


def blocks_in(tree: LexborHTMLParser) -> list[PostBlock]:
    """Return the blocks of the best family on a page, at least two, or none."""
    families: dict[tuple[str, str], list[LexborNode]] = {}
    found = {node.mem_id: node for node in tree.css(_BLOCKS)[:_MAX_ELEMENTS]}
    for node in found.values():
        for word in _words(node):
            families.setdefault((node.tag or "", word), []).append(node)
    many = (nodes for nodes in families.values() if len(nodes) > 1)
    likely = sorted(many, key=len, reverse=True)[:_MAX_FAMILIES]
    best: list[PostBlock] = []
    for nodes in likely:
        nodes = outermost(nodes)
        sample = [one for node in nodes[:_SAMPLE] if (one := _block(node))]
        if len(nodes) < 2 or 2 * len(sample) < min(len(nodes), _SAMPLE):
            continue
        blocks = _all_of(nodes)
        if (len(blocks), _score(blocks)) > (len(best), _score(best)):
            best = blocks
    return best if len(best) > 1 else []


def _all_of(nodes: list[LexborNode]) -> list[PostBlock]:
    """Return the blocks of a family; in chats the next one may go on without a name."""
    found: list[PostBlock] = []
    for node in nodes:
        if one := _block(node, found[-1].name if found else ""):
            found.append(one)
    return found


def _score(blocks: list[PostBlock]) -> int:
    return sum(bool(one.whens) + 1 for one in blocks)


def _words(node: LexborNode) -> Iterator[str]:
    """Yield what may make an element one of a family."""
    attributes = node.attributes
    for word in (attributes.get("class") or "").split()[:8]:
        if not _COMMON.match(word):
            yield re.sub("[0-9]+", "0", word)
    if stem := re.match(r"([a-zA-Z][a-zA-Z_-]*)[0-9]", attributes.get("id") or ""):
        yield f"#{stem[1]}"
    if role := attributes.get("role"):
        yield f"@{role}"


def _block(node: LexborNode, before: str = "") -> PostBlock | None:
    """Return an element that has a time, a text, and a name or `before`, as a block."""
    named = _name(node)
    whens, places = _clocks(node)
    name = named[0] if named else before
    if not name or not whens:
        return None
    if named and named[1].mem_id != node.mem_id:
        places.append(named[1].mem_id)
    text = _text(node, frozenset(places))
    return PostBlock(node, name, text, whens) if text is not None else None


def _name(node: LexborNode) -> tuple[str, LexborNode] | None:
    given = node.attributes.get("data-author") or node.attributes.get("data-username")
    if given:
        return clean_name(given), node
    for selector in _NAMES:
        for found in node.css(selector)[:_MAX_PLACES]:
            name = clean_name(found.text(separator=" ")).lstrip("@").rstrip(" :")
            letters = any(letter.isalpha() for letter in name)
            if letters and len(name) <= 60 and not is_time(name):
                return name, found
    return None


def _clocks(node: LexborNode) -> tuple[tuple[str, ...], list[int]]:
    """Return the times of a block, and the elements that tell them."""
    whens: list[str] = []
    places: list[int] = []
    for found in node.css(_TIMES)[: 3 * _MAX_PLACES]:
        given = (found.attributes.get(key) for key in _CLOCK_KEYS)
        texts = [text for text in given if text]
        texts.append(" ".join(found.text()[:200].split()))
        time = next((x for x in texts if moment(x) or is_time(x)), "")
        if time:
            whens.append(time)
            places.append(found.mem_id)
    return tuple(whens), places


def _text(node: LexborNode, but: frozenset[int]) -> LexborNode | None:
    """Return the element that holds what was written, and no name or time."""
    for selector in _TEXTS:
        for found in node.css(selector)[:_MAX_PLACES]:
            if found.mem_id == node.mem_id or within(found, but):
                continue
            if found.text().strip() and not _holds(found, but):
                return found
    return None


def _holds(node: LexborNode, ids: frozenset[int]) -> bool:
    selectors = (*_NAMES, _TIMES)
    return any(
        one.mem_id in ids
        for selector in selectors
        for one in node.css(selector)[:_MAX_PLACES]
    )
