"""What else a text says that makes its order doubtful: "oops", "EDIT:", "if", "or"."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, field, replace

from pbem.language import labels
from pbem.language.candidates import Candidate, Doubt, offers_of
from pbem.language.changes import substituted, swapped
from pbem.language.misspelt import near
from pbem.language.reading import Asking, Emphasis, Orders
from pbem.language.readings import MAX_READINGS
from pbem.language.talk import Talk
from pbem.language.talk_words import BREAKS, DOUBTFUL, Word, changing
from pbem.language.understand import FEW, leaves_out, of_himself
from pbem.plugins.games import Game
from pbem.protocol import Compound, CompoundRules, Lines

_END = re.compile(r"[.!?…)][\s*_]*$|^[^\w]*$")
#: By these a line is about what is below it: "Ignore this:".
_POINTS = re.compile(r":[\s*_]*$|\b(?:this|these|below|following)\b", re.IGNORECASE)
#: "Should I do this?" above an order.
_ASKS = re.compile(
    r"(?:should|shall|can|could|may|would)\b.{0,40}\b(?:this|that|it|i)\b.{0,20}\?",
    re.IGNORECASE,
)
#: Lines of a judge's language that say when what is below them holds.
_BRANCH = re.compile(
    r"\s*(?:(?P<if>if|unless|when)\b|(?P<else>else|otherwise)\W*$|end ?if\W*$)",
    re.IGNORECASE,
)
_SHORT = 3  #: letters of a word that may be anything
_FIRST = 2  #: words of a line among which a doubt is about the line above


@dataclass
class TalkLine:
    """A line of a text as words, each with its kind."""

    text: str
    talk: Talk
    words: tuple[Word, ...] = field(init=False)  #: none of a very long line
    content: tuple[Word, ...] = field(init=False)  #: without the signs that part them

    def __post_init__(self) -> None:
        self.words = self.talk.words(self.text) if len(self.text) <= 300 else ()
        self.content = tuple(one for one in self.words if one.kind not in BREAKS)

    def has(self, *kinds: str) -> bool:
        """Return whether it holds a word of a kind."""
        return any(one.kind in kinds for one in self.words)

    def begins(self, *kinds: str) -> bool:
        """Return whether it begins with a word of a kind."""
        words = [one.kind for one in self.words if one.kind != "before"]
        first = [kind for kind in words if kind not in BREAKS][:_FIRST]
        if "correction" in kinds and words[:1] == ["negation"]:
            return len(words) == 1 or words[1] in (*BREAKS, "correction")
        return any(kind in kinds for kind in first)

    @property
    def strange(self) -> bool:
        """Whether it may be a part of an order: a word that nobody knows, or two of
        which one is like a word of orders, or short, or no word at all."""
        words = [one for one in self.content if one.kind != "small"]
        unknown = [one.text for one in words if one.kind == "unknown"]
        if self.talk.dashes and " - " in self.text and unknown:
            return True
        if not 0 < len(words) <= FEW or len(unknown) < len(words):
            return False
        return len(words) == 1 or any(like_order(self.talk.game, x) for x in unknown)

    @property
    def spares(self) -> bool:
        """Whether it only says that a part is left out, in words of the game: "no
        magic, just the move"."""
        less = any(one.kind == "small" and leaves_out(one) for one in self.content)
        return less and all(
            one.kind in ("small", "around", "before") for one in self.content
        )

    @property
    def has_less(self) -> bool:
        """Whether the line leaves a part out: "only move", "no magic"."""
        return any(map(leaves_out, self.content)) and not self.has("draft")

    @property
    def puts_off(self) -> bool:
        """Whether the line only postpones something."""
        few = self.content if len(self.content) <= FEW else ()
        first = next((one.text for one in few if one.kind == "later"), "")
        return first.casefold().startswith("no")

    @property
    def clears(self) -> bool:
        """Whether the line only withdraws what was written above."""
        more = self.has("order", "same", "draft", "alter", "doubt", "later")
        more = more or self.points or labels.edit(self.text) is not None
        more = more or (self.has("negation") and not self.ends)
        return self.begins("correction") and not more

    @property
    def points(self) -> bool:
        """Whether it takes back what is below it, or its post: "Ignore this"."""
        return self.begins("correction") and _POINTS.search(self.text) is not None

    @property
    def heads(self) -> bool:
        """Whether it says something of the line below it, and is no label of an order
        nor a greeting: "Next turn:", "If it misses:", "Option A:", "or"."""
        text = self.text.strip(" *_")
        if text.casefold() == "or" or _ASKS.fullmatch(text):
            return True
        first = f"{text.split(',')[0].rstrip(':')}:"  # "My orders, as they are:"
        head = labels.label(text) is not None or self.talk.idle(text, names=False)
        head = head or (labels.label(first) is not None and not self.has(*DOUBTFUL))
        return text.endswith(":") and not head

    @property
    def denies(self) -> bool:
        """Whether the line only says that a part of an order is not intended."""
        kinds = [one.kind for one in self.content]
        allowed = ("negation", "order", "small", "around", "before")
        alone = len(kinds) > 1 and all(kind in allowed for kind in kinds)
        part = "order" in kinds or any(map(self.talk.thing, self.words))
        return alone and part and kinds[:1] == ["negation"]

    @property
    def denies_else(self) -> bool:
        """Whether it denies something of its own, of others: "You'll never get me".

        Of oneself it may be about the order below: "I would never choose".
        """
        kinds = [one.kind for one in self.content]
        behind = kinds[kinds.index("negation") + 1 :] if "negation" in kinds else []
        reported = behind.count("unknown") > 1 and behind[-1] == "unknown"
        return reported and not of_himself(self.words)

    @property
    def ends(self) -> bool:
        """Whether a sentence ends with it."""
        return bool(_END.search(self.text))


