"""What of the lines between two heads was written, and what the forum put there."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence

from pbem.forum.clock.clock import is_time
from pbem.forum.pasted.styles import BUTTON, EDITED, LABEL, LAST

_MAX_REPEATED = 50  #: posts that one quote may be of


_FROM = r"(?P<name>[^\n:]{1,60}?)"
_QUOTES = (
    re.compile(
        rf"{_FROM} (?:wrote|hat geschrieben|schrieb|a écrit|escribió|ha scritto|"
        r"escreveu|schreef|napisał(?:\(a\))?|skrev) ?: ?↑?.{0,60}"
    ),
    re.compile(
        r"(?:On|Am|Le) .{6,60}? (?P<name>[^\n:,]{1,40}?) (?:wrote|schrieb|a écrit) ?:"
    ),
    re.compile(rf"{_FROM}, (?:on|am) .{{6,40}}, said:"),
    re.compile(
        r"[A-Z][a-z]{2} \d{1,2}, \d{4},? (?:at )?\d{1,2}:\d\d(?::\d\d)? ?"
        r"(?:[ap]m|[A-Z]{3})? "
        rf"{_FROM} said:"
    ),
    re.compile(rf"@?{_FROM} (?:said|hat gesagt|a dit)(?: in .{{1,120}})?: ?↑?"),
    re.compile(rf"(?:Quote from|Zitat von): {_FROM} (?:on|am) .{{4,60}}"),
    re.compile(
        rf"(?:Quote )?(?:Originally posted by|Zitat von) {_FROM}(?: +View Post)?", re.I
    ),
    re.compile(rf"(?:On|Am) .{{6,60}}, {_FROM} (?:said|wrote|schrieb):"),
    re.compile(rf"\(.{{6,40}}\) ?{_FROM} Wrote: +(?P<text>.*)"),
)
_BARE = re.compile(rf"@?{_FROM}:")
_ENDS = re.compile(r"click to expand\.{3}|expand", re.IGNORECASE)
_ONLY_QUOTE = re.compile(r"(?:quote|zitat|citation|code):?", re.IGNORECASE)
_EDITED_MARK = re.compile(
    r"\s*\((?:edited|bearbeitet|modifié)\)$|"
    r"[\s\u200e]*<(?:This message was edited|Diese Nachricht wurde bearbeitet|"
    r"Ce message a été modifié|Se editó este mensaje)\.?>$"
)
_FORWARDED = re.compile(
    r"\[?(?:Forwarded (?:from|message)|Weitergeleitet)\b.{0,80}", re.I
)
_RULE = re.compile("_{15,20}")
_CLOCK = re.compile(r"\[?\d{1,2}:\d\d(?: ?[AP]M)?\]?", re.IGNORECASE)


class Trimmer:
    """Knows what the forum puts below each post of one copied page."""

    def __init__(self, segments: Sequence[Sequence[str]], above: Sequence[str]) -> None:
        """Look at all posts: what ends several of them is the forum's."""
        ends = Counter(
            word
            for lines in segments
            for word in {
                x.strip().casefold() for x in lines if LAST.fullmatch(x.strip())
            }
        )
        most = min(2, len(segments))
        self._ends = frozenset(word for word, count in ends.items() if count >= most)
        titles = {line.strip().removeprefix("Thread: ") for line in above}
        self._titles = {*titles, *(f"Re: {title}" for title in titles)} - {""}

    def written(self, lines: Sequence[str], name: str) -> tuple[list[str], list[str]]:
        """Return the lines of a post, and those of a signature below it.

        >>> trimmer = Trimmer([["a", "Top"], ["b", "Top"]], [])
        >>> trimmer.written(["fire C3", "Top", "x"], "Ann")
        (['fire C3'], [])
        """
        own = [unmarked(line) for line in lines]
        for at, line in enumerate(own):
            if line.strip().casefold() in self._ends:
                own = own[:at]
                break
        own = _without_profile(own, name)
        while own and (not own[-1].strip() or _of_forum(own[-1].strip())):
            own.pop()
        own = _without_count(own)
        while own and (not own[0].strip() or BUTTON.fullmatch(own[0].strip())):
            own.pop(0)
        if own and own[0].strip() in self._titles:
            own.pop(0)
        own = [x for x in own if not _of_forum(x.strip(), anywhere=True)]
        rules = [at for at, line in enumerate(own) if _RULE.fullmatch(line.strip())]
        last = rules[-1] if rules else len(own)
        return own[:last], own[last:]


def _of_forum(line: str, anywhere: bool = False) -> bool:
    """Return whether a line is the forum's: a remark of an edit, a clock, a button."""
    if EDITED.fullmatch(line) or _CLOCK.fullmatch(line):
        return True
    return not anywhere and bool(BUTTON.fullmatch(line))


def _without_profile(lines: list[str], name: str) -> list[str]:
    """Return lines without what some forums say of a post's author below it."""
    for at in range(len(lines) - 1, max(len(lines) - 16, -1), -1):
        if name and lines[at].strip() == name:
            below = [line.strip() for line in lines[at + 1 :] if line.strip()]
            other = [
                x for x in below if not (LABEL.fullmatch(x) or BUTTON.fullmatch(x))
            ]
            if below and len(other) < len(below) and len(other) <= 3:
                return lines[:at]
    return lines


