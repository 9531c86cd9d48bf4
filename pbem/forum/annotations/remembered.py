"""What a record remembers of its thread: comment lines that begin `# forum:`.

Whose name is whose, who moderates, how posts are read, what the moderator has
answered to questions, and how each post looked at the last scan.

    # forum: moderator Gina
    # forum: alias Bobby77 = Bob
    # forum: nobody Dotty
    # forum: orders first
    # forum: pace 3 days, not on weekends
    # forum: zone Europe/Paris
    # forum: away Bob = 2026-11-20 20:11, 2026-11-21 00:00 to 2026-11-24 00:00
    # forum: ballot 14 = continue or draw
    # forum: vote Ann = draw
    # forum: left Bobby77 = 31
    # forum: post 12 (3f9a2c01de) = D4 1NE
    # forum: report 105 = 3 until 2026-11-27 20:00 UTC
    # forum: seen 1:0c9f1e22a4 2:51d0b7c3aa
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple

from pbem.forum.thread import moment
from pbem.notation.lookalikes import UNSEEN

#: How posts are read: the choices, the first of them where nothing is said.
POLICIES: Mapping[str, tuple[str, ...]] = {
    "orders": ("last", "first"),  #: which of a player's valid posts counts
    "edits": ("ask", "count", "ignore"),  #: posts that were changed later
    "spoilers": ("count", "ignore"),
    "struck": ("ignore", "count"),
    "silence": ("default", "bot", "wait"),  #: what answers for who is silent
    "closing": ("moderator", "itself"),  #: who closes a turn after its deadline
    "prods": ("moderator", "itself"),  #: who writes to the silent after it
}
#: Those that are about deadlines, and not about how posts are read.
ABOUT_DEADLINES = ("silence", "closing", "prods")
#: What else is set for a thread, in words: how long a turn may take, the zone of the
#: forum, and for how long an order that was read freely and closes a turn is held.
SETTINGS = ("pace", "zone", "hold")
_LINE = re.compile(r"#\s*forum:\s*(\w+)\s*(.*)", re.IGNORECASE)
_POST = re.compile(r"(\S+)(?:\s+\(([0-9a-f]{10})\))?\s+=\s+(.*)")
_REPORT = re.compile(
    r"(\d{1,15})\s+=\s+(\d{1,9})(?:\s+until\s+(\d{4}-\d\d-\d\d \d\d:\d\d) UTC)?"
)
_SEEN = re.compile(r"(\S+):([0-9a-f]{10})")
_MINUTE = r"(\d{4}-\d\d-\d\d \d\d:\d\d)"
_AWAY = re.compile(rf"(\S.*) = {_MINUTE}, {_MINUTE} to {_MINUTE}")


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """The moderator's answer about a post, and the post's digest at that time."""

    text: str
    digest: str = ""  #: empty: whatever the post looks like


class SeenReport(NamedTuple):
    """The last report that was seen in the thread."""

    number: int  #: of its post
    serial: int
    until: datetime | None = None  #: when orders for it are due


class Absence(NamedTuple):
    """Days on which a seat is away, from a post."""

    seat: str
    posted: datetime  #: when it was posted
    start: datetime
    until: datetime


class Ballot(NamedTuple):
    """What the moderator has asked the players to vote on."""

    number: int  #: of the post that asks; -1: players vote without being asked
    text: str  #: as it was asked


@dataclass(frozen=True, slots=True)
class Memory:
    """All that is remembered."""

    moderators: tuple[str, ...] = ()
    aliases: Mapping[str, str] = field(default_factory=dict)  #: name to seat
    nobody: tuple[str, ...] = ()
    policies: Mapping[str, str] = field(default_factory=dict)
    answers: Mapping[str, StoredAnswer] = field(default_factory=dict)  #: by post
    report: SeenReport | None = None
    seen: Mapping[str, str] = field(default_factory=dict)  #: post to digest
    settings: Mapping[str, str] = field(default_factory=dict)  #: `SETTINGS`, in words
    away: tuple[Absence, ...] = ()
    ballot: Ballot | None = None
    votes: Mapping[str, str] = field(default_factory=dict)  #: seat to choice
    #: Names that play no more, each with the last post of its time.
    left: Mapping[str, int] = field(default_factory=dict)

    def policy(self, name: str) -> str:
        """Return the setting of one of `POLICIES`."""
        return self.policies.get(name, POLICIES[name][0])

    def answer(self, key: str, digest: str) -> str | None:
        """Return the answer about a post, if the post has not changed since."""
        found = self.answers.get(key)
        if found is None or found.digest not in ("", digest):
            return None
        return found.text

    def with_policies(self, given: Mapping[str, str]) -> Memory:
        """Return the memory with these policies where it has none."""
        return replace(self, policies={**given, **self.policies})


def recall(text: str) -> Memory:
    """Return what the comments of a record say; lines that say nothing are left out.

    >>> recall("# forum: alias Bobby = Bob\\n# forum: orders first\\n").aliases
    {'Bobby': 'Bob'}
    """
    moderators: dict[str, None] = {}
    aliases: dict[str, str] = {}
    nobody: dict[str, None] = {}
    policies: dict[str, str] = {}
    answers: dict[str, StoredAnswer] = {}
    report: SeenReport | None = None
    seen: dict[str, str] = {}
    settings: dict[str, str] = {}
    away: list[Absence] = []
    ballot: Ballot | None = None
    votes: dict[str, str] = {}
    left: dict[str, int] = {}
    for line in text.splitlines():
        match = _LINE.fullmatch(line.strip()) if line.startswith("#") else None
        if match is None:
            continue
        word, rest = match[1].lower(), match[2].strip()
        if word == "moderator" and rest:
            moderators[rest] = None
        elif word == "alias" and " = " in rest:
            name, _, seat = rest.rpartition(" = ")
            aliases[name.strip()] = seat.strip()
        elif word == "nobody" and rest:
            nobody[rest] = None
        elif word in POLICIES and rest.lower() in POLICIES[word]:
            policies[word] = rest.lower()
        elif word == "post" and (found := _POST.fullmatch(rest)):
            answers[found[1]] = StoredAnswer(found[3].strip(), found[2] or "")
        elif word == "report" and (found := _REPORT.fullmatch(rest)):
            until = moment(f"{found[3]}+00:00")
            report = SeenReport(int(found[1]), int(found[2]), until)
        elif word == "seen":
            seen.update((pair[1], pair[2]) for pair in _SEEN.finditer(rest))
        elif word in SETTINGS and rest:
            settings[word] = rest
        elif word == "away" and (found := _AWAY.fullmatch(rest)):
            posted, start, end = (moment(f"{found[at]}+00:00") for at in (2, 3, 4))
            if posted and start and end:
                away.append(Absence(found[1], posted, start, end))
        elif word in ("ballot", "vote", "left") and " = " in rest:
            part = rest.rpartition if word == "left" else rest.partition
            name, _, value = part(" = ")
            if word == "vote":
                votes[name] = value
            elif word == "ballot" and re.fullmatch(r"-?\d{1,15}", name):
                ballot = Ballot(int(name), value)
            elif word == "left" and re.fullmatch(r"\d{1,15}", value):
                left[name] = int(value)
    return Memory(
        *(tuple(moderators), aliases, tuple(nobody), policies, answers, report, seen),
        *(settings, tuple(away), ballot, votes, left),
    )


def spell(memory: Memory) -> list[str]:
    """Return the comment lines that say it, none wider than it must be."""
    lines = [f"moderator {name}" for name in memory.moderators]
    lines += [f"alias {name} = {seat}" for name, seat in memory.aliases.items()]
    lines += [f"nobody {name}" for name in memory.nobody]
    lines += [f"{name} {value}" for name, value in memory.policies.items()]
    lines += [f"{name} {words}" for name, words in memory.settings.items()]
    lines += [f"left {name} = {last}" for name, last in memory.left.items()]
    for one in memory.away:
        times = (one.posted, one.start, one.until)
        posted, first, last = (f"{time:%Y-%m-%d %H:%M}" for time in times)
        lines.append(f"away {one.seat} = {posted}, {first} to {last}")
    if memory.ballot is not None:
        lines.append(f"ballot {memory.ballot.number} = {memory.ballot.text}")
    lines += [f"vote {seat} = {choice}" for seat, choice in memory.votes.items()]
    for key, answer in memory.answers.items():
        digest = f" ({answer.digest})" if answer.digest else ""
        lines.append(f"post {key}{digest} = {answer.text}")
    if memory.report is not None:
        number, serial, until = memory.report
        due = f" until {until:%Y-%m-%d %H:%M} UTC" if until else ""
        lines.append(f"report {number} = {serial}{due}")
    row = "seen"
    for key, digest in memory.seen.items():
        pair = f" {key}:{digest}"
        if len(row) + len(pair) > 62:
            lines.append(row)
            row = "seen"
        row += pair
    if row != "seen":
        lines.append(row)
    return [f"# forum: {plain(line)}" for line in lines]


def remembered(lines: Iterable[str], memory: Memory) -> list[str]:
    """Return the lines of a record with what is remembered anew below its header."""
    rest = [line for line in lines if not _LINE.fullmatch(line.strip())]
    start = next((i for i, line in enumerate(rest) if _says(line)), len(rest))
    end = start
    while end < len(rest) and _says(rest[end]):
        end += 1
    comments = spell(memory)
    if not comments:
        return rest
    after = rest[end:]
    while after and not after[0].strip():
        after = after[1:]
    return [*rest[:end], "", *comments, "", *after]


def _says(line: str) -> bool:
    """Return whether a line is more than a comment or a blank."""
    return bool(line.strip()) and not line.startswith("#")


def plain(text: str) -> str:
    """Return a text that stays on its line and shows all that it holds."""
    return UNSEEN.sub("\ufffd", " ".join(text.split()))
