"""Finds the heads of posts in pasted text, in one of the styles that are known."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from pbem.forum.clock.clock import is_time, tells_time
from pbem.forum.pasted.styles import (
    BUTTON,
    EDITED,
    FIRST,
    LABEL,
    LAST,
    STATUS,
    STYLES,
    Style,
)

MAX_HEAD_CHARS = 160
_MAX_BLOCK = 16  #: lines about a member that are checked
_MAX_OTHER = 3  #: lines of a block that may say anything: a rank, a title
_MAX_NAME = 5  #: words of a name directly above a time
_TITLE = re.compile(r"(?:default|re:) ?.{0,100}", re.IGNORECASE)
_COUNTED = re.compile(r"^#\d{1,9}\s?(?=[^\W\d])")  #: before a name
#: What is behind the time of a post that was changed.
_CHANGED = re.compile(r"(?<=[\dM])\s?\(?(?:last edit|this post was last mod)", re.I)
_COUNT = re.compile(r"#(\d{1,9})")


@dataclass(frozen=True, slots=True)
class Head:
    """Where a post begins, and what its head says."""

    start: int  #: the first line that is no part of the post above
    end: int  #: the first line of the post's own text
    name: str
    when: str = ""
    number: int = 0
    text: str = ""  #: of the post, on the line of the head itself
    stop: int = 0  #: the line behind the post's text; 0: where the next head begins


def heads_of(lines: Sequence[str], known: Collection[str]) -> list[Head]:
    """Return the heads of the first style that fits, or none.

    `known` are names in lower case of those who are likely to write.
    """
    likely = [at for at, line in enumerate(lines) if tells_time(line[:MAX_HEAD_CHARS])]
    for style in STYLES:
        for depth in (1, 2, 3):
            found = _Finder(style, lines, known, depth, likely).heads()
            names = {head.name.casefold() for head in found}
            # Where all have one name, it is the rank of all.
            if len(found) < 3 or len(names) > 1 or not style.tight:
                break
        if any(names) and (not style.twice or len(found) > 1 or names & {*known}):
            return found
    return []


def _button(line: str) -> bool:
    return bool(BUTTON.fullmatch(line) or EDITED.fullmatch(line))


def _about(line: str) -> bool:
    """Return whether a line is about a member or a post, or a button."""
    return _button(line) or bool(LABEL.fullmatch(line)) or line.isdecimal()


def name_of(text: str) -> str:
    """Return a name without what a forum puts behind it.

    >>> name_of("Ann  Offline"), name_of("u/Bob"), name_of("#3Cid")
    ('Ann', 'Bob', 'Cid')
    """
    text = _COUNTED.sub("", text)
    text = STATUS.sub("", " ".join(text.split())).removeprefix("u/").removeprefix("@")
    return text[:80]


def _parted(name: str, when: str) -> tuple[str, str]:
    """Return a name and a time, without the days that are between them.

    >>> _parted("Ann 11/20/2026", "6:00 PM")
    ('Ann', '11/20/2026 6:00 PM')
    """
    words = name.split(" ")
    for at in range(1, len(words)):
        if is_time(longer := " ".join([*words[at:], when])):
            return " ".join(words[:at]).rstrip(" ,»-–—"), longer
    return name, when


class _Finder:
    """Finds the heads of one style."""

    def __init__(
        self,
        style: Style,
        lines: Sequence[str],
        known: Collection[str],
        depth: int,
        likely: Sequence[int],
    ) -> None:
        self.likely = likely  #: lines that may hold a time
        self.style = style
        self.depth = depth  #: which line above a date is the name, in tight styles
        self.lines = lines
        self.known = known
        self.found: list[Head] = []
        #: How many lines are between names and dates.
        self.depths: list[int] = []

    def heads(self) -> list[Head]:
        """Return the heads, from the top."""
        for again in (False, True):
            self.found, end = [], 0
            for at in self.likely:
                head = self._head(at) if at >= end else None
                if head is not None:
                    self.found.append(head)
                    end = head.end
            # How the other heads look tells where the first one begins.
            if again or not self.depths:
                break
        return self.found

    @property
    def _floor(self) -> int:
        """The line above which all belongs to the head before."""
        return self.found[-1].end if self.found else 0

    def _head(self, at: int) -> Head | None:
        line = self.lines[at].strip()
        if (edited := _CHANGED.search(line[:MAX_HEAD_CHARS])) is not None:
            line = line[: edited.start()].rstrip()
        long = len(line) > MAX_HEAD_CHARS
        if not line or (long and "text" not in self.style.pattern.groupindex):
            return None
        match = self.style.pattern.fullmatch(line[:2_000])
        if match is None:
            return None
        groups = match.groupdict()
        name, when = _parted(name_of(groups.get("name") or ""), groups["when"])
        if not is_time(when) or is_time(name) or (name and is_time(f"{name} {when}")):
            return None
        number = int(groups.get("number") or 0)
        text = groups.get("text") or ""
        head: Head | None = Head(at, at + 1, name, when, number, text)
        assert head is not None
        if self.style.counts and (head := self._counted(head)) is None:
            return None
        if self.style.then and (head := self._followed(head, self.style.then)) is None:
            return None
        if head.name:
            return replace(head, start=self._block_above(at, head.name))
        if self.style.where == "inside":
            return head
        return self._below(head) if self.style.where == "below" else self._above(head)

    def _followed(self, head: Head, then: re.Pattern[str]) -> Head | None:
        """Return a head with the line below it that proves it one."""
        for at in range(head.end, min(head.end + 2, len(self.lines))):
            if then.fullmatch(self.lines[at].strip()):
                return replace(head, end=at + 1)
        return None

    def _counted(self, head: Head) -> Head | None:
        """Return a head with the number of its post, which is beside the date."""
        if head.number:
            return head
        for step in (1, -1):
            at, others = head.end - 1, 0
            for _ in range(4):
                at += step
                if not self._floor <= at < len(self.lines):
                    break
                line = self.lines[at].strip()
                if found := _COUNT.fullmatch(line):
                    start, end = min(at, head.start), max(at + 1, head.end)
                    return replace(head, start=start, end=end, number=int(found[1]))
                # The title of a thread is above its first post.
                others += bool(line and not _button(line))
                if others > (step < 0 and not self.found):
                    break
        return None

    def _above(self, head: Head) -> Head | None:
        """Return a head with the name above it."""
        block = self._block(head.start)
        if not block:
            return None
        names = [name_of(line.split("\t")[0]) for _, line in block]
        same = [
            at for at, name in enumerate(names) if name in names[:at] + names[at + 1 :]
        ]
        known = [at for at, name in enumerate(names) if name.casefold() in self.known]
        known = known or [at for at, x in enumerate(block) if _COUNTED.match(x[1])]
        far = None if known else self._known_above(head.start)
        if far is not None:
            block, names, known = [far], [name_of(far[1])], [0]
        status = [at for at, (_, line) in enumerate(block) if STATUS.search(line)]
        if self.style.tight or known or same:
            below = max(len(block) - self.depth, 0)
            chosen = (known or same or [below])[-1]
        elif self._at_first(block[0][0]):
            chosen = 0
        else:
            depth = sorted(self.depths)[len(self.depths) // 2] if self.depths else 0
            chosen = (status or [max(len(block) - depth, 0) if depth else 0])[-1]
        if far is None and (self.found or self.style.tight):
            self.depths.append(len(block) - chosen)
        at, name = block[chosen][0], names[chosen]
        if not name or len(name) > 60 or name[0] in ">[" or name[-1] in ".!?:":
            return None
        if name.startswith("r/") or (
            self.style.tight and len(name.split()) > _MAX_NAME
        ):
            return None
        while at > self._floor and self._of_name(self.lines[at - 1].strip(), name):
            at -= 1
        end = self._profile(head.end) if self.style.profile else self._behind(head.end)
        return replace(head, start=at, name=name, end=end)

    @staticmethod
    def _of_name(line: str, name: str) -> bool:
        """Return whether a line above a name is about it: its avatar, or the same."""
        return bool(BUTTON.fullmatch(line) and not LAST.fullmatch(line)) or (
            name_of(line) == name
        )

    def _at_first(self, at: int) -> bool:
        """Return whether a line is the first below the heading of a page."""
        return at > 0 and bool(FIRST.fullmatch(self.lines[at - 1].strip()))

    def _block(self, end: int) -> list[tuple[int, str]]:
        """Return the lines above a date that may be a name, from the top."""
        block: list[tuple[int, str]] = []
        for at in range(end - 1, max(self._floor, end - _MAX_BLOCK) - 1, -1):
            line = self.lines[at].strip()
            if FIRST.fullmatch(line) or (LAST.fullmatch(line) and not self.style.tight):
                break
            if not line:
                if block:
                    break
                continue
            value = LABEL.fullmatch(self.lines[at - 1].strip()) if at else None
            if (
                _button(line)
                or LABEL.fullmatch(line)
                or is_time(line)
                or line.replace(",", "").isdecimal()
                or (value and " " not in line and not line[0].isalpha())
                or line.casefold().startswith("re: ")
                or len(line) > MAX_HEAD_CHARS
            ):
                continue
            block.append((at, line))
            if self.style.tight and len(block) >= self.depth:
                break
        return block[::-1]

    def _known_above(self, end: int) -> tuple[int, str] | None:
        """Return the last line above a date that is a name we know, in its block."""
        for at in range(end - 1, max(self._floor, end - _MAX_BLOCK) - 1, -1):
            line = self.lines[at].strip()
            if LAST.fullmatch(line) and not self.style.tight:
                return None
            if name_of(line).casefold() in self.known:
                between = [self.lines[x].strip() for x in range(at + 1, end)]
                other = [x for x in between if x and not _about(x)]
                return (at, line) if len(other) <= _MAX_OTHER else None
        return None

    def _behind(self, end: int) -> int:
        """Return the first line behind a head that is no button of it."""
        for at in range(end, min(end + 4, len(self.lines))):
            line = self.lines[at].strip()
            if line and not _button(line) and not _COUNT.fullmatch(line):
                return at
        return end

    def _below(self, head: Head) -> Head | None:
        """Return a head with the name, and what is said of its owner, below it."""
        at = head.end
        while at < len(self.lines) and not self.lines[at].strip():
            at += 1
        if at >= len(self.lines):
            return None
        name = name_of(self.lines[at].split("\t")[0])
        return replace(head, name=name, end=self._profile(at + 1)) if name else None

    def _profile(self, start: int) -> int:
        """Return the first line behind what is said of a member, if anything is."""
        end, others, label = start, 0, False
        for at in range(start, min(start + _MAX_BLOCK, len(self.lines))):
            line = self.lines[at].strip()
            value = label and LABEL.fullmatch(self.lines[at - 1].strip())
            if value and ":" not in self.lines[at - 1] and line:
                end = at + 1
            elif LABEL.fullmatch(line):
                end, label = at + 1, True
            elif line and not BUTTON.fullmatch(line):
                others += 1
                if label or others > _MAX_OTHER:
                    break
        below = end
        while below < len(self.lines) and not self.lines[below].strip():
            below += 1
        while below < len(self.lines) and _TITLE.fullmatch(self.lines[below].strip()):
            below += 1
            end = below
        return end

    def _block_above(self, at: int, name: str) -> int:
        """Return where the lines about a member begin that are above a head."""
        others, label, start = 0, False, at
        for above in range(at - 1, max(self._floor, at - _MAX_BLOCK) - 1, -1):
            line = self.lines[above].strip()
            if name_of(line).casefold() == name.casefold():
                if label or not others:
                    start = above
                break
            if LAST.fullmatch(line) and not re.fullmatch("(?i)quote|reply", line):
                start = above + 1
                break
            label = label or bool(LABEL.fullmatch(line))
            plain = line and not LABEL.fullmatch(line) and not _button(line)
            others += bool(plain and not line.casefold().startswith("re:"))
            if others > _MAX_OTHER:
                break
        return start
