"""If-then lines as people write them: signs before them, and other words than those of
plans."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from pbem.kit.seats import NO_NAMES, seat_named
from pbem.protocol import Seat

SOMEBODY = frozenset(("he", "she", "they"))  #: said for a name

#: A list's sign, dashes, dots or a number before a line: "-- if", "1.2) if", "• if".
_SIGN = re.compile(
    r"(?:(?P<set_off>#{1,6})|(?P<dashes>[-–—]{1,12})|(?P<dots>[.…]{1,12})|[•◦▪∘·*+§]|"
    r"o(?=\t|[ \t]{2})|\(?(?P<number>\d{1,2}(?:\.\d{1,2}){0,5})"
    r"(?:[.):]|(?<=\.\d)(?=\s))|\(?[a-z]\))\s*(?=[^\s])",
    re.IGNORECASE,
)
_WIDTHS = {"–": 2, "—": 3, "…": 3}  #: what forums make of dashes and dots
_DOES = (
    r"(?:(?:plays?|goes|go|moves?|does|do|orders?|answers?|lays?|puts?|places?|jumps?)"
    r"(?:[ \t]+(?:to|with))?[ \t]+)?"
)
_I = r"(?:i|i['’]ll|i[ \t]will|we|we['’]ll)"
#: "If Bob plays E6, then I go D5": a plan in other words than those of plans.
_SAID = re.compile(
    rf"(?:if|when|once)[ \t]+@?(?P<who>[^\s,:]{{1,40}})[ \t]*[,:]?[ \t]+{_DOES}"
    rf"(?P<heard>[^\n]{{1,200}}?)[ \t]*"
    rf"(?:,?[ \t]+then[ \t]+|,?[ \t]+(?={_I}[ \t]))"
    rf"(?:{_I}[ \t]+)?{_DOES}(?P<answer>[^\n]{{1,200}}?)"
    r"(?:,?[ \t]+(?:please|pls|thanks|thank you))?",
    re.IGNORECASE,
)
#: The same without a word between what is heard and what is played.
_RUN_ON = re.compile(
    rf"(?:if|when|once)[ \t]+@?(?P<who>[^\s,:]{{1,40}})[ \t]*[,:]?[ \t]+{_DOES}"
    r"(?P<both>[^\n]{1,200})",
    re.IGNORECASE,
)
#: What is between two lines of a plan that were written on one.
_INLINE = re.compile(r"[\s,;.]+(?=(?:else|otherwise)\b)", re.IGNORECASE)


def parted(text: str) -> list[str]:
    """Return a line of a plan, and those that are behind an "else" in it.

    >>> parted("if Bob: D4 then E5, else E6")
    ['if Bob: D4 then E5', 'else E6']
    """
    return [text] if '"' in text else _INLINE.split(text)


def sign(text: str) -> tuple[int, str]:
    """Return how deep the signs before a line put it, and the line without them.

    >>> sign("-- if Bob: D4"), sign("1.2) if"), sign("1.2 if"), sign("D4")
    ((2, 'if Bob: D4'), (2, 'if'), (2, 'if'), (0, 'D4'))
    """
    depth, rest = 0, text
    for _ in range(3):
        found = _SIGN.match(rest)
        if found is None:
            break
        signs = found["dashes"] or found["dots"] or ""
        wide = sum(_WIDTHS.get(one, 1) for one in signs)
        if not found["set_off"]:
            depth += wide or (found["number"] or "").count(".") + 1
        rest = rest[found.end() :]
    return (depth, rest) if rest else (0, text)


def meant(
    text: str, exactly: Callable[[str], str], reads: Callable[[str], bool]
) -> str:
    """Return a plan in other words as a line of one; "" if it is not one.

    `exactly` gives the seat that somebody is called by, or ""; `reads` says whether a
    text is an order.

    >>> meant("if bob goes D4 I'll go E5", lambda name: "Bob", lambda text: True)
    'if Bob: D4 then E5'
    """
    found = _SAID.fullmatch(text)
    ways = [(found["heard"], found["answer"])] if found else []
    if found is None and (found := _RUN_ON.fullmatch(text)):
        said = found["both"].split()
        ways = [
            (" ".join(said[:at]).rstrip(",;"), " ".join(said[at:]))
            for at in range(1, len(said))
        ]
    seat = exactly(found["who"]) if found else ""
    meant = [way for way in ways if all(map(reads, way))] if seat else []
    return "if {}: {} then {}".format(seat, *meant[0]) if len(meant) == 1 else ""


def who(
    name: str, seats: Sequence[Seat], seat: Seat, names: Mapping[str, Seat] = NO_NAMES
) -> Seat:
    """Return the seat that a plan of another one names, "he" being the only other; ""
    where it names none, or "he" could be several.

    >>> [who(one, ["Ann", "Bob"], "Ann") for one in ("bob", "He", "Cid")]
    ['Bob', 'Bob', '']
    """
    others = [one for one in seats if one != seat]
    he = name.lower() in SOMEBODY and len(others) == 1
    return seat_named(name, seats, names) or (others[0] if he else "")
