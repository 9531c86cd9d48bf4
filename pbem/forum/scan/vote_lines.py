"""Lines of posts that vote: in the thread, or as an order of the game."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.forum.scan.ballots import options_of, says_vote
from pbem.forum.scan.known import Known, find
from pbem.forum.thread import Post
from pbem.language import labels
from pbem.language.reading import Asking, Emphasis, MarkedLine
from pbem.language.text import MAX_ORDER_CHARS, spellings


def counted(
    known: Known, asking: Asking, post: Post, lines: Sequence[MarkedLine]
) -> list[MarkedLine]:
    """Count what a post votes for; return its lines without those that only vote.

    Some games have orders that say "vote": such a line, "##vote draw" too, is a vote
    where the moderator has asked what it answers, or where its seat has nothing to vote
    on in the game; else it is an order alone.
    """
    asked = bool(options_of(known.count.ballot, ()))
    reads = {x: _plays(asking, x) for x in lines if known.count.may_vote(x)}
    may = [x for x in reads if asked or not reads[x]]
    votes = known.count.cast(post, asking.seat, may)
    only = [x for x in may if x.text in votes and (says_vote(x.text) or not reads[x])]
    kept = [x for x in lines if x not in only]
    orders = [x for x in kept if reads.get(x) and says_vote(x.text)]
    others = find([x for x in kept if x not in orders], asking) if orders else None
    if others is None or not (others.level or others.questions):
        return kept
    # The mark of a vote sets it off against no other order.
    return [_marked(x, others.level) if x in orders else x for x in kept]


def _plays(asking: Asking, line: MarkedLine) -> bool:
    """Return whether a line, or bold words in it, is an order that can be played."""
    said = said_in(line.text, line.bold)
    return any(asking.reads(one) and asking.could_play((one,)) for one in said)


def said_in(text: str, bold: tuple[str, ...] = ()) -> set[str]:
    """Return a line and its bold words, also without the signs of an order.

    >>> sorted(said_in("##vote draw"))
    ['##vote draw', 'vote draw']
    """
    said = MarkedLine(text[:MAX_ORDER_CHARS], bold=bold)
    return {text, *bold, *spellings(said)}


def _marked(line: MarkedLine, level: int) -> MarkedLine:
    """Return a line that votes, set off as other orders of its post are."""
    text = labels.hashed(line.text) or line.text
    if level == Emphasis.LABELLED:
        return line._replace(text=f"## {text}")
    return line._replace(text=text, bold=(text,) * (level == Emphasis.BOLD))
