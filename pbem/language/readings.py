"""What the words of a stretch of talk can be read as, in the notation of a game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, combinations, dropwhile, groupby, pairwise, permutations
from typing import NamedTuple

from pbem.language.changes import substituted
from pbem.language.lines import understood
from pbem.language.reading import Orders, Plays
from pbem.language.talk import GLUED
from pbem.language.talk_words import (
    DOUBTFUL,
    TALK,
    Word,
    at_once,
    counts,
    courtesies,
    to_come,
)
from pbem.notation.repeats import times
from pbem.plugins.games import Game
from pbem.protocol import Lines

MAX_READINGS = 3  #: of one text, that a question offers
_OF_ORDERS = ("order", "either")  #: kinds of words that are parts of orders
_LEADS = ("at", "from", "on", "to", "with")  #: before a part of an order
_MOST_GROUPS = 4  #: of words behind such ones, that are read in any order
MAX_RUN = 12  #: words in a row that may be an order
MANY_PARTS = 3  #: of an order that is one, whether it can be played or not
_DIGIT = re.compile(r"\d")
_APART = re.compile(r"(?<=[a-z])[- ](?=\d)|(?<=\d)[- ](?=[a-z])", re.IGNORECASE)
MAX_CLAUSES = 4  #: of a text, of which some are put together
MIN_PARTS, MAX_PARTS = 2, 8  #: of words of which one part may be too many
_ARROWED = re.compile(r"[-=–—]*[>→]+|(?<=\w)[-–—:/|;=](?=\w)")
_PARTED = re.compile(r"[-=–—]*[>→]+|[:/|;=]|(?<=[a-zA-Z]\d)\+")
_HYPHEN = re.compile(r"(?<=\w)[-–—](?=\w)")


class Best(NamedTuple):
    """The readings of words that are likeliest."""

    readings: tuple[Orders, ...] = ()
    plays: bool = False  #: they have no fault
    dropped: bool = False  #: words were left out that may matter
    lost: tuple[str, ...] = ()  #: parts of orders among them
    chosen: bool = False  #: one of two orders, by the word between them


class Readings:
    """The ways to read words in one game."""

    def __init__(self, game: Game) -> None:
        self._notation = game.notation
        self._strict = partial(understood, game.notation)
        self._signs = game.notation.signed
        self._spelling = game.spelling
        self.sheets = game.rules.lines is not Lines.ONE  #: of several orders

    def best(self, text: str, words: Sequence[Word], plays: Plays) -> Best:
        """Return how words can be read, whether it plays, and whether some are left."""
        core = clauses(words)
        inner = [one for run in core for one in without_talk(run)]
        at = next((i for i, one in enumerate(inner) if one.text.casefold() == "or"), 0)
        if at and inner[at].kind == "alter":
            return self._either(inner[:at], inner[at + 1 :], plays)
        head, _, told = text.strip().rstrip(")]").rpartition(": ")
        if text.rstrip(" .!").endswith((")", "]")):
            head, _, told = text.rstrip(" .!)]").rpartition(
                "(" if text.rstrip(" .!").endswith(")") else "["
            )
        told = told.strip(" .!")
        if head and self._strict(told) and plays((told,)):
            same = self._readings(inner, plays)
            if same.plays and (same.readings == ((told,),) or not same.dropped):
                return same
            return Best(((told,),), True, True, _parts(inner, told))
        corrects = any(one.kind == "correction" for one in words)
        if corrects and (later := self._later(words, plays)):
            return later
        found = self._readings(inner, plays)
        if at and not found[1]:
            return self._either(inner[:at], inner[at + 1 :], plays)
        if not found[1] and len(core) > 1:
            each = [self._readings(list(without_talk(run)), plays) for run in core]
            if all(one[1] for one in each) and len({one[0] for one in each}) == 1:
                return each[0]
        last = max((i for i, x in enumerate(inner) if x.kind == "order"), default=0)
        if not found.plays and last and self._leads(inner[last]):  # "1NE, staying"
            found = self._readings(self._lead_first(inner), plays)
        return found if found.plays else self._later(words, plays) or found

    def _leads(self, one: Word) -> bool:
        """Return whether a word stands for the sign before an order: "staying"."""
        return bool(self._spelling.lead) and self.meant(one.text) == self._spelling.lead

    def _lead_first(self, words: Sequence[Word]) -> list[Word]:
        """Return words with what stands for the sign before an order in front."""
        at = next((at for at, one in enumerate(words) if self._leads(one)), 0)
        return [*words[at : at + 1], *words[:at], *words[at + 1 :]]

    def meant(self, text: str) -> str:
        """Return what a phrase is read as; itself if it is not one."""
        return self._spelling.phrases.get(tuple(text.casefold().split())) or text

    def _later(self, words: Sequence[Word], plays: Plays) -> Best | None:
        """Return what holds in "D4 1NE, no wait, E4 1NE"; None where nothing does."""
        for at in range(len(words) - 1, 0, -1):
            one = words[at]
            but = one.kind == "alter" and one.text.casefold() == "but"
            no = one.kind == "negation"
            reply = no and words[at + 1 : at + 2] and words[at + 1].parts  # "no, D4"
            if not (but or no or one.kind == "correction"):
                continue
            no = no and not reply
            before, after = (
                [x for run in clauses(side) for x in without_talk(run)]
                for side in (words[:at], words[at + 1 :])
            )
            parts = [x.text for x in after if x.kind == "order"]
            if not (before and parts) or (no and len(parts) > 1):
                continue
            denied = any(x.kind == "negation" for x in before)
            first = () if denied else self._readings(before, plays).readings
            if no:
                return Best(first, True, True, chosen=True) if first else None
            found = list(self._readings(after, plays).readings)
            lead = f"{self._spelling.lead} "
            if self._spelling.lead and not self._leads(after[0]):
                found = [one for one in found if not one[0].startswith(lead)]
            for had in first[:1]:
                other = [(x,) for x in substituted(" ".join(had), parts, plays)]
                size = len(had[0].split())
                whole = any(len(one[0].split()) >= size for one in found)
                found = [*found, *other] if whole else [*other, *found]
            kept = tuple(dict.fromkeys([*found, *first]))[:MAX_READINGS]
            return Best(kept, True, True, chosen=True) if found else None
        return None

    def _either(
        self, first: Sequence[Word], second: Sequence[Word], plays: Plays
    ) -> Best:
        """Return both readings of "D4 1NE or 1E"."""
        first = [x for x in first if x.text.casefold() not in ("either", "from")]
        found = [self._readings(one, plays) for one in (first, second) if one]
        if not found[0].plays and (said := self.moved([first], plays)):
            found[0] = Best(said, True)
        readings = [one for best in found if best.plays for one in best.readings]
        if found[0][1]:
            parts = [one.text for one in second if one.kind == "order"]
            other = substituted(" ".join(found[0][0][0]), parts, plays)
            readings[1:1] = [(one,) for one in other]
        elif found[-1].plays:
            parts = [one.text for one in first if one.kind == "order"]
            other = _first_part(" ".join(found[-1].readings[0]), parts, plays)
            readings[:0] = [(one,) for one in other]
        kept = tuple(dict.fromkeys(readings))[:MAX_READINGS]
        return Best(kept, bool(kept), True)

    def runs(self, core: Sequence[Sequence[Word]], plays: Plays) -> str | None:
        """Return words in a row that are a whole order by themselves.

        An empty text where they are one only as they are spelt; None without any.
        """
        for words in core:
            clause = list(without_talk(words))
            alone = len(core) > 1 and all(x.kind in ("order", "small") for x in clause)
            if alone and self._readings(clause, plays).plays:
                text = _joined(clause)
                return text if len(clause) > 1 and self._strict(text) else ""
            for other, run in groupby(words, lambda one: one.kind in TALK):
                row = [] if other else list(run)
                while row and row[-1].kind == "small":
                    row.pop()
                for at in range(min(len(row), MAX_RUN) - 1):
                    text = _joined(row[at : at + MAX_RUN])
                    parts = sum(one.kind in ("order", "either") for one in row[at:])
                    many = parts >= MANY_PARTS
                    if parts > 1 and self._strict(text) and (many or plays((text,))):
                        return text
        return None

    def reads(self, core: Sequence[Sequence[Word]]) -> bool:
        """Return whether words are a row of actions, can it be played or not."""
        text = _joined([one for run in core for one in without_talk(run)])
        whole = self._strict(text) or self._spelling.only(text) is not None
        return whole and not self._spelling.lead

    def whole(self, words: Sequence[Word], plays: Plays) -> tuple[Orders, ...]:
        """Return the orders that words come to with nothing left out; () for none."""
        best = self._readings(words, plays)
        return best.readings if best.plays and not best.dropped else ()

    def longest(
        self, core: Sequence[Sequence[Word]], plays: Plays
    ) -> tuple[Orders, ...]:
        """Return what the most clauses in a row come to, where an order is a row of
        actions: half of what was said is offered only where the rest is none."""
        if self._spelling.lead or len(core) < 2:
            return ()
        for size in range(len(core), 0, -1):
            for at in range(len(core) - size + 1):
                rows = core[at : at + size]
                row = [one for run in rows for one in without_talk(run)]
                best = self._readings(row, plays)
                if best.plays and not best.dropped:
                    return best.readings
        return ()

    def moved(self, core: Sequence[Sequence[Word]], plays: Plays) -> tuple[Orders, ...]:
        """Return what words order where the part that comes first in the notation was
        said later: "cast 1NE and go to D5"; without a part that only says where its
        writer stands: "from C3 to D4", "stay on C3"."""
        if not self._spelling.lead:
            return ()
        inner = [one for run in core for one in without_talk(run)]
        kept = [at for at in self._meant_here(inner) if inner[at].kind in _OF_ORDERS]
        leads = [at for at in kept if self._leads(inner[at])]
        to = [at for at in kept if at and inner[at - 1].text.casefold() == "to"]
        found: dict[Orders, None] = {}
        for front in leads or to or kept:
            rest = [inner[at] for at in kept if at != front]
            best = self._readings([inner[front], *rest], plays)
            led = best.plays and best.readings[0][0].startswith(self._spelling.lead)
            if best.plays and not best.dropped and (leads or not led):
                found |= dict.fromkeys(best.readings)
        return tuple(found)[:MAX_READINGS]

    def _meant_here(self, words: Sequence[Word]) -> Iterator[int]:
        """Yield the places of words but of a part that says where their writer is."""
        said = ""  # the word by which the next part is such a one
        for at, one in enumerate(words):
            if one.kind == "order" and said and _DIGIT.search(one.text):
                said = ""
                continue
            if one.kind == "order":
                said = one.text if self._leads(one) else ""
            elif one.text.casefold() == "from":
                said = one.text
            yield at

    def spared(self, words: Sequence[Word], plays: Plays) -> tuple[Orders, ...]:
        """Return what is an order without its first part, or without a word in it.

        As in "C3 -> D4, 1NE" and "D4, fire 1NE".
        """
        kept = [one for one in words if one.kind in ("order", "either")]
        texts = [text for one in kept for text in _ARROWED.split(one.text) if text]
        odd = any(one.kind in ("unknown", *DOUBTFUL) for one in words)
        if odd or not MIN_PARTS < len(texts) <= MAX_PARTS:
            return ()
        spare = [x for x, one in enumerate(texts) if not x or not _DIGIT.search(one)]
        rests = (" ".join([*texts[:x], *texts[x + 1 :]]) for x in spare)
        found = dict.fromkeys(x for x in rests if self._strict(x) and plays((x,)))
        return tuple((one,) for one in found)[:MAX_READINGS]

    def parts_alone(
        self, core: Sequence[Sequence[Word]], plays: Plays
    ) -> tuple[Orders, ...]:
        """Return the orders that parts come to without all other words: those of the
        clauses with the most of them, the last first; what is denied is no part."""
        rows = [row for run in core if (row := list(self._asserted(run)))]
        sizes = {len(rows), *range(min(len(rows), MAX_CLAUSES), 0, -1)}
        some = chain.from_iterable(combinations(rows[::-1], size) for size in sizes)
        sets = sorted(([*chain(*one[::-1])] for one in some), key=_most)
        half = _most([*chain(*rows)]) / 2
        sets = [one for one in sets if _most(one) <= half]
        less = (
            [*x[:at], *x[at + 1 :]]
            for x in sets[:MIN_PARTS]
            for at in range(len(x))
            if not _DIGIT.search(x[at].text)
        )
        found: dict[Orders, None] = {}
        least = 0
        for row in chain(sets, (one for one in less if _most(one) <= -MIN_PARTS)):
            if len(found) >= MAX_READINGS or _most(row) > least:
                break
            bare = [one for one in row if one.kind != "name"]
            for words in map(self._lead_first, (row, bare)):
                best = self._readings([_nameless(one) for one in words], plays)
                led = self._spelling.lead and best.plays and not self._leads(words[0])
                if led and best.readings[0][0].startswith(self._spelling.lead):
                    continue  # what was left out may say where to
                found |= dict.fromkeys(best.readings)
            least = _most(row) if found and not least else least
        return tuple(found)[:MAX_READINGS]

    def printed(self, orders: Orders) -> str:
        """Return orders as the notation prints them."""
        return " ".join(str(self._notation.parse(one)) for one in orders)

    def regrouped(
        self, core: Sequence[Sequence[Word]], plays: Plays
    ) -> tuple[Orders, ...]:
        """Return what words order whose groups behind "at", "from" and the like stand
        otherwise in the notation, or where such a word was left out before a name."""
        known = [x for run in core for x in without_talk(run) if x.kind != "unknown"]
        cries = [one for one in known if one.text.startswith('"')]
        words = [_nameless(one) for one in known if one not in cries]
        small = [*filter(self._notation.uses, _LEADS)]
        starts = [at for at, x in enumerate(words) if at and x.text.casefold() in small]
        groups = [words[at:end] for at, end in pairwise([0, *starts, len(words)])]
        rows = [words]
        if 2 < len(groups) <= _MOST_GROUPS:
            rows += [[*chain(groups[0], *some)] for some in permutations(groups[1:])]
        name = next((at for at, one in enumerate(words) if one.kind == "name"), 0)
        if name and words[name - 1].text.casefold() not in small:
            before, behind = words[:name], words[name:]
            rows += [[*before, Word(one, "small"), *behind] for one in small]
        found: dict[str, Orders] = {}
        for row in rows:
            text = self._one(_joined([*row, *cries]))
            if self._strict(text) and plays((text,)):
                found.setdefault(str(self._notation.parse(text)), (text,))
        return tuple(found.values())[:MAX_READINGS]

    def _asserted(self, run: Sequence[Word]) -> Iterator[Word]:
        """Yield the parts of orders in a clause, names, and small words that the
        notation has between them, without what is denied."""
        denied = False
        for one in run:
            own = one.kind == "small" and self._notation.uses(one.text)
            if one.kind in ("order", "either", "name") or own:
                if not denied:
                    yield one
            elif one.kind not in ("small", "around"):
                denied = one.kind == "negation"

    def _readings(self, inner: Sequence[Word], plays: Plays) -> Best:
        """Return how words can be read."""
        for words, dropped in _chosen(inner):
            known = all(one.kind != "unknown" for one in words)
            texts = [*_texts(words, self._signs)] if known else [_joined(words)]
            if known and len(words) == 2 and not self._spelling.lead:
                # Where an order is a row of actions, it was another row.
                texts.insert(1, _joined(words[::-1]))
            for text in texts:
                for stage in self._stages(text, leads=(False, True)[: 1 + known]):
                    good = tuple(dict.fromkeys(one for one in stage if plays(one)))
                    if good:
                        return Best(good[:MAX_READINGS], True, dropped)
        return Best()

    def _stages(self, text: str, leads: Sequence[bool]) -> Iterator[list[Orders]]:
        """Yield what a text can be read as, the likeliest first."""
        if self._strict(text):
            yield [(text,)]
            if not any(map(times, text.split())):
                return
        if self.sheets and len(parts := self._spelling.parts(text)) > 1:
            yield [tuple(self._one(part) for part in parts)]
        for lead in leads:
            for stage in self._spelling.readings(text, lead=lead):
                if stage:
                    yield [(one.text,) for one, _ in stage]

    def _one(self, text: str) -> str:
        found = None if self._strict(text) else self._spelling.only(text)
        return found[0].text if found else text


def _most(words: Sequence[Word]) -> int:
    """Return how many parts of orders are in words, below zero: the most are first."""
    return -sum(one.kind == "order" for one in words)


def _parts(words: Sequence[Word], told: str) -> tuple[str, ...]:
    """Return the parts of orders that are not in what was told last."""
    rest = [one.text for one in words if one.kind == "order"]
    for one in told.split():
        if one in rest:
            rest.remove(one)
    return tuple(rest)


def _chosen(inner: Sequence[Word]) -> Iterator[tuple[Sequence[Word], bool]]:
    """Yield words to be read, and whether some were left out that may matter."""
    yield inner, False
    behind = [*dropwhile(lambda one: one.kind == "small", inner)]
    if len(behind) < len(inner):
        yield behind, False
    if len(clear := [one for one in inner if one.kind != "either"]) < len(inner):
        yield clear, False
    if len(rest := [one for one in inner if one.text != "n"]) < len(inner):
        yield rest, False  # "and", as some write it
    sizes = {len(inner)}
    for kinds in (("order", "small", "either", "name"), ("order", "small", "either")):
        plain = [one for one in inner if one.kind in kinds]
        if len(plain) not in sizes:
            sizes.add(len(plain))
            yield plain, True
    bare = [one for one in inner if one.kind == "order"]
    if len(bare) < len(inner):
        yield bare, any(one.kind not in kinds for one in inner)


def clauses(words: Sequence[Word]) -> list[list[Word]]:
    """Return the stretches between commas and stops that hold a part of an order.

    A letter that may be one counts where nothing is next to it: "a (0,2)".
    """
    runs = (list(run) for parts, run in groupby(words, lambda x: x.parts) if not parts)
    return [
        run for run in runs if any(one.kind == "order" for one in run) or _sign(run)
    ]


def _sign(run: Sequence[Word]) -> bool:
    kept = [one for one in run if one.kind != "small"]
    return [(one.kind, len(one.text)) for one in kept] == [("either", 1)]


def without_talk(words: Sequence[Word]) -> Iterator[Word]:
    """Yield the words of a clause that may matter."""
    begun, last = False, ""
    for one in words:
        begun = begun or one.kind == "order"
        last, said = one.text.casefold(), last
        if one.kind == "before" and not begun:
            continue
        if one.kind == "name" and said in courtesies():
            continue
        if one.kind != "around":
            yield one


def _texts(words: Sequence[Word], signs: bool) -> Iterator[str]:
    """Yield words as a text, also with letters and numbers put together; a dash before
    a number may be its sign (`signs`)."""
    yield (text := _joined(words))
    if (counted := _counted(words)) != text:
        yield counted
    if (named := _joined([_nameless(one) for one in words])) != text:
        yield named
    if (parted := _PARTED.sub(" ", text)) != text:
        yield parted
    if (parted := GLUED.sub(" ", text)) != text:
        yield parted
    if (joined := _APART.sub("", text)) != text:
        yield joined
    if not signs and (parted := _HYPHEN.sub(" ", text)) != text:
        yield parted


def _first_part(had: str, parts: Sequence[str], plays: Plays) -> tuple[str, ...]:
    """Return an order with parts in the place of its first: "b" of "b or h 0,1"."""
    text = " ".join([*parts, *had.split()[len(parts) :]])
    return (text,) if text != had and plays((text,)) else ()


def _nameless(one: Word) -> Word:
    """Return the name in a word that says whose something is: "Bob's"."""
    if one.kind != "name":
        return one
    return one._replace(text=one.text.removesuffix("'s").removesuffix("\u2019s"))


def now_and_later(words: Sequence[Word]) -> tuple[list[Word], list[Word]]:
    """Return the words that are for the open window, and those for one yet to come:
    "D4 1NE, and next turn E5"."""
    now: list[Word] = []
    later: list[Word] = []
    clause, coming = 0, False
    for one in words:
        text = one.text.casefold()
        if one.parts or text in ("and", "then", "but"):
            clause = len(now)
        if text in to_come() and one.kind == "later":
            said = any(x.kind == "order" for x in now[clause:])
            later += now[clause:]
            del now[clause:]
            coming = not said  # "E5 next turn" ends a clause, "next turn E5" begins one
            later.append(one)
            continue
        coming = coming and text not in at_once()
        (later if coming else now).append(one)
    return now, later


def _counted(words: Sequence[Word]) -> str:
    """Return words as a text, with numbers for words that count."""
    return " ".join(counts().get(one.text.casefold(), one.text) for one in words)


def _joined(words: Sequence[Word]) -> str:
    return " ".join(one.text for one in words)
