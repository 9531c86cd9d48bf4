"""What people put in front of an order to set it off: `##`, "Move:", "T1:", "EDIT:"."""

from __future__ import annotations

import re
from typing import NamedTuple

_NUMBERS = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
_TURN = (
    r"(?:for\s+)?(?:turn|round|day|t|r)\s*#?(?P<first>\d{1,6}|"
    + "|".join(_NUMBERS)
    + r")"
)
_ORDER = (
    r"(?:my\s+|the\s+)?(?:moves?|movements?|orders?|actions?|turn|round|plan|sheet)"
    r"\s*(?:(?:for\s+)?(?:turn|round)?\s*#?(?P<turn>\d{1,6}))?"
)
_LABEL = re.compile(
    rf"\[?(?:{_TURN}(?:\s+(?:is|are|orders?|moves?|plan))?|{_ORDER}\s*(?:is|are)?)"
    r"(?:\s*[:=]\s*|\s+[-–—]+>?\s+|\]\s*:?\s*)(?P<rest>.*)",
    re.IGNORECASE,
)
_HEADING = re.compile(rf"{_TURN}(?:\s+(?:orders?|moves?))?\W*", re.IGNORECASE)
_BARE = re.compile(
    rf"\[?(?:{_TURN}|#(?P<number>\d{{1,6}}))\]?[\s,]{{1,9}}(?P<rest>\S.*)", re.I
)
_MENTIONS = re.compile(r"^(?:@\S{1,40}[\s,:]+)+")
_HASHES = re.compile(r"##+\s*(?P<rest>.*)")
_EDIT = re.compile(
    r"\W{0,3}(?:edit|edited|edition|update|updated|correction|corrected|revised)"
    r"(?:\s*#?\d{1,3})?\s*[:=\-–—]+\s*(?P<rest>.*)",
    re.IGNORECASE,
)
_STARRED = re.compile(r"(?P<before>[^*]*)(?<!\S)\*(?P<rest>\w[^*]*)")
_NUMBERED = re.compile(r"\(?(?:\d{1,2}[.):]|[IVX]{1,4}[.)])\s+(?P<rest>\S.*)")
_TICKED = re.compile(r"\[[xX✓✔]?\]\s+(?P<rest>\S.*)")
_DASHED = re.compile(r"(?:[-–—*•]|\[[xX✓✔ ]?\])\s+(?P<rest>\S.*)")


class Label(NamedTuple):
    """What is behind a label, and the turn that it names."""

    rest: str
    turn: int | None = None


def label(text: str) -> Label | None:
    """Return the text after a label of orders, and the turn that the label names; None
    without a label.

    >>> label("T1: D4 1NE"), label("My move - D4"), label("hello")
    (Label(rest='D4 1NE', turn=1), Label(rest='D4', turn=None), None)
    """
    match = _LABEL.fullmatch(_MENTIONS.sub("", text))
    if match is None:
        return None
    return Label(match["rest"].strip(), _turn(match["first"] or match["turn"]))


def _turn(named: str | None) -> int | None:
    """Return a turn that is named by a number or a word for it, if one is."""
    word = (named or "").casefold()
    if word in _NUMBERS:
        return _NUMBERS.index(word) + 1
    return int(word) if word else None


def bare_turn(text: str) -> Label | None:
    """Return what is behind a turn that no sign sets off: "t1 D4 1NE", "#1 D4".

    >>> bare_turn("Turn 1, Ann: D4"), bare_turn("10 D4")
    (Label(rest='Ann: D4', turn=1), None)
    """
    match = _BARE.fullmatch(text)
    if match is None:
        return None
    return Label(match["rest"].strip(), _turn(match["first"] or match["number"]))


def heading(text: str) -> bool:
    """Return whether a text only names a turn.

    >>> heading("Turn 2"), heading("Turn 2: D4")
    (True, False)
    """
    return _HEADING.fullmatch(text) is not None


def hashed(text: str) -> str | None:
    """Return what is behind `##`."""
    match = _HASHES.fullmatch(text)
    return match["rest"] if match else None


def edit(text: str) -> str | None:
    """Return what is behind "EDIT:" and its like."""
    match = _EDIT.fullmatch(text)
    return match["rest"] if match else None


def starred(text: str) -> tuple[str, str] | None:
    """Return what is before and behind a star that corrects: "D4 1NE *1N".

    >>> starred("D4 1NE *1N"), starred("*D4* 1N"), starred("D4 *2")
    (('D4 1NE', '1N'), None, None)
    """
    match = _STARRED.fullmatch(text)
    if match is None or match["rest"].strip().isdecimal():  # "*2": twice
        return None
    return match["before"].strip(), match["rest"].strip()


def ticked(text: str) -> str | None:
    """Return what is behind a box that is ticked: "[x] D4"."""
    match = _TICKED.fullmatch(text.strip())
    return match["rest"] if match else None


def numbered(text: str) -> str | None:
    """Return an item of a list without its number, as it was typed."""
    match = _NUMBERED.fullmatch(text)
    return match["rest"] if match else None


def item(text: str) -> str | None:
    """Return an item of a list without its number or sign, as it was typed."""
    match = _NUMBERED.fullmatch(text) or _DASHED.fullmatch(text)
    return match["rest"] if match else None
