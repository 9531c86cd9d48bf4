"""If-then lines of a post: found, cleaned, and set below each other.

A forum drops the blanks before a line, but not the signs of a list and not dashes or
dots that were typed: "- if Bob: ..." is below a line without a dash, "-- if" below
that. What the page still shows of blanks counts as well. Lines of which none stands
further in than the others, with more than one "if" among them, may have stood in
several ways: all of them are returned, and somebody must say which.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pbem.language.reading import MarkedLine
from pbem.plans import first_words, own_words, syntax
from pbem.plans.syntax import PlanLine
from pbem.plugins.games import Game
from pbem.protocol import Lines, Seat

_LABEL = re.compile(
    r"(?:my[ \t]+|new[ \t]+)?plan(?:[ \t]+of[ \t]+(?P<of>[^\s:][^:\n]{0,40}))?"
    r"[ \t]*:[ \t]*",
    re.IGNORECASE,
)
_CLEAR = re.compile(
    r"(?:please,?[ \t]+)?(?:(?:my[ \t]+)?plans?[ \t]*:?[ \t]+"
    r"(?:clear|cancel|drop|undo|delete|off)|"
    r"(?:clear|cancel|drop|delete)[ \t]+(?:my[ \t]+)?plan)(?:,?[ \t]+please)?",
    re.IGNORECASE,
)
#: "I take back my plan", in a short line.
_DROPS = re.compile(
    r"\b(?:drop|cancel|ignore|forget|scrap|clear|delete|withdraw|undo|take)\b"
    r"[^.!?\n]{0,30}\bplan\b",
    re.IGNORECASE,
)
_SHORT = 80  #: characters of one
_TAIL = re.compile(r"\bif[ \t]+@?[^\s:][^:\n]{0,60}:", re.IGNORECASE)
_DIRECT = re.compile(
    r"(?:else )?if [^:\n]+:[ \t]*([^\n]+?)[,\s]+then[:\s]+([^\n]+)", re.IGNORECASE
)
_JOINS = re.compile(r"[\s;,.]+(?:and|but)?[\s;,.]*$", re.IGNORECASE)
_NAMED = re.compile(r"(\b(?:if|and)[ \t]+)@?([^\s:][^:\n]{0,60}):", re.IGNORECASE)
_IF = re.compile(r"if\b", re.IGNORECASE)
_ELSE = re.compile(r"(?:else|otherwise)\b[ \t]*[,:]?[ \t]*", re.IGNORECASE)
_ELSE_IF = re.compile(r"(?:el(?:se)?[ \t]?if|else,[ \t]*if)\b", re.IGNORECASE)
_THEN = re.compile(r"(?:and[ \t]+)?then(?:[\s:]|$)", re.IGNORECASE)
_ARROWS = ("->", "=>", "→", "⇒")
_ARROW = re.compile(r"[ \t](?:->|=>|→|⇒|-->|==>)[ \t]")
_WHEN = re.compile(r"\b(?:if|when|once)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"[.!?]+\s")
_ENDS = ".;,! \t"


@dataclass(slots=True)
class PostPlan:
    """What a post says of a plan of its writer."""

    written: list[str] = field(default_factory=list)  #: lines of the post, as they are
    lines: list[tuple[str, int]] = field(default_factory=list)  #: cleaned, with columns
    near: bool = False  #: somebody must say whether it is meant so
    clears: bool = False  #: the plan is taken back
    drops: str = ""  #: a line that may take it back
    owner: str = ""  #: whose plan it is called, where it says so
    loose: list[tuple[int, MarkedLine]] = field(default_factory=list)
    #: ^ orders below it that are the plan's or the writer's own; index in `lines`

    @property
    def readings(self) -> list[tuple[PlanLine, ...]]:
        """How its lines may stand, the likeliest first; without loose ones last."""
        found = _nestings(self.lines)
        if self.loose:
            gone = {at for at, _ in self.loose}
            rest = [one for at, one in enumerate(self.lines) if at not in gone]
            found += _nestings(rest)
        return list(dict.fromkeys(found))


class Finder:
    """Finds the plans in the posts of one game's thread."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[Seat],
        called: Mapping[str, Seat],
        exactly: Callable[[str], str],
    ) -> None:
        self._game = game
        self._seats = tuple(seats)
        self._called = called
        self._exactly = exactly

    def of(self, seat: Seat) -> Finder:
        """Return what finds the plans of one seat, to whom "he" is the only other."""

        def exactly(name: str) -> str:
            return self._exactly(name) or own_words.who(
                name, self._seats, seat, self._called
            )

        return Finder(self._game, self._seats, self._called, exactly)

    def split(self, lines: Iterable[MarkedLine]) -> tuple[list[MarkedLine], PostPlan]:
        """Return the other lines of a post, and what it says of a plan."""
        rows, others, plan = list(lines), [], PostPlan()
        below = False  #: the line above belongs to the plan
        last = 0  #: column of the last line that begins with "if", "else" or "then"
        for at, line in enumerate(rows):
            depth, rest = own_words.sign(line.text)
            column = line.indent + depth
            if not line.text:
                below = False
                others.append(line)
                continue
            if _CLEAR.fullmatch(rest.rstrip(_ENDS)):
                plan.clears = True
                plan.written.append(line.text)
                continue
            if label := _LABEL.match(rest):
                body = rest[label.end() :]
                next_ = rows[at + 1].text if at + 1 < len(rows) else ""
                if self._begins(self._clean(body or own_words.sign(next_)[1])):
                    plan.owner = (label["of"] or plan.owner).strip()
                    rest = body
            before, rest = self._tail(rest)
            texts = self._texts(rest, plan, below)
            if not rest or texts:
                plan.written.append(line.text)
                plan.lines += [(text, column) for text in texts]
                below, last = bool(texts), column if texts else last
            elif below and self._more(rest):
                plan.written.append(line.text)
                if column <= last:
                    plan.loose.append((len(plan.lines), line))
                    plan.near = True
                plan.lines.append((rest.rstrip(_ENDS), max(column, last + 1)))
            else:
                below = False
                others.append(line)
                if len(rest) <= _SHORT and _DROPS.search(rest):
                    plan.drops = line.text
            if before:
                plan.near = True
                front = _JOINS.sub("", before)
                if front[-1:] != ":" and self._orders(front):
                    others.append(line._replace(text=front, bold=()))
        marks = ("?", *_ARROWS)
        plan.near = plan.near or any(x in text for text in plan.written for x in marks)
        return others, plan

    def _tail(self, text: str) -> tuple[str, str]:
        """Return what is in a line before a plan, and the plan; else "", it all."""
        found = _TAIL.search(text)
        if found is None or not found.start():
            return self._worded_last(text)
        front, tail = text[: found.start()], text[found.start() :]
        around = _ELSE.fullmatch(front) or "then" not in tail.casefold()
        begins = first_words.begins(self._named(tail), self._seats, self._called)
        return ("", text) if around or not begins else (front, tail)

    def _worded_last(self, text: str) -> tuple[str, str]:
        """Return what is before a plan in other words, and that; else "", all."""
        for found in _WHEN.finditer(text):
            front, tail = text[: found.start()], text[found.start() :]
            if front and not _ELSE.fullmatch(front) and self._plan_of(tail):
                return front, tail
        return "", text

    def _texts(self, rest: str, plan: PostPlan, below: bool) -> list[str]:
        """Return the lines of a plan that one of a post holds."""
        text = self._clean(rest)
        converted = self._plan_of(rest)
        if self._begins(text):
            found = _DIRECT.fullmatch(text)
            plain = found is not None and all(map(self._reads, found.groups()))
            if not (converted and not plain):
                return self._inline(text)
        if plan.lines and self._goes_on(text, below):
            return [text]
        plan.near = plan.near or bool(converted)
        return self._inline(converted) if converted else []

    def _inline(self, text: str) -> list[str]:
        """Return a line, and those that are behind an "else" in it."""
        return [self._clean(part) for part in own_words.parted(text)]

    def _begins(self, text: str) -> bool:
        begins = first_words.begins(text, self._seats, self._called)
        return begins or first_words.seems_plan(text, self._game)

    def _goes_on(self, text: str, below: bool) -> bool:
        """Return whether a line goes on with a plan: "then" and "else" directly below
        it, or with an order further down."""
        found = _THEN.match(text) or _ELSE.match(text)
        return found is not None and (below or self._reads(text[found.end() :]))

    def _more(self, text: str) -> bool:
        """Return whether a line below one of a plan may be more of what that plays."""
        return self._game.rules.lines is not Lines.ONE and self._reads(text)

    def _orders(self, text: str) -> bool:
        """Return whether a text holds a part of an order."""
        words = [one.strip(_ENDS) for one in text.split()]
        return any(self._game.notation.fits(one) for one in words if len(one) > 1)

    def _reads(self, text: str) -> bool:
        text = text.strip(_ENDS)
        notation = self._game.notation
        reading = self._game.spelling.only(text)
        cleaned = reading is not None and not notation.by_letters(reading[0].text)
        return notation.reads(text) or cleaned

    def _clean(self, text: str) -> str:
        """Return a line in the words of plans: seats by their names, "else" for what
        says the same."""
        if found := _ELSE_IF.match(text):
            text = f"else if{text[found.end() :]}"
        elif found := _ELSE.match(text):
            text = f"else {text[found.end() :]}"
        elif text[:4].casefold() == "and " and _THEN.match(text):
            text = text[4:].lstrip()
        text = self._named(text)
        begins = first_words.begins(text, self._seats, self._called)
        if begins and " then " not in text.casefold():
            text = _ARROW.sub(" then ", text, count=1)
        return text.rstrip(_ENDS)

    def _named(self, text: str) -> str:
        return _NAMED.sub(
            lambda found: f"{found[1]}{self._exactly(found[2]) or found[2]}:", text
        )

    def _plan_of(self, text: str) -> str:
        """Return a plan in other words as one; "" if it is not one."""
        first, *rest = own_words.parted(own_words.ENDS.sub("", text).rstrip(_ENDS))
        first = _SENTENCE.split(first)[0].rstrip(_ENDS)
        plan = own_words.as_plan(first, self._exactly, self._reads)
        if not plan and self._game.rules.lines is Lines.COMPOUND:
            plan = own_words.of_anybody(first, self._reads)
        if not plan:
            return ""
        others = (self._clean(one) for one in rest)
        more = [one for one in others if self._reads(one.removeprefix("else "))]
        return " ".join([plan, *more])


