"""What may be an order while a text is read, before all of the text is weighed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pbem.language.choices import chosen_from
from pbem.language.lines import CUTS, pieces_of, words_left
from pbem.language.misspelt import meant_instead
from pbem.language.nearest import MAX_MORE, holding, nearest
from pbem.language.reading import Asking, Change, Emphasis, Orders
from pbem.language.readings import MANY_PARTS, MAX_READINGS
from pbem.language.understand import Understanding, Understood, understanding
from pbem.notation.parser import NotUnderstood
from pbem.protocol import FAILED, Fault, Order, Seat

ENDS = ".!;"  #: signs behind an order that say nothing
_BRACKETS = re.compile(r"[(\[][^()\[\]]+(?:[)\]]|$)")


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why somebody must be asked about a stretch, and what is offered."""

    why: str
    written: str
    offers: tuple[Orders, ...] = ()
    left: tuple[str, ...] = ()
    fault: Fault | None = None
    beside: str = ""  #: what else is said that makes it doubtful
    seat: Seat = ""  #: the other seat that it is for
    change: Change | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A stretch that may be an order: one that is, or a doubt, or else talk."""

    text: str  #: of an order as the record can hold it, line by line
    emphasis: Emphasis
    order: Order | None = None
    turn: int | None = None
    doubt: Doubt | None = None
    at: int = 0  #: its line
    extent: tuple[int, int] = (0, 0)  #: its first and last line, counted from there
    exact: bool = False  #: as the notation has it
    understood: Understood = field(default_factory=Understood)
    edits: bool = False  #: it is behind "EDIT:"
    listed: bool = False  #: it is one of several items of a list
    others: bool = False  #: it is said of another player, or to one

    @property
    def orders(self) -> Orders:
        """Its text, line by line."""
        return tuple(self.text.split("\n"))

    @property
    def why(self) -> str:
        """Why it is asked about; "" where it is not."""
        return self.doubt.why if self.doubt else ""


def parse(asking: Asking, text: str) -> Order | Fault:
    """Return the order that a text spells, or why it spells none."""
    try:
        order: Order = asking.game.notation.parse(text)
    except NotUnderstood as error:
        return error.fault
    return order


def fault_of(asking: Asking, text: str) -> Fault | None:
    """Return why the notation does not read a text; None where it does."""
    found = parse(asking, text)
    return found if isinstance(found, Fault) else None


def failed(asking: Asking, text: str) -> bool:
    """Return whether the game raised an exception when it read a text."""
    fault = fault_of(asking, text)
    return fault is not None and fault.code == FAILED


def words_of(asking: Asking) -> Understanding:
    """Return what knows the words of a game and the names of its players."""
    return understanding(asking.game, (*asking.seats, *asking.names))


def with_parts(asking: Asking, found: Understood) -> tuple[Orders, ...]:
    """Return the legal orders that hold the parts of orders in a text."""
    in_turn = bool(asking.game.spelling.lead)
    more = 0 if in_turn and found.strange else MAX_MORE
    numbered = [one for one in found.used if any(map(str.isdecimal, one))]
    like = holding(asking.legal, found.used, in_turn=in_turn, more=more)
    single = len(numbered) == 1
    if like or (single and in_turn):
        return like
    return holding(asking.legal, numbered, in_turn=True, more=int(single))


def row_of(asking: Asking, text: str) -> tuple[Orders, ...]:
    """Return a row of actions, each in the words of one clause or named by the one part
    that it needs, in this order: "leaf first, then a girder, wait 3". () for none."""
    if asking.sheets or asking.game.spelling.lead:
        return ()
    understand = words_of(asking).understand
    read = (understand(x, asking.could_play) for x in pieces_of(CUTS[-1], text))
    each = [one for one in read if one.used]
    found: list[str] = []
    for one in each:
        said = one.readings if one.whole and one.plays else ()
        if not said and len(one.used) == 1:
            said = holding(asking.legal, one.used, more=1)
        if len(said) != 1 or len(said[0]) != 1:
            return ()
        found += said[0]
    row = (", ".join(found),)
    good = len(found) > 1 and asking.reads(row[0]) and asking.could_play(row)
    return (row,) if good else ()


def slips_of(asking: Asking, text: str) -> tuple[Orders, ...]:
    """Return what a text orders if a word of it is misspelt."""
    return meant_instead(asking, words_of(asking), text)


def partly_read(asking: Asking, why: str, text: str, found: Understood) -> Doubt:
    """Return a reading that asks about a text, which was understood in part, in several
    ways, or not at all."""
    offers = offers_of(found)
    if not (offers or found.marks) and (row := row_of(asking, text)):
        return Doubt(why, text, row)
    if not found.marks and (
        said := words_of(asking).otherwise(text, asking.could_play)
    ):
        return Doubt(why, text, said)
    if chosen := chosen_from(asking, words_of(asking), text):
        return Doubt(why, text, fuller(asking, text, (*chosen, *offers)))
    if not offers and (outside := _without_brackets(asking, text)):
        return Doubt(why, text, *outside)
    if not offers and found.strength:
        offers = words_of(asking).guesses(text, asking.could_play)
    if not found.marks and len(found.used) > MANY_PARTS:
        # Less than half of much that was said is no offer; of a row of actions each is
        # to be done, so that half is none, either.
        whole = len(offers) == 1 and not asking.game.spelling.lead
        half = (len(found.used) + whole) / 2
        offers = tuple(x for x in offers if len(" ".join(x).split()) >= half)
    change = Change(
        used=found.used,
        swap=found.swap,
        led=found.led,
        exact=found.plays and found.exact,
        applies=found.replaces,
        instead=found.instead,
    )
    left = tuple(one for one in found.unread if not _in_each(one, offers))
    if not offers and (part := understood_part(asking, text)):
        unknown = words_left(asking.game.notation, text)
        small = asking.game.spelling.says_nothing
        offers, left = ((part,),), tuple(x for x in unknown if not small(x))
    stands = asking.reads(text)  # it stays what was said, and is refused
    slip = () if stands or (offers and not left) else slips_of(asking, text)
    if not {*slip} <= {*offers}:
        offers, left = tuple(dict.fromkeys((*slip, *offers)))[:MAX_READINGS], ()
    if asking.game.notation.uses('"words"'):
        offers = (*shouted(asking, text, offers), *offers)
    if not (offers or stands) and "negation" not in found.marks:
        alone = ((one,) for one in found.used if not asking.game.spelling.lead)
        offers = tuple(x for x in alone if asking.reads(x[0]) and asking.could_play(x))
        offers = offers[:MAX_READINGS] or with_parts(asking, found)
        offers = offers or _with_verb(asking, text, found)
        offers = offers or (nearest(asking.legal, text) if found.plain else ())
    fault = None if offers else fault_of(asking, text)
    return Doubt(why, text, offers, left, fault, change=change)


def _with_verb(asking: Asking, text: str, found: Understood) -> tuple[Orders, ...]:
    """Return what a text orders without the first word of a legal order; () where
    several fit."""
    first = dict.fromkeys(one.split()[0] for one in asking.legal())
    verbs = [one for one in first if one not in asking.game.spelling.alone]
    for said in dict.fromkeys((text.rstrip(ENDS), found.said, " ".join(found.used))):
        whole = [(f"{verb} {said}",) for verb in verbs]
        fit = [x for x in whole if asking.reads(x[0]) and asking.could_play(x)]
        if fit:
            return tuple(fit) if len(fit) == 1 else ()
    return ()


def fuller(asking: Asking, text: str, offers: Sequence[Orders]) -> tuple[Orders, ...]:
    """Return what a text may order; behind what all of it comes to, where the first
    word of the likeliest was left out."""
    lead = f"{asking.game.spelling.lead} "
    more: tuple[Orders, ...] = ()
    if lead != " " and offers[0][0].startswith(lead):
        guesses = words_of(asking).guesses(text, asking.could_play)
        more = tuple(x for x in guesses if not x[0].startswith(lead))
    return tuple(dict.fromkeys((*more, *offers)))[:MAX_READINGS]


def _without_brackets(
    asking: Asking, text: str
) -> tuple[tuple[Orders, ...], tuple[str, ...]] | None:
    """Return what a text orders without what is said of it in brackets, and that:
    "enter B1 (over home)"; None for what is none."""
    if strict := remarked(asking, text):
        return strict
    rest, inside = _outside(text)
    found = words_of(asking).understand(rest, asking.could_play, eager=True)
    return (found.readings, inside) if found.whole and inside else None


def remarked(
    asking: Asking, text: str
) -> tuple[tuple[Orders, ...], tuple[str, ...]] | None:
    """Return an order that can be played as it stands, with a remark in brackets, and
    that: "bar/22* 13/7* (double hit)"; None for what is none."""
    rest, inside = _outside(text)
    good = inside and asking.reads(rest) and asking.could_play((rest,))
    return (((rest,),), inside) if good else None


def _outside(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a text without what is in brackets, and that."""
    rest = " ".join(_BRACKETS.sub(" ", text).split()).replace(" ,", ",").rstrip(ENDS)
    return rest, tuple(one[0] for one in _BRACKETS.finditer(text))


