"""Whether a line of a letter or a post is one of a plan: by how it begins."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pbem.kit.seats import NO_NAMES, seat_named
from pbem.plans import own_words
from pbem.plugins.games import Game
from pbem.protocol import Lines, Seat

THEN = re.compile(r"then(?:[\s:]|$)", re.IGNORECASE)
ELSE = re.compile(r"(?:else|otherwise)(?:[\s:]|$)", re.IGNORECASE)
HEAD = re.compile(
    r"(?:(?:else|otherwise)[ \t]+)?if[ \t]+(?:not[ \t]+)?([^\s:][^:\n]{0,60}):",
    re.IGNORECASE,
)
_LIKE_A_PLAN = re.compile(
    r"if[ \t]+[^\s:][^:\n]{0,60}:[^\n]*?[ \t]then[ \t]", re.IGNORECASE
)
_ABOVE = re.compile(r"if[ \t][^\n]{1,200}?[ \t,]then[ \t]*:?", re.IGNORECASE)
#: The same without the colon behind a name.
BARE = re.compile(r"if[ \t]+([^\s:,]{1,40}),?[ \t][^:\n]*?[ \t]then[ \t]+(.+)", re.I)
_PLAYS = re.compile(r"(?<![^\s,])(?:then|else|otherwise)[\s:]+(?!if\s)[^\s:]", re.I)


def begins(
    text: str, seats: Sequence[Seat], names: Mapping[str, Seat] = NO_NAMES
) -> bool:
    """Return whether a line is the first of a plan: "if", one who plays, a colon.

    >>> begins("  If bob: D4 then E5", ["Ann", "Bob"]), begins("if it hits: beam", [])
    (True, False)
    """
    head = HEAD.match(text.strip())
    called = head[1].strip() if head else ""
    anybody = called.lower() in (own_words.ANYBODY, own_words.OTHERS)
    return anybody or bool(called and seat_named(called, seats, names))


def seems_plan(text: str, game: Game) -> bool:
    """Return whether a line can only be a plan's line, with a name that no seat has."""
    bare = text.strip()
    return bool(_LIKE_A_PLAN.match(bare)) and not game.notation.reads(bare)


def lacks_colon(
    text: str,
    game: Game,
    seats: Sequence[Seat],
    seat: Seat,
    names: Mapping[str, Seat] = NO_NAMES,
) -> bool:
    """Return whether a line is a plan's line in which only the colon after the name is
    missing: "if Bob plays D4 then E5"."""
    bare = text.strip()
    found = BARE.fullmatch(bare)
    plan = (
        found and seat_named(found[1], seats, names) and game.notation.reads(found[2])
    )
    own = plan or in_own_words(bare, game, seats, seat, names)
    return bool(own) and not game.notation.reads(bare)


def in_own_words(
    text: str,
    game: Game,
    seats: Sequence[Seat],
    seat: Seat,
    names: Mapping[str, Seat] = NO_NAMES,
) -> str:
    """Return what "If Bob goes D4 I'll go E5" is as a line of a seat's plan, or "";
    "he" stays where several could be meant."""
    if begins(text, seats, names):
        return ""

    def exactly(name: str) -> str:
        somebody = name if name.lower() in own_words.SOMEBODY else ""
        return own_words.who(name, seats, seat, names) or somebody

    def reads(order: str) -> bool:
        return order == own_words.BELOW or game.notation.reads(order)

    text = own_words.PHRASES_FOR_OTHERS.sub(own_words.OTHERS, text)
    other = own_words.ELSE_IF.match(text)
    text = own_words.ENDS.sub("", text[other.end() :] if other else text)
    first, *more = own_words.parted(own_words.with_below(text))
    plan = own_words.as_plan(first, exactly, reads)
    if not plan and game.rules.lines is Lines.COMPOUND:  # an order names its unit
        plan = own_words.of_anybody(first, reads)
    plan = plan.removesuffix(own_words.BELOW).rstrip()
    return "\n".join([f"else {plan}" if other else plan, *more]) if plan else ""


def goes_on(text: str) -> bool:
    """Return whether a line can only go on with a plan: indented, or an `else`."""
    return text[:1].isspace() or ELSE.match(text) is not None


def follows(text: str) -> bool:
    """Return whether a line begins with "then"."""
    return THEN.match(text) is not None


def hangs(text: str) -> bool:
    """Return whether a line of a plan is a condition alone, whose orders must follow in
    the lines below.

    >>> hangs("if Bob: D4"), hangs("else if Bob: D4 then"), hangs("else E5")
    (True, True, False)
    """
    bare = text.strip()
    begun = HEAD.match(bare) or ELSE.match(bare) or seems_above(bare)
    return bool(begun) and _PLAYS.search(bare) is None


def seems_above(text: str) -> bool:
    """Return whether a line can only be a condition above what is played: "if ... then"
    and nothing behind it."""
    return _ABOVE.fullmatch(text.strip()) is not None


def ends(text: str) -> bool:
    """Return whether a line does nothing but end a plan: "endif"."""
    return own_words.ENDS.fullmatch(text.strip()) is not None