def _nestings(lines: Sequence[tuple[str, int]]) -> list[tuple[PlanLine, ...]]:
    """Return how lines may be below each other."""
    control = [(text, column) for text, column in lines if _kind(text)]
    ifs = sum(_kind(text) == "if" for text, _ in control)
    if len({column for _, column in control}) > 1:
        return [tuple(syntax.stood(lines))]
    texts = [text for text, _ in lines]
    found = [_level(texts)]
    if ifs > 1:
        found += [_chain(texts, near=True), _chain(texts, near=False)]
    return list(dict.fromkeys(found))


def _kind(text: str) -> str:
    """Return what a line begins with: "if", "else", "then"; "" for more of an order."""
    if _IF.match(text):
        return "if"
    if _THEN.match(text):
        return "then"
    return "else" if _ELSE.match(text) else ""


def _level(texts: Sequence[str]) -> tuple[PlanLine, ...]:
    """Return lines side by side; what comes next in any case below the one before."""
    found: list[PlanLine] = []
    depth = 0
    for text in texts:
        kind = _kind(text)
        depth = depth + 1 if kind == "then" and found else 0 if kind else depth
        found.append(PlanLine(text, 2 * (depth if kind else depth + 1)))
    return tuple(found)


def _chain(texts: Sequence[str], *, near: bool) -> tuple[PlanLine, ...]:
    """Return lines each below the one before it, an "else" level with the `near`est
    "if", or with the first."""
    found: list[PlanLine] = []
    depth, last = -1, 0
    for text in texts:
        kind = _kind(text)
        if kind == "else":
            depth = last if near else 0
        elif kind:
            depth += 1
        if kind == "if":
            last = depth
        found.append(PlanLine(text, 2 * (depth if kind else depth + 1)))
    return tuple(found)
