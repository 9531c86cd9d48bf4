"""What the words of a post are: parts of orders, small words, or talk around them.

Talk is read by grammars/talk.toml, what people put for the parts of orders by the
spelling of the game, and everything else by its notation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pbem.language.neighbours import cries, in_figures, signed, turned
from pbem.language.talk_words import BREAKS, Word, WordKind, counts, phrases
from pbem.notation.folding import fold
from pbem.notation.repeats import is_sign, times
from pbem.notation.spelling import talk
from pbem.plugins.games import Game

MAX_PHRASE_WORDS = 6  #: of grammars/talk.toml
MAX_OWN_WORDS = 3  #: in a part of an order, as in "quarter of earth"
_TOKEN = re.compile(
    r"""(?P<quoted>"[^"\n]*"|[“„«][^“”„«»"\n]*[“”»])
    |(?P<smile>(?:[:;=][-'^o]?[()DPpO*/|]+|<3+|\^_*\^|[xX]D+|:[a-z]{2}[a-z_]*:)
        (?=[\s.,!]|$))
    |(?P<mark>\(=\))
    |(?P<ask>\?+!*|!+\?+)(?=[\s)\]"”']|$)
    |(?P<stop>[.!…。;:]+(?=[\s)\]"”']|$)|(?://+|[\n()\[\]{}]|\.{2,})+)
    |(?P<comma>[,、])
    |(?P<dash>[-–—]+(?=\s|$))
    |(?P<gap>\s+|["“”„«»])
    |(?P<word>(?:(?!(?:\?+!*|!+\?+)(?:[\s)\]"”']|$)|[.!…。;:]+(?:[\s)\]"”']|$)|\.{2,}|,(?!\d))
        [^\s"“”„«»()\[\]{}、])+)
    |(?P<other>.)""",
    re.VERBOSE,
)
_SMALL = frozenset((
    *("&", "+", "a", "an", "and", "any", "as", "at", "by", "for", "from", "if", "in"),
    *("is", "it", "my", "of", "on", "or", "the", "then", "to", "when", "with"),
))  # fmt: skip
_JOINS = ("and", "then", "&")
_ARTICLES = ("a", "y")  #: "y" is "and" in Spanish
_DEFINITE = ("an", "the")  #: before a letter that names something
_BETWEEN = ("small", *BREAKS)
_PIECES = re.compile(r"[-=–—]*[>→]+|[/|:;=]|(?<=[a-zA-Z]\d)\+")
#: "A1B2", "a1xb2", "1NE1NE"
GLUED = re.compile(
    r"(?<=[a-z]\d)x?(?=[a-z]\d)|(?:(?<=\d[a-z])|(?<=\d[a-z]{2}))(?=\d[a-z])",
    re.IGNORECASE,
)
_TIMED = re.compile(
    r"(?P<part>\w*\d[a-z]+\d*)(?P<after>[x×*][2-9])|(?P<before>[2-9][x×*])(?P<rest>\d[a-z]\w*)",
    re.IGNORECASE,
)  #: "1NEx2", "2x1NE"
_ARROWS = re.compile(r"[<>=~|•·*←→-]+")
_NAMED = re.compile(r"([a-z]{3,})[:=]([a-z]?\d\S*)", re.IGNORECASE)  #: "cast=1NE"
_COUNTED = re.compile(r"\s*\d{1,3}\.+(?P<move>[^\W\d]\w+)")  #: "4.Ba4"
_PART = re.compile(r"[a-z]?\d[a-z]\w*", re.IGNORECASE)  #: of which there may be two
_ONE = re.compile(r"one|#\d", re.IGNORECASE)  #: a number before a part of an order
_AXIS = re.compile(r"[xy]=?(-?\d+)", re.IGNORECASE)  #: "x=0"
_WAY = re.compile(r"\b(?:back|over|down|up|out) (?=to\b)", re.IGNORECASE)
_ITEM = re.compile(r"^(\s*[-–—])(?=[^\W\d_])")  #: a dash right before a word: "-D4"
_DIGIT = re.compile(r"\d")
_NAME = 3  #: letters of the shortest name of a place that is known in talk
_APART = re.compile(r"[-\u2010-\u2015/ ]+")


_SHORT = 2  #: letters of a part such as "NE"
_LETTERS = ("a", "i")  #: that are words


class Talk:
    """The words of posts about one game."""

    def __init__(self, game: Game, names: Iterable[str] = ()) -> None:
        self._names = {name.casefold() for name in names}
        self.game = game
        self._notation = game.notation
        self._keywords = game.notation.words()
        self._spelt = game.spelling.phrases
        self._terms = game.spelling.terms
        self._same = game.spelling.same
        self._arrow = game.spelling.arrow
        self._lead = game.spelling.lead
        self._parted = game.spelling.parted
        self._places = frozenset(
            one.replace("-", " ") for one in game.spelling.places if len(one) >= _NAME
        )
        #: Whether a dash between names is a part of an order.
        self.dashes = bool(self._places) and self._notation.uses("-")
        self._phrases = phrases()

    def words(self, text: str) -> tuple[Word, ...]:
        """Return the words of a text, each with what it is."""
        tokens = list(self._tokens(text))
        found: list[Word] = []
        at = 0
        while at < len(tokens):
            kind, one = tokens[at]
            if kind == "arrow":
                found.append(Word(self._arrow, "small"))
                at += 1
                continue
            if kind == "word" and one == "-" and self.dashes:
                kind = "small"
            if kind != "word":
                found.append(Word(one, kind))
                at += 1
                continue
            row = _row(tokens, at)
            if joined := self._apart(row):
                found.append(joined)
                at += 2
                continue
            behind = bool(found) and found[-1].kind == "order"
            if several := self._several(row, 1 if behind else 2):
                found += several
                at += sum(len(one.text.split()) for one in several)
                continue
            size, kind = self._phrase(row)
            words = " ".join(row[:size])
            if kind == "name" and self._lacks_sign(words.casefold()):
                words = f"{words[:-1]}'s"
            found.append(Word(words, kind))
            at += size
        found = [*turned(self._two_orders(found))]
        if self._same:
            found = self._aimed(found)
        if self._places:
            found = [*self._named(found)]
        if self._notation.signed:
            found = signed(in_figures(found))
        if self._notation.uses('"words"'):
            found = [*cries(found)]
        return tuple(self._letters(list(self._once(found))))

    def _two_orders(self, words: Sequence[Word]) -> list[Word]:
        """Return words; one that talk has too is an order where both it and the word
        next to it are orders by themselves: "mine doubt"."""
        reads, row = self._notation.reads, list(words)
        for at, one in enumerate(row):
            near = (*row[max(at - 1, 0) : at], *row[at + 1 : at + 2])
            adjacent = one.kind == "either" and [x for x in near if x.kind == "order"]
            if adjacent and reads(one.text) and any(reads(x.text) for x in adjacent):
                row[at] = one._replace(kind="order")
        return row

    def _named(self, words: Sequence[Word]) -> Iterator[Word]:
        """Yield words; a place in small letters is one beside another: "par to bur"."""
        content = [one for one in words if one.kind != "small"]
        near = [
            one.kind in ("order", "either") or self.places_in(one.text)
            for one in content
        ]
        place = -1
        for one in words:
            place += one.kind != "small"
            small = one.kind == "unknown" and near[place]
            adjacent = small and (
                (place > 0 and near[place - 1]) or near[place + 1 : place + 2] == [True]
            )
            several = small and _APART.search(one.text)
            yield one._replace(kind="order") if adjacent or several else one

    def _aimed(self, words: Sequence[Word]) -> list[Word]:
        """Return words with a named part before what it is aimed at, where that is not
        the first part of an order: "D4, hit F6 with a tornado"."""
        found = list(words)
        ordered = [at for at, one in enumerate(found) if one.kind == "order"]
        for before, target, part in zip(
            ordered, ordered[1:], ordered[2:], strict=False
        ):
            between = [one.text.casefold() for one in found[target + 1 : part]]
            named = self.names_part(found[part])
            if between[:1] == ["with"] and named and not self.names_part(found[before]):
                found.insert(target, found.pop(part))
        return found

    def names_part(self, one: Word) -> bool:
        """Return whether a word names a part of an order, such as a magic."""
        return self._reading_of(one) in self._same or one.text.casefold() in self._same

    def _once(self, words: Sequence[Word]) -> Iterator[Word]:
        """Yield words without what is said again right behind: "at the origin, 0,0",
        "I pass, let it happen"."""
        last = ""
        for at, one in enumerate(words):
            reading = self._reading_of(one)
            after = next((x.text for x in words[at + 1 :] if not x.parts), "")
            signs = reading == after and _DIGIT.search(reading)
            whole = reading == self._lead or self._notation.reads(reading)
            if not (reading and (signs or (whole and reading == last))):
                yield one
            own = one.text.casefold() if one.kind == "order" else ""
            last = last if one.parts or one.text in _JOINS else reading or own

    def _reading_of(self, one: Word) -> str:
        """Return what a phrase is read as; an empty text if it is not one."""
        return self._spelt.get(tuple(one.text.casefold().split()), "")

    def idle(self, text: str, *, names: bool = False) -> bool:
        """Return whether a text only greets and thanks, or, with `names`, signs."""
        quiet = ("around", "before", "either", *_BETWEEN, *["name"] * names)
        return all(one.kind in quiet for one in self.words(text))

    def _tokens(self, text: str) -> Iterator[tuple[Any, str]]:
        text = fold(text, signed=self._notation.signed).text
        counted = _COUNTED.match(text)
        if counted and self._own(counted["move"]):
            text = text[counted.start("move") :]
        if self._lead == "-":
            text = _ITEM.sub(r"\1 ", text)
        if self._notation.uses("to"):
            text = _WAY.sub("", text)
        sign = False  # whether "?" is one of the notation here, and asks nothing
        for match in _TOKEN.finditer(text):
            kind, one = str(match.lastgroup), match[0]
            if one.endswith("?") and self._notation.uses("?"):
                sign = sign or kind == "word" or text[match.start() - 1].isspace()
            if kind == "quoted" and not self._notation.uses('"words"'):
                yield from (("word", part) for part in one[1:-1].split())
            elif kind == "quoted":
                yield "order", one
            elif kind == "mark":
                yield ("order" if self._notation.uses(one) else "stop"), one
            elif kind == "dash" and self.dashes and match.start():
                yield "word", "-"
            elif kind in BREAKS:
                yield kind, one
            elif kind == "ask":
                yield ("word" if sign and one == "?" else "stop"), "?"
            elif kind == "word" and _ARROWS.fullmatch(one):
                arrow = self._arrow and (">" in one or "→" in one)
                yield ("arrow" if arrow else "comma"), one
            elif kind == "word" and (timed := _TIMED.fullmatch(one)):
                yield from (("word", part) for part in timed.groups() if part)
            elif kind == "word" and (named := _NAMED.fullmatch(one)):
                yield from (("word", part) for part in named.groups())
            elif kind == "word" and (row := self._commas(one)):
                yield from (("word", part) for part in row)
            elif kind == "word" and is_sign(one):
                yield kind, one
            elif kind == "word" and (bare := one.strip("*_`~•'’‘,")):
                axis = _AXIS.fullmatch(bare)
                yield "word", axis[1] if axis and not self._own(bare) else bare

    def _apart(self, row: Sequence[str]) -> Word | None:
        """Return a letter and a number that are one part of an order: "F 4"."""
        if len(row) < 2 or not (row[0].isalpha() and row[1].isdecimal()):
            return None
        letter = len(row[0]) == 1 and row[0] not in _SMALL and row[0] != "I"
        alone = self._notation.uses(row[0]) or self._own(row[1])
        both = f"{row[0]}{row[1]}"
        return Word(both, "order") if letter and not alone and self._own(both) else None

    def _several(self, row: Sequence[str], least: int) -> list[Word]:
        """Return a number and what it counts, in that many words at least: "3 flame
        throwers", "2 damage"."""
        first = counts().get(row[0].casefold(), row[0])
        if not first.isdecimal() or len(row) < 2:
            return []
        if first != row[0] and int(first) > 1 and _PART.fullmatch(row[1]):
            return [Word(f"x{first}", "order"), Word(row[1], "order")]
        if row[1].casefold() in talk()["units"]:
            return [Word(one, "unknown") for one in row[:2]]
        for size in range(1 + least, min(len(row), MAX_OWN_WORDS + 1) + 1):
            many = " ".join(row[1:size])
            one = many.removesuffix("s")
            if one != many and not self._own(many) and self._own(one):
                return [Word(f"x{first}", "order"), Word(one, "order")]
        return []

    def _phrase(self, row: Sequence[str]) -> tuple[int, WordKind]:
        """Return how many words belong together, and what they are."""
        folded = [one.casefold().replace("’", "'") for one in row]
        for size in range(len(row), 0, -1):
            words = tuple(folded[:size])
            spelt, phrase = self._spelt.get(words), self._phrases.get(words)
            if spelt is not None and not self._says(words, spelt):
                return size, "told"  # "the end", where "end" ends a turn
            if spelt is not None:
                return size, "order" if spelt else "small"
            if size <= MAX_OWN_WORDS and self._own(" ".join(row[:size])):
                if size == 1 and self._is_order(row[0]):
                    return 1, "order"
                if size == 1 and folded[0] in _SMALL:
                    return 1, "small"
                return size, "either" if phrase in ("around", "before") else "order"
            if self._places and self._place(row[:size]):
                return size, "order"
            if phrase is not None:
                return size, phrase
        return 1, self._word(row[0], folded[0])

    def _is_order(self, word: str) -> bool:
        """Return whether a word is an order by itself, whatever else it may say, and no
        keyword: "AS", the ace of spades."""
        plain = word.casefold() not in self._keywords
        return plain and self._notation.reads(word) and self._notation.uses(word)

    def _place(self, row: Sequence[str]) -> bool:
        """Return whether words name places, in capitals: "Mid-Atlantic Ocean",
        "Par-Bur"."""
        text = " ".join(row)
        return text[0].isupper() and self.places_in(text)

    def places_in(self, text: str) -> bool:
        """Return whether a text is the name of a place, or several with dashes."""
        if _APART.sub(" ", text.casefold()) in self._places:
            return True
        parts = _APART.split(text.casefold()) if " " not in text else []
        return len(parts) > 1 and all(one in self._places for one in parts)

    def _says(self, words: tuple[str, ...], spelt: str) -> bool:
        """Return whether a phrase is no mere talk, which is read as it is."""
        uses = self._notation.uses
        return spelt != " ".join(words) or uses(spelt) or all(map(uses, words))

    def _word(self, word: str, folded: str) -> WordKind:
        """Return what a word is that is part of no phrase."""
        if folded in _SMALL:
            return "small"
        if folded in self._terms:
            return "order"
        name = folded.removeprefix("@").removesuffix("'s")
        if name in self._names or self._lacks_sign(folded):
            return "name"
        if folded.startswith("@"):
            return "around"
        count = folded in counts() and folded != "one"
        if count or times(word) or folded in talk()["count"]:
            return "order"
        if folded.endswith("n't"):
            return "negation"
        return "order" if self._parted(word) or self._is_row(word) else "unknown"

    def _lacks_sign(self, folded: str) -> bool:
        """Return whether a word is a name that owns something, in haste: "bobs"."""
        return folded.endswith("s") and folded[:-1] in self._names - {folded}

    def _is_row(self, word: str) -> bool:
        """Return whether a word is several of the notation's own: "f=0,0", "1-NE"."""
        joined = word.replace("-", "")
        if joined != word and (
            self._own(joined) or all(map(self._own, word.split("-")))
        ):
            return True
        glued = GLUED.split(word)
        if len(glued) > 1 and all(map(self._own, glued)):
            return True
        pieces = _PIECES.split(word)
        if word in pieces or (":" in word and all(one.isdecimal() for one in pieces)):
            return False  # the second is a time
        if _DIGIT.search(word):
            pieces = [one for one in pieces if not (len(one) == 1 and one.isalpha())]
        bare = [one.removeprefix("-") for one in pieces]
        return bool(bare) and all(map(self._own, bare))

    def _own(self, words: str) -> bool:
        """Return whether words are of the notation's own."""
        return not (len(words) == 1 and words.isalpha()) and self._notation.fits(words)

    def _commas(self, word: str) -> list[str]:
        """Return the parts of an order with but commas between: "D4,1NE", not "0,2"."""
        row = word.split(",")
        figures = all(one.isdecimal() for one in row)
        good = len(row) > 1 and all(one and self._own(one) for one in row)
        return row if good and not figures and not self._own(word) else []

    def _kind(self, words: Sequence[Word], at: int) -> bool:
        """Return whether a letter stands for the kind of a unit: "A Par"."""
        word = words[at].text
        letter = self._places and len(word) == 1 and self._notation.uses(word)
        behind = words[at + 1] if at + 1 < len(words) else None
        named = behind is not None and self.places_in(behind.text)
        return bool(letter) and word.isalpha() and named

    def as_part(self, one: Word) -> Word:
        """Return a word as the part of an order that it is by itself, if it is one: a
        letter, or what the game calls otherwise: "north" is "N"."""
        word = one.text.casefold()
        spelt = self._spelt.get(tuple(word.split()), "")
        short = spelt.isalpha() and len(spelt) <= _SHORT
        if not spelt and one.kind == "unknown" and len(word) == 1:
            spelt, short = one.text, word.isalpha() and word not in _LETTERS
        part = short and self._notation.uses(spelt)
        return one._replace(text=spelt, kind="order") if part else one

    def thing(self, one: Word) -> bool:
        """Return whether a word only names what an order is about: "a die"."""
        word = one.text.casefold()
        return self._spelt.get((word,)) == "" and word not in _SMALL

    def _number(self, text: str) -> bool:
        """Return whether a part of an order holds a number, in figures or words."""
        spelt = self._spelt.get(tuple(text.casefold().split()), "")
        return bool(_DIGIT.search(text + spelt)) or text.casefold() in counts()

    def _letters(self, words: Sequence[Word]) -> Iterator[Word]:
        """Yield words; a single letter near a part of an order is one."""
        for at, one in enumerate(words):
            if one.kind == "unknown" and _ONE.fullmatch(one.text):
                behind = words[at + 1] if at + 1 < len(words) else one
                if behind.kind == "order" and not _DIGIT.search(behind.text):
                    kind: WordKind = "either" if one.text.isalpha() else "order"
                    one = Word(one.text.removeprefix("#"), kind)
            if self._kind(words, at):
                one = one._replace(kind="order")
            if len(one.text) == 1 and one.text.isalpha() and one.kind != "order":
                quiet = (*_BETWEEN, "around")
                after = [
                    x
                    for x in words[at + 1 : at + 7]
                    if x.kind not in quiet and x.text.casefold() != "or"
                ]
                before = [x for x in words[:at] if x.kind not in _BETWEEN]
                number = any(
                    x.kind == "order" and self._number(x.text) for x in after[:2]
                )
                last = bool(before) and before[-1].kind == "order" and not after
                if one.kind == "unknown":
                    sign = one.text.isupper() and self._notation.uses(one.text)
                    has_order = any(x.kind == "order" for x in words)
                    near = (
                        (sign and has_order)
                        or number
                        or (bool(after) and after[0].kind == "order")
                        or (bool(before) and before[-1].kind == "order")
                    )
                elif at and words[at - 1].text.casefold() in _DEFINITE:
                    near = number or last  # "an a just east of the first"
                elif at + 1 < len(words) and self.thing(words[at + 1]):
                    near = False  # "a die on 0,2"
                else:
                    small = one.text.islower() or one.text == "A"
                    first = number and after[0].kind == "order"
                    first = first and (one.text != "i" or self._number(after[0].text))
                    near = small and (first or (last and self._number(before[-1].text)))
                if near:
                    article = one.text in _ARTICLES and one.kind != "unknown"
                    one = one._replace(kind="either" if article else "order")
            yield one


def _row(tokens: Sequence[tuple[str, str]], at: int) -> list[str]:
    """Return the words from here on that may be one phrase."""
    row: list[str] = []
    for kind, one in tokens[at : at + MAX_PHRASE_WORDS]:
        if kind != "word":
            break
        row.append(one)
    return row
