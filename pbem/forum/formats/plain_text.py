"""Text that was pasted out of a forum: posts by lines that name who writes.

Nobody can prove from a text who wrote it; the moderator who pastes it can.
One style of such lines is chosen for a whole text, the strictest that fits,
and numbers must go up, so that a player cannot begin another's post.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from pbem.forum.clock.clock import clock_of
from pbem.forum.markup import bbcode
from pbem.forum.pasted.feet import heads_by_feet
from pbem.forum.pasted.heads import Head as Pasted
from pbem.forum.pasted.heads import heads_of
from pbem.forum.pasted.trimming import LinesByAuthor, Trimmer, unmarked, with_quotes
from pbem.forum.thread import MAX_LINE_CHARS, Post, Thread, ThreadRefused, post_of
from pbem.forum.thread_file import ThreadFile
from pbem.language.reading import MarkedLine

RANK = 70
_STAMP = r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?\s*(?:Z|UTC|[+-]\d\d:?\d\d)?"
_NAME = r"(?P<name>[^\s:>\[\]#|][^:>\[\]\n|]{0,60}?)"
_WHEN = (
    r"(?:\s*(?:[(,»|@]|\s[-–]\s|\son\s)\s*"
    rf"(?P<when>{_STAMP}|[^\n]{{0,60}}?\d[^\n]{{0,40}}?)\)?)?"
)
STYLES = (
    re.compile(rf"#(?P<number>\d{{1,9}})[.:)]?\s+(?:by\s+)?{_NAME}{_WHEN}:?"),
    re.compile(
        rf"(?:Post|Message|Reply)\s+#?(?P<number>\d{{1,9}})[,:]?\s+(?:by\s+)?{_NAME}{_WHEN}:?",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:Posted\s+)?by\s+{_NAME}\s*(?:»|,|on\s|\(|@){_WHEN}", re.IGNORECASE
    ),
    re.compile(rf"-{{2,}}\s*{_NAME}{_WHEN}\s*-{{2,}}"),
    re.compile(rf"{_NAME}\s+(?:wrote|said|posted|writes|schrieb|a écrit){_WHEN}\s*:"),
    re.compile(rf"{_NAME}\s*[(»,]\s*(?P<when>{_STAMP})\s*\)?\s*:?"),
    re.compile(rf"{_NAME}:"),
)
_NAME_AND_TEXT = re.compile(rf"{_NAME}:\s+(?P<text>\S[^\n]*)")

Head = tuple[int, re.Match[str]]


def read(file: ThreadFile) -> Thread | None:
    """Return the thread of a pasted text. Raises ThreadRefused.

    `Name: text` on one line begins a post only for those whom we know.
    """
    if file.json is not None:
        return None
    lines = file.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    known = {one.casefold() for one in file.names}
    pasted = [] if _numbered(lines) else heads_by_feet(lines) or heads_of(lines, known)
    if pasted:
        return Thread("", _copied(lines, pasted, file))
    for style in STYLES:
        found = _heads(lines, style)
        if found and _fits(lines, found, known):
            return Thread("", _posts(lines, found))
    found = _heads(lines, _NAME_AND_TEXT)
    found = [one for one in found if one[1]["name"].strip().casefold() in known]
    if found:
        return Thread("", _posts(lines, found))
    raise ThreadRefused("thread.no-names")


def _numbered(lines: list[str]) -> bool:
    """Return whether the text begins with the head of a numbered post."""
    first = next((line.strip()[:200] for line in lines if line.strip()), "")
    return any(style.fullmatch(first) for style in STYLES[:2])


def _copied(
    lines: list[str], heads: list[Pasted], file: ThreadFile
) -> tuple[Post, ...]:
    """Return the posts of a copied page, by the heads that were found in it."""
    clock = clock_of((head.when for head in heads), file.saved)
    earlier = LinesByAuthor()
    posts: list[Post] = []
    ends = [head.start for head in heads[1:]] + [len(lines)]
    pairs = zip(heads, ends, strict=True)
    segments = [lines[head.end : head.stop or end] for head, end in pairs]
    trimmer = Trimmer(segments, lines[: heads[0].start])
    for head, segment in zip(heads, segments, strict=True):
        if not head.name:
            continue
        own, signature = trimmer.written(segment, head.name)
        own = [unmarked(head.text)] * bool(head.text) + own
        quoted, open_ = with_quotes(own, earlier)
        earlier.add(head.name, own)
        body, odd = bbcode.lines_of("\n".join(quoted))
        odd = (*odd, "unclosed") if open_ and "unclosed" not in odd else odd
        posts.append(
            post_of(
                head.number,
                head.name,
                ((*body, *(MarkedLine(x, "signature") for x in signature)), odd),
                clocked=clock.read(head.when),
            )
        )
    numbers = [head.number for head in heads]
    if all(one < two for one, two in pairwise([0, *numbers])):
        return tuple(posts)
    return tuple(
        replace(post, number=at, key=str(at))
        for at, post in enumerate(_in_time(posts), 1)
    )


def _in_time(posts: list[Post]) -> list[Post]:
    """Return posts in the order of writing, where their times tell it."""
    times = [post.time for post in posts if post.time and post.certain != "about"]
    if len(times) < len(posts) or times == sorted(times):
        return posts
    if times == sorted(times, reverse=True):
        posts = posts[::-1]
    return sorted(posts, key=lambda post: post.time or times[0])


def _heads(lines: list[str], style: re.Pattern[str]) -> list[Head]:
    """Return the lines of a style: numbered ones going up, others outside of quotes.

    A quote that is never closed must not swallow the numbered posts below it.
    """
    found: list[Head] = []
    last, quoted, numbered = 0, 0, "number" in style.groupindex
    for at, line in enumerate(lines):
        free = numbered or not quoted
        match = style.fullmatch(line.strip()[:200]) if free else None
        start = line[:MAX_LINE_CHARS]
        quoted += len(re.findall(r"\[(?:quote|q)\b[^\[\]\n]*\]", start, re.I))
        quoted = max(quoted - len(re.findall(r"\[/(?:quote|q)\]", start, re.I)), 0)
        if match is None or line.lstrip().startswith(">"):
            continue
        if numbered:
            number = int(match["number"])
            if found and not last < number <= last + 200:
                continue
            last = number
        elif _introduces(lines, at):
            continue
        found.append((at, match))
    return found


def _introduces(lines: list[str], at: int) -> bool:
    """Return whether a line says whose the quote below it is."""
    below = next((line for line in lines[at + 1 : at + 3] if line.strip()), "")
    return below.lstrip().startswith(">")


def _fits(lines: list[str], found: list[Head], known: set[str]) -> bool:
    """Return whether a style begins the text, or names people whom we know."""
    first = next((at for at, line in enumerate(lines) if line.strip()), 0)
    if found[0][1].re in (STYLES[-1], _NAME_AND_TEXT):
        people = {match["name"].strip().casefold() for _, match in found} & known
        return len(people) > 1 or bool(people and found[0][0] <= first + 3)
    people = {match["name"].strip().casefold() for _, match in found}
    return found[0][0] <= first + 3 or bool(people & known)


def _posts(lines: list[str], found: list[Head]) -> tuple[Post, ...]:
    posts = []
    ends = [at for at, _ in found[1:]] + [len(lines)]
    for index, ((at, match), end) in enumerate(zip(found, ends, strict=True), 1):
        groups = match.groupdict()
        text = "\n".join([groups.get("text") or "", *lines[at + 1 : end]])
        body, odd = bbcode.lines_of(text.strip("\n"))
        inside = (match.re.fullmatch(line.text[:200]) for line in body)
        if "number" in groups and any(inside):
            odd = (*odd, "head")
        number = int(groups["number"]) if groups.get("number") else index
        when = (groups.get("when") or "").replace(" UTC", "+00:00").replace(" ", "T", 1)
        when = re.sub(r"\s", "", when)
        posts.append(post_of(number, groups["name"], (body, odd), time=when))
    return tuple(posts)