def doubted(
    asking: Asking, candidates: Sequence[Candidate], rows: Sequence[TalkLine]
) -> tuple[list[Candidate], TalkLine | None]:
    """Return what may be orders with what makes them doubtful.

    Also the line, if there is one, that takes back what was said before.
    """
    ordered = {one.at for one in candidates if one.order is not None}
    candidates = [
        replace(one, doubt=None)
        if one.understood.coming and ordered - {one.at}
        else one
        for one in candidates
    ]
    first = next((one.at for one in candidates if one.order is not None), 0)
    top = max((one.emphasis for one in candidates if one.order), default=0)
    changed = [
        one
        for one in candidates
        if not recalls(one, first)
        and (_changes(one) or (one.emphasis >= top and _is_better(one, rows[one.at])))
    ]
    orders = [one for one in candidates if one.order is not None and one not in changed]
    half = [one for one in candidates if one not in changed and _half_read(one)]
    half = [one for one in half if changed and one.at < changed[-1].at]
    earlier = sorted((*orders, *half), key=lambda one: one.at)
    if changed and (earlier or (changed[-1].edits and changed[-1].order is None)):
        rest = [one for one in candidates if one not in changed and one not in earlier]
        return [*rest, _corrected(asking, changed[-1], earlier)], None
    ordering = {one.at for one in candidates if one.order is not None or one.doubt}
    context = _Context(asking, rows, candidates, ordering)
    alone = len({str(one.order) for one in earlier}) == 1
    found: list[Candidate] = []
    included: list[Candidate] = []  #: lines that are in a doubt about another
    for one in candidates:
        good = (alone or asking.sheets) and one.order is not None
        text = context.line(one) if good else ""
        if good and not text and (below := context.part(one)):
            text = below.text
            included.append(below)
        if text:
            doubt = Doubt("beside", one.text, (one.orders,), beside=text)
            one = replace(one, order=None, doubt=doubt)
        found.append(one)
    takes_back = next(filter(_takes_back, rows), None)
    found = [one for one in found if one not in included]
    return _together(found) if asking.sheets else found, takes_back


