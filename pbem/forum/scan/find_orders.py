"""Which lines of a post are orders: those that are marked, or that simply are.

A line counts as it stands, or without the talk around it where that can be read in one
way only. What is only almost an order gives a question with what it may mean, and the
moderator decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from pbem.forum.annotations.evidence import Sheet
from pbem.forum.scan.doubts import TalkLine, doubted, recalls
from pbem.forum.scan.joined_lines import JoiningReader
from pbem.forum.scan.questions import Question, by_owner, together
from pbem.forum.scan.texts import Said, bare
from pbem.forum.thread import PostLine
from pbem.language import labels
from pbem.language.changes import Plays, adds, swap
from pbem.language.readings import MAX_READINGS

MAX_ORDER_CHARS = 300  #: of a line that may be an order
MAX_BLOCK_CHARS = 3_000  #: of lines that may be one order
_ENDS = ".!;"
_ARROWS = (">", "->", "→")
#: What forums put above a box of code.
_CODE_HEAD = re.compile(
    r"(?:quell)?code(?: source)? ?:(?: ?\[?(?:select all|select|expand|copy|"
    r"alles auswählen|auswählen|tout sélectionner|seleccionar todo)\]?)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Found:
    """What a post orders."""

    sheet: Sheet = ()
    turn: int | None = None  #: where the writer names it
    level: int = 0  #: 3 by `##` or a label, 2 bold, 1 a line like others
    questions: tuple[Question, ...] = ()
    choices: tuple[str, ...] = ()  #: plain lines of which one may be meant
    corrects: str = ""  #: a line that takes back something said before
    clears: bool = False  #: and says no more, above the order that holds now
    repeats: bool = False  #: it tells an order by another one
    used: tuple[str, ...] = ()  #: the parts of orders in it
    led: bool = False  #: the first word of the only order was left out
    adds: bool = False  #: it is said to come on top of one that was given before
    denies: bool = False  #: a part of one that was given before is not meant
    less: bool = False  #: what it leaves out of one that was given before may be meant
    swap: tuple[str, ...] = ()  #: the parts that change places in it
    talk: str = ""  #: a line with parts of orders that was passed over
    rows: tuple[str | int, ...] = ()  #: sure lines and places of questions, in order


class Reader(JoiningReader):
    """A reader of posts in the notation of one game."""

    def spellings(self, line: PostLine) -> Iterator[str]:
        """Yield a line as it was said, and without what sets it off as an order."""
        for text in (line.text, *line.bold):
            text = bare(text)
            yield text
            if (hashed := labels.hashed(text)) is not None:
                text = hashed
                yield text
            if label := labels.label(text):
                yield label.rest
            yield text.rstrip(_ENDS + " ")

    def find(
        self,
        lines: Iterable[PostLine],
        seat: str,
        marked_only: bool = False,
        plays: Plays | None = None,
    ) -> Found:
        """Return what some lines order, written by a seat.

        `plays` says whether orders could be played; without it all that can be read
        counts as such.
        """
        said = [one for one in lines if not _CODE_HEAD.fullmatch(one.text)]
        said = self._unwrapped(said)
        plays = plays or self._all_read
        tries = self._blocks(said, seat, plays)
        if marked_only:
            tries = [one for one in tries if one.level == 3]
        aside = {x.at for x in tries if x.question and x.question.code == "other-seat"}
        texts = ("" if at in aside else one.text for at, one in enumerate(said))
        rows = [TalkLine(text, self.understanding.talk) for text in texts]
        tries = self._plain_words(self.joined(tries, plays), said)
        tries, corrects = doubted(tries, rows, plays)
        good = [one for one in tries if one.order is not None]
        top = max((one.level for one in good), default=0)
        best = [one for one in good if one.level == top]
        questions = [
            one.question
            for one in tries
            if one.question
            and not (good and (_is_talk(one) or self._repeats(one, best)))
            and not (good and one.level < 2 and recalls(one, good[0].at))
            and (one.level >= top or one.question.code in ("unseen", "other-seat"))
        ]
        own = [one for one in questions if not one.owner]
        questions = [*own, *by_owner(questions, sheets=self.sheets)]
        order: list[str | int] = []
        for one in tries:
            if one in best:
                order += one.text.split("\n")
            elif one.question in own:
                order.append(own.index(one.question))
        turns = {one.turn for one in best if one.turn is not None}
        if len(turns) > 1:
            text = " / ".join(one.text for one in best)
            return Found(questions=(*questions, Question("turns", text)))
        turn = next(iter(turns), None)
        chosen = self._chosen(best, turn, top, questions)
        chosen = replace(chosen, talk=next(filter(None, map(_passed, tries)), ""))
        if self.sheets:
            chosen = replace(chosen, rows=tuple(order))
        if corrects is None:
            return chosen
        above = all(rows.index(corrects) < one.at for one in best)
        return replace(
            chosen,
            corrects=corrects.text,
            clears=corrects.clears and above,
            repeats=corrects.has("same"),
            used=tuple(one.text for one in corrects.words if one.kind == "order"),
            swap=swap(corrects.words),
            adds=adds(corrects.words),
            denies=corrects.denies,
        )

    def _unwrapped(self, lines: list[PostLine]) -> list[PostLine]:
        """Return lines, two as one where an order was wrapped beside an arrow."""
        found: list[PostLine] = []
        for line in lines:
            last = found[-1].text if found else ""
            arrow = line.text.startswith(_ARROWS) or last.rstrip().endswith(_ARROWS)
            if arrow and last and self.reads(both := f"{last} {line.text}"):
                found[-1] = line._replace(text=both)
            else:
                found.append(line)
        return found

    def _chosen(
        self, best: list[Said], turn: int | None, level: int, questions: list[Question]
    ) -> Found:
        """Return what the best lines order: all where a game takes sheets, or one."""
        if self.sheets:
            lines = tuple(part for one in best for part in one.text.split("\n"))
            return Found((lines,) if lines else (), turn, level, tuple(questions))
        if not best:
            return Found((), turn, level, tuple(together(questions)))
        asides = [one for one in best if one.order.anytime]
        main = [one for one in best if not one.order.anytime]
        if any(one.order != main[0].order for one in main[1:]):
            texts = tuple(one.text for one in main)
            if level == 1:
                before = tuple((one.text,) for one in asides)
                return Found(before, turn, 1, tuple(questions), texts)
            given = {"texts": texts, "readings": texts[::-1][:MAX_READINGS]}
            questions.append(Question("several", " / ".join(texts), texts[-1], given))
            return Found((), turn, level, tuple(questions))
        kept = list({one.text: one for one in [*asides, *main[:1]]}.values())
        sheet = tuple(tuple(one.text.split("\n")) for one in kept)
        asked, chosen = tuple(questions), Found(sheet, turn, level)
        if len(kept) == 1:
            said = kept[0].understood
            used = said.used if said.led or said.adds else ()
            less = kept[0].exact or said.less
            chosen = replace(chosen, used=used, led=said.led, adds=said.adds, less=less)
        return replace(chosen, questions=asked)

    def _repeats(self, one: Said, best: Sequence[Said]) -> bool:
        """Return whether a plain line only says in its words what is ordered below it.

        As "Then I'll do the tide, staying where I am:" above "- 1NW".
        """
        found = one.understood
        more = found.marks or found.asks or found.less or found.adds or found.swap
        if self.sheets or one.level > 1 or more or one.question is None:
            return False
        if one.question.code != "almost":
            return False
        meant = found.spelt.casefold().split()
        said = [word for other in best for word in other.text.casefold().split()]
        return all(any(x.startswith(part) for x in said) for part in meant)

    def _blocks(self, lines: list[PostLine], seat: str, plays: Plays) -> list[Said]:
        """Return all that may be orders; the paragraph below a bare "Move:" is one."""
        tries: list[Said] = []
        at = 0
        while at < len(lines):
            line = lines[at]
            at += 1
            label = self._label(line.text.removeprefix("##").strip(), seat)
            if label and not label.rest and at < len(lines):
                end = at
                while end < len(lines) and lines[end].text:
                    end += 1
                one, size = self._block(lines[at:end], label.turn, seat, plays)
                if one:
                    tries += [replace(x, at=at) for x in one]
                    at += size
                    continue
            if line.text:
                listed = _listed(lines, at - 1)
                if listed:
                    line = line._replace(text=labels.item(line.text) or "", bold=())
                found = self._tries(line, seat, plays)
                tries += [replace(one, at=at - 1, listed=listed) for one in found]
        return tries

    def _block(
        self, lines: list[PostLine], turn: int | None, seat: str, plays: Plays
    ) -> tuple[list[Said], int]:
        """Return what lines below a label order, and how many of them do so."""
        said = [line.text for line in lines]
        while len(said) > 1 and self.understanding.talk.idle(said[-1], names=True):
            said.pop()
        for size in () if self.sheets else dict.fromkeys((len(said), self._last(said))):
            items = [labels.item(one) or bare(one) for one in said[:size]]
            for joined in ("\n".join(map(bare, said[:size])), " ".join(items)):
                fits = len(joined) <= MAX_BLOCK_CHARS and self.reads(joined)
                if fits and ("\n" in joined or plays((joined,))):
                    block = Said(joined, 3, self.parse(joined), turn, exact=True)
                    return [block], size if size < len(said) else len(lines)
        marked = [self.marked(one, seat, plays) for one in said]
        return [replace(one, turn=turn) for one in marked], len(lines)

    def _last(self, texts: Sequence[str]) -> int:
        """Return how many lines there are up to the last with a part of an order."""
        rows = (TalkLine(text, self.understanding.talk) for text in texts)
        return max(
            (at for at, row in enumerate(rows, 1) if row.has("order")), default=1
        )

    def _plain_words(self, tries: list[Said], lines: list[PostLine]) -> list[Said]:
        """Turn bare words such as "pass" into questions where they stand in a chat."""
        idle = self.understanding.talk.idle
        chat = [x for x in lines if x.text and not idle(x.text, names=True)]
        out = []
        for one in tries:
            plain = one.level == 1 and one.order is not None
            if plain and not re.search(r"\d", one.text) and len(chat) > 1:
                others = [x for x in tries if x is not one and x.order is not None]
                if not (others and self.sheets):
                    question = Question("word", one.text, one.text)
                    one = Said(one.text, 1, question=question, at=one.at)
            out.append(one)
        return out

    def _label(self, text: str, seat: str) -> labels.Label | None:
        """Return what stands behind a label; the writer's name alone is nothing."""
        found = labels.label(text)
        own = found and seat and self._seat_of(found.rest) == seat
        return found._replace(rest="") if found and own else found

    def _tries(self, line: PostLine, seat: str, plays: Plays) -> list[Said]:
        text = line.text
        if len(text) > MAX_ORDER_CHARS:
            return []
        rest = labels.edit(text)
        if rest is not None:
            found = self._tries(line._replace(text=rest, bold=()), seat, plays)
            return [replace(one, edits=True) for one in found]
        if labels.hashed(text) is not None:
            return [self.marked(text, seat, plays)]
        label = self._label(text, seat)
        if label and label.rest and not self.reads(text):
            return [self.marked(text, seat, plays)]
        heads = (label and not label.rest) or labels.heading(text)
        heads = heads and not (self.reads(text) and plays((text,)))
        return [] if heads else self.parts(line, seat, plays)


def _is_talk(one: Said) -> bool:
    """Return whether a plain line can be no order of the writer, whatever it names."""
    asks = one.question is not None and one.question.code == "almost"
    return asks and one.level == 1 and (one.others or not one.understood.plays)


def _passed(one: Said) -> str:
    """Return a line that names parts of orders and was read as talk, or nothing."""
    talk = one.order is None and one.question is None and not one.others
    some = one.understood.strength > 1 and one.understood.digits > 0
    return one.text if talk and some else ""


def _listed(lines: list[PostLine], at: int) -> bool:
    """Return whether a line is one of several items of a list that was typed."""
    near = (x for x in (at - 1, at + 1) if 0 <= x < len(lines))
    one = labels.item(lines[at].text) is not None
    return one and any(labels.item(lines[x].text) is not None for x in near)
