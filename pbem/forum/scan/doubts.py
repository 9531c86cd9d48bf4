"""What else a post says that makes its order doubtful: "oops", "EDIT:", "if", "or"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pbem.forum.scan.questions import Question
from pbem.forum.scan.texts import Said, spelt_reading, spelt_readings
from pbem.language import labels
from pbem.language.changes import Plays, substituted, swapped
from pbem.language.readings import MAX_READINGS
from pbem.language.talk import Talk, Word
from pbem.language.understand import of_himself

_END = re.compile(r"[.!?…)][\s*_]*$|^[^\w]*$")
#: By these a line is about what stands below it: "Ignore this:".
_POINTS = re.compile(r":[\s*_]*$|\b(?:this|these|below|following)\b", re.IGNORECASE)
_FIRST = 2  #: words of a line among which a doubt is about the line above


@dataclass
class TalkLine:
    """A line of a post, and what its words are where somebody asks."""

    text: str
    talk: Talk

    @property
    def words(self) -> tuple[Word, ...]:
        """Its words."""
        return self.talk.words(self.text) if len(self.text) <= 300 else ()

    def has(self, *kinds: str) -> bool:
        """Return whether it holds a word of a kind."""
        return any(one.kind in kinds for one in self.words)

    def begins(self, *kinds: str) -> bool:
        """Return whether it begins with a word of a kind."""
        words = [one for one in self.words if one.kind != "before"]
        first = [one for one in words if not one.parts][:_FIRST]
        if "correction" in kinds and words and words[0].kind == "negation":
            return len(words) == 1 or words[1].parts or words[1].kind == "correction"
        return any(one.kind in kinds for one in first)

    @property
    def clears(self) -> bool:
        """Whether it takes back what was said above and says no more."""
        more = self.has("order", "same", "draft", "alter", "doubt", "later")
        more = more or self.points or labels.edit(self.text) is not None
        more = more or (self.has("negation") and not self.ends)
        return self.begins("correction") and not more

    @property
    def points(self) -> bool:
        """Whether it takes back what stands below it, or its post: "Ignore this"."""
        return self.begins("correction") and _POINTS.search(self.text) is not None

    @property
    def denies(self) -> bool:
        """Whether it says nothing but that a part of an order is not meant."""
        kinds = [one.kind for one in self.words if not one.parts]
        said = ("negation", "order", "small", "around", "before")
        alone = len(kinds) > 1 and all(kind in said for kind in kinds)
        part = "order" in kinds or any(map(self.talk.thing, self.words))
        return alone and part and kinds[:1] == ["negation"]

    @property
    def denies_else(self) -> bool:
        """Whether it denies something of its own, of others: "You'll never get me".

        Of oneself it may be about the order below: "I would never choose".
        """
        kinds = [one.kind for one in self.words if not one.parts]
        behind = kinds[kinds.index("negation") + 1 :] if "negation" in kinds else []
        told = behind.count("unknown") > 1 and behind[-1] == "unknown"
        return told and not of_himself(self.words)

    @property
    def ends(self) -> bool:
        """Whether a sentence ends with it."""
        return bool(_END.search(self.text))


def doubted(
    tries: Sequence[Said], rows: Sequence[TalkLine], plays: Plays
) -> tuple[list[Said], TalkLine | None]:
    """Return what may be orders with what makes them doubtful.

    Also the line, if there is one, that takes back what was said before.
    """
    orders = [one for one in tries if one.order is not None]
    tries = [
        replace(one, question=None)
        if one.understood.coming and any(x.at != one.at for x in orders)
        else one
        for one in tries
    ]
    corrects = [
        row
        for row in rows
        if row.begins("correction", "same")
        or row.has("draft")
        or (row.has("correction") and row.has("order"))
        or (row.begins("alter") and row.has("order") and "?" not in row.text)
        or row.denies
    ]
    first = next((one.at for one in tries if one.order is not None), 0)
    changed = [one for one in tries if _changes(one) and not recalls(one, first)]
    earlier = [one for one in tries if one.order is not None and one not in changed]
    if changed and (earlier or (changed[-1].edits and changed[-1].order is None)):
        last = changed[-1]
        before = [one for one in earlier if one.at < last.at] or earlier
        rest = [one for one in tries if one not in changed and one not in earlier]
        return [*rest, _corrected(last, before, plays)], None
    ordering = {one.at for one in tries if one.order is not None or one.question}
    alone = len({str(one.order) for one in earlier}) == 1
    found: list[Said] = []
    told: list[Said] = []  #: lines that are in a question about another
    for one in tries:
        good = alone and one.order is not None
        beside = _beside(one, rows, ordering) if good else ""
        if good and not beside and (below := _below(one, tries)):
            beside = below.text
            told.append(below)
        if beside:
            given = {"beside": beside, "readings": (one.text,)}
            question = Question("beside", one.text, one.text, given)
            one = replace(one, order=None, question=question)
        found.append(one)
    found = [one for one in found if one not in told]
    return found, next(iter(corrects), None)


def _changes(one: Said) -> bool:
    """Return whether a text puts another order in the place of one above it."""
    some = one.order is not None or one.question is not None
    if one.edits:
        return some or one.understood.strength > 0
    swaps = bool(one.understood.swap) and "negation" in one.understood.marks
    return some and (swaps or bool(one.understood.marks & {"correction", "same"}))


def recalls(one: Said, first: int) -> bool:
    """Return whether a text above the first order of a post tells of an earlier one."""
    return one.at < first and "told" in one.understood.marks


def _corrected(last: Said, before: Sequence[Said], plays: Plays) -> Said:
    """Ask about an order that a later line of the same post changes."""
    had = [one.text for one in before]
    found = list(readings_of(last))
    if had and not last.understood.exact and not last.exact:
        other = swapped(had[-1], last.understood.swap, plays)
        found = [*other, *substituted(had[-1], last.understood.used, plays), *found]
    readings = tuple(dict.fromkeys([*found, *had[::-1]]))[:MAX_READINGS]
    proposal = found[0] if found else ""
    given = {"had": had[-1] if had else "", "readings": readings}
    question = Question("corrected", last.text, proposal, given)
    return replace(last, order=None, question=question, level=max(last.level, 1))


def readings_of(one: Said) -> tuple[str, ...]:
    """Return what a text may mean, as answers spell it."""
    if one.order is not None:
        return (spelt_reading(tuple(one.text.split("\n"))),)
    asked = one.question.given.get("readings", ()) if one.question else ()
    return spelt_readings(one.understood) or tuple(asked)


def _beside(one: Said, rows: Sequence[TalkLine], ordering: Iterable[int]) -> str:
    """Return a line that makes an order doubtful, or an empty string."""
    above = rows[one.at - 1] if one.at and one.level == 1 else None
    if above is not None and above.text and one.at - 1 not in ordering:
        doubtful = above.has("doubt", "alter", "told", "correction")
        doubtful = doubtful or (above.has("negation") and not above.denies_else)
        if doubtful and not above.ends and not above.clears:
            return above.text
    for at, row in enumerate(rows):
        if at < one.at and row.points and not row.has("order"):
            return row.text
        if at <= one.at or at in ordering:
            continue
        if (note := labels.edit(row.text)) is not None and not row.has("order"):
            row = TalkLine(note, row.talk)
        corrects = row.begins("correction")
        doubts = row.begins("doubt", "alter", "same") and (_about(row) or not row.ends)
        if corrects or doubts or row.has("draft"):
            return row.text
    return ""


def _below(one: Said, tries: Sequence[Said]) -> Said | None:
    """Return a line below an order with more of it than of talk: "PS: and 1E".

    What can be played is asked about by itself.
    """
    for other in tries:
        said = other.understood
        talk = said.asks or said.plays or {"told", "later"} & said.marks
        part = other.order is None and said.digits > 0 and said.dense
        if other.at > one.at and part and not talk:
            return other
    return None


def _about(row: TalkLine) -> bool:
    """Return whether a line that begins with a doubt can be about an order above."""
    words = [one for one in row.words if not one.parts]
    return len(words) <= 8
