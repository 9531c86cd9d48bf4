"""A table of marks: by what the posts of a forum's page are known, and their parts.

A place is a CSS selector, `selector@attribute`, or `@attribute` of the post itself;
of several the first that holds something counts, so the surest is first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from selectolax.lexbor import LexborNode

_MAX_PLACES = 12  #: that one selector finds in a post, and that are checked
_MAX_STEPS = 300  #: up from an element


class Selector(NamedTuple):
    """Where a value stands."""

    selector: str  #: empty: the post itself
    attribute: str  #: empty: the text

    @classmethod
    def of(cls, text: str) -> Selector:
        """Return the place that a text names.

        >>> Selector.of("time@datetime"), Selector.of("@id").selector
        (Selector(selector='time', attribute='datetime'), '')
        """
        selector, _, attribute = text.partition("@")
        return cls(selector, attribute)

    def values(self, node: LexborNode, but: frozenset[int]) -> Iterator[str]:
        """Yield the values that it finds in a post, outside of the elements `but`."""
        if not self.selector:
            yield " ".join((node.attributes.get(self.attribute) or "").split())
            return
        for found in node.css(self.selector)[:_MAX_PLACES]:
            if but and within(found, but, node.mem_id):
                continue
            if self.attribute:
                text = found.attributes.get(self.attribute) or ""
            else:
                text = found.text(separator=" ")
            yield " ".join(text[:2_000].split())


def within(node: LexborNode | None, outer: frozenset[int], top: int = -1) -> bool:
    """Return whether an element is one of some or is in one; too deep counts.

    Nobody looks above the element `top`.
    """
    for _ in range(_MAX_STEPS):
        if node is None or (node.mem_id == top and top not in outer):
            return False
        if node.mem_id in outer:
            return True
        node = node.parent
    return True


def outermost(nodes: Iterable[LexborNode]) -> list[LexborNode]:
    """Return the elements that are in no other of them."""
    nodes = list(nodes)
    mine = frozenset(node.mem_id for node in nodes)
    return [node for node in nodes if not within(node.parent, mine)]


def places(*texts: str) -> tuple[Selector, ...]:
    """Return the places that texts name."""
    return tuple(map(Selector.of, texts))


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """The CSS selectors by which posts of a page, and their parts, are found."""

    posts: str  #: a selector of elements, one a post; what stands inside is a part
    bodies: tuple[str, ...]  #: selectors of what was written, the surest first
    authors: tuple[Selector, ...]
    times: tuple[Selector, ...]
    edits: tuple[Selector, ...] = ()  #: when it was changed
    numbers: tuple[Selector, ...] = places("@id")  #: the last digits there
    shown: tuple[Selector, ...] = ()  #: names that authors choose freely
    links: tuple[Selector, ...] = ()
    titles: tuple[str, ...] = ("h1",)
    quotes: str = ""  #: selectors inside of a body
    signatures: str = ""
    drops: str = ""  #: of no account: buttons, notices of edits
    unless: str = ""  #: elements that look like posts and are none
    needs: str = ""  #: what a page must hold besides
    ruled: bool = False  #: a signature is below a rule of underscores
    nested: bool = False  #: answers stand inside of what they answer
    joined: bool = False  #: a post without a name is by who wrote the one above
    plus: int = 0  #: added to a number, where forums count from 0
    utc: bool = False  #: times are in UTC, where the page names no zone


def number_in(text: str) -> int:
    """Return the last digits of a text as a number, or 0.

    >>> number_in("p858651"), number_in("post-12-header"), number_in("")
    (858651, 12, 0)
    """
    found = re.search(r"([0-9]{1,20})[^0-9]*$", text[-200:])
    return int(found[1]) if found else 0
