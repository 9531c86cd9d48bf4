"""Votes in a thread: what the moderator has asked, and what each seat has said last."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pbem.forum.annotations.remembered import Ballot, Memory, plain
from pbem.forum.thread import Post
from pbem.language.reading import BULLET, MarkedLine
from pbem.pages.page import Block, blocks
from pbem.protocol import Seat
from pbem.record.header import Header

UNASKED = -1  #: in the place of a post's number: players vote on their own account
MAX_CHOICE_CHARS = 60
_ASKS = re.compile(r"(?:##\s*)?(?:vote|ballot|poll)\s*[:\uff1a]\s*(\S.{0,300})", re.I)
_CLOSES = re.compile(r"(?:is |are )?(?:closed|over|ended|none)[.!]*", re.I)
_PARTS = re.compile(r"\s*(?:,|/|\||;|\bor\b|\bvs\.?(?=\s))\s*", re.I)
#: Marks in front, what is said, and what is voted for.
_VOTES = re.compile(
    r"(##\s*)?(?:(un-?vote|no vote|abstain)\b[\s:,.;!]*)?"
    r"(?:(i\s+)?votes?\b\s*(?:for\b|on\b)?\s*([:=\uff1a>-]+)?\s*(\S.{0,80})?)?",
    re.IGNORECASE,
)


def asked(lines: Iterable[MarkedLine]) -> str | None:
    """Return what a post of the moderator asks the players to vote on; "" where it
    closes the vote, None where it says nothing of one.

    >>> asked([MarkedLine("Vote: continue or draw?")])
    'continue or draw?'
    """
    for line in lines:
        if found := _ASKS.fullmatch(line.text.strip(" *•")):
            return "" if _CLOSES.fullmatch(found[1]) else plain(found[1])
    return None


def options_of(ballot: Ballot | None, seats: Sequence[Seat]) -> tuple[str, ...]:
    """Return what can be voted for: what was asked, else the players.

    >>> options_of(Ballot(4, "continue, draw or a break?"), ("Ann", "Bob"))
    ('continue', 'draw', 'a break')
    >>> options_of(Ballot(4, "who is the spy?"), ("Ann", "Bob"))
    ('Ann', 'Bob')
    """
    text = ballot.text if ballot else ""
    text = text.rpartition(":")[2].strip(" ?.!")
    found = tuple(one for one in _PARTS.split(text) if one)
    return found if len(found) > 1 else tuple(seats)


@dataclass(slots=True)
class Count:
    """The vote that is open, and what was cast, post by post."""

    seats: Sequence[Seat]
    ballot: Ballot | None = None
    votes: dict[Seat, str] = field(default_factory=dict)
    #: Lines of which nobody knows what they vote for, the last of each seat.
    unclear: dict[Seat, tuple[Post, str]] = field(default_factory=dict)

    def ask(self, post: Post, lines: Iterable[MarkedLine]) -> None:
        """Take a post of the moderator: a new vote begins, or the open one ends."""
        text = asked(lines)
        if text is not None and not (self.ballot and self.ballot.number > post.number):
            self.ballot = Ballot(post.number, text) if text else None
            self.votes, self.unclear = {}, {}

    def cast(self, post: Post, seat: Seat, lines: Iterable[MarkedLine]) -> list[str]:
        """Take a post of a player; return the lines that vote and are nothing else.

        What begins with "vote" counts in the order of the lines; a line or bold words
        that are just one of the choices count where a post names one alone.
        """
        if self.ballot is not None and post.number <= self.ballot.number:
            return []
        used: list[str] = []
        named: dict[str, None] = {}
        vote: str | None = None
        for line in lines:
            text = line.text.removeprefix(BULLET).strip()
            found, whole = self._vote_in(text, line.bold)
            if found is not None:
                vote = found
                used += [line.text] * whole
                if not found and _unsaid(text):
                    self.unclear[seat] = post, text
                else:
                    self.unclear.pop(seat, None)
                continue
            for piece in (text, *line.bold):
                if self.ballot is not None and (choice := self._choice(piece)):
                    named[choice] = None
                    used += [line.text] * (piece == text)
        if vote is None and len(named) == 1:
            vote = next(iter(named))
        elif vote is None and named:
            self.unclear[seat] = post, ", ".join(named)
        if vote:
            self.votes[seat] = vote
            self.unclear.pop(seat, None)
            if self.ballot is None:
                self.ballot = Ballot(UNASKED, "")
        elif vote is not None and seat not in self.unclear:
            self.votes.pop(seat, None)
        return used

    def may_vote(self, line: MarkedLine) -> bool:
        """Return whether a line, or bold words in it, can be a vote."""
        text = line.text.removeprefix(BULLET).strip()
        return self._vote_in(text, line.bold)[0] is not None or any(
            self._choice(piece) for piece in (text, *line.bold)
        )

    def _vote_in(self, text: str, bold: Sequence[str]) -> tuple[str | None, bool]:
        """Return what a line votes for, "" to take a vote back or where that is not
        known, None where it is no vote; and whether it is one as a whole."""
        for piece in (text, *bold):
            found = _VOTES.fullmatch(piece.strip(" *"))
            if found is None or not (found[2] or found[0].strip()):
                continue
            mark, back, tells, colon, choice = found.groups()
            if choice is None:
                if back or mark:
                    return "", piece == text
                continue
            known = self._choice(choice)
            loud = bool(mark or colon) or piece in bold
            if known:
                return known, piece == text
            unasked = self.ballot is None or self.ballot.number == UNASKED
            if loud and not tells and unasked:
                return plain(choice.strip(" .!*"))[:MAX_CHOICE_CHARS], piece == text
            if loud:
                return "", piece == text
        return None, False

    def _choice(self, text: str) -> str:
        """Return the choice that a text names, or ""."""
        word = text.strip(" .!*\"'@").casefold()
        options = options_of(self.ballot, self.seats)
        by_fold = {one.casefold(): one for one in options}
        if word in by_fold:
            return by_fold[word]
        # A short answer to a long choice: "draw" of "agree to a draw".
        near = [one for one in options if word and word in one.casefold().split()]
        return near[0] if len(near) == 1 and len(word) > 2 else ""


def says_vote(text: str) -> bool:
    """Return whether a line begins as a vote, and is one as a whole.

    >>> says_vote("## vote draw"), says_vote("draw")
    (True, False)
    """
    found = _VOTES.fullmatch(text.removeprefix(BULLET).strip(" *"))
    return bool(found and (found[0] or "").strip())


def _unsaid(text: str) -> bool:
    """Return whether a line votes for something, and takes no vote back."""
    found = _VOTES.fullmatch(text.strip(" *"))
    return bool(found and found[5])


def tally(
    votes: Mapping[Seat, str], options: Iterable[str]
) -> list[tuple[str, list[Seat]]]:
    """Return the choices with who is for each, the most first."""
    found: dict[str, list[Seat]] = {one: [] for one in options}
    for seat, choice in votes.items():
        found.setdefault(choice, []).append(seat)
    return sorted(found.items(), key=lambda one: -len(one[1]))


def ballot_blocks(memory: Memory, header: Header) -> list[Block]:
    """Return how the vote of a thread stands, for its next post; nothing where there is
    none."""
    people = [seat for seat in header.seats if seat not in header.bots]
    return blocks("\n".join(_lines(memory.ballot, memory.votes, people)))


def _lines(
    ballot: Ballot | None, votes: Mapping[Seat, str], seats: Sequence[Seat]
) -> Iterator[str]:
    if ballot is None:
        return
    asked_ = f": {plain(ballot.text)}" if ballot.text else ""
    yield f"== The vote so far{asked_}"  # "Vote:" would ask anew
    yield ""
    options = options_of(ballot, ()) if ballot.number != UNASKED else ()
    for choice, who in tally(votes, options):
        names = f"{len(who)} ({', '.join(who)})" if who else "nobody"
        yield f"* {plain(choice)} :: {names}"
    silent = [seat for seat in seats if seat not in votes]
    yield f"* Not voted :: {', '.join(silent) if silent else 'nobody: all have'}"
