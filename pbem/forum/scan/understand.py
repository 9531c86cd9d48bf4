"""What a stretch of a post orders, read without the talk around and between its parts.

Words that may be parts of an order are never dropped: where they come to no order all
together, nothing is read. Other words are, and named, so that somebody can judge.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

from pbem.forum.scan.questions import MAX_READINGS
from pbem.forum.scan.talk import Talk, Word
from pbem.games import Game
from pbem.notation import Cleaned

#: The orders that a text is read as: one, or several where a game takes sheets.
Reading: TypeAlias = tuple[str, ...]
#: Whether orders could be played as they are, without any fault.
Plays: TypeAlias = Callable[[Reading], bool]

MAX_WORDS = 60  #: of a text that is looked through
MAX_RUN = 12  #: words in a row that may be an order
_DOUBTFUL = ("doubt", "alter", "negation", "correction", "same", "told")
_TALK = ("around", "before", "unknown", *_DOUBTFUL, "later")
MANY_PARTS = 3  #: of an order that is one, whether it can be played or not
_SELF = frozenset(
    ["i", "i'm", "im", "i'll", "ill", "i'd", "my", "we", "let", "let's", "lets"]
)
_APART = re.compile(r"(?<=[a-z])[- ](?=\d)|(?<=\d)[- ](?=[a-z])", re.IGNORECASE)
_PARTED = re.compile(r"[-=–—]*[>→]+|[:/;=]")


@dataclass(frozen=True, slots=True)
class Understood:
    """What a text orders, and how sure that is."""

    readings: tuple[Reading, ...] = ()  #: as likely as each other
    plays: bool = False  #: whether an order without a fault is in it
    unread: tuple[str, ...] = ()  #: stretches that were left out and may matter
    marks: frozenset[str] = frozenset()  #: kinds of words that make it doubtful
    strength: int = 0  #: parts of orders in it
    digits: int = 0  #: those of them that hold a digit
    plain: bool = False  #: nothing else is in it but small words, and talk apart
    mine: bool = False  #: the writer speaks of himself, or begins with it
    asks: bool = False  #: it is a question
    used: tuple[str, ...] = ()  #: the parts of orders
    exact: bool = False  #: and they are an order as they stand

    @property
    def whole(self) -> bool:
        """Whether all of it was read."""
        return bool(self.readings) and not self.unread

    @property
    def sure(self) -> bool:
        """Whether it can be taken as it was read."""
        one = len(self.readings) == 1 and self.plays
        return one and self.whole and not self.marks and not self.asks

    @property
    def replaces(self) -> bool:
        """Whether it may be about an order that the writer has given before."""
        if self.whole or self.marks & {"correction", "same"}:
            return True
        return self.plays and self.strength > 1 and "told" not in self.marks

    @property
    def likely(self) -> bool:
        """Whether it is to be asked about: more than talk that names a square."""
        if not self.strength:
            return False
        if self.whole or (self.plain and self.strength > 1 and self.digits):
            return True
        if "correction" in self.marks and self.readings:
            return True
        some = self.digits if self.plays else self.readings and self.mine
        if self.strength > 1 and some and "told" not in self.marks:
            return True
        if "told" in self.marks:
            return self.plays and self.digits > 1
        if self.asks or ("later" in self.marks and not self.digits):
            return False
        return self.mine and (self.plays or self.digits > 1)


class Understanding:
    """What stretches of posts order in one game."""

    def __init__(self, game: Game, names: Iterable[str] = ()) -> None:
        self._notation = game.notation
        self._spelling = game.spelling
        self._sheets = game.rules.sheets
        self.talk = Talk(game, names)

    def strict(self, text: str) -> bool:
        """Return whether a text is an order as it stands, with no word unread."""
        if not self._notation.reads(text):
            return False
        places = tuple(range(len(text) + 1))
        return self._notation.read_cleaned(Cleaned(text, places)) is not None

    def understand(self, text: str, plays: Plays) -> Understood:
        """Return what a text orders."""
        words = self.talk.words(text)
        clauses = [
            list(run)
            for apart, run in groupby(words, lambda one: one.parts)
            if not apart
        ]
        core = [one for one in clauses if _orders(one)]
        marks = _marks(words)
        if not core or len(words) > MAX_WORDS:
            return Understood(marks=marks)
        inner = [one for run in core for one in _without_talk(run)]
        parts = [one for one in inner if one.kind == "order"]
        used = tuple(one.text for one in parts)
        readings, good, dropped = self._best(text, core, inner, plays)
        if not good:
            readings, good = (), self._runs(core, plays)
        elif "negation" in marks:
            readings = ()
        return Understood(
            readings,
            good,
            _unread(inner) if dropped else (),
            marks,
            len(parts),
            sum(len(one) > 1 and any(map(str.isdigit, one)) for one in used),
            all(one.kind in ("order", "small", "either") for one in inner),
            _mine(words, len(parts)),
            _asks(words),
            used,
            self.strict(" ".join(used)),
        )

    def _best(
        self,
        text: str,
        core: Sequence[Sequence[Word]],
        inner: Sequence[Word],
        plays: Plays,
    ) -> tuple[tuple[Reading, ...], bool, bool]:
        """Return how words can be read, whether it plays, and whether some are left."""
        at = next((i for i, one in enumerate(inner) if one.text.casefold() == "or"), 0)
        if at and inner[at].kind == "alter":
            return self._either(inner[:at], inner[at + 1 :], plays)
        told = text.rpartition(": ")[2].strip(" .!")
        if told != text.strip(" .!") and self.strict(told) and plays((told,)):
            same = self._readings(inner, plays)
            return same if same[0] == ((told,),) else (((told,),), True, True)
        found = self._readings(inner, plays)
        if at and not found[1]:
            return self._either(inner[:at], inner[at + 1 :], plays)
        if not found[1] and len(core) > 1:
            each = [self._readings(list(_without_talk(run)), plays) for run in core]
            if all(one[1] for one in each) and len({one[0] for one in each}) == 1:
                return each[0]
        return found

    def _either(
        self, first: Sequence[Word], second: Sequence[Word], plays: Plays
    ) -> tuple[tuple[Reading, ...], bool, bool]:
        """Return both readings of "D4 1NE or 1E"."""
        found = [self._readings(one, plays) for one in (first, second) if one]
        readings = [one for some, good, _ in found if good for one in some]
        if found[0][1]:
            parts = [one.text for one in second if one.kind == "order"]
            other = substituted(" ".join(found[0][0][0]), parts, plays)
            readings[1:1] = [(one,) for one in other]
        kept = tuple(dict.fromkeys(readings))[:MAX_READINGS]
        return kept, bool(kept), True

    def _runs(self, core: Sequence[Sequence[Word]], plays: Plays) -> bool:
        """Return whether some words in a row are a whole order by themselves."""
        for words in core:
            for other, run in groupby(words, lambda one: one.kind in _TALK):
                row = [] if other else list(run)
                for at in range(min(len(row), MAX_RUN) - 1):
                    text = " ".join(one.text for one in row[at : at + MAX_RUN])
                    parts = sum(one.kind == "order" for one in row[at:])
                    if parts > 1 and self.strict(text):
                        if parts >= MANY_PARTS or plays((text,)):
                            return True
        return False

    def _readings(
        self, inner: Sequence[Word], plays: Plays
    ) -> tuple[tuple[Reading, ...], bool, bool]:
        """Return how words can be read, whether it plays, and whether some are left."""
        faulty: tuple[Reading, ...] = ()
        missing = False
        for words, dropped in _chosen(inner):
            for text in _texts(words):
                for stage in self._stages(text):
                    good = tuple(dict.fromkeys(one for one in stage if plays(one)))
                    if good:
                        return good[:MAX_READINGS], True, dropped
                    if stage and not faulty:
                        faulty, missing = tuple(stage[:1]), dropped
        return faulty, False, missing

    def _stages(self, text: str) -> Iterator[list[Reading]]:
        """Yield what a text can be read as, the likeliest first."""
        if self.strict(text):
            yield [(text,)]
            return
        if self._sheets and len(parts := self._spelling.parts(text)) > 1:
            yield [tuple(self._one(part) for part in parts)]
        for lead in (False, True):
            for stage in self._spelling.readings(text, lead=lead):
                if stage:
                    yield [(one.text,) for one, _ in stage]

    def _one(self, text: str) -> str:
        found = None if self.strict(text) else self._spelling.only(text)
        return found[0].text if found else text


def substituted(had: str, parts: Iterable[str], plays: Plays) -> tuple[str, ...]:
    """Return an order with parts in the place of those that look like them.

    >>> substituted("D4 1NE", ["1SE"], lambda reading: True)
    ('D4 1SE',)
    """
    words = had.split()
    for part in parts:
        alike = [at for at, one in enumerate(words) if _shape(one) == _shape(part)]
        if len(alike) != 1:
            return ()
        words[alike[0]] = part
    text = " ".join(words)
    return (text,) if text != had and plays((text,)) else ()


def _shape(word: str) -> str:
    return re.sub(r"[a-z]+", "a", re.sub(r"\d+", "9", word.casefold()))


def _marks(words: Sequence[Word]) -> frozenset[str]:
    """Return the kinds of words that make what stands beside them doubtful.

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
        if kind in _DOUBTFUL and (not over or begins):
            found.add(kind)
        elif kind == "later" and not over:
            found.add(kind)
        begun = begun or kind == "order"
        over = (over or (begun and kind == "stop")) and kind != "order"
    return frozenset(found)


