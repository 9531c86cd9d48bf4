"""What is bold in a line, and what stands around it: one order, or talk about one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from pbem.forum.scan.questions import Question
from pbem.forum.scan.texts import Said, TextReader, spelt_reading, spelt_readings
from pbem.forum.thread import PostLine
from pbem.language import labels
from pbem.language.changes import Plays
from pbem.language.readings import MAX_READINGS
from pbem.language.talk import Word
from pbem.language.talk_words import WordKind

#: What makes a bold order doubtful in front of it, and right behind it.
_BEFORE: tuple[WordKind, ...] = ("negation", "draft", "doubt", "alter", "later", "told")
_BEHIND: tuple[WordKind, ...] = ("draft", "doubt", "alter", "later")


class SetOffReader(TextReader):
    """A reader of lines of which a part is set off."""

    def parts(self, line: PostLine, seat: str, plays: Plays) -> list[Said]:
        """Return what may be orders in a line and in what is bold in it.

        People make a part of an order bold as well as all of it, so the whole line
        counts where it can be read: "I go to *E5* and cast *1N*" is one order. Where
        it may mean something else than what is bold, both are asked about.
        """
        found: list[Said] = []
        places: list[tuple[int, int]] = []
        end = 0
        for piece in line.bold:
            start = max(line.text.find(piece, end), end)
            end = start + len(piece)
            if labels.hashed(piece) is not None or labels.label(piece):
                found.append(self.marked(piece, seat, plays))
            elif piece != line.text and (one := self.one(piece, seat, 2, plays)):
                found.append(one)
                places += [(start, end)] * (one.order is not None)
        good = [one for one in found if one.order is not None]
        if any(one.level > 2 for one in good):
            return found
        if len(good) == 1 and good[0].exact and self._apart(line.text, *places[0]):
            return found
        level = 2 if good or line.bold == (line.text,) else 1
        whole = self.one(line.text, seat, level, plays)
        if whole is not None and whole.order is not None:
            return [whole]
        if not good:
            asked = [one for one in found if one.question]
            return [*asked, whole] if whole else asked
        meant = [spelt_reading(tuple(one.text.split("\n"))) for one in good]
        readings = spelt_readings(whole.understood) if whole else ()
        known = [self.parse(one) for one in (*meant, " / ".join(meant))]
        others = [one for one in readings if self.parse(one) not in known]
        if not others and not any(self._doubts(line.text, *one) for one in places):
            return found
        texts = tuple(dict.fromkeys([*others, *meant]))[:MAX_READINGS]
        question = Question("almost", line.text, texts[0], {"readings": texts})
        return [Said(line.text, 2, question=question)]

    def _apart(self, text: str, start: int, end: int) -> bool:
        """Return whether an order says again what stands before: "I fly: *- 5A1*".

        Where orders have a sign to begin with, one of several parts is whole.
        """
        words = self.understanding.talk.words(text[end:])
        more = any(one.kind == "order" for one in words)
        ends = text[:start].rstrip().endswith((":", "("))
        whole = ends or (
            self._game.spelling.lead and not self._doubts(text, start, end)
        )
        return bool(whole) and not more and len(text[start:end].split()) > 1

    def _doubts(self, text: str, start: int, end: int) -> bool:
        """Return whether the words beside a stretch of a line make it doubtful."""
        before = _near(self.understanding.talk.words(text[:start])[::-1])
        words = self.understanding.talk.words(text[end:])
        behind = [one for one in _near(words) if one.kind not in ("small", "around")]
        stop = next((one.text for one in words if one.kind == "stop"), "")
        owned = any(
            x.kind == "name" and x.text.casefold().endswith("'s") for x in before
        )
        doubts = [x for x in before if x.kind in _BEFORE]
        doubts += [x for x in behind[:1] if x.kind in _BEHIND]
        return stop == "?" or owned or any(map(_firm, doubts))


def _near(words: Sequence[Word]) -> list[Word]:
    return list(takewhile(lambda one: not one.parts, words))


def _firm(one: Word) -> bool:
    """Return whether a word is more of a doubt than "I think" before what is bold."""
    return not one.text.casefold().startswith("i ")
