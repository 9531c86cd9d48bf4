"""Which lines of a post are orders: those that are marked, or that simply are.

A line counts as it stands or not at all. What is only almost an order gives a
doubt with a proposal, and the moderator decides.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.forum.formats.lines import BULLET
from pbem.forum.scan.authors import skeleton, strange
from pbem.forum.thread import UNSEEN, Line
from pbem.games import Game
from pbem.notation import NotUnderstood
from pbem.protocol import Fault

LONGEST = 300  #: characters of a line that may be an order
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
class Wonder:
    """Something in a post that is no order as it stands; `proposal` may be meant."""

    code: str
    text: str
    proposal: str = ""
    fault: Fault | None = None
    given: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Found:
    """What a post orders."""

    sheet: tuple[tuple[str, ...], ...] = ()  #: orders, each its lines
    turn: int | None = None  #: where the writer names it
    level: int = 0  #: 3 by `##` or a label, 2 bold, 1 a line like others
    wonders: tuple[Wonder, ...] = ()
    after: str = ""  #: the line below, which may belong to it
    choices: tuple[str, ...] = ()  #: plain lines of which one may be meant


@dataclass(frozen=True, slots=True)
class _Try:
    """One text that may be an order, and how it was set off."""

    text: str
    level: int  #: 3 by `##` or a label, 2 bold, 1 a line like others
    order: Any = None
    turn: int | None = None
    wonder: Wonder | None = None
    after: str = ""


class Reader:
    """Reads posts in the notation of one game."""

    def __init__(self, game: Game, seat_of: Callable[[str], str]) -> None:
        self._game = game
        self._seat_of = seat_of
        self._sheets = game.rules.sheets

    def parse(self, text: str) -> Any:
        """The order that a text spells, or a Fault."""
        try:
            return self._game.notation.parse(text)
        except NotUnderstood as error:
            return error.fault

    def reads(self, text: str) -> bool:
        """Whether a text is an order."""
        return self._game.notation.reads(text)

    def spellings(self, line: Line) -> Iterator[str]:
        """A line as it was said, and without what sets it off as an order."""
        for text in (line.text, *line.bold):
            text = text.removeprefix(BULLET.strip()).strip()
            yield text
            if hashes := _HASHES.fullmatch(text):
                text = hashes["rest"]
                yield text
            if label := _LABEL.fullmatch(text):
                yield label["rest"]
            yield text.rstrip(_ENDS + " ")

    def find(
        self, lines: Iterable[Line], seat: str, marked_only: bool = False
    ) -> Found:
        """What some lines order, written by a seat."""
        said = list(lines)
        tries = self._blocks(said, seat)
        if marked_only:
            tries = [one for one in tries if one.level == 3]
        tries = self._plain_words(tries, said)
        good = [one for one in tries if one.order is not None]
        top = max((one.level for one in good), default=0)
        best = [one for one in good if one.level == top]
        wonders = [
            one.wonder
            for one in tries
            if one.wonder
            and (one.level >= top or one.wonder.code in ("unseen", "other-seat"))
        ]
        turns = {one.turn for one in best if one.turn is not None}
        if len(turns) > 1:
            text = " / ".join(one.text for one in best)
            return Found(wonders=(*wonders, Wonder("turns", text)))
        turn = next(iter(turns), None)
        return self._chosen(best, turn, top, wonders)

    def _chosen(
        self, best: list[_Try], turn: int | None, level: int, wonders: list[Wonder]
    ) -> Found:
        """The orders of the best lines: all where a game takes sheets, else one."""
        if self._sheets:
            lines = tuple(one.text for one in best)
            return Found((lines,) if lines else (), turn, level, tuple(wonders))
        asides = [one for one in best if one.order.anytime]
        main = [one for one in best if not one.order.anytime]
        if any(one.order != main[0].order for one in main[1:]):
            texts = tuple(one.text for one in main)
            if level == 1:
                before = tuple((one.text,) for one in asides)
                return Found(before, turn, 1, tuple(wonders), choices=texts)
            given = {"texts": texts}
            wonders.append(Wonder("several", " / ".join(texts), texts[-1], None, given))
            return Found((), turn, level, tuple(wonders))
        kept = list({one.text: one for one in [*asides, *main[:1]]}.values())
        sheet = tuple(tuple(one.text.split("\n")) for one in kept)
        after = main[0].after if main else ""
        return Found(sheet, turn, level, tuple(wonders), after)

    def _blocks(self, lines: list[Line], seat: str) -> list[_Try]:
        """All that may be orders, with the paragraph below a bare "Move:" as one."""
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

    def _block(self, lines: list[Line], label: re.Match[str], seat: str) -> list[_Try]:
        turn = int(label["turn"]) if label["turn"] else None
        texts = [line.text.removeprefix(BULLET.strip()).strip() for line in lines]
        joined = "\n".join(texts)
        if not self._sheets and len(joined) <= 10 * LONGEST and self.reads(joined):
            return [_Try(joined, 3, self.parse(joined), turn)]
        marked = [self._marked(line.text, seat) for line in lines if line.text]
        return [replace(one, turn=turn) for one in marked]

    def _plain_words(self, tries: list[_Try], lines: list[Line]) -> list[_Try]:
        """A bare word such as "pass" counts alone; in a chat it is a question."""
        said = [line for line in lines if line.text]
        out = []
        for one in tries:
            bare = one.level == 1 and one.order is not None
            if bare and not re.search(r"\d", one.text) and len(said) > 1:
                wonder = Wonder("word", one.text, one.text)
                one = _Try(one.text, 1, wonder=wonder)
            out.append(one)
        return out

    def _tries(self, line: Line, seat: str) -> list[_Try]:
        text = line.text
        if len(text) > LONGEST:
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
        """A text that is set off as an order: where it is none, that is told."""
        turn = None
        if hashes := _HASHES.fullmatch(text):
            text = hashes["rest"]
        if label := _LABEL.fullmatch(text):
            turn = int(label["turn"]) if label["turn"] else None
            text = label["rest"]
        one = self._one(text, seat, 3) or _Try(text, 3)
        if one.order is None and one.wonder is None:
            wonder = Wonder("notation", text, self._part(text), self.parse(text))
            one = _Try(text, 3, wonder=wonder)
        return _Try(one.text, 3, one.order, turn, one.wonder)

    def _one(self, text: str, seat: str, level: int) -> _Try | None:
        """A text as an order, as a question, or as chatter (None)."""
        text = text.strip().strip("`").strip()
        if not text:
            return None
        if text.startswith(BULLET.strip()):
            return self._item(text.removeprefix(BULLET.strip()).strip(), seat, level)
        if UNSEEN.search(text):
            return self._unseen(text, level)
        named = _NAMED.fullmatch(text)
        if named and not self.reads(text):
            owner = self._seat_of(named["name"].strip())
            if owner == seat:
                text = named["rest"].strip()
            elif owner and self.reads(named["rest"].strip()):
                wonder = Wonder("other-seat", text, "", None, {"seat": owner})
                return _Try(text, max(level, 2), wonder=wonder)
        bare = text.rstrip(_ENDS + " ")
        for one in (bare, text):
            if one and self.reads(one):
                return _Try(one, level, self.parse(one))
        if almost := self._almost(text, level):
            return _Try(text, level, wonder=almost)
        return None

    def _item(self, text: str, seat: str, level: int) -> _Try | None:
        """An item of a list: its bullet may have been a dash of the order."""
        dashed = f"- {text}"
        if self.reads(dashed):
            if not self.reads(text):
                return _Try(dashed, level, self.parse(dashed))
            given = {"other": dashed}
            return _Try(text, level, wonder=Wonder("dash", text, text, None, given))
        return self._one(text, seat, level)

    def _unseen(self, text: str, level: int) -> _Try | None:
        clean = " ".join(UNSEEN.sub("", text).split())
        if not self.reads(clean):
            return None
        given = {"names": strange(text)}
        wonder = Wonder("unseen", visible(text), clean, None, given)
        return _Try(text, max(level, 2), wonder=wonder)

    def _almost(self, text: str, level: int) -> Wonder | None:
        """A question, where a line is nearly an order."""
        if not text.isascii():
            plain = unicodedata.normalize("NFKC", text).translate(_DASHES)
            if plain != text and self.reads(plain):
                given = {"names": strange(text)}
                return Wonder("letters", text, plain, None, given)
            seems = skeleton(text)
            if strange(text) and self.reads(seems):
                given = {"names": strange(text)}
                return Wonder("letters", text, seems.upper(), None, given)
        if level == 3:
            return Wonder("notation", text, self._part(text), self.parse(text))
        if sentence := self._sentence(text):
            return Wonder("almost", text, sentence)
        words = len(text.split())
        if words > 10 or not re.search(r"\d", text):
            return None
        part = self._part(text, 1 if _LEAD.match(text) else (words + 1) // 2)
        if not part:
            return None
        return Wonder("almost", text, part, self.parse(text))

    def _sentence(self, text: str) -> str:
        """The sentence in a line that is an order by itself, the last such one."""
        for part in reversed(_SENTENCES.split(text)):
            label = _LABEL.fullmatch(part)
            one = (label["rest"] if label else part).strip(_ENDS + " ")
            if one != text and re.search(r"\d", one) and self.reads(one):
                return one
        return ""

    def _part(self, text: str, least: int = 1) -> str:
        """The longest run of words in a line that is an order, if it has a digit."""
        words = text.replace(",", " ").split()[:16]
        words = [word.strip("()\"'“”") for word in words]
        for size in range(len(words), least - 1, -1):
            for start in range(len(words) - size + 1):
                part = " ".join(words[start : start + size]).rstrip(_ENDS + ":")
                if re.search(r"\d", part) and self.reads(part):
                    return part
        return ""


_DASHES = str.maketrans(
    {0x2010: "-", 0x2011: "-", 0x2012: "-", 0x2013: "-", 0x2014: "-", 0x2212: "-"}
)


def visible(text: str) -> str:
    """A text in which what nobody sees is written out.

    >>> visible("D4\\u202e 1N")
    'D4<U+202E> 1N'
    """
    return UNSEEN.sub(lambda found: f"<U+{ord(found[0]):04X}>", text)
