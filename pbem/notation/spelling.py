"""What people write around orders and between their parts, before any notation.

A line is read as it is first. Only where that fails is it cleaned: of a full stop
at its end, of `and`, brackets and arrows that the grammar has no use for, of words for
which the game knows better ones (grammars/spelling.toml, and [spelling] in game.toml).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from pbem.notation import repeats
from pbem.notation.parser import Cleaned, Notation
from pbem.notation.repeats import PlacedToken
from pbem.system import grammars

MAX_SPELLING = 500  #: characters of a text that is cleaned
MAX_CUTS = 8  #: places at which a line may be parted into orders

_TOKEN = re.compile(
    r"""(?P<gap>[\s,、]+)
    |(?P<quoted>"[^"\n]*"|[“„«][^“”„«»"\n]*[“”»"])
    |(?P<smile>[:;]-?[()DP](?=\s|$))
    |(?P<sign>[-=–—]*[>→⇒➔➜]+|[;&(){}|/\[\]]|\+(?!\d)|(?<=\w)\+)
    |(?P<stop>[.!…。]+(?=[\s,;)\]]|$))
    |(?P<word>(?:(?![-=–—]*[>→⇒➔➜]|[.!…。]+(?:[\s,;)\]]|$)|(?<=\w)\+)
        [^\s,、;&(){}|/\[\]"“„«])+)
    |(?P<other>.)""",
    re.VERBOSE,
)
_NOTHING = ("gap", "sign", "stop", "smile")  #: stretches that say nothing
_GLUED = re.compile(r"([a-z]?\d)([^\W\d_][^\d_]*)", re.IGNORECASE)
_ARROW = re.compile(r"[-=–—]*[>→⇒➔➜]+")


class Spelling:
    """How people write the orders of one game.

    `facts` is [spelling] of game.toml: `words` by what they are read as; `lead`, the
    sign at the beginning of an order that people leave out; `alone`, the words at the
    beginning of orders that share a line with no other; `terms`, parts of orders that
    the grammar reads as it reads any word; and `same`, by names of parts of orders what
    the notation has for them. `places` are names that the grammar reads so, in small
    letters.
    """

    def __init__(
        self, notation: Notation, facts: Mapping[str, Any], places: Iterable[str] = ()
    ) -> None:
        self._notation = notation
        self.places = frozenset(places)
        self.lead = str(facts.get("lead", ""))
        self.alone = frozenset(facts.get("alone", ()))
        self.terms = frozenset(facts.get("terms", ()))
        self._own: Mapping[str, str] = facts.get("words", {})
        self.same: Mapping[str, Sequence[str]] = facts.get("same", {})
        every = (*self._known(), *self._own.items())
        #: Phrases that may say nothing: the notation may use one of them.
        self._small = {phrase.casefold() for phrase, term in every if not term}
        shared = {
            phrase: term
            for phrase, term in self._known()
            if (notation.uses(term) if term else not notation.uses(phrase))
        }
        table = {**shared, **{one: one for one in self.same}, **self._own}
        #: What people write, word by word in small letters, and what it means.
        self.phrases: Mapping[tuple[str, ...], str] = {
            tuple(phrase.casefold().split()): term for phrase, term in table.items()
        }
        self._longest = max(map(len, self.phrases))
        spelt = {word for words, term in self.phrases.items() if term for word in words}
        every_word = {*notation.words(), *self.places, *spelt}
        #: The words that orders are written with, in small letters.
        self.vocabulary = sorted(
            one for one in every_word if one.isalpha() and len(one) > 2
        )

    def _known(self) -> Iterator[tuple[str, str]]:
        """Yield the phrases of all games, and what they would mean in this one."""
        for phrase, term in grammars.table("spelling").items():
            yield phrase, self._own.get(term, term)

    @property
    def arrow(self) -> str:
        """The sign of the notation for a way; nothing where it has none."""
        return next(filter(self._notation.uses, (">", "->", "→")), "")

    def says_nothing(self, word: str) -> bool:
        """Return whether a word is one that people put between the parts of orders."""
        word = word.casefold()
        return word in self._small and self.phrases.get((word,)) == ""

    def of_some_game(self, text: str) -> bool:
        """Return whether a text is an order in some game, if not in this: "passing"."""
        text, known = text.casefold(), grammars.table("spelling")
        return bool(known.get(text)) or text in known.values()

    def only(self, text: str) -> tuple[Cleaned, Any] | None:
        """The one order that a text can be cleaned to; None for none or several."""
        found: list[tuple[Cleaned, Any]] = next(filter(None, self.readings(text)), [])
        return found[0] if len(found) == 1 else None

    def readings(
        self, text: str, *, lead: bool = False
    ) -> Iterator[list[tuple[Cleaned, Any]]]:
        """Yield the orders that a text can be cleaned to, the likeliest ones first.

        Those of one list are as likely as each other. With `lead` the sign that people
        leave out is put in front.
        """
        front = self.lead if lead else ""
        quoted = re.match(r"\s*>", text, re.MULTILINE)
        if len(text) > MAX_SPELLING or quoted or (lead and not front):
            return
        tokens = _edged(self._tokens(text))
        read = self._in_terms(tokens)
        if all(one.kind in _NOTHING for one in read):
            return
        plain = [] if lead else [_join(tokens)]
        yield self._read(text, [*plain, _join(read, front)])
        yield self._read(text, [_join(one, front) for one in repeats.repeated(read)])
        if repeats.apart(text):
            read = self._in_terms(_edged(self._tokens(text, counted=True)))
            yield self._read(
                text, [_join(one, front) for one in repeats.repeated(read)]
            )

    def parts(self, text: str, *, row: bool = False) -> tuple[str, ...]:
        """Return the orders on a line, as written; the line itself where it is one.

        It is parted where that can be done in one way only, into as few as can be, and
        never into the same order twice: with `row` between names, too, where no sign is
        ("par bur mar spa").
        """
        if len(text) > MAX_SPELLING or self._order(text):
            return (text,)
        found = self._split(text, self._cuts(text))
        if row and self.places and {*text.casefold().split()} <= {*self.vocabulary}:
            found = found or self._split(text, _blanks(text))
        return found or (text,)

    def _split(self, text: str, inner: Sequence[tuple[int, int]]) -> tuple[str, ...]:
        """Return the orders between places where a text may be parted; () for none."""
        cuts = [(0, 0), *inner, (len(text), len(text))]
        if not 2 < len(cuts) <= MAX_CUTS + 2:
            return ()
        splits: list[list[tuple[str, ...]]] = [[()]]
        for at, (end, _) in enumerate(cuts[1:], 1):
            found = []
            for before, (_, start) in zip(splits, cuts[:at], strict=True):
                part = text[start:end].strip()
                if before and self._order(part):
                    found += [(*one, part) for one in before]
            least = min(map(len, found), default=0)
            splits.append([one for one in found if len(one) == least][:2])
        if len(splits[-1]) != 1:
            return ()
        orders = [self._order(part) for part in splits[-1][0]]
        alone = any(one.split()[0].casefold() in self.alone for one in orders)
        return () if alone or len(set(orders)) < len(orders) else splits[-1][0]

    def _order(self, text: str) -> str:
        """Return the order that a text spells, as it prints itself; "" for none."""
        if self._notation.reads(text):
            return str(self._notation.parse(text))
        found = self.only(text)
        return str(found[1]) if found else ""

    def _cuts(self, text: str) -> list[tuple[int, int]]:
        """Return where a text may be parted: ends of parts, starts of the next."""
        cuts: list[tuple[int, int]] = []
        for between, run in groupby(self._tokens(text), self._joins):
            stretch = [*run]
            if between and any(not one.text.isspace() for one in stretch):
                cuts.append((stretch[0].start, stretch[-1].end))
        return [one for one in cuts if one[0] > 0 and one[1] < len(text)]

    def _joins(self, one: PlacedToken) -> bool:
        """Return whether a stretch can be between two orders."""
        if one.kind == "word":
            word = one.text.casefold()
            return word == "and" or (word == "then" and not self._notation.uses(word))
        return one.kind in ("gap", "stop") or (one.kind == "sign" and one.text in ";&+")

    def _read(self, text: str, found: Sequence[Cleaned]) -> list[tuple[Cleaned, Any]]:
        """Return what can be read, each order once."""
        orders: list[tuple[Cleaned, Any]] = []
        for one in found:
            if one.text == text or not one.text.strip():
                continue
            order = self._notation.read_cleaned(one)
            if order is not None and order not in (other for _, other in orders):
                orders.append((one, order))
        return orders

    def _tokens(self, text: str, counted: bool = False) -> list[PlacedToken]:
        """Return the stretches of a text, in the usual width; "two times" as x2."""
        plain, places = usual(text)
        tokens: list[PlacedToken] = []
        marks = not self._notation.uses('"words"')
        if counted:
            plain = repeats.together(plain)
        for match in _tokens(plain, marks):
            kind, found = str(match.lastgroup), match[0]
            if kind == "sign" and found in ";" and match.end() == len(plain.rstrip()):
                pass
            elif kind == "sign" and self._notation.uses(found):
                kind = "word"
            elif kind == "sign" and self.arrow and _ARROW.fullmatch(found):
                kind, found = "word", self.arrow
            start, end = places[match.start()], places[match.end()]
            tokens.append(PlacedToken(kind, found, start, end))
        return tokens

    def _in_terms(self, tokens: Sequence[PlacedToken]) -> list[PlacedToken]:
        """Return tokens with words left out, or read as others."""
        out: list[PlacedToken] = []
        at = 0
        while at < len(tokens):
            size, term = self._phrase(tokens, at)
            one = tokens[at]
            if not size:
                out.append(self._parted(one))
            else:
                end = tokens[at + size - 1].end
                text = "".join(x.text for x in tokens[at : at + size])
                term = text if text.casefold() == term.casefold() else term
                kind = "word" if term else "sign"
                out.append(PlacedToken(kind, term, one.start, end))
            at += max(size, 1)
        return out

    def _phrase(self, tokens: Sequence[PlacedToken], at: int) -> tuple[int, str]:
        """Return the longest phrase of the table here: its tokens, what it means."""
        words: list[str] = []
        found = (0, "")
        for size, one in enumerate(tokens[at:], 1):
            if one.kind == "word":
                words.append(one.text.casefold().replace("\u2019", "'"))
                if tuple(words) in self.phrases:
                    found = (size, self.phrases[tuple(words)])
            elif not (one.kind == "gap" and one.text.isspace() and words):
                break
            if len(words) >= self._longest:
                break
        return found

    def parted(self, word: str) -> str:
        """Return a number with a word behind it ("1northeast") as it is meant; "" for
        any other word."""
        match = _GLUED.fullmatch(word)
        term = self.phrases.get((match[2].casefold(),)) if match else None
        return match[1] + term if match and term else ""

    def _parted(self, one: PlacedToken) -> PlacedToken:
        term = self.parted(one.text) if one.kind == "word" else ""
        return one._replace(text=term) if term else one


def talk() -> Mapping[str, Any]:
    """Return what people write around orders, by what it is (grammars/talk.toml)."""
    return grammars.table("talk")


def _blanks(text: str) -> list[tuple[int, int]]:
    """Return where the blanks in a text are."""
    return [found.span() for found in re.finditer(r"\s+", text.strip())]


def _tokens(text: str, marks: bool) -> Iterator[re.Match[str]]:
    """Yield the stretches of a text; quotation marks are `marks` or hold words."""
    for match in _TOKEN.finditer(text):
        if match.lastgroup == "quoted" and marks:
            yield from _TOKEN.finditer(text, match.start() + 1, match.end() - 1)
        else:
            yield match


def usual(text: str) -> tuple[str, list[int]]:
    """Return a text in the usual width and form, and the place of each character.

    >>> usual("Ｄ４：o\\u0308²")[0]
    'D4:ö²'
    """
    if text.isascii():
        return text, [*range(len(text) + 1)]
    out: list[str] = []
    places: list[int] = []
    for at, char in enumerate(text):
        if unicodedata.decomposition(char).startswith("<wide>"):
            char = unicodedata.normalize("NFKC", char)
        elif unicodedata.category(char) in ("So", "Cf") or char == "\ufe0f":
            char = " " if not _ARROW.match(char) else char
        elif unicodedata.combining(char) and out:
            both = unicodedata.normalize("NFC", out[-1] + char)
            if len(both) == 1:
                out[-1] = both
                continue
        out.append(char)
        places.append(at)
    return "".join(out), [*places, len(text)]


def _edged(tokens: Sequence[PlacedToken]) -> list[PlacedToken]:
    """Return tokens without stars, dots and the like at the ends of words."""
    out: list[PlacedToken] = []
    for one in tokens:
        text = one.text
        if one.kind == "word" and not repeats.is_sign(text):
            text = text.strip("*_`~•")
        kind = one.kind if text else "sign"
        out.append(one._replace(text=text, kind=kind))
    return out


def _join(tokens: Sequence[PlacedToken], front: str = "") -> Cleaned:
    """Return tokens as a text, with the place of each of its characters."""
    text, places = "", []
    if front:
        text, places = f"{front} ", [0] * (len(front) + 1)
    for one in tokens:
        part = one.text if one.kind not in _NOTHING else " "
        if one.kind == "gap":
            part = one.text.replace("、", ",")
        if part.isspace() and "\n" not in part and text[-1:] in ("", " ", ",", "\n"):
            continue
        exact = len(part) == one.end - one.start
        places += (one.start + i if exact else one.start for i in range(len(part)))
        text += part
    end = tokens[-1].end if tokens else 0
    start = len(text) - len(text.lstrip(" \t\n,"))
    stop = len(text.rstrip(" \t\n,"))
    return Cleaned(
        text[start:stop], (*places[start:stop], *places[stop : stop + 1], end)
    )
