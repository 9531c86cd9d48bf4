"""Lines that hold several orders of a sheet, parted where sentences and clauses end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from pbem.language.candidates import Candidate, Doubt, shouted, words_of
from pbem.language.doubts import TalkLine
from pbem.language.one_line import order_in
from pbem.language.reading import Asking, Emphasis, Orders

MAX_PIECES = 12  #: of a line that is parted
_STOPS = r"[.!?;:]+(?=\s|$)(?!\s*\")|\s-{2,}\s"
_COMMAS = rf"{_STOPS}|,(?=\s)(?!\s*\")(?:\s+(?:and|then)\b)*|\s+(?:and\s+)?then\b"
#: What a stretch may begin with behind another.
_LEADS = re.compile(r"^(?:(?:and|then)\b[ ,]*)+", re.IGNORECASE)
#: Where a line is parted: as few cuts as are enough.
_CUTS = tuple(
    re.compile(rf'"[^"\n]*"|(?P<cut>{one})', re.IGNORECASE)
    for one in (_STOPS, _COMMAS, rf"{_COMMAS}|\s+and\b")
)


def parted(asking: Asking, text: str, emphasis: Emphasis) -> list[Candidate]:
    """Return the orders of a line in which each stretch is one, or certainly none; else
    one doubt about all that could be read of it. Nothing where no more than one was.
    """
    apart = asking.game.spelling.alone - {"then"}
    talk = words_of(asking).talk
    best: list[Candidate] = []
    left: list[str] = []
    for cut in _CUTS:
        pieces = [*_pieces(cut, text)]
        if any(one.split()[0].casefold() in apart for one in pieces):
            return []
        if not 1 < len(pieces) <= MAX_PIECES:
            continue
        read = [order_in(asking, one, emphasis) for one in pieces]
        found = [one for one in read if one is not None and _is_order(one)]
        unread = [
            piece
            for piece, one in zip(pieces, read, strict=True)
            if not (one is None or _is_order(one) or _is_talk(asking, one))
        ]
        likely = [one for one in read if one is not None and _likeliest(one)]
        chats = any(
            not (one and _is_order(one)) and not talk.idle(piece, names=True)
            for piece, one in zip(pieces, read, strict=True)
        )
        bare = any(" " not in one.text for one in found)  # "Good hunting, all."
        orders = [one.order for one in found if one.order]
        if any(one.anytime and not one.joins for one in orders):
            return []  # nobody leaves the game beside another order
        if shouted(asking, text, [one.orders for one in found]):
            return []  # what is behind an order may be a part of it
        if len({one.text.casefold() for one in found}) < len(found):
            return []  # nor gives the same order twice in one line
        if found and not unread and not (bare and chats):
            return found
        if found and len(likely) > len(best):
            best = likely
            left = [x for x in unread if not any(x == one.text for one in likely)]
            left += [x for one in likely if one.doubt for x in one.doubt.left]
    if len(best) < 2:
        return []
    offer = tuple(line for one in best for line in _likeliest(one))
    parse = asking.game.notation.parse
    if len({str(parse(one)) for one in offer if asking.reads(one)}) < len(offer):
        return []  # it is no row of different orders
    doubt = Doubt("almost", text, (offer,), tuple(left))
    played = replace(best[-1].understood, plays=True)  # no talk, whatever is beside it
    return [replace(best[-1], text=text, order=None, doubt=doubt, understood=played)]


def _pieces(cut: re.Pattern[str], text: str) -> Iterator[str]:
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


def _likeliest(one: Candidate) -> Orders:
    """Return what a stretch orders, or orders but for words that are left over."""
    if _is_order(one):
        return one.orders
    plain = one.why == "almost" and not (one.understood.marks or one.understood.asks)
    return one.doubt.offers[0] if plain and one.doubt and one.doubt.offers else ()


def _is_order(one: Candidate) -> bool:
    return one.order is not None and one.doubt is None


def _is_talk(asking: Asking, one: Candidate) -> bool:
    """Return whether a stretch holds nothing of an order, no place and no word that may
    be one misspelt or that makes the orders next to it doubtful."""
    found, talk = one.understood, words_of(asking).talk
    some = one.doubt is not None or found.strength or found.marks or found.asks
    some = some or any(talk.places_in(word.text) for word in talk.words(one.text))
    return not (some or TalkLine(one.text, talk).strange)