def branched(found: Sequence[Candidate], rows: Sequence[TalkLine]) -> list[Candidate]:
    """Return candidates with the orders around "if", "else" and "endif", each on a line
    of its own, in one doubt: those of one branch or of the other."""
    ordered = {one.at for one in found if one.order is not None}
    words = [_BRANCH.match(row.text) for row in rows]
    ends = [at for at, x in enumerate(words) if x and x["if"] is None]
    begins = [at for at, x in enumerate(words) if x and x["if"] and at not in ordered]
    if not ends or not begins or begins[0] > ends[0]:
        return [*found]
    branch, of = 0, {}
    for at, said in enumerate(words):
        if said and (said["if"] is None or at in begins):
            branch = 1 if said["if"] else 2 if said["else"] else 0
        of[at] = branch
    sheet = [x for x in found if x.order is not None]
    rest = [x for x in found if x not in sheet and not words[x.at]]
    rows_of = [[x for x in sheet if of[x.at] != other] for other in (2, 1)]
    offers = tuple(tuple(y for x in row for y in x.orders) for row in rows_of if row)
    first = rows[begins[0]].text
    doubt = Doubt("almost", first, tuple(dict.fromkeys(offers)), (first,))
    extent = (0, max(*ends, *(x.at for x in sheet)) - begins[0])
    one = Candidate(first, Emphasis.BOLD, doubt=doubt, at=begins[0], extent=extent)
    return [*rest, one] if sheet else [*found]


def _together(found: list[Candidate]) -> list[Candidate]:
    """Return candidates with the orders of a sheet in one doubt, where something else
    that is said makes one of them doubtful."""
    doubted = next((one for one in found if one.why == "beside"), None)
    sheet = [x for x in found if x.why == "beside" or (x.order and not x.doubt)]
    if doubted is None or doubted.doubt is None or len(sheet) < 2:
        return found
    every = tuple(line for one in sheet for line in one.orders)
    doubt = replace(doubted.doubt, offers=(every,))
    rest = [one for one in found if one not in sheet]
    return [*rest, replace(doubted, doubt=doubt)]


def like_order(game: Game, word: str) -> bool:
    """Return whether a word that nobody knows may be one of orders, misspelt."""
    return len(word) <= _SHORT or not word.isalpha() or bool(near(game, word))


def _takes_back(row: TalkLine) -> bool:
    """Return whether a line may take back what was said before."""
    return (
        row.begins("correction")
        or (row.begins("same") and not (row.has("told") and row.has("name")))
        or row.has("draft")
        or (row.has("correction") and row.has("order"))
        or (row.begins("alter") and row.has("order") and "?" not in row.text)
        or row.denies
        or row.spares
    )


def _changes(one: Candidate) -> bool:
    """Return whether a text puts another order in the place of one above it."""
    some = one.order is not None or one.doubt is not None
    if one.edits:
        return some or one.understood.strength > 0
    swaps = bool(one.understood.swap) and "negation" in one.understood.marks
    return some and (swaps or bool(one.understood.marks & {"correction", "same"}))


def _is_better(one: Candidate, row: TalkLine) -> bool:
    """Return whether an order begins with a word that puts it above another one."""
    some = one.order is not None or one.doubt is not None
    first = any(x.text.casefold() in changing() for x in row.content[:1])
    return some and (first or any(x.text.casefold() == "better" for x in row.content))


def recalls(one: Candidate, first: int) -> bool:
    """Return whether a text above the first order tells of an earlier one."""
    return one.at < first and "told" in one.understood.marks


def _half_read(one: Candidate) -> bool:
    """Return whether an order of the writer is asked about, words being left over."""
    return one.why in ("almost", "word") and bool(one.doubt and one.doubt.offers)


def _likeliest(one: Candidate) -> Orders:
    """Return what a candidate orders, or may order above all."""
    return one.doubt.offers[0] if one.doubt and one.doubt.offers else one.orders


