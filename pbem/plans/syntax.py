"""The lines of a plan, read: grammars/plan.lark, and depth by indentation."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from pbem.kit.seats import NO_NAMES, seat_named
from pbem.notation.parser import NotUnderstood
from pbem.plans import first_words, own_words
from pbem.plans.follow import is_deaf
from pbem.plans.plan import Block, Branch, Heard
from pbem.plugins.games import Game, nearest
from pbem.protocol import Fault, Lines, Order, Seat
from pbem.system import grammars

MAX_LINES = 200  #: of one plan
MAX_DEPTH = 30  #: of lines below lines
MAX_CHARS = 2000  #: of one line
_TAB = 4
_INLINE = re.compile(r"(?<![^\s,;.])(?:else|otherwise)(?:[\s:]|$)", re.IGNORECASE)
_LASTING = "whenever"  #: for "if", where a game has orders that answer until cancelled


class PlanLine(NamedTuple):
    """A line of a plan, and how far it is indented."""

    text: str  #: without the blanks before it
    indent: int  #: columns, 0 for the least of its plan


class PlanSyntaxError(Exception):
    """A plan that cannot be read: the line, from 0, and what is wrong in it."""

    def __init__(self, index: int, fault: Fault) -> None:
        super().__init__(fault.code)
        self.index = index
        self.fault = fault


@dataclass(slots=True)
class _Open:
    """A line that is being read, and what is below it so far."""

    branch: Branch
    indent: int
    below: list[_Open] = field(default_factory=list)

    def closed(self) -> Branch:
        """The branch with all that is below it."""
        return replace(self.branch, below=tuple(one.closed() for one in self.below))


def stood(lines: Sequence[tuple[str, int]], *, inline: bool = False) -> list[PlanLine]:
    """Return lines that begin in some columns as those of a plan.

    Where the first stands `inline`, behind a name, it is above all others, or level
    with an `else`.

    >>> stood([("if Bob: D4 then E5", 14), ("else pass", 3)], inline=True)[1]
    PlanLine(text='else pass', indent=0)
    """
    columns = [column for _, column in lines]
    if inline and len(lines) > 1:
        least = min(columns[1:])
        level = any(
            column == least and first_words.ELSE.match(text)
            for text, column in lines[1:]
        )
        columns[0] = least if level else least - 1
    least = min(columns, default=0)
    return [
        PlanLine(text, column - least)
        for (text, _), column in zip(lines, columns, strict=True)
    ]


def lines_of(texts: Sequence[str]) -> list[tuple[str, int]]:
    """Return lines of a letter with their columns, blank ones left out."""
    found = []
    for text in texts:
        if bare := text.strip():
            wide = text.expandtabs(_TAB)
            found.append((bare, len(wide) - len(wide.lstrip()) + 1))
    return found


def read(
    game: Game,
    seat: Seat,
    seats: Sequence[Seat],
    lines: Sequence[PlanLine],
    names: Mapping[str, Seat] = NO_NAMES,
    *,
    deaf: bool = False,
) -> Block:
    """Return the plan of a seat that lines hold; in a game that is `deaf` no line waits
    for others. Raises PlanSyntaxError."""
    if len(lines) > MAX_LINES:
        raise PlanSyntaxError(
            MAX_LINES, Fault("invalid.plan-long", given={"most": MAX_LINES})
        )
    top: list[_Open] = []
    path: list[_Open] = []
    for index, line in enumerate(lines):
        while path and path[-1].indent >= line.indent:
            path.pop()
        above = path[-1].below if path else top
        if above and above[0].indent != line.indent:
            raise PlanSyntaxError(index, Fault("invalid.plan-indent"))
        branch = _branch(game, seat, seats, line, index, names)
        if branch is None:
            if not path or above:
                raise PlanSyntaxError(
                    index, _no_line(game, line.text, seats, seat, names)
                )
            path[-1].branch = _with_line(game, path[-1].branch, line, index)
            continue
        if branch.heard and (deaf or is_deaf(game.rules)):
            raise PlanSyntaxError(index, Fault("invalid.plan-deaf"))
        if above and (branch.always or above[0].branch.always):
            raise PlanSyntaxError(index, Fault("invalid.plan-then"))
        if branch.otherwise and not above:
            raise PlanSyntaxError(index, Fault("invalid.plan-else"))
        if len(path) >= MAX_DEPTH:
            given = {"most": MAX_DEPTH}
            raise PlanSyntaxError(index, Fault("invalid.plan-deep", given=given))
        one = _Open(branch, line.indent)
        above.append(one)
        path.append(one)
    block = tuple(one.closed() for one in top)
    _no_answer(block)
    return block


def _no_line(
    game: Game,
    text: str,
    seats: Sequence[Seat],
    seat: Seat,
    names: Mapping[str, Seat],
) -> Fault:
    """Return what is wrong with a line that is none of a plan."""
    if plan := first_words.in_own_words(text, game, seats, seat, names):
        head, span = first_words.HEAD.match(plan), (0, len(text))
        if head and not first_words.begins(plan, seats, names):
            return _nobody(head[1], span, seats, seat)
        return Fault("invalid.plan-words", span, {"meant": plan})
    bare = first_words.BARE.fullmatch(text)
    who = seat_named(bare[1], seats, names) if bare else ""
    if bare is None or not who:
        return Fault("invalid.plan-line")
    return Fault("invalid.plan-colon", bare.span(1), {"name": who})


def _no_answer(block: Block) -> None:
    """Raise PlanSyntaxError for a line without an order and without lines below it."""
    for one in block:
        if not one.answer and not one.below:
            raise PlanSyntaxError(one.line - 1, Fault("invalid.plan-answer"))
        _no_answer(one.below)


def _branch(
    game: Game,
    seat: Seat,
    seats: Sequence[Seat],
    line: PlanLine,
    index: int,
    names: Mapping[str, Seat],
) -> Branch | None:
    """Return a line of a plan; None where it goes on with the order above it."""
    from lark.exceptions import UnexpectedInput

    text = line.text
    if len(text) > MAX_CHARS:
        given = {"most": MAX_CHARS}
        raise PlanSyntaxError(index, Fault("invalid.plan-wide", given=given))
    ours = first_words.ELSE.match(text) or first_words.begins(text, seats, names)
    maybe = first_words.HEAD.match(text) or first_words.THEN.match(text)
    if not ours and (not maybe or game.notation.reads(text)):
        return None
    try:
        tree: Any = grammars.parser(grammars.text("plan.lark"), "line").parse(text)
    except UnexpectedInput as error:
        at = min(getattr(error, "pos_in_stream", None) or 0, len(text))
        raise PlanSyntaxError(
            index, Fault("invalid.plan-line", (at, len(text)))
        ) from None
    heard, rest = [], None
    for part in tree.children:
        if getattr(part, "data", "") == "heard":
            heard.append(_heard(game, seat, seats, part.children, text, index, names))
        else:
            rest = part
    always = tree.data == "next"
    branch = Branch(index + 1, text, tuple(heard), always=always)
    if rest is None:
        return branch
    inline = _INLINE.search(rest)
    if inline and game.notation.reads(rest[: inline.start()].rstrip(" \t,;.")):
        span = (rest.start_pos + inline.start(), len(text))
        raise PlanSyntaxError(index, Fault("invalid.plan-inline", span))
    order = _answer(game, str(rest), index, rest.start_pos)
    return replace(branch, answer=(str(rest),), orders=(order,))


def _heard(
    game: Game,
    seat: Seat,
    seats: Sequence[Seat],
    tokens: Sequence[Any],
    line: str,
    index: int,
    names: Mapping[str, Seat],
) -> Heard:
    """Return a condition. Raises PlanSyntaxError."""
    *negated, name, phrase = tokens
    called = name.rstrip(": \t")
    span = (name.start_pos, name.start_pos + len(called))
    whom = " ".join(called.lower().split())
    who = own_words.who(called, seats, seat, names)
    several = {
        own_words.ANYBODY: seats,
        own_words.OTHERS: [x for x in seats if x != seat],
    }
    if not who and whom not in several:
        raise PlanSyntaxError(index, _nobody(called, span, seats, seat))
    if who == seat:
        raise PlanSyntaxError(index, Fault("invalid.plan-own", span))
    text = phrase.rstrip(",; \t")
    place = (phrase.start_pos, phrase.start_pos + len(text))
    try:
        order = _order(game, text, index, phrase.start_pos)
    except PlanSyntaxError:
        lasting = f"{_LASTING} {line[name.start_pos :]}"
        if game.notation.reads(lasting):
            fault = Fault("invalid.plan-lasting", place, {"lasting": lasting})
            raise PlanSyntaxError(index, fault) from None
        raise
    if order.anytime:
        raise PlanSyntaxError(index, Fault("invalid.plan-anytime", place))
    whose = (who,) if who else tuple(several[whom])
    return Heard(whose, text, order, phrase.start_pos + 1, bool(negated))


def _nobody(
    called: str, span: tuple[int, int], seats: Sequence[Seat], seat: Seat
) -> Fault:
    """Return what is wrong with a word that names nobody, or more than one."""
    if called.lower() in own_words.SOMEBODY:
        others = tuple(one for one in seats if one != seat)
        return Fault("invalid.plan-whom", span, {"found": called, "known": others})
    given = {"found": called, "near": nearest(called, seats), "known": tuple(seats)}
    return Fault("invalid.plan-name", span, given)


def _with_line(game: Game, branch: Branch, line: PlanLine, index: int) -> Branch:
    """Return a branch with one line more of what it plays."""
    answer = (*branch.answer, line.text)
    if game.rules.lines is Lines.ONE:
        text = "\n".join(answer)
        at = len(line.text) - len(text)
        orders: tuple[Order, ...] = (_answer(game, text, index, at),)
    else:
        orders = (*branch.orders, _answer(game, line.text, index, 0))
    return replace(branch, answer=answer, orders=orders)


def _answer(game: Game, text: str, index: int, at: int) -> Order:
    """Return an order that a plan can play. Raises PlanSyntaxError.

    `at` is where its text begins in the line; of one that began in a line above, less
    than 0.
    """
    order = _order(game, text, index, at)
    if order.anytime:
        span = (max(at, 0), at + len(text))
        raise PlanSyntaxError(index, Fault("invalid.plan-aside", span))
    return order


def _order(game: Game, text: str, index: int, at: int) -> Order:
    """Return the order that a text spells. Raises PlanSyntaxError, with its place."""
    order: Order
    try:
        order = game.notation.parse(text)
    except NotUnderstood as error:
        reading = game.spelling.only(text)
        if reading is None:
            start, end = error.fault.span
            span = (max(start + at, 0), max(end + at, 0))
            fault = error.fault._replace(span=span)
            raise PlanSyntaxError(index, fault) from None
        order = reading[1]
    return order
