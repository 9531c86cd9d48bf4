"""Game settings in a post of who began a thread, as a block that people read.

Game: arena
Name: friday-arena
Seats: Ann, Bob, Cid
Options: hp=20
Players: Ann = annie_b, Bob = bobby77
Orders: the last valid post counts
Edits: ask
Pace: 3 days, not on weekends
Silence: default
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

from pbem.forum.annotations.remembered import (
    ABOUT_DEADLINES,
    POLICIES,
    SETTINGS,
    Memory,
)
from pbem.forum.annotations.timing import TimingRefused, with_settings
from pbem.forum.thread import Post, Thread
from pbem.plugins.games import GameFault, find
from pbem.record import turn_file
from pbem.record.fresh import fresh
from pbem.record.header import KEYS, Header, Unreadable, print_header

_FIELD = re.compile(r"(?:•\s*)?([A-Za-z]{3,12})\s*:\s*(.{1,500})")
_PATTERNS = {
    "orders": {"last": r"\blast\b", "first": r"\bfirst\b"},
    "edits": {
        "ask": r"\bask",
        "ignore": r"\bignore|\bnot\b|\bnever\b",
        "count": r"\bcount|\ballowed",
    },
    "spoilers": {"ignore": r"\bignore|\bnot\b", "count": r"\bcount"},
    "struck": {"ignore": r"\bignore|\bnot\b", "count": r"\bcount"},
    "silence": {"bot": r"\bbot\b", "wait": r"\bwait", "default": r"\bdefault\b"},
    "closing": {"itself": r"\bitself\b", "moderator": r"\bmoderator\b"},
    "prods": {"itself": r"\bitself\b", "moderator": r"\bmoderator\b"},
}


@dataclass(frozen=True, slots=True)
class ThreadSettings:
    """What the block of a first post says."""

    header: Mapping[str, str] = field(default_factory=dict)  #: keys of a record
    players: Mapping[str, str] = field(default_factory=dict)  #: forum name to seat
    policies: Mapping[str, str] = field(default_factory=dict)
    timing: Mapping[str, str] = field(default_factory=dict)  #: `SETTINGS`, in words

    def into(self, memory: Memory) -> Memory:
        """Return the memory with these settings where it has none."""
        aliases = {**self.players, **memory.aliases}
        settings = {**self.timing, **memory.settings}
        memory = replace(memory, aliases=aliases, settings=settings)
        return memory.with_policies(self.policies)

    def record(self) -> str:
        """Return the beginning of a record; empty where the block holds no game.

        A game that begins now is played by the newest version of its rules, and has a
        seed where it needs one: a post that all read is no place for it.
        """
        if "Game" not in self.header or "Seats" not in self.header:
            return ""
        given = dict(self.header)
        with suppress(GameFault):  # an unknown game is told of where it is opened
            if (version := find(given["Game"]).version) > 1:  # no line means 1
                given.setdefault("Rules", str(version))
        with suppress(GameFault, Unreadable):  # told where the record is read
            if (seed := fresh(turn_file.read(_begun(given)).header).seed) is not None:
                given["Seed"] = seed.hex()
        return _begun(given)


def _begun(header: Mapping[str, str]) -> str:
    """Return the beginning of a record with these lines."""
    lines = [f"{key}: {header[key]}" for key in KEYS if key in header]
    return "\n".join([*lines, "", "== 0 =="]) + "\n"


def opening(thread: Thread) -> ThreadSettings | None:
    """Return the settings that the game's opener posted in a thread, or None.

    They are in the first post that has some of who began the thread: often people
    are asked there who wants to play.
    """
    opener = thread.posts[0].author if thread.posts else ""
    found = (read(post) for post in thread.posts if post.author == opener)
    return next((one for one in found if one), None)


def record_of(thread: Thread) -> str:
    """Return the beginning of a record by the settings in a thread; empty where these
    hold no game."""
    found = opening(thread)
    return found.record() if found else ""


def read(post: Post) -> ThreadSettings | None:
    """Return the settings in a post, or None where it has no such block.

    A block has a line `Game:` or `Seats:`; what is around it does not matter. A
    seed that all can read would tell what is hidden, so none is taken from there.
    """
    header: dict[str, str] = {}
    players: dict[str, str] = {}
    policies: dict[str, str] = {}
    timing: dict[str, str] = {}
    keys = {key.casefold(): key for key in KEYS if key != "Seed"}
    for line in post.lines_of(("new", "spoiler")):
        match = _FIELD.fullmatch(line.text)
        if match is None:
            continue
        word, value = match[1].casefold(), match[2].strip()
        if word in keys:
            header.setdefault(keys[word], value)
        elif word == "players":
            players.update(_pairs(value))
        elif word in POLICIES:
            policies.update(_policy(word, value))
        elif word in SETTINGS:
            with suppress(TimingRefused):  # words that say no time set none
                timing = with_settings(timing, {word: value})
    if "Game" not in header and "Seats" not in header:
        return None
    return ThreadSettings(header, players, policies, timing)


def _pairs(text: str) -> dict[str, str]:
    """Return seats by name out of `Ann = annie_b, Bob = bobby77`."""
    pairs = (part.partition("=") for part in text.split(","))
    return {name.strip(): seat.strip() for seat, found, name in pairs if found}


def _policy(word: str, text: str) -> dict[str, str]:
    for value, pattern in _PATTERNS[word].items():
        if re.search(pattern, text, re.IGNORECASE):
            return {word: value}
    return {}


def write(header: Header, memory: Memory) -> list[str]:
    """Return the lines of the block for a game; its seed is nobody's business."""
    lines = print_header(header._replace(seed=None, words={})).strip().splitlines()
    if memory.aliases:
        pairs = (f"{seat} = {name}" for name, seat in memory.aliases.items())
        lines.append("Players: " + ", ".join(pairs))
    timed = "pace" in memory.settings
    words = (word for word in POLICIES if timed or word not in ABOUT_DEADLINES)
    lines += [f"{word.title()}: {memory.policy(word)}" for word in words]
    return lines + [
        f"{word.title()}: {value}" for word, value in memory.settings.items()
    ]
