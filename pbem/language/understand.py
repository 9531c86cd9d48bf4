"""What a stretch of a post orders, read without the talk around and between its parts.

Words that may be parts of an order are never dropped: where they come to no order all
together, nothing is read. Other words are, and named, so that somebody can judge.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import dropwhile, groupby, takewhile

from pbem.language.changes import adds, swap
from pbem.language.lines import understood
from pbem.language.neighbours import each_aimed, without_passed
from pbem.language.reading import Orders, Plays
from pbem.language.readings import (
    MAX_READINGS,
    Best,
    Readings,
    clauses,
    now_and_later,
    without_talk,
)
from pbem.language.talk import Talk
from pbem.language.talk_words import DOUBTFUL, Word, counts, courtesies, deeds
from pbem.plugins.games import Game

MAX_WORDS = 60  #: of a text that is looked through
FEW = 2  #: words that are an unknown part of an order rather than talk
_MANY = 3  #: parts of orders that make one, whatever is between them
_DENSE = 0.4  #: of the words
#: What looks like a part of an order, although the notation has none such.
LIKE_PART = re.compile(
    r"(?=\D{0,7}\d)(?=.{0,7}[a-z])(?!\d{1,6}(?:st|nd|rd|th)$).{2,8}", re.IGNORECASE
)
_SELF = frozenset(
    ["i", "i'm", "im", "i'll", "ill", "i'd", "my", "we", "let", "let's", "lets"]
)
_ALL = (["only"], ["just"], ["no"], ["not"], ["without"], ["nothing"])
_JOINS = ("and", "but", "so", "then")
_STATES = frozenset(("am", "are", "have", "i'm", "im", "is", "need"))
_HE = ("he", "she", "it", "they")


@dataclass(frozen=True, slots=True)
class Understood:
    """What a text orders, and how sure that is."""

    readings: tuple[Orders, ...] = ()  #: as likely as each other
    plays: bool = False  #: whether an order without a fault is in it
    unread: tuple[str, ...] = ()  #: stretches that may matter and are in no reading
    marks: frozenset[str] = frozenset()  #: kinds of words that make it doubtful
    strength: int = 0  #: parts of orders in it
    digits: int = 0  #: those of them that hold a digit
    plain: bool = False  #: nothing else is in it but small words, and talk apart
    bare: bool = False  #: and no word is unknown
    strange: bool = False  #: a word in it is unknown, perhaps in talk apart
    beside: bool = False  #: a stretch of it is talk that holds unknown words
    corrects: bool = False  #: it begins with words that put it in another's place
    own: bool = False  #: the writer speaks of himself
    mine: bool = False  #: so, or it begins with a part of an order
    asks: bool = False  #: it is a question
    used: tuple[str, ...] = ()  #: the parts of orders
    dense: bool = False  #: they are a good part of what is said
    runs: bool = False  #: an order is in it word by word
    exact: bool = False  #: and they are an order as they stand
    led: bool = False  #: the first word of the order is one that was left out
    adds: bool = False  #: it is said to come on top of another one
    less: bool = False  #: it is said to be all: "only D4", "D4, no magic"
    swap: tuple[str, ...] = ()  #: two parts of which one takes the other's place
    named: bool = False  #: a player is named in it
    unfit: bool = False  #: its parts are an order as they stand that cannot be played
    spelt: str = ""  #: its parts as the notation has them
    said: str = ""  #: they and the small words between, without the talk around
    coming: bool = False  #: all that it orders is for a window yet to come
    says: bool = False  #: a clause says what its writer does with a part of an order

    @property
    def whole(self) -> bool:
        """Whether all of it was read."""
        return bool(self.readings) and not self.unread

    @property
    def instead(self) -> bool:
        """Whether it is an order, and besides says only that it takes the place of
        another one: "no, D4", "oops, I meant D4"."""
        plain = self.exact and not (self.strange or self.asks or self.named)
        first = self.corrects and self.marks == {"correction"}
        return plain and len(self.readings) == 1 and first

    @property
    def sure(self) -> bool:
        """Whether it can be taken as it was read."""
        one = len(self.readings) == 1 and self.plays
        if self.coming or (self.led and not self.bare):
            return False  # what was left out may say where to
        return one and self.whole and not self.marks and not self.asks

    @property
    def ordering(self) -> bool:
        """Whether its writer may order something in words that nobody reads, if he has
        ordered nothing else."""
        doubt = self.asks or {"doubt", "negation"} & self.marks
        other = self.own or self.named or doubt
        return self.says or (self.dense and self.strength > 1 and not other)

    @property
    def replaces(self) -> bool:
        """Whether it may be about an order that the writer has given before."""
        if self.whole or self.marks & {"correction", "same", "alter"}:
            return True
        if self.swap and "negation" in self.marks and self.dense:
            return True
        return self.plays and self.strength > 1 and "told" not in self.marks

    @property
    def likely(self) -> bool:
        """Whether it is to be asked about: more than talk that names a square."""
        several = self.strength > 1
        if several and self.own and {"alter", "doubt"} <= self.marks:
            return True  # "if Bob comes, I'd rather stay", whatever else it says
        if not self.plays and self.strange and _counts_things(self.used):
            return False  # "good luck to all seven of us"
        told_of = self.named and not (self.own or self.mine or self.digits)
        if not self.strength or (told_of and self.unread and self.marks):
            return False
        if self.swap and "negation" in self.marks and self.dense:
            return True
        if "negation" in self.marks and not (self.plays or self.digits):
            return False
        if self.asks and self.strength == 1 and not self.digits and self.unread:
            return False
        if self.whole or self._parts_alone or self._playable:
            return True
        if "told" in self.marks:
            return several and (
                self.runs or (self.exact and self.own and not self.named)
            )
        if several and self.digits and (self.plays or self.strength > _MANY):
            return True
        if self.asks or ("later" in self.marks and not self.digits):
            return False
        if several and (self.digits or self.plays):
            return self.mine or self.dense
        if several and self.own and self.dense:
            return True
        if self.strength >= _MANY:
            return self.dense
        return (self.mine or (self.dense and not self.named)) and self.plays

    @property
    def _parts_alone(self) -> bool:
        """Whether parts of orders are in it and nothing else that matters."""
        if not self.plain:
            return False
        if self.strength > 1 and self.digits:
            return True
        some = self.digits > 0 or self.unfit or self.strength > 1
        enough = self.strength > 2 or (some and self.bare)
        return self.mine and not self.asks and enough

    @property
    def _playable(self) -> bool:
        """Whether it holds an order that the writer may want, or asks about."""
        if "correction" in self.marks and self.readings:
            return True
        if not self.plays:
            return False
        if self.asks and "alter" in self.marks and self.digits and self.strength > 1:
            return True  # "b or h on 0,1, what do you think?"
        chosen = self.strength > 1 and (self.plain or "alter" in self.marks)
        sure = self.exact and (self.digits > 0 or (self.strength > 1 and self.mine))
        if (self.asks or ("doubt" in self.marks and self.dense)) and sure:
            return True
        return (self.asks and self.own) or (self.mine and chosen)


# The words of a game are gathered once: a thread has thousands of lines.
@lru_cache(maxsize=32)
def understanding(game: Game, names: tuple[str, ...]) -> Understanding:
    """Return what knows the words of a game, and the names of those who play it."""
    return Understanding(game, names)


class Understanding:
    """What stretches of posts order in one game."""

    def __init__(self, game: Game, names: Iterable[str] = ()) -> None:
        self._readings = Readings(game)
        self._spelling = game.spelling
        self.strict = partial(understood, game.notation)
        self.talk = Talk(game, names)

    def _leads(self, readings: Sequence[Orders], words: Sequence[Word]) -> bool:
        """Return whether the sign that people leave out was put before a reading."""
        lead, phrases = self._spelling.lead, self._spelling.phrases
        if not lead or not readings[0][0].startswith(f"{lead} "):
            return False
        said = (tuple(one.text.casefold().split()) for one in words)
        return all(phrases.get(one) != lead and one[:1] != (lead,) for one in said)

    def otherwise(self, text: str, plays: Plays) -> tuple[Orders, ...]:
        """Return what a text orders whose words say more, or less, than the notation
        has between the parts of an order."""
        core = clauses(_himself(self.talk.words(text)))
        said = [x for run in core for x in without_talk(run)]
        kept = [x for run in core for x in without_talk(without_passed(run))]
        rows = (each_aimed(said, self.talk.names_part), kept)
        read = (self._readings.whole(x, plays) for x in rows if len(x) != len(said))
        return next(filter(None, read), ())

    def guesses(self, text: str, plays: Plays) -> tuple[Orders, ...]:
        """Return what a text that is asked about may order, where all of it is none."""
        words, _ = now_and_later(_himself(self.talk.words(text)))
        core = clauses(words)
        regrouped = self._readings.regrouped
        if not self._spelling.lead and (found := regrouped(core, plays)):
            return found
        if self._readings.sheets or _marks(words) & {"negation", "correction", "alter"}:
            return self._readings.parts_alone(core, plays)
        if self._readings.reads(core):
            return ()  # it is an order, and the rules say why it cannot be played
        run = self._readings.runs(core, plays)
        first = next((x.text for run in core for x in run if x.kind == "order"), "")
        whole = run and run.startswith(first) and plays((run,))
        found = (
            *self._readings.longest(core, plays),
            *(((run,),) if run and whole else ()),
            *(() if _marks(words) else self._readings.moved(core, plays)),
            *self._readings.spared([one for run in core for one in run], plays),
        )
        if not (found and self._spelling.lead):  # with it, where one stands is no part
            found += self._readings.parts_alone(core, plays)
        printed = self._readings.printed
        kept: dict[str, Orders] = {}
        for one in sorted(found, key=lambda one: -len(printed(one).split())):
            said = {*printed(one).split()}
            if not any(said <= {*fuller.split()} for fuller in kept):
                kept[printed(one)] = one
        return tuple(kept.values())[:MAX_READINGS]

    def understand(self, text: str, plays: Plays, eager: bool = False) -> Understood:
        """Return what a text orders.

        What can be talk at most is not read, but where it is set off (`eager`).
        """
        quoted = text.lstrip().startswith(">")
        whole = () if quoted else _himself(self.talk.words(text))
        words, later = now_and_later(whole)
        coming = any(one.kind == "order" for one in later)
        if coming and not any(one.kind == "order" for one in words):
            words, later = list(whole), []
        core = clauses(words)
        marks = _marks(words)
        ordering = any(one.kind == "order" for run in core for one in run)
        if not ordering or len(words) > MAX_WORDS:
            return Understood(marks=marks)
        inner = [one for run in core for one in without_talk(run)]
        used = tuple(one.text for one in inner if one.kind == "order")
        digits = _digits(used)
        plain = all(one.kind in ("order", "small", "either") for one in inner)
        mine = _mine(words)
        letter = any(one.kind == "either" and len(one.text) == 1 for one in inner)
        some = mine or len(used) + letter > 1 or "correction" in marks or _heads(words)
        best, run = Best(), None
        if eager or plain or (some and (digits > 1 or "told" not in marks)):
            best = self._readings.best(text, words, plays)
        if not best.plays or "told" in marks:
            run = self._readings.runs(core, plays) if some else None
        letters = _letters(inner, best.readings[0][0] if best.plays else run or "")
        negated = any(one.kind == "negation" for one in inner)
        spelt = " ".join(map(self._readings.meant, used))
        stands = self.strict(spelt) and not best.chosen
        like = any(
            one.kind == "unknown" and LIKE_PART.fullmatch(one.text) for one in inner
        )
        read = best.plays and not like and (best.chosen or not negated)
        return Understood(
            readings=best.readings if read else (),
            plays=best.plays or run is not None,
            unread=(*_left(inner, best), *_behind(later), *_apart(words)),
            marks=marks,
            strength=len(used) + letters,
            digits=digits,
            plain=plain,
            bare=plain and all(one.kind not in ("unknown", "name") for one in words),
            strange=any(one.kind == "unknown" for one in words),
            beside=_talks_beside(words),
            corrects=_corrects(words),
            own=of_himself(words),
            mine=mine,
            asks=_asks(words),
            used=used,
            dense=len(used) >= _DENSE * sum(one.kind != "small" for one in inner),
            runs=run is not None or (best.plays and not best.dropped),
            exact=best.plays and stands,
            led=best.plays and self._leads(best.readings, inner),
            adds=adds(words),
            less=any(map(leaves_out, words)),
            swap=swap(words),
            named=_named(words),
            unfit=stands and not best.plays,
            spelt=spelt,
            said=" ".join(one.text for one in inner),
            coming=coming and not later,
            says=_says(words),
        )


def leaves_out(one: Word) -> bool:
    """Return whether a word says that something is left out: "only", "no spells"."""
    return one.text.casefold().split()[:1] in _ALL


def _named(words: Sequence[Word]) -> bool:
    """Return whether a player is named, who is not only spoken to."""
    return any(
        one.kind == "name"
        and not _greeted(words, at)
        and (at == 0 or words[at - 1].text.casefold() not in courtesies())
        for at, one in enumerate(words)
    )


def _greeted(words: Sequence[Word], at: int) -> bool:
    """Return whether a name is behind a greeting at the beginning: "Hello Bob, ..."."""
    behind = [one.kind for one in words[at + 1 : at + 2]]
    before = [one.kind for one in words[:at] if one.kind != "comma"]
    return before == ["before"] and behind == ["comma"]


def _corrects(words: Sequence[Word]) -> bool:
    """Return whether words that correct something are before all parts of orders."""
    kinds = [one.kind for one in words]
    ordered = kinds.index("order") if "order" in kinds else len(kinds)
    return not {"correction", "negation"} & {*kinds[ordered:]}


def _from_order(words: Sequence[Word]) -> Sequence[Word]:
    """Return the words from the first part of an order on."""
    kinds = [one.kind for one in words]
    return words[kinds.index("order") :] if "order" in kinds else ()


def _talks_beside(words: Sequence[Word]) -> bool:
    """Return whether unknown words are in a stretch behind that of an order."""
    words = _from_order(words)
    runs = ({x.kind for x in run} for parts, run in groupby(words, lambda x: x.parts))
    return any("unknown" in kinds and "order" not in kinds for kinds in runs)


def _apart(words: Sequence[Word]) -> tuple[str, ...]:
    """Return the stretches behind an order that are a word or two which nobody knows:
    "D4, cross". Longer ones are talk."""
    words = _from_order(words)
    runs = (list(run) for parts, run in groupby(words, lambda x: x.parts) if not parts)
    short = [run for run in runs if len(run) <= FEW]
    strange = [run for run in short if all(one.kind == "unknown" for one in run)]
    return tuple(" ".join(one.text for one in run) for run in strange)


def _behind(later: Sequence[Word]) -> tuple[str, ...]:
    """Return what is ordered for a window yet to come, as one stretch."""
    orders = any(one.kind == "order" for one in later)
    return (" ".join(one.text for one in later if not one.parts),) if orders else ()


def _letters(words: Sequence[Word], text: str) -> int:
    """Return how many letters that may be parts are so in what is read: "a 0,2"."""
    read = text.split()
    letters = [x.text for x in words if x.kind == "either" and len(x.text) == 1]
    return sum(one in read for one in letters)


def _digits(used: Sequence[str]) -> int:
    """Return how many parts hold a number; one in words does beside other parts."""
    spelt = [one for one in used if one.casefold() in counts()]
    figures = sum(len(one) > 1 and any(map(str.isdigit, one)) for one in used)
    return figures + len(spelt) * (len(spelt) < len(used))


def _counts_things(used: Sequence[str]) -> bool:
    """Return whether parts of orders are numbers in words, and one word at most."""
    spelt = sum(one.casefold() in counts() for one in used)
    return spelt > 0 and len(used) - spelt < 2 and not any(x.isdecimal() for x in used)


def _heads(words: Sequence[Word]) -> bool:
    """Return whether somebody goes to a part of an order: "flee to A1"."""
    first = next(at for at, one in enumerate(words) if one.kind == "order")
    return first > 0 and words[first - 1].text.casefold().split()[-1:] == ["to"]


def _left(words: Sequence[Word], best: Best) -> tuple[str, ...]:
    """Return what is in no reading."""
    rest = _unread(words) if best.dropped or not best.plays else ()
    return (*best.lost, *rest)


def _marks(words: Sequence[Word]) -> frozenset[str]:
    """Return the kinds of words that make what is next to them doubtful.

    Those of a sentence behind the order do so only where it begins with one.
    """
    found: set[str] = set()
    begun = over = False
    for at, one in enumerate(words):
        after = words[at + 1] if at + 1 < len(words) else None
        kind = one.kind
        if kind == "negation" and (after is None or after.parts or at == 0):
            reply = after is None or after.parts or after.kind == "correction"
            kind = "correction" if reply else kind
        begins = at == 0 or words[at - 1].kind == "stop"
        if (
            kind == "draft"
            or (kind in DOUBTFUL and (not over or begins))
            or (kind == "later" and not over)
        ):
            found.add(kind)
        begun = begun or kind == "order"
        over = (over or (begun and kind == "stop")) and kind != "order"
    return frozenset(found)


def _unread(words: Sequence[Word]) -> tuple[str, ...]:
    """Return the stretches between the parts of orders that hold unknown words."""
    found = []
    for part, run in groupby(words, lambda one: one.kind == "order"):
        stretch = list(run)
        if not part and any(one.kind != "small" for one in stretch):
            found.append(" ".join(one.text for one in stretch))
    return tuple(found)


def _himself(words: Sequence[Word]) -> tuple[Word, ...]:
    """Return words in which "he" is the writer's own: "My wizard ... He casts"."""
    own, found = False, []
    for at, one in enumerate(words):
        own = (own or one.text.casefold() == "my") and one.kind != "name"
        he = own and one.text.casefold() in _HE
        done = _to_do(words, at) if one.text.casefold() in deeds() else False
        found.append(one._replace(kind="small") if he or done else one)
    return tuple(found)


