"""Whose a post is: a seat by its exact name or a remembered alias, or a question."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Literal

from pbem.forum.annotations.remembered import Memory
from pbem.forum.thread import Post, Thread
from pbem.notation.lookalikes import skeleton
from pbem.plugins.games import nearest
from pbem.protocol import Seat
from pbem.record.header import Header


@dataclass(frozen=True, slots=True)
class Who:
    """Whose a post is, as far as that is sure."""

    seat: str = ""  #: empty: nobody's, or nobody knows
    why: Literal["", "near", "twin", "shown"] = ""  #: why it is not sure
    near: str = ""  #: the seat that the name may mean


@dataclass(slots=True)
class People:
    """The players of a game, and those whom the moderator has named."""

    seats: Sequence[str]
    memory: Memory
    _known: dict[str, str] = field(default_factory=dict)
    _nobody: set[str] = field(default_factory=set)
    _moderators: set[str] = field(default_factory=set)
    _left: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of_game(cls, header: Header, memory: Memory) -> People:
        """Return the players of a game; nobody who writes is one of its bots."""
        seats = [seat for seat in header.seats if seat not in header.bots]
        return cls(seats, memory)

    def __post_init__(self) -> None:
        by_name = {_fold(seat): seat for seat in self.seats}
        for name, seat in self.memory.aliases.items():
            if (found := by_name.get(_fold(seat))) is not None:
                self._known[_fold(name)] = found
        self._known.update(by_name)
        self._nobody = {_fold(name) for name in self.memory.nobody}
        self._moderators = {_fold(name) for name in self.memory.moderators}
        self._left = {_fold(name): at for name, at in self.memory.left.items()}

    def names(self) -> list[str]:
        """Return all names that a seat is known by."""
        return [*self.seats, *self.memory.aliases]

    def nicknames(self) -> list[tuple[str, list[str]]]:
        """Return the seats, each with the other names that it is known by."""
        return [
            (seat, [name for name, one in self.memory.aliases.items() if one == seat])
            for seat in self.seats
        ]

    def moderates(self, post: Post) -> bool:
        """Return whether the moderator has written a post."""
        return _fold(post.author) in self._moderators

    def watches(self, post: Post) -> bool:
        """Return whether the moderator has said that the writer has no seat."""
        return _fold(post.author) in self._nobody or self.has_left(post)

    def has_left(self, post: Post) -> bool:
        """Return whether somebody else plays on for the writer since before a post."""
        return post.number > self._left.get(_fold(post.author), post.number)

    def exactly(self, name: str) -> str:
        """Return the seat that a name means exactly, or an empty string."""
        return self._known.get(_fold(name), "")

    def of(self, post: Post) -> Who:
        """Return whose a post is.

        A name counts as it is spelt, in any case. One that is only nearly a
        seat's is a question, and so is one that looks like it in letters of
        another alphabet. A shown name can be chosen freely and proves nothing.
        """
        name = post.author
        if self.has_left(post):
            return Who()
        if seat := self._known.get(_fold(name)):
            return Who(seat)
        if _fold(name) in self._nobody or self.moderates(post):
            return Who()
        known = {skeleton(one): self._known[_fold(one)] for one in self._names_known()}
        if (seat := known.get(skeleton(name))) is not None:
            return Who("", "twin", seat)
        if post.shown and (seat := self._known.get(_fold(post.shown))):
            return Who("", "shown", seat)
        seat = self._near(name)
        return Who("", "near", seat) if seat else Who()

    def _names_known(self) -> list[str]:
        return [one for one in self.names() if _fold(one) in self._known]

    def _near(self, name: str) -> str:
        """Return the seat whose name this may be a slip or a short form of."""
        word = re.sub(r"[\d_.\-\s]+", "", skeleton(name))
        if len(word) < 2:
            return ""
        for one in self._names_known():
            own = re.sub(r"[\d_.\-\s]+", "", skeleton(one))
            short, long = sorted((word, own), key=len)
            if len(short) >= 3 and long.startswith(short):
                return self._known[_fold(one)]
        close = nearest(name, self._names_known())
        alike = close and SequenceMatcher(None, word, skeleton(close)).ratio() >= 0.72
        return self._known[_fold(close)] if alike else ""


def members_of(thread: Thread, memory: Memory, game: Header) -> dict[Seat, str]:
    """Return who plays each seat, by the name that the forum knows.

    That is who has written last as this seat, else whom the moderator or the first
    post of the thread have named. A seat's own name alone proves nothing: a member of
    that name may be somebody else, and would learn what is hidden. Anyone who plays no
    more is not named, whatever was written last.
    """
    people = People.of_game(game, memory)
    aliases = memory.aliases.items()
    left = {_fold(name) for name in memory.left}
    found = {
        seat: name
        for name, seat in aliases
        if seat in people.seats and _fold(name) not in left
    }
    for post in thread.posts:
        if (seat := people.of(post).seat) and _fold(post.author) not in left:
            found[seat] = post.author
    return found


def _fold(name: str) -> str:
    return unicodedata.normalize("NFC", " ".join(name.split())).casefold()
