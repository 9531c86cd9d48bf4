"""A thread as it was read from a file: its posts, and what in them is new.

Nothing is decided here: whose a post is and what it orders is for `scan`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Literal, NamedTuple, TypeAlias

from pbem.language.reading import MarkedLine

#: What is known of a time: all, all but its zone, no more than about.
Certainty: TypeAlias = Literal["sure", "local", "about"]
Clocked: TypeAlias = tuple[datetime, Certainty]

MAX_THREAD_BYTES = 64 << 20  #: of all its files
MAX_POSTS = 20_000
MAX_POST_CHARS = 200_000  #: that are checked
MAX_POST_LINES = 4_000  #: that are checked
MAX_LINE_CHARS = 2_000


class ForumRefusal(Exception):
    """Something that cannot be used; `code` and `given` say why."""

    def __init__(self, code: str, **given: Any) -> None:
        super().__init__(code)
        self.code = code
        self.given = given


class ThreadRefused(ForumRefusal):
    """A file that no thread can be read from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """One post: who says it has written it, when, and its lines."""

    number: int  #: as the forum counts, else by position
    author: str
    lines: tuple[MarkedLine, ...]
    shown: str = ""  #: a name that the author may choose freely
    time: datetime | None = None
    edited: datetime | None = None
    certain: Certainty = "sure"  #: of `time`; one without a zone counts as UTC
    link: str = ""
    key: str = ""  #: one word that names the post for ever
    odd: tuple[str, ...] = ()  #: "cut", "unclosed": what was strange in it

    @property
    def when(self) -> str:
        """The time in words, or nothing; a clock without a zone is called one."""
        if self.time is None:
            return ""
        words = {"sure": "{} UTC", "local": "{} local time", "about": "about {}"}
        return words[self.certain].format(f"{self.time:%Y-%m-%d %H:%M}")

    def lines_of(self, kinds: Iterable[str] = ("new",)) -> list[MarkedLine]:
        """Return the lines of these kinds."""
        chosen = frozenset(kinds)
        return [line for line in self.lines if line.kind in chosen]

    def digest(self) -> str:
        """Return ten hex digits that change with what the author says.

        Quotes and signatures are left out: forums change them by themselves.
        """
        texts = [
            f"{line.kind}:{' '.join(line.text.split())}"
            for line in self.lines
            if line.kind not in ("quote", "signature")
        ]
        return sha256("\n".join([self.author, *texts]).encode()).hexdigest()[:10]


class Note(NamedTuple):
    """Something to tell the moderator of a thread: a macro in `forum/notes.j2`."""

    code: str
    given: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Thread:
    """A title and its posts, in the order in which they were written."""

    title: str
    posts: tuple[Post, ...]
    notes: tuple[Note, ...] = ()


def joined(threads: Iterable[Thread]) -> Thread:
    """Return several pages of one thread as one, each post once, in order.

    A post that is on two pages is taken from the later one: it was saved last.
    Raises ThreadRefused.
    """
    title = ""
    posts: dict[str, Post] = {}
    notes: dict[Note, None] = {}
    for thread in threads:
        title = title or thread.title
        notes |= dict.fromkeys(thread.notes)
        posts |= {post.key: post for post in thread.posts}
    if len(posts) > MAX_POSTS:
        raise ThreadRefused("thread.many-posts", most=MAX_POSTS)
    found = sorted(posts.values(), key=lambda post: post.number)
    return Thread(title, tuple(found), tuple(notes))


def post_of(
    number: int,
    author: Any,
    read: tuple[tuple[MarkedLine, ...], tuple[str, ...]],
    *,
    shown: Any = "",
    time: Any = None,
    edited: Any = None,
    clocked: Clocked | None = None,
    link: Any = "",
    key: str = "",
) -> Post:
    """Return a post from the fields that a forum gives, whatever they are.

    Names are put on one line, links are safe in a comment, times have a zone; `time`
    says its own, `clocked` is one that a clock has read.
    """
    written, certain = clocked or (moment(time), "sure")
    return Post(
        number=number,
        author=clean_name(author),
        lines=read[0],
        shown=clean_name(shown),
        time=written,
        edited=moment(edited),
        certain=certain,
        link=clean_link(link),
        key=key or str(number),
        odd=read[1],
    )


def moment(text: Any) -> datetime | None:
    """Return a moment that says its zone, or None: a clock without one proves nothing.

    >>> moment("2026-11-20T20:11:00+01:00")
    datetime.datetime(2026, 11, 20, 19, 11, tzinfo=datetime.timezone.utc)
    >>> moment("Fri Nov 20, 2026 8:11 pm"), moment(1763669460000)
    (None, datetime.datetime(2025, 11, 20, 20, 11, tzinfo=datetime.timezone.utc))
    """
    if isinstance(text, datetime):
        return text
    try:
        if isinstance(text, int | float) and not isinstance(text, bool):
            return datetime.fromtimestamp(text / 1000, UTC) if text > 0 else None
        if not isinstance(text, str) or not 10 <= len(text) <= 40:
            return None
        found = datetime.fromisoformat(text.strip())
        return found.astimezone(UTC) if found.tzinfo else None
    except (ValueError, OverflowError, OSError):
        return None


def clean_name(text: Any) -> str:
    """Return a name as the forum gives it, on one line; what is unseen in it stays.

    >>> clean_name("  Ann\\n B. ")
    'Ann B.'
    """
    return " ".join(text.split())[:80] if isinstance(text, str) else ""


def clean_link(text: Any) -> str:
    """Return a link that can be in a comment, without a session's number.

    >>> clean_link("./viewtopic.php?p=7&sid=0af3#p7"), clean_link("javascript:x()")
    ('./viewtopic.php?p=7#p7', '')
    """
    if not isinstance(text, str) or len(text) > 300:
        return ""
    text = re.sub(r"([?&])sid=[0-9a-fA-F]*&?", r"\1", text.strip())
    text = re.sub(r"[?&](?=#|$)", "", text)
    safe = re.fullmatch(r"[!-~]*", text) and not re.match(
        r"(?!https?:)[a-z][a-z0-9+.-]*:", text, re.IGNORECASE
    )
    return text if safe else ""
