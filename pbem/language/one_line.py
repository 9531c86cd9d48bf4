"""One text, a line or what is bold in it: an order, a doubt, or talk."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from pbem.language import labels
from pbem.language.candidates import (
    ENDS,
    Candidate,
    Doubt,
    failed,
    fault_of,
    fuller,
    offers_of,
    partly_read,
    remarked,
    row_of,
    shouted,
    slips_of,
    with_parts,
    words_of,
)
from pbem.language.choices import chosen_from
from pbem.language.lines import DASHES, draws, only_dashed, plainly
from pbem.language.others import advises, of_another, own_clauses, relayed
from pbem.language.reading import BULLET, Asking, Emphasis, Orders
from pbem.language.talk_words import Word
from pbem.language.understand import Understood
from pbem.notation.folding import TURNS
from pbem.notation.lookalikes import UNSEEN, skeleton, strange
from pbem.notation.repeats import times
from pbem.protocol import Order, Seat

#: "Bob: D4", "for Bob: D4", "tell Bob: D4": no order of the writer.
_NAMED = re.compile(
    r"(?:(?:for|on behalf of|tell|to|message to|msg|quote|cc) )?@?"
    r"(?P<name>[^:]{1,40}):\s*(?P<rest>.+)",
    re.IGNORECASE,
)
_OWNED = re.compile(
    r"\[?(?P<name>[^\W\d][^\]:>()]{0,39}?)\s*(?:\([^)]{1,20}\))?\s*"
    r"(?:\]\s*[:,]?|[-=]+>|:|\s[-–—]+(?=\s))\s*(?P<rest>\S.*)"
)
_SELF = re.compile(r"(?P<name>[^\W\d]\w{0,39}),? +(?P<rest>\S.*)")
#: An order, and a name behind it.
_SIGNED = re.compile(r"(?P<rest>\S.*?)[\s,]+(?P<name>[^\W\d]\w{0,39})[.:]?")
_DASHES = dict.fromkeys((*range(0x2010, 0x2015), 0x2212), "-")
MAX_GUESSED = 6  #: words of a text with a part of an order, that may be one
#: Kinds of words that do not count there.
_QUIET = ("small", "around", "before", "name")
_STYLES = re.compile(
    r"\[/?(?:b|i|u|code|color|colour|font|size)(?:=[^\]\n]{1,40})?\]", re.IGNORECASE
)  #: of BBCode


def labelled(asking: Asking, text: str) -> Candidate:
    """Read a text that is set off as an order; ask about one that is not one."""
    turn = None
    if (rest := labels.hashed(text)) is not None:
        text = rest
    if found := labels.label(text):
        text, turn = found
    one = order_in(asking, text, Emphasis.LABELLED) or Candidate(
        text, Emphasis.LABELLED
    )
    doubt = one.doubt
    if one.order is None and doubt is None:
        doubt = partly_read(asking, "notation", text, one.understood)
    return replace(one, emphasis=Emphasis.LABELLED, turn=turn, doubt=doubt)


def order_in(asking: Asking, text: str, emphasis: Emphasis) -> Candidate | None:
    """Return a text as an order, as a doubt, or as talk (None, where it is blank)."""
    text = _plain(text)
    if not text:
        return None
    if text.startswith(BULLET.strip()):
        return _item(asking, bare(text), emphasis)
    if TURNS.search(text):
        return _unseen(asking, text, emphasis)
    notation, reads = asking.game.notation, asking.reads
    if not reads(text) and (doubt := _look_alike(asking, text)):
        return Candidate(text, emphasis, doubt=doubt)
    text = plainly(notation, asking.game.spelling, text).text.strip()
    if not reads(text) and (draws(text) or _is_talk_item(asking, text)):
        return None
    if failed(asking, text):
        doubt = Doubt("notation", text, fault=fault_of(asking, text))
        return _asked(text, emphasis, doubt)
    fits = reads(text) and asking.could_play((text,))
    if not fits and (behind := _behind_turn(asking, text)):
        return behind
    if not reads(text):
        text = labels.numbered(text) or text
    if not reads(text):
        named = _NAMED.fullmatch(text)
        owner = asking.seat_of(named["name"].strip()) if named else ""
        rest = named["rest"].strip() if named else ""
        if owner and owner != asking.seat and _orders(asking, rest):
            return _passed_on(asking, text, rest, owner, emphasis)
        if rest := behind_name(asking, text):
            if labels.label(rest) and not reads(rest):
                return labelled(asking, rest)
            return order_in(asking, rest, emphasis)
    exact = text.rstrip(ENDS + " ")
    if exact != text and reads(text) and not asking.could_play((exact,)):
        exact = text  # a name may end in a stop
    if exact and reads(exact):
        plain = emphasis < Emphasis.LABELLED
        asks = exact.endswith("?") and not notation.uses("?")
        idle = asks or (plain and _idle(asking, exact))
        if not idle or asking.could_play((exact,)):
            return _exact(asking, exact, emphasis)
    words = words_of(asking).talk.words(text)
    if owner := relayed(words, asking.seat, asking.seat_of):
        return _passed_on(asking, text, text, owner, emphasis)
    if advises(words, asking.seat, asking.seat_of):
        return None
    found = _meant(asking, text, emphasis)
    if not of_another(words, asking.seat, asking.seat_of):
        return found
    if found.order is None or found.doubt:
        return replace(found, others=True)
    doubt = partly_read(asking, "almost", text, found.understood)
    return replace(_asked(text, emphasis, doubt), understood=found.understood)


def _is_talk_item(asking: Asking, text: str) -> bool:
    """Return whether a line is a dash and talk; "- the cross" names a part."""
    if not only_dashed(asking.game.notation, text):
        return False
    same = asking.game.spelling.same
    said = (x.text.casefold() for x in words_of(asking).talk.words(text))
    phrases = asking.game.spelling.phrases
    return not any(phrases.get(tuple(one.split()), "") in same for one in said)


def _asked(text: str, emphasis: Emphasis, doubt: Doubt) -> Candidate:
    """Return a doubt that no order elsewhere in plain words outdoes."""
    return Candidate(text, max(emphasis, Emphasis.BOLD), doubt=doubt)


def _passed_on(
    asking: Asking, text: str, order: str, owner: Seat, emphasis: Emphasis
) -> Candidate:
    """Ask about an order for another seat, as far as it can be read."""
    exact = order.rstrip(ENDS + " ")
    if asking.reads(exact):
        offers: tuple[Orders, ...] = ((exact,),)
    else:
        anybody = replace(asking, plays=None).could_play
        found = words_of(asking).understand(order, anybody, eager=True)
        offers = offers_of(found)
    return _asked(text, emphasis, Doubt("other-seat", text, offers, seat=owner))


def _exact(asking: Asking, text: str, emphasis: Emphasis) -> Candidate:
    """Return an order as it is; where it cannot be played, as it may be meant.

    A dash may have been the sign of a list, "- D4 1NE"; a number may say how often.
    """
    counted = text.startswith(tuple(DASHES)) or any(map(times, text.split()))
    if counted and not asking.could_play((text,)):
        meant = _meant(asking, text, emphasis)
        doubt = meant.doubt is not None and bool(meant.doubt.offers)
        if (meant.order is not None or doubt) and not meant.understood.led:
            return meant
    return Candidate(text, emphasis, _order(asking, text), exact=True)


def _order(asking: Asking, text: str) -> Order:
    order: Order = asking.game.notation.parse(text)
    return order


def behind_name(asking: Asking, text: str) -> str:
    """Return what is behind the writer's own name, or an order that stands before it:
    "Fall 1901, France."; "" without one."""
    for owned in (_OWNED.fullmatch(text), _SELF.fullmatch(text)):
        if owned and asking.is_own_name(owned["name"]):
            return owned["rest"]
    signed = _SIGNED.fullmatch(text)
    own = signed and asking.is_own_name(signed["name"]) and asking.reads(signed["rest"])
    return signed["rest"] if signed and own else ""


def _idle(asking: Asking, text: str) -> bool:
    """Return whether a word is read by its letters alone, and names no order."""
    named = asking.game.spelling.of_some_game(text)
    return asking.game.notation.by_letters(text) and not named


def _behind_turn(asking: Asking, text: str) -> Candidate | None:
    """Return the order behind "t1" or "#1", if there is one."""
    label = labels.bare_turn(text)
    if label is None:
        return None
    one = order_in(asking, label.rest, Emphasis.LABELLED)
    good = one is not None and one.order is not None
    return replace(one, turn=label.turn) if one and good else None


def _orders(asking: Asking, text: str) -> bool:
    found = words_of(asking).understand(text, asking.could_play)
    whole = found.whole and found.digits > 0
    return whole or asking.reads(text.rstrip(ENDS + " "))


def _meant(asking: Asking, text: str, emphasis: Emphasis) -> Candidate:
    """Return what a text orders without the talk around it."""
    eager = emphasis > Emphasis.PLAIN
    found = words_of(asking).understand(text, asking.could_play, eager=eager)
    doubt = None
    alone = found.strength > 1 or emphasis > Emphasis.PLAIN or not found.beside
    sure = found.sure and alone and (not asking.sheets or _all_of_it(found))
    if sure and strange(" ".join(found.used)) == []:
        (reading,) = found.readings
        order = _order(asking, reading[0])
        plain = not order.anytime or order.joins
        if cries := shouted(asking, text, (reading,)):
            doubt = Doubt("almost", text, (*cries, reading))
            return Candidate(text, emphasis, doubt=doubt, understood=found)
        if plain or emphasis is Emphasis.LABELLED or found.own:
            return Candidate("\n".join(reading), emphasis, order, understood=found)
        doubt = Doubt("word", text, (reading,))
    elif emphasis is Emphasis.LABELLED:
        doubt = partly_read(asking, "notation", text, found)
    elif found.likely:
        doubt = partly_read(asking, "almost", text, found)
    else:
        doubt = _guessed(asking, text, found)
    if doubt is None or not doubt.offers:
        cleaned = _cleaned(asking, text, found)
        if cleaned:
            order = _order(asking, cleaned)
            return Candidate(cleaned, emphasis, order, understood=found)
    return Candidate(text, emphasis, doubt=doubt, understood=found)


def _guessed(asking: Asking, text: str, found: Understood) -> Doubt | None:
    """Return what a text may order that would be talk else: one with a slip in it, or a
    few words with a part that few legal orders have."""
    if found.strength and (chosen := chosen_from(asking, words_of(asking), text)):
        return Doubt("almost", text, chosen)
    if found.asks or text.lstrip().startswith(">"):
        return None
    if order := remarked(asking, text):
        return Doubt("almost", text, *order)
    behind = text.rpartition(": ")[2].rstrip(ENDS + " )")
    if (behind,) in found.readings:
        return Doubt("almost", text, found.readings, found.unread)
    words = words_of(asking).talk.words(text)
    if alone := _words_alone(asking, words):
        return Doubt("almost", text, () if found.marks - {"correction"} else alone)
    for clause, beside in own_clauses(words):
        own = words_of(asking).understand(clause, asking.could_play)
        if own.sure:
            return Doubt("almost", text, fuller(asking, text, own.readings), beside)
    if found.marks or found.named:
        return None
    offers = slips_of(asking, text)
    said = [one for one in words if not one.parts and one.kind not in _QUIET]
    if offers or len(said) > MAX_GUESSED:
        return Doubt("almost", text, offers) if offers else None
    first = found.used[:1] if len(found.used) > 1 else ()
    if first and text.startswith(first) and asking.reads(first[0]):
        offers = (first,) if asking.could_play(first) else ()
    elif found.digits or found.bare:
        offers = row_of(asking, text) or with_parts(asking, found)
    return Doubt("almost", text, offers, found.unread) if offers else None


def _words_alone(asking: Asking, words: Sequence[Word]) -> tuple[Orders, ...]:
    """Return the orders that are a word by themselves, which talk has too, in a text of
    few words, the last first: "green. no, blue!"; () for talk."""
    said = [x.text for x in words if not x.parts and x.kind not in _QUIET]
    single = dict.fromkeys(x for x in said if asking.reads(x))
    found = tuple((x,) for x in single if x.casefold() in asking.legal())
    several = len(found) > 1 and len(said) <= MAX_GUESSED
    return found[::-1] if several else ()


def _cleaned(asking: Asking, text: str, found: Understood) -> str:
    """Return the one order that a text is in other words, which cannot be played: it
    stays what was said, and the rules say why not. "" where there is none."""
    whole = found.strength > 1 or (found.bare and found.own)
    said = found.plain and whole and not (found.marks or found.asks)
    said = said and not any(map(times, text.split()))
    said = said and len({*map(str.casefold, found.used)}) == len(found.used)
    if not said or found.readings:
        return ""
    if asking.reads(found.said):
        return found.said
    only = asking.game.spelling.only(text) or asking.game.spelling.only(found.said)
    return only[0].text if only and asking.reads(only[0].text) else ""


def _all_of_it(found: Understood) -> bool:
    """Return whether a line of a sheet orders nothing else for certain: what is said
    twice may be meant twice, and an unknown word may be another order."""
    half = len(found.used) // 2
    twice = half > 0 and found.used == found.used[:half] * 2
    return not (found.strange or twice)


def _item(asking: Asking, text: str, emphasis: Emphasis) -> Candidate | None:
    """Return an item of a list: its bullet may have been a dash of the order."""
    dashed = f"- {text}"
    if not asking.reads(dashed):
        return order_in(asking, text, emphasis)
    if not asking.reads(text):
        return Candidate(dashed, emphasis, _order(asking, dashed), exact=True)
    doubt = Doubt("dash", text, ((text,), (dashed,)))
    return Candidate(text, emphasis, doubt=doubt)


def _unseen(asking: Asking, text: str, emphasis: Emphasis) -> Candidate | None:
    """Ask about an order that may be shown otherwise than it is read."""
    one = order_in(asking, " ".join(UNSEEN.sub("", text).split()), emphasis)
    if one is None or (one.order is None and one.doubt is None):
        return one
    return _asked(text, emphasis, Doubt("unseen", text, (one.orders,)))


def _look_alike(asking: Asking, text: str) -> Doubt | None:
    """Return a doubt about a line that only looks like an order."""
    text = UNSEEN.sub("", text)
    plain = unicodedata.normalize("NFKC", text).translate(_DASHES)
    odd = not plain.isascii() and strange(plain)
    seems = skeleton(plain) if odd else ""
    if not asking.reads(seems):
        return None
    return Doubt("letters", text, ((seems.upper(),),))


def _plain(text: str) -> str:
    """Return a text without the signs of Markdown and BBCode.

    >>> _plain("**D4** 1N"), _plain("[b]D4[/b] 1N")
    ('D4 1N', 'D4 1N')
    """
    return _STYLES.sub("", text.strip().strip("`").replace("**", "")).strip()


def bare(text: str) -> str:
    """Return a line without the bullet of a list."""
    return text.removeprefix(BULLET.strip()).strip()
