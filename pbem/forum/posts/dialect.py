"""What a dialect declares: how a block of a report becomes part of a forum's post.

Nothing that a player has written may act as markup; drawings keep their width.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pbem.forum.discovery import modules_in
from pbem.forum.posts import dialects
from pbem.pages.page import Block


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """How a forum wants its posts."""

    title: str  #: as the forum calls itself
    rank: int  #: where it is among the others
    block: Callable[[Block], str]
    max_chars: int = 60_000  #: of a post, as the forum is shipped
    hide: Callable[[str, str], str] | None = None  #: title and text to a spoiler
    picture: Callable[[str, str], str] | None = None  #: address and words
    link: Callable[[str, str], str] = lambda address, words: f"{words}: {address}"
    ending: str = "txt"  #: of files
    wraps: bool = False  #: breaks long lines, which no header line may be

    def paragraphs(self, texts: Iterable[str]) -> str:
        """Return a post of plain paragraphs."""
        return "\n\n".join(self.block(Block("", (one,))) for one in texts) + "\n"


def is_address(text: str) -> bool:
    """Return whether a text is an address on the web that no markup can break."""
    return re.fullmatch(r"https?://[^\s\[\]()<>\"']{1,500}", text) is not None


def known_dialects() -> dict[str, Dialect]:
    """Return the dialects by the names of their files, in the order of their ranks."""
    found: dict[str, Dialect] = {
        name: module.DIALECT for name, module in modules_in(dialects).items()
    }
    return dict(sorted(found.items(), key=lambda one: one[1].rank))
