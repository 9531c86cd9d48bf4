"""Lines parted where sentences and clauses end: several orders of a sheet, or talk
with one sentence that orders something."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pbem.language.candidates import Candidate, Doubt, shouted, words_of
from pbem.language.doubts import TalkLine
from pbem.language.lines import CUTS, pieces_of
from pbem.language.one_line import order_in
from pbem.language.reading import Asking, Emphasis, Orders
from pbem.language.readings import MIN_PARTS

MAX_PIECES = 12  #: of a line that is parted
MAX_SENTENCES = 8  #: of a line that are read one by one
_SENTENCES = re.compile(r"(?<=[.!?;])\s+")


def parted(asking: Asking, text: str, emphasis: Emphasis) -> list[Candidate]:
    """Return the orders of a line in which each stretch is one, or certainly none; else
    one doubt about all that could be read of it. Nothing where no more than one was.
    """
    apart = asking.game.spelling.alone - {"then"}
    talk = words_of(asking).talk
    best: list[Candidate] = []
    left: list[str] = []
    most = (0, 1)
    for cut in CUTS:
        pieces = [*pieces_of(cut, text)]
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
        size = (_size(asking, likely), len(likely))
        if found and size > most:
            best, most = likely, size
            left = [x for x in unread if not any(x == one.text for one in likely)]
            left += [x for one in likely if one.doubt for x in one.doubt.left]
    if max(most) < MIN_PARTS:
        return []
    offer = tuple(line for one in best for line in _likeliest(one))
    parse = asking.game.notation.parse
    if len({str(parse(one)) for one in offer if asking.reads(one)}) < len(offer):
        return []  # it is no row of different orders
    doubt = Doubt("almost", text, (offer,), tuple(left))
    played = replace(best[-1].understood, plays=True)  # no talk, whatever is beside it
    return [replace(best[-1], text=text, order=None, doubt=doubt, understood=played)]


def sentence(asking: Asking, text: str, whole: list[Candidate]) -> list[Candidate]:
    """Return a doubt about the only sentence of a line that orders something, where all
    of the line together is talk, or comes to nothing that can be offered."""
    sentences = _SENTENCES.split(text)
    known = any(one.order or (one.doubt and one.doubt.offers) for one in whole)
    known = known or text.startswith(">") or any(one.others for one in whole)
    if asking.sheets or known or not 1 < len(sentences) <= MAX_SENTENCES:
        return whole
    read = [order_in(asking, one, Emphasis.PLAIN) for one in sentences]
    found = [x for x in read if x and (x.order or (x.doubt and x.doubt.offers))]
    if len(found) != 1 or found[0].others:
        return whole
    (one,) = found
    offers = one.doubt.offers if one.doubt else (one.orders,)
    if not any(map(asking.could_play, offers)):
        return whole
    pairs = zip(sentences, read, strict=True)
    beside = tuple(said for said, other in pairs if other is not one)
    rows = (TalkLine(said, words_of(asking).talk) for said in beside)
    if any(row.begins("correction", "negation") for row in rows):
        return whole
    doubt = Doubt("almost", text, offers, beside)
    return [replace(one, text=text, order=None, doubt=doubt)]


def _size(asking: Asking, found: Sequence[Candidate]) -> int:
    """Return how many orders that could be played stretches may come to."""
    texts = [line for one in found for line in _likeliest(one)]
    good = [x for x in texts if asking.reads(x) and asking.could_play((x,))]
    return sum(len(str(asking.game.notation.parse(x)).split("\n")) for x in good)


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