def _corrected(
    asking: Asking, last: Candidate, earlier: Sequence[Candidate]
) -> Candidate:
    """Ask about an order that a later line of the same text changes."""
    above = [one for one in earlier if one.at < last.at]
    before = above or earlier
    had = [_likeliest(one) for one in before]
    unread = tuple(x for one in before if one.doubt for x in one.doubt.left)
    found = [last.orders] if last.order is not None else [*offers_of(last.understood)]
    if not found and last.doubt is not None:
        found = list(last.doubt.offers)
    in_turn = asking.game.rules.lines is Lines.QUEUE
    if asking.sheets and had and not (in_turn and len(had) == 1):
        sheet = tuple(line for one in had for line in one)
        # Where lines are played in turn, it takes the place of the one above.
        rest = sheet[: -len(had[-1])] if in_turn else _for_others(asking, sheet, found)
        below = [line for one in earlier if one not in before for line in one.orders]
        new = next(iter(found), ())
        first = (*rest, *new, *below) if above else (*new, *sheet)
        offers: tuple[Orders, ...] = (first, sheet) if found else (sheet,)
        extent = (min(before[0].at - last.at, 0), max(earlier[-1].at - last.at, 0))
        last = replace(last, extent=extent)
    else:
        if had and not last.understood.exact and not last.exact:
            text, plays = before[-1].text, asking.could_play
            other = swapped(text, last.understood.swap, plays)
            other += substituted(text, last.understood.used, plays)
            found[:0] = [(one,) for one in other]
        offers = tuple(dict.fromkeys([*found, *had[::-1]]))
    previous = " / ".join(had[-1]) if had else ""
    doubt = Doubt(
        "corrected", last.text, offers[:MAX_READINGS], unread, beside=previous
    )
    return replace(last, order=None, doubt=doubt)


def _for_others(
    asking: Asking, sheet: Orders, found: Sequence[Orders]
) -> tuple[str, ...]:
    """Return the lines of a sheet that are for other units than a later line is."""
    notation, rules = asking.game.notation, asking.game.rules
    if not isinstance(rules, CompoundRules):
        return sheet

    def units(line: str) -> set[object]:
        order = notation.parse(line) if asking.reads(line) else Compound()
        return {*map(rules.unit, getattr(order, "lines", (order,)))}

    new = {unit for one in found[:1] for line in one for unit in units(line)}
    return tuple(line for line in sheet if new.isdisjoint(units(line)))


class _Context:
    """What is in a text beside the one order in it, and makes it doubtful."""

    def __init__(
        self,
        asking: Asking,
        rows: Sequence[TalkLine],
        candidates: Sequence[Candidate],
        ordering: Set[int],
    ) -> None:
        self._asking = asking
        self._rows = rows
        self._ordering = ordering
        self._points = [
            at for at, row in enumerate(rows) if row.points and not row.has("order")
        ]
        self._doubts = [
            (at, note)
            for at, row in enumerate(rows)
            if at not in ordering and (note := _doubts_above(row))
        ]
        self._parts = [one for one in candidates if _is_part(one)]

    def line(self, one: Candidate) -> str:
        """Return a line that makes an order doubtful, or an empty string."""
        above = self._rows[one.at - 1] if one.at else None
        heads = above is not None and above.heads and not above.has("order")
        if above is not None and heads and not self._asking.is_own_name(above.text):
            return above.text
        plain = one.emphasis is Emphasis.PLAIN and one.at - 1 not in self._ordering
        if above is not None and plain and above.text:
            doubtful = above.has("doubt", "alter", "told", "correction")
            doubtful = doubtful or (above.has("negation") and not above.denies_else)
            if doubtful and not above.ends and not above.clears:
                return above.text
        before = (self._rows[at].text for at in self._points if at < one.at)
        after = (note for at, note in self._doubts if at > one.at)
        return next(before, next(after, ""))

    def part(self, one: Candidate) -> Candidate | None:
        """Return a line below an order with more of it than of talk: "PS: and 1E".

        What can be played is asked about by itself.
        """
        return next((other for other in self._parts if other.at > one.at), None)


def _doubts_above(row: TalkLine) -> str:
    """Return what of a line makes an order above it doubtful; "" where nothing does."""
    if (note := labels.edit(row.text)) is not None and not row.has("order"):
        row = TalkLine(note, row.talk)
    doubts = row.begins("doubt", "alter", "same") and (_about(row) or not row.ends)
    doubts = doubts or row.denies or row.puts_off
    return row.text if row.begins("correction") or doubts or row.has("draft") else ""


def _is_part(one: Candidate) -> bool:
    """Return whether a line is a part of an order, and no talk."""
    understood = one.understood
    talk = understood.asks or understood.plays or {"told", "later"} & understood.marks
    return one.order is None and understood.digits > 0 and understood.dense and not talk


def _about(row: TalkLine) -> bool:
    """Return whether a line that begins with a doubt can be about an order above."""
    return len(row.content) <= 8
