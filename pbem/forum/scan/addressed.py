"""What posts say to the moderator that is no order: votes, wishes for more time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from pbem.forum.scan.questions import Question
from pbem.forum.thread import Post
from pbem.language.reading import MarkedLine
from pbem.language.talk_words import counts, wishes

OFFER = "wish-offer"  #: of somebody without a seat, to play on for a player
MAX_WISH_CHARS = 300  #: of a line that is listed
_WORD = re.compile(r"[+-]?[\w'’]+")
MONTH = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_TIME = re.compile(
    rf"\b(?:\d{{1,3}}|{'|'.join(counts())})(?:st|nd|rd|th)?\s+(?:more\s+|extra\s+)?"
    rf"(?:days?|hours?|weeks?|(?:{MONTH})[a-z]*)\b|\b(?:{MONTH})[a-z]*\s+\d{{1,2}}\b",
    re.IGNORECASE,
)


def addressed(
    post: Post, lines: Iterable[MarkedLine], moderators: Sequence[str], seat: str
) -> Iterator[Question]:
    """Yield what a post says to the moderator: the first line of each kind.

    A vote is at the beginning of its line; anything else anywhere.
    """
    names = tuple(name.casefold() for name in moderators)
    reported: set[str] = set()
    for line in lines:
        text = line.text[:MAX_WISH_CHARS]
        kinds = list(_kinds(_words(text)))
        if not kinds and "?" in text and _calls(text.casefold(), names):
            kinds = ["you"]
        for kind in kinds:
            code = f"wish-{kind}"
            if code not in reported and not (seat and code == OFFER):
                reported.add(code)
                who = seat or post.author
                yield Question(code, text, given={"who": who}, asks=False)


def without_times(text: str) -> str:
    """Return a wish for more time, or an absence, without its days and hours; "" where
    a line is none or names none.

    >>> without_times("Can we have 2 more days?"), without_times("wait 2 days")
    ('Can we have ?', '')
    """
    rest = _TIME.sub("", text)
    kinds = _kinds(_words(text)) if rest != text else ()
    return rest if any(one in ("extension", "absence") for one in kinds) else ""


def _words(text: str) -> list[str]:
    return [word.replace("’", "'") for word in _WORD.findall(text.casefold())]


def _kinds(words: Sequence[str]) -> Iterator[str]:
    known = wishes()
    for at in range(len(words)):
        for size in range(min(5, len(words) - at), 0, -1):
            kind = known.get(tuple(words[at : at + size]))
            if kind is not None and (kind != "vote" or at == 0):
                yield kind
                break


def _calls(text: str, names: Iterable[str]) -> bool:
    """Return whether a line calls one of these people."""
    return any(
        f"@{name}" in text or text.startswith((f"{name},", f"{name}:", f"{name} "))
        for name in names
        if name
    )