def _to_do(words: Sequence[Word], at: int) -> bool:
    """Return whether a deed is in an order: "D4 and hit 1NE", not "Bob hit me"."""
    before = [one.kind for one in words[:at]]
    after = (one.kind for one in words[at + 1 :] if one.kind not in ("small", "around"))
    told = any(kind in ("name", "told", "unknown") for kind in before)
    return "order" in before and not told and next(after, "") == "order"


def _says(words: Sequence[Word]) -> bool:
    """Return whether a clause says what its writer does with a part of an order, not
    what he has: "My bishop goes to b7"."""
    for _, run in groupby(words, lambda one: one.parts):
        row = [*dropwhile(lambda x: x.kind == "before" or x.text in _JOINS, run)]
        said = [*takewhile(lambda x: x.kind != "order" or x.text.isdecimal(), row)]
        quiet = not any(one.kind in DOUBTFUL for one in said)
        does = _STATES.isdisjoint(" ".join(x.text for x in row).casefold().split())
        if len(said) < len(row) and quiet and does and of_himself(said[:1]):
            return True
    return False


def of_himself(words: Sequence[Word]) -> bool:
    """Return whether the writer speaks of himself."""
    texts = [one.text.casefold().replace("’", "'") for one in words]
    return bool(_SELF.intersection(part for one in texts for part in one.split())) or (
        "from me" in texts or "for me" in texts
    )


def _mine(words: Sequence[Word]) -> bool:
    """Return whether the writer speaks of what he does, or simply says it."""
    if any(one.kind == "told" for one in words):
        return False
    first = next((one for one in words if one.kind not in ("before", "stop")), None)
    begins = ["order", "small", "around", "either"]
    if not any(one.kind in ("unknown", "name") for one in words):
        begins.append("doubt")
    return of_himself(words) or (first is not None and first.kind in begins)


def _asks(words: Sequence[Word]) -> bool:
    """Return whether a sentence with a part of an order ends in a question mark."""
    begun = False
    for one in words:
        begun = begun or one.kind == "order"
        if one.kind == "stop":
            if begun and one.text == "?":
                return True
            begun = False
    return False
