"""If-then lines as people write them: signs before them, and other words than those of
plans."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from pbem.kit.seats import NO_NAMES, seat_named
from pbem.protocol import Seat

SOMEBODY = frozenset(("he", "she", "they"))  #: said for a name
ANYBODY = "anybody"  #: in a plan: whose order it is does not matter
OTHERS = "others"  #: whose order does not matter, but it is not the own one
PHRASES_FOR_OTHERS = re.compile(
    r"\b(?:any|some)(?:body|one)(?:[ \t]{1,9}else)?\b", re.IGNORECASE
)
BELOW = "..."  #: for an order that stands in the lines below
ELSE_IF = re.compile(
    r"(?:else|otherwise)[ \t,]{1,9}(?=(?:if|when|once)\s)", re.IGNORECASE
)
ENDS = re.compile(
    r"(?:[ .;,]{0,9}\b(?:endif|end if|fi)[ .;]{0,9}|[ .;]{1,9})$", re.IGNORECASE
)
_ABOVE = re.compile(r"(?:,?[ \t]{1,9}then[ \t]{0,9}:?|[ \t]{0,9}:)$", re.IGNORECASE)

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
_CONDITIONAL = re.compile(
    rf"(?:if|when|once)[ \t]+(?P<no>not[ \t]+)?@?(?P<who>[^\s,:]{{1,40}})[ \t]*[,:]?"
    rf"[ \t]+(?P<never>(?:does|did)(?:[ \t]+not|n['’]t)[ \t]+)?{_DOES}"
    rf"(?P<heard>[^\n]{{1,200}}?)[ \t]*"
    rf"(?:,?[ \t]+then[ \t]+|[ \t]*:[ \t]*|,?[ \t]+(?={_I}[ \t]))"
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
#: "If A Mun moves to Bur: A Par H": a plan that waits for a unit, whoever orders it.
_OF_UNIT = re.compile(
    r"(?:if|when|once)[ \t]+(?P<no>not[ \t]+)?(?P<heard>[^:\n]{1,200}?)"
    r"(?:[ \t]*:[ \t]*(?:then[ \t]+)?|,?[ \t]+then[ \t]*:?[ \t]+)"
    r"(?P<answer>[^\n]{1,200})",
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


def with_below(text: str) -> str:
    """Return a line of a plan with a sign for what it plays, if that stands below it.

    >>> with_below("if Bob: D4 then"), with_below("if Bob: D4 then E5")
    ('if Bob: D4 then ...', 'if Bob: D4 then E5')
    """
    return _ABOVE.sub(f" then {BELOW}", text)


def as_plan(
    text: str, exactly: Callable[[str], str], reads: Callable[[str], bool]
) -> str:
    """Return a plan in free words as a plan's line, or "".

    `exactly` gives the seat that somebody is called by, or ""; `reads` says whether a
    text is an order.

    >>> as_plan("if bob goes D4 I'll go E5", lambda name: "Bob", lambda text: True)
    'if Bob: D4 then E5'
    """
    found = _CONDITIONAL.fullmatch(text)
    splits = [(found["heard"], found["answer"])] if found else []
    if found is None and (found := _RUN_ON.fullmatch(text)):
        words = found["both"].split()
        splits = [
            (" ".join(words[:at]).rstrip(",;"), " ".join(words[at:]))
            for at in range(1, len(words))
        ]
    name = found["who"] if found else ""
    seat = exactly(name) or (OTHERS if name.lower() == OTHERS else "")
    plans = [pair for pair in splits if all(map(reads, pair))] if seat else []
    no = found is not None and any(found.groupdict().get(x) for x in ("no", "never"))
    lead = f"if {'not ' if no else ''}{seat}"
    return "{}: {} then {}".format(lead, *plans[0]) if len(plans) == 1 else ""


def of_anybody(text: str, reads: Callable[[str], bool]) -> str:
    """Return a plan that waits for an order from any player as a plan's line, or "".

    >>> of_anybody("If A Mun - Bur: A Par H", lambda text: True)
    'if anybody: A Mun - Bur then A Par H'
    """
    found = _OF_UNIT.fullmatch(text)
    if found is None or not all(reads(found[one]) for one in ("heard", "answer")):
        return ""
    no = "not " if found["no"] else ""
    return f"if {no}anybody: {found['heard'].strip()} then {found['answer'].strip()}"


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
