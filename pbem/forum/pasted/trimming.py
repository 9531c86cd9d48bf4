"""What of the lines between two heads was written, and what the forum put there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pbem.forum.pasted.styles import BUTTON, EDITED, LAST

#: Posts by the names of their authors in lower case: what was said so far.
Said = Mapping[str, Sequence[Sequence[str]]]

_FROM = r"(?P<name>[^\n:]{1,60}?)"
_QUOTES = (
    re.compile(rf"{_FROM} (?:wrote|schrieb|a écrit|escribió|ha scritto): ?↑?.{{0,60}}"),
    re.compile(rf"@?{_FROM} (?:said|hat gesagt|a dit)(?: in .{{1,120}})?: ?↑?"),
    re.compile(rf"(?:Quote from|Zitat von): {_FROM} (?:on|am) .{{4,60}}"),
    re.compile(rf"(?:Originally posted by|Zitat von) {_FROM}(?:  ?View Post)?", re.I),
    re.compile(rf"(?:On|Am) .{{6,60}}, {_FROM} (?:said|wrote|schrieb):"),
    re.compile(rf"\(.{{6,40}}\) ?{_FROM} Wrote: +(?P<text>.*)"),
)
_BARE = re.compile(rf"@?{_FROM}:")
_ENDS = re.compile(r"click to expand\.{3}|expand", re.IGNORECASE)
_ONLY_QUOTE = re.compile(r"(?:quote|zitat|citation|code):?", re.IGNORECASE)
_EDITED_MARK = re.compile(r"\s*\((?:edited|bearbeitet|modifié)\)$")
_CLOCK = re.compile(r"\[?\d{1,2}:\d\d(?: ?[AP]M)?\]?", re.IGNORECASE)


def written(lines: Sequence[str]) -> list[str]:
    """Return the lines of a post without what the forum puts around them.

    >>> written(["fire C3", "Last edited by Cid on Fri Nov 20", "Top"])
    ['fire C3']
    """
    kept = [_EDITED_MARK.sub("", line.rstrip()) for line in lines]
    while kept and _around(kept[-1].strip()):
        kept.pop()
    for at, line in enumerate(kept):
        if LAST.fullmatch(line.strip()) and len(line.strip()) > 4:
            kept = kept[:at]
            break
    while kept and _around(
        kept[-1].strip(), count=len(kept) > 2 and not kept[-2].strip()
    ):
        kept.pop()
    while kept and (not kept[0].strip() or BUTTON.fullmatch(kept[0].strip())):
        kept.pop(0)
    return [
        x
        for x in kept
        if not (EDITED.fullmatch(x.strip()) or _CLOCK.fullmatch(x.strip()))
    ]


def _around(line: str, count: bool = False) -> bool:
    """Return whether a line below a post is none of it; `count` takes lone numbers."""
    if not line or BUTTON.fullmatch(line) or EDITED.fullmatch(line):
        return True
    return bool(count and re.fullmatch(r"\d{1,4}", line))


def with_quotes(lines: Sequence[str], said: Said) -> tuple[list[str], bool]:
    """Return lines with `>` before what is quoted, and whether a quote has no end.

    A copied page does not say where a quote ends: it is as long as what it repeats.

    >>> with_quotes(["Ann wrote:", "fire C3", "air F6"], {"ann": [["fire C3"]]})
    (['> Ann wrote:', '> fire C3', 'air F6'], False)
    """
    found: list[str] = []
    at, open_ = 0, False
    while at < len(lines):
        head = _quote_head(lines[at].strip(), said)
        if head is None:
            found.append(lines[at])
            at += 1
            continue
        name, text = head
        end, sure = _quoted_to(lines, at + 1, text, said.get(name.casefold(), ()), said)
        open_ = open_ or not sure
        while found and _ONLY_QUOTE.fullmatch(found[-1].strip()):
            found[-1] = f"> {found[-1].strip()}"
            break
        found += [f"> {line}" if line.strip() else "" for line in lines[at:end]]
        at = end
    return found, open_


def _quote_head(line: str, said: Said) -> tuple[str, str] | None:
    """Return whom a line quotes, and what of the quote stands on it."""
    if not line or len(line) > 400 or line.startswith(">"):
        return None
    for pattern in _QUOTES:
        if match := pattern.fullmatch(line):
            return match["name"].strip(), match.groupdict().get("text") or ""
    match = _BARE.fullmatch(line)
    return (
        (match["name"].strip(), "")
        if match and match["name"].casefold() in said
        else None
    )


def _quoted_to(
    lines: Sequence[str], at: int, text: str, mine: Sequence[Sequence[str]], said: Said
) -> tuple[int, bool]:
    """Return the line at which a quote ends, and whether that is sure."""
    for below in range(at, len(lines)):
        if _ENDS.fullmatch(lines[below].strip()):
            return below + 1, True
    others = [post for posts in said.values() for post in posts]
    for posts in (mine, others):
        best = max((_repeats(lines, at, text, post) for post in posts), default=0)
        if best > at or (text and best == at and _holds(text, posts)):
            return best, True
    return len(lines), False


def _holds(text: str, posts: Sequence[Sequence[str]]) -> bool:
    return any(_flat(text) in map(_flat, post) for post in posts)


def _repeats(lines: Sequence[str], at: int, text: str, post: Sequence[str]) -> int:
    """Return how far lines repeat a post, in its order; parts may be left out."""
    said = [_flat(line) for line in post]
    start = 0
    if text:
        if _flat(text) not in said:
            return 0
        start = said.index(_flat(text)) + 1
    end = at
    for below in range(at, len(lines)):
        line = _flat(lines[below])
        if not line:
            continue
        if line not in said[start:]:
            break
        start += said[start:].index(line) + 1
        end = below + 1
    return end


def _flat(text: str) -> str:
    return " ".join(text.lstrip("> ").split()).casefold()
