"""Finds the heads of posts in pasted text, in one of the styles that are known."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from pbem.forum.clock.clock import is_time
from pbem.forum.pasted.styles import BUTTON, EDITED, LABEL, LAST, STATUS, STYLES, Style

MAX_HEAD_CHARS = 160
_MAX_BLOCK = 16  #: lines about a member that are looked at
_MAX_OTHER = 3  #: lines of a block that may say anything: a rank, a title
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


def heads_of(lines: Sequence[str], known: Collection[str]) -> list[Head]:
    """Return the heads of the first style that fits, or none.

    `known` are names in lower case of those who are likely to write.
    """
    for style in STYLES:
        found = _Finder(style, lines, known).heads()
        names = {head.name.casefold() for head in found}
        if found and (not style.twice or len(found) > 1 or names & {*known}):
            return found
    return []


def _button(line: str) -> bool:
    return bool(BUTTON.fullmatch(line) or EDITED.fullmatch(line))


def name_of(text: str) -> str:
    """Return a name without what a forum puts behind it.

    >>> name_of("Ann  Offline"), name_of("u/Bob")
    ('Ann', 'Bob')
    """
    text = STATUS.sub("", " ".join(text.split())).removeprefix("u/").removeprefix("@")
    return text[:80]


class _Finder:
    """Finds the heads of one style."""

    def __init__(
        self, style: Style, lines: Sequence[str], known: Collection[str]
    ) -> None:
        self.style = style
        self.lines = lines
        self.known = known
        self.found: list[Head] = []

    def heads(self) -> list[Head]:
        """Return the heads, from the top."""
        at = 0
        while at < len(self.lines):
            head = self._head(at)
            if head is not None:
                self.found.append(head)
            at = max(at + 1, head.end if head else 0)
        return self.found

    @property
    def _floor(self) -> int:
        """The line above which all belongs to the head before."""
        return self.found[-1].end if self.found else 0

    def _head(self, at: int) -> Head | None:
        line = self.lines[at].strip()
        if not line or len(line) > MAX_HEAD_CHARS and "text" not in self._groups:
            return None
        match = self.style.pattern.fullmatch(line[:2_000])
        if match is None:
            return None
        groups = match.groupdict()
        when = groups.get("when") or groups.get("when2") or ""
        if not is_time(when):
            return None
        head = Head(
            at,
            at + 1,
            name_of(groups.get("name") or groups.get("name2") or ""),
            when,
            int(groups.get("number") or 0),
            groups.get("text") or groups.get("text2") or "",
        )
        if self.style.counts and (found := self._counted(head)) is None:
            return None
        head = found if self.style.counts and found else head
        if head.name:
            return replace(head, start=self._block_above(at, head.name))
        return self._below(head) if self.style.where == "below" else self._above(head)

    @property
    def _groups(self) -> dict[str, int]:
        return dict(self.style.pattern.groupindex)

    def _counted(self, head: Head) -> Head | None:
        """Return a head with the number of its post, which stands beside the date."""
        if head.number:
            return head
        for step in (1, -1):
            at = head.end - 1
            for _ in range(4):
                at += step
                if not self._floor <= at < len(self.lines):
                    break
                line = self.lines[at].strip()
                if found := _COUNT.fullmatch(line):
                    start, end = min(at, head.start), max(at + 1, head.end)
                    return replace(head, start=start, end=end, number=int(found[1]))
                if line and not _button(line):
                    break
        return None

    def _above(self, head: Head) -> Head | None:
        """Return a head with the name above it."""
        block: list[tuple[int, str]] = []
        other = blank = False
        for at in range(
            head.start - 1, max(self._floor, head.start - _MAX_BLOCK) - 1, -1
        ):
            line = self.lines[at].strip()
            if not line:
                if other:
                    blank = True
                    break
                continue
            if LAST.fullmatch(line) and block:
                blank = True
                break
            if _button(line) or len(line) > MAX_HEAD_CHARS:
                continue
            other = other or not LABEL.fullmatch(line)
            block.append((at, line))
            if self.style.tight and other:
                break
            if name_of(line).casefold() in self.known:
                return self._named(head, at, line)
        top = blank or not self._floor or self.style.tight
        names = [one for one in block if not LABEL.fullmatch(one[1])]
        if not names or not (top or len(names) == 1):
            return self._named(head, *names[0]) if names else None
        return self._named(head, *names[-1])

    def _named(self, head: Head, at: int, line: str) -> Head | None:
        name = name_of(line.split("\t")[0])
        if (
            not name
            or len(name) > 60
            or name.startswith((">", "["))
            or name[-1] in ".!?:"
        ):
            return None
        while at > self._floor and _button(self.lines[at - 1].strip()):
            at -= 1
            if LAST.fullmatch(self.lines[at].strip()):
                at += 1
                break
        return replace(head, start=at, name=name, end=self._behind(head.end))

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
        end, others = at + 1, 0
        for below in range(at + 1, min(at + _MAX_BLOCK, len(self.lines))):
            line = self.lines[below].strip()
            if LABEL.fullmatch(line) or (line and _button(line)):
                end = below + 1
            elif line:
                others += 1
            if others > _MAX_OTHER:
                break
        return replace(head, name=name, end=end) if name else None

    def _block_above(self, at: int, name: str) -> int:
        """Return where the lines about a member begin that stand above a head."""
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