def _in_each(text: str, offers: Sequence[Orders]) -> bool:
    """Return whether every offer has the words of a text, or there is none."""
    words = text.casefold().replace("\u2019", "'").replace("'s", "").split()
    rows = [" ".join(one).casefold().split() for one in offers]
    return bool(rows) and all(word in row for word in words for row in rows)


def shouted(asking: Asking, text: str, offers: Sequence[Orders]) -> tuple[Orders, ...]:
    """Return an order that could have words in quotation marks, and has none, with what
    is said behind it as those; () where nothing is, or nothing fits."""
    words = words_of(asking).talk.words(text)
    parts = [x.kind == "order" and not x.text.startswith('"') for x in words]
    last = max((at for at, one in enumerate(parts) if one), default=0)
    said = " ".join(x.text.strip('"') for x in words[last + 1 :] if not x.parts)
    silent = [one[0] for one in offers if len(one) == 1 and '"' not in one[0]]
    cries = ((f'{one} "{said}"',) for one in silent if said)
    return tuple(x for x in cries if asking.reads(x[0]) and asking.could_play(x))[:1]


def understood_part(asking: Asking, text: str) -> str:
    """Return an order without the words in it that nobody understands; "" for what is
    none at all."""
    if fault_of(asking, text) is not None:
        return ""
    kept = list(text)
    for start, end in asking.game.notation.left(text):
        kept[start:end] = " " * (end - start)
    part = " ".join("".join(kept).replace(",", " ").split())
    return part if asking.reads(part) and asking.could_play((part,)) else ""


def offers_of(found: Understood) -> tuple[Orders, ...]:
    """Return the readings of a text, where one could be played."""
    return found.readings if found.plays else ()
