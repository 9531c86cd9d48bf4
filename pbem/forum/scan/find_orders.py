"""Which lines of a post are orders: those that are marked, or that simply are.

A line counts as it stands or not at all. What is only almost an order gives a
question with a proposal, and the moderator decides.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from pbem.forum.annotations.evidence import Sheet
from pbem.forum.markup.lines import BULLET
from pbem.forum.scan.authors import skeleton, strange
from pbem.forum.scan.questions import Question
from pbem.forum.thread import UNSEEN, PostLine
from pbem.games import Game
from pbem.notation import NotUnderstood
from pbem.protocol import Lines

MAX_ORDER_CHARS = 300  #: of a line that may be an order
MAX_BLOCK_CHARS = 3_000  #: of lines that may be one order
_LABEL = re.compile(
    r"(?:my\s+|the\s+)?(?:moves?|orders?|actions?|turn|round|plan|sheet)"
    r"\s*(?:(?:for\s+)?(?:turn|round)?\s*#?(?P<turn>\d{1,6}))?\s*(?:is|are)?\s*[:=]\s*"
    r"(?P<rest>.*)",
    re.IGNORECASE,
)
_HASHES = re.compile(r"##+\s*(?P<rest>.*)")
_NAMED = re.compile(r"(?P<name>[^:]{1,40}):\s*(?P<rest>.+)")
_LEAD = re.compile(
    r"(?:(?:ok|okay|so|well|then|right|fine|hmm+|ah|oh|yes|now)[,.! ]+)*"
    r"(?:i(?:'ll|’ll| will| am|'m|’m)?|my move(?: is)?|we)\b",
    re.IGNORECASE,
)
_ENDS = ".!;"
_SENTENCES = re.compile(r"(?<=[.!?:;])\s+")


@dataclass(frozen=True, slots=True)
class Found:
    """What a post orders."""

    sheet: Sheet = ()
    turn: int | None = None  #: where the writer names it
    level: int = 0  #: 3 by `##` or a label, 2 bold, 1 a line like others
    questions: tuple[Question, ...] = ()
    after: str = ""  #: the line below, which may belong to it
    choices: tuple[str, ...] = ()  #: plain lines of which one may be meant


@dataclass(frozen=True, slots=True)
class _Try:
    """One text that may be an order, and how it was set off."""

    text: str
    level: int  #: 3 by `##` or a label, 2 bold, 1 a line like others
    order: Any = None
    turn: int | None = None
    question: Question | None = None
    after: str = ""


class Reader:
    """A reader of posts in the notation of one game."""

    def __init__(self, game: Game, seat_of: Callable[[str], str]) -> None:
        self._game = game
        self._seat_of = seat_of
        self._sheets = game.rules.lines is not Lines.ONE

    def parse(self, text: str) -> Any:
        """Return the order that a text spells, or a Fault."""
        try:
            return self._game.notation.parse(text)
        except NotUnderstood as error:
            return error.fault

    def reads(self, text: str) -> bool:
        """Return whether a text is an order."""
        return self._game.notation.reads(text)

    def spellings(self, line: PostLine) -> Iterator[str]:
        """Yield a line as it was said, and without what sets it off as an order."""
        for text in (line.text, *line.bold):
            text = _bare(text)
            yield text
            if hashes := _HASHES.fullmatch(text):
                text = hashes["rest"]
                yield text
            if label := _LABEL.fullmatch(text):
                yield label["rest"]
            yield text.rstrip(_ENDS + " ")

    def find(
        self, lines: Iterable[PostLine], seat: str, marked_only: bool = False
    ) -> Found:
        """Return what some lines order, written by a seat."""
        said = list(lines)
        tries = self._blocks(said, seat)
        if marked_only:
            tries = [one for one in tries if one.level == 3]
        tries = self._plain_words(tries, said)
        good = [one for one in tries if one.order is not None]
        top = max((one.level for one in good), default=0)
        best = [one for one in good if one.level == top]
        questions = [
            one.question
            for one in tries
            if one.question
            and (one.level >= top or one.question.code in ("unseen", "other-seat"))
        ]
        turns = {one.turn for one in best if one.turn is not None}
        if len(turns) > 1:
            text = " / ".join(one.text for one in best)
            return Found(questions=(*questions, Question("turns", text)))
        turn = next(iter(turns), None)
        return self._chosen(best, turn, top, questions)

    def _chosen(
        self, best: list[_Try], turn: int | None, level: int, questions: list[Question]
    ) -> Found:
        """Return what the best lines order: all where a game takes sheets, or one."""
        if self._sheets:
            lines = tuple(one.text for one in best)
            return Found((lines,) if lines else (), turn, level, tuple(questions))
        asides = [one for one in best if one.order.anytime]
        main = [one for one in best if not one.order.anytime]
        if any(one.order != main[0].order for one in main[1:]):
            texts = tuple(one.text for one in main)
            if level == 1:
                before = tuple((one.text,) for one in asides)
                return Found(before, turn, 1, tuple(questions), choices=texts)
            given = {"texts": texts}
            questions.append(Question("several", " / ".join(texts), texts[-1], given))
            return Found((), turn, level, tuple(questions))
        kept = list({one.text: one for one in [*asides, *main[:1]]}.values())
        sheet = tuple(tuple(one.text.split("\n")) for one in kept)
        after = main[0].after if main else ""
        return Found(sheet, turn, level, tuple(questions), after)

    def _blocks(self, lines: list[PostLine], seat: str) -> list[_Try]:
        """Return all that may be orders; the paragraph below a bare "Move:" is one."""
        tries: list[_Try] = []
        at = 0
        while at < len(lines):
            line = lines[at]
            at += 1
            label = _LABEL.fullmatch(line.text.removeprefix("##").strip())
            if label and not label["rest"].strip() and at < len(lines):
                end = at
                while end < len(lines) and lines[end].text:
                    end += 1
                if one := self._block(lines[at:end], label, seat):
                    tries += one
                    at = end
                    continue
            if line.text:
                below = lines[at].text if at < len(lines) else ""
                tries += [replace(one, after=below) for one in self._tries(line, seat)]
        return tries

    def _block(
        self, lines: list[PostLine], label: re.Match[str], seat: str
    ) -> list[_Try]:
        turn = int(label["turn"]) if label["turn"] else None
        joined = "\n".join(_bare(line.text) for line in lines)
        if not self._sheets and len(joined) <= MAX_BLOCK_CHARS and self.reads(joined):
            return [_Try(joined, 3, self.parse(joined), turn)]
        marked = [self._marked(line.text, seat) for line in lines if line.text]
        return [replace(one, turn=turn) for one in marked]

    def _plain_words(self, tries: list[_Try], lines: list[PostLine]) -> list[_Try]:
        """Turn bare words such as "pass" into questions where they stand in a chat."""
        said = [line for line in lines if line.text]
        out = []
        for one in tries:
            bare = one.level == 1 and one.order is not None
            if bare and not re.search(r"\d", one.text) and len(said) > 1:
                one = _Try(one.text, 1, question=Question("word", one.text, one.text))
            out.append(one)
        return out

    def _tries(self, line: PostLine, seat: str) -> list[_Try]:
        text = line.text
        if len(text) > MAX_ORDER_CHARS:
            return []
        hashes = _HASHES.fullmatch(text)
        if hashes:
            return [self._marked(hashes["rest"], seat)]
        label = _LABEL.fullmatch(text)
        if label and label["rest"].strip():
            return [self._marked(text, seat)]
        found = []
        for piece in line.bold:
            if _HASHES.fullmatch(piece) or _LABEL.fullmatch(piece):
                found.append(self._marked(piece, seat))
            elif piece != text:
                found += [one for one in [self._one(piece, seat, 2)] if one]
        if any(one.order is not None for one in found):
            return found
        whole = self._one(text, seat, 2 if line.bold == (text,) else 1)
        return [*found, whole] if whole else found

    def _marked(self, text: str, seat: str) -> _Try:
        """Read a text that is set off as an order; ask about one that is none."""
        turn = None
        if hashes := _HASHES.fullmatch(text):
            text = hashes["rest"]
        if label := _LABEL.fullmatch(text):
            turn = int(label["turn"]) if label["turn"] else None
            text = label["rest"]
        one = self._one(text, seat, 3) or _Try(text, 3)
        if one.order is None and one.question is None:
            one = _Try(text, 3, question=self._no_order(text))
        return _Try(one.text, 3, one.order, turn, one.question)

    def _one(self, text: str, seat: str, level: int) -> _Try | None:
        """Return a text as an order, as a question, or as chatter (None)."""
        text = text.strip().strip("`").strip()
        if not text:
            return None
        if text.startswith(BULLET.strip()):
            return self._item(_bare(text), seat, level)
        if UNSEEN.search(text):
            return self._unseen(text, level)
        named = _NAMED.fullmatch(text)
        if named and not self.reads(text):
            owner = self._seat_of(named["name"].strip())
            if owner == seat:
                text = named["rest"].strip()
            elif owner and self.reads(named["rest"].strip()):
                question = Question("other-seat", text, "", {"seat": owner})
                return _Try(text, max(level, 2), question=question)
        bare = text.rstrip(_ENDS + " ")
        if found := self._order(bare, level) or self._order(text, level):
            return found
        if strange(text) == [] and (found := self._meant(text, level)):
            return found
        almost = self._almost(text, level)
        return _Try(text, level, question=almost) if almost else None

    def _order(self, text: str, level: int) -> _Try | None:
        """Return a text that is an order as it stands."""
        reads = text and self.reads(text)
        return _Try(text, level, self.parse(text)) if reads else None

    def _meant(self, text: str, level: int) -> _Try | None:
        """Return a text that is an order without what stands around and between it."""
        meant = None if UNSEEN.search(text) else self._game.spelling.only(text)
        if meant is None:
            return None
        if level == 1 and meant[1].anytime:
            return _Try(text, 1, question=Question("word", text, meant[0].text))
        return _Try(meant[0].text, level, meant[1])

    def _item(self, text: str, seat: str, level: int) -> _Try | None:
        """Return an item of a list: its bullet may have been a dash of the order."""
        dashed = self._order(f"- {text}", level)
        if dashed is None or not self.reads(text):
            return dashed or self._one(text, seat, level)
        given = {"other": dashed.text}
        return _Try(text, level, question=Question("dash", text, text, given))

    def _unseen(self, text: str, level: int) -> _Try | None:
        clean = " ".join(UNSEEN.sub("", text).split())
        if not self.reads(clean):
            return None
        given = {"names": strange(text)}
        question = Question("unseen", visible(text), clean, given)
        return _Try(text, max(level, 2), question=question)

    def _almost(self, text: str, level: int) -> Question | None:
        """Return a question, where a line is nearly an order."""
        if not text.isascii():
            given = {"names": strange(text)}
            plain = unicodedata.normalize("NFKC", text).translate(_DASHES)
            if plain != text and self.reads(plain):
                return Question("letters", text, plain, given)
            seems = skeleton(text)
            if given["names"] and self.reads(seems):
                return Question("letters", text, seems.upper(), given)
        if level == 3:
            return self._no_order(text)
        if sentence := self._sentence(text):
            return Question("almost", text, sentence)
        words = len(text.split())
        if words > 10 or not re.search(r"\d", text):
            return None
        part = self._part(text, 1 if _LEAD.match(text) else (words + 1) // 2)
        return Question("almost", text, part, fault=self.parse(text)) if part else None

    def _no_order(self, text: str) -> Question:
        """Ask about a text that is set off as an order and cannot be read as one."""
        part = self._part(text)
        return Question("notation", text, part, fault=self.parse(text))

    def _sentence(self, text: str) -> str:
        """Return the last sentence in a line that is an order by itself."""
        for part in reversed(_SENTENCES.split(text)):
            label = _LABEL.fullmatch(part)
            one = (label["rest"] if label else part).strip(_ENDS + " ")
            if one != text and re.search(r"\d", one) and self.reads(one):
                return one
        return ""

    def _part(self, text: str, least: int = 1) -> str:
        """Return the longest run of words that is an order, if it has a digit."""
        words = text.replace(",", " ").split()[:16]
        words = [word.strip("()\"'“”") for word in words]
        for size in range(len(words), least - 1, -1):
            for start in range(len(words) - size + 1):
                part = " ".join(words[start : start + size]).rstrip(_ENDS + ":")
                if re.search(r"\d", part) and self.reads(part):
                    return part
        return ""


def _bare(text: str) -> str:
    """Return a line without the bullet of a list."""
    return text.removeprefix(BULLET.strip()).strip()


_DASHES = dict.fromkeys((*range(0x2010, 0x2015), 0x2212), "-")


def visible(text: str) -> str:
    """Return a text in which what nobody sees is written out.

    >>> visible("D4\\u202e 1N")
    'D4<U+202E> 1N'
    """
    return UNSEEN.sub(lambda found: f"<U+{ord(found[0]):04X}>", text)