def _without_count(lines: list[str]) -> list[str]:
    """Return lines without lone numbers far below: how many like the post."""
    at = len(lines)
    while at and (not lines[at - 1].strip() or lines[at - 1].strip().isdecimal()):
        at -= 1
    below = [line.strip() for line in lines[at:]]
    return lines[:at] if at and below[:2] == ["", ""] else lines


class LinesByAuthor:
    """The posts read so far, by the lines in them and by author."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self._by_line: dict[str, list[tuple[str, list[str]]]] = {}

    def add(self, name: str, lines: Iterable[str]) -> None:
        """Note a post."""
        flat = [_flat(line) for line in lines]
        self.names.add(name.casefold())
        for line in dict.fromkeys(flat):
            if line:
                self._by_line.setdefault(line, []).append((name.casefold(), flat))

    def with_line(self, line: str, name: str) -> list[list[str]]:
        """Return the texts of the posts that have this line, those by `name` first."""
        found = self._by_line.get(_flat(line), [])[::-1]
        found = sorted(found[:_MAX_REPEATED], key=lambda one: one[0] != name.casefold())
        return [post for _, post in found]


def unmarked(line: str) -> str:
    """Return a line without the remark that it was changed.

    >>> unmarked("D4 1NE (edited)"), unmarked("E5 <This message was edited>")
    ('D4 1NE', 'E5')
    """
    return _EDITED_MARK.sub("", line.rstrip())


def with_quotes(lines: Sequence[str], earlier: LinesByAuthor) -> tuple[list[str], bool]:
    """Return lines with `>` before what is quoted, and whether a quote has no end.

    A copied page does not say where a quote ends: it is as long as what it repeats.

    >>> earlier = LinesByAuthor()
    >>> earlier.add("Ann", ["fire C3"])
    >>> with_quotes(["Ann wrote:", "fire C3", "air F6"], earlier)
    (['> Ann wrote:', '> fire C3', 'air F6'], False)
    """
    if lines and _FORWARDED.fullmatch(lines[0].strip()):
        return [f"> {line}" for line in lines], False
    found: list[str] = []
    ends = [at for at, line in enumerate(lines) if _ENDS.fullmatch(line.strip())]
    at, open_ = 0, False
    while at < len(lines):
        head = _quote_head(lines[at].strip(), earlier)
        if head is None:
            found.append(lines[at])
            at += 1
            continue
        end = _closed_at(lines, at, ends, earlier)
        sure = True
        if not end:
            end, sure = _quoted_to(lines, at + 1, *head, earlier)
        open_ = open_ or not sure
        if found and _ONLY_QUOTE.fullmatch(found[-1].strip()):
            found[-1] = f"> {found[-1].strip()}"
        found += [f"> {line}" if line.strip() else "" for line in lines[at:end]]
        at = end
    return found, open_


def _closed_at(
    lines: Sequence[str], at: int, ends: Sequence[int], earlier: LinesByAuthor
) -> int:
    """Return the line behind the button that closes a quote, or 0: it has none."""
    closed = bisect_right(ends, at)
    if closed == len(ends):
        return 0
    for below in range(at + 1, ends[closed]):
        if _quote_head(lines[below].strip(), earlier):
            return 0
    return ends[closed] + 1


def _quote_head(line: str, earlier: LinesByAuthor) -> tuple[str, str] | None:
    """Return whom a line quotes, and what of the quote is on it."""
    if not line or len(line) > 400 or line.startswith(">"):
        return None
    for pattern in _QUOTES:
        if match := pattern.fullmatch(line):
            return match["name"].strip(), match.groupdict().get("text") or ""
    match = _BARE.fullmatch(line)
    if match and match["name"].casefold() in earlier.names:
        return match["name"].strip(), ""
    # Flarum puts the name in front of what is quoted.
    words = line.split(" ")
    for count in range(1, min(len(words), 4)):
        name, text = " ".join(words[:count]), " ".join(words[count:])
        if name.casefold() in earlier.names and earlier.with_line(text, name):
            return name, text
    return None


def _quoted_to(
    lines: Sequence[str], at: int, name: str, text: str, earlier: LinesByAuthor
) -> tuple[int, bool]:
    """Return the line at which a quote ends, and whether that is sure."""
    while at < len(lines) and (is_time(lines[at].strip()) or not lines[at].strip()):
        at += 1
    first = text or (lines[at] if at < len(lines) else "")
    ends = [_repeats(lines, at, text, one) for one in earlier.with_line(first, name)]
    return (max(ends), True) if ends else (len(lines), False)


def _repeats(lines: Sequence[str], at: int, text: str, post: Sequence[str]) -> int:
    """Return how far lines repeat a post, in its order; parts may be left out."""
    start = post.index(_flat(text)) + 1 if text else 0
    end = at
    for below in range(at, len(lines)):
        line = _flat(lines[below])
        if not line:
            continue
        if line not in post[start:]:
            break
        start += post[start:].index(line) + 1
        end = below + 1
    return end


def _flat(text: str) -> str:
    return " ".join(text.lstrip("> ").split()).casefold()
