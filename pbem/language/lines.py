"""One line of what a person wrote, before any talk around an order is checked: read
in the notation of a game if all of it is understood, and known for a mark if it only
draws or signs. Letters, posts, pages and `pbem append` ask here; turn files do not, as
what a record says stays what it was read as.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pbem.language import labels
from pbem.language.gloss import once
from pbem.notation.folding import Folded, fold
from pbem.notation.parser import Notation
from pbem.notation.spelling import Spelling

DASHES = "-\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}"
_RULES = frozenset(f"{DASHES}_=*~#.+ \t")  #: what rules are drawn with
_WORDS = frozenset(("a", "i"))  #: single letters that are words of a sentence
_FRAME = 3  #: signs on each side of what the frame of a block says
_ITEM = re.compile(rf"[ \t]*[{DASHES}*\u2022][ \t]*(?=\S)")
_HELLO = re.compile(
    r"(?:hi|hello|hey|dear|hallo|salut|bonjour|hola|ciao|good (?:morning|day|evening))"
    r"\b.{0,40}",
    re.IGNORECASE,
)

_STOPS = r"[.!?;:]+(?=\s|$)(?!\s*\")|\s-{2,}\s"
_COMMAS = rf"{_STOPS}|,(?=\s)(?!\s*\")(?:\s+(?:and|then)\b)*|\s+(?:and\s+)?then\b"
#: What a stretch may begin with behind another.
_LEADS = re.compile(r"^(?:(?:and|then)\b[ ,]*)+", re.IGNORECASE)
#: Where a line is parted: as few cuts as are enough.
CUTS = tuple(
    re.compile(rf'"[^"\n]*"|(?P<cut>{one})', re.IGNORECASE)
    for one in (_STOPS, _COMMAS, rf"{_COMMAS}|\s+and\b")
)


def greets(text: str) -> bool:
    """Return whether a line begins as a greeting does, and is short."""
    return _HELLO.fullmatch(text) is not None


def draws(text: str) -> bool:
    """Return whether a line is a rule, or the frame of a block of another program.

    >>> draws("-------"), draws("-----BEGIN PGP MESSAGE-----"), draws("-"), draws("- 2")
    (True, True, False, False)
    """
    line = text.strip()
    ends = {*line[:_FRAME], *line[-_FRAME:]}
    framed = len(line) > 2 * _FRAME and len(ends) == 1 and ends <= _RULES
    return framed or (len(line) > 1 and _RULES.issuperset(line))


def lone_dash(text: str) -> bool:
    """Return whether a line is one dash: an order of some games, or set above a name.

    >>> lone_dash(" \\u2014 "), lone_dash("--"), lone_dash("- 1NE")
    (True, False, False)
    """
    return len(text.strip()) == 1 and text.strip() in DASHES


def plainly(notation: Notation, spelling: Spelling, text: str) -> Folded:
    """Return a text as it is where all of it is understood, else in plain
    characters; what it says twice counts once."""
    whole = Folded(text, tuple(range(len(text) + 1)))
    if understood(notation, text):
        return once(notation, spelling, whole)
    folded = fold(text, signed=notation.signed)
    rest = labels.ticked(folded.text) or labels.numbered(folded.text.strip())
    if rest and understood(notation, rest):
        at = folded.text.rindex(rest)
        folded = Folded(rest, folded.places[at : at + len(rest)] + folded.places[-1:])
    return once(notation, spelling, folded) if folded.text.strip() else whole


def understood(notation: Notation, text: str) -> bool:
    """Return whether a text is an order of which every word is understood."""
    return notation.reads_all(text) and not notation.left(text)


def words_left(notation: Notation, text: str) -> tuple[str, ...]:
    """Return the words of an order that nobody understands."""
    return tuple(text[start:end] for start, end in notation.left(text))


def only_dashed(notation: Notation, text: str) -> bool:
    """Return whether an order is nothing but a dash and words that nobody understands:
    an item of a list, in a game where a dash is an order."""
    item, chars = _ITEM.match(text), list(text)
    if item is None:
        return False
    for start, end in notation.left(text):
        chars[start:end] = " " * (end - start)
    rest = "".join(chars[item.end() :]).replace(",", " ")
    return _WORDS.issuperset(rest.casefold().split())


def pieces_of(cut: re.Pattern[str], text: str) -> Iterator[str]:
    """Yield the stretches of a text between the places where it is cut."""
    start = 0
    for found in cut.finditer(text):
        if found["cut"]:
            piece = _LEADS.sub("", text[start : found.start()].strip(" ,"))
            if piece:
                yield piece
            start = found.end()
    if rest := _LEADS.sub("", text[start:].strip(" ,.!;")):
        yield rest