def _chosen(inner: Sequence[Word]) -> Iterator[tuple[Sequence[Word], bool]]:
    """Yield words to be read, and whether unknown ones were left out."""
    plain = [one for one in inner if one.kind in ("order", "small", "either")]
    unknown = len(plain) < len(inner)
    yield inner, False
    if len(clear := [one for one in inner if one.kind != "either"]) < len(inner):
        yield clear, False
    if unknown:
        yield plain, True
    bare = [one for one in inner if one.kind == "order"]
    if len(bare) < len(inner):
        yield bare, unknown


def _orders(words: Sequence[Word]) -> bool:
    return any(one.kind == "order" for one in words)


def _without_talk(words: Sequence[Word]) -> Iterator[Word]:
    """Yield the words of a clause that may matter."""
    begun = False
    for one in words:
        begun = begun or one.kind == "order"
        if one.kind == "before" and not begun:
            continue
        if one.kind != "around":
            yield one


def _texts(words: Sequence[Word]) -> Iterator[str]:
    """Yield words as a text, also with letters and numbers put together."""
    text = " ".join(one.text for one in words)
    yield text
    if len(words) == 2:
        yield f"{words[1].text} {words[0].text}"
    if (parted := _PARTED.sub(" ", text)) != text:
        yield parted
    if (joined := _APART.sub("", text)) != text:
        yield joined


def _unread(words: Sequence[Word]) -> tuple[str, ...]:
    """Return the stretches between the parts of orders that hold unknown words."""
    found = []
    for part, run in groupby(words, lambda one: one.kind == "order"):
        stretch = list(run)
        if not part and any(one.kind != "small" for one in stretch):
            found.append(" ".join(one.text for one in stretch))
    return tuple(found)


def _mine(words: Sequence[Word], parts: int) -> bool:
    """Return whether the writer speaks of what he does, or simply says it."""
    if any(one.kind == "told" for one in words):
        return False
    spoken = (part for one in words for part in one.text.split())
    if any(part.casefold().replace("’", "'") in _SELF for part in spoken):
        return True
    if any(one.text.casefold() in ("from me", "for me") for one in words):
        return True
    first = next((one for one in words if one.kind not in ("before", "stop")), None)
    if first is None or first.kind != "order":
        return first is not None and first.kind in ("small", "around", "either")
    return parts > 1 or not any(map(str.isdigit, first.text))


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
