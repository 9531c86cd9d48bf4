"""A record with the evidence of its orders: which post each of them comes from.

Evidence is a comment above an order, so the record stays what it was:

    # post 12 by Bobby77, 2026-11-20 20:11 UTC, /t/duel/57/12 [12@3f9a2c01de]
    Bob: D4 1NE

A plan has one of its own, "# plan in post 12 by ...", above its block.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from pbem.bots.table import BotAnswer, Let
from pbem.forum.annotations.remembered import plain
from pbem.forum.thread import Post
from pbem.plans.syntax import PlanLine, stood
from pbem.protocol import Closes, Seat
from pbem.record import replay
from pbem.record.firing import Fired, fire
from pbem.record.replay import Story
from pbem.record.trial import Continuation, try_items
from pbem.record.tried_orders import pieces
from pbem.record.turn_file import (
    Entry,
    Heading,
    Item,
    Piece,
    PlanBlock,
    Unreadable,
    read,
)
from pbem.record.writing import heading_lines, order_lines, plan_lines

#: Number, author with time and link, key and digest of a post.
_POST = r"post ([0-9]+) by (.*) \[(\S+)@([0-9a-f]{10})\]\s*"
EVIDENCE = re.compile(rf"# {_POST}")
PLAN_EVIDENCE = re.compile(rf"# plan in {_POST}")
BY_PLAN = -1  #: in the place of a post's number: a plan has played it
_BY_PLAN = "# by the plan of "
_ENDS = re.compile(r"\r\n|\r|\n")

#: The orders of one post: each of them its lines.
Sheet: TypeAlias = tuple[tuple[str, ...], ...]


class Placed(NamedTuple):
    """The orders of a post as they are in the record."""

    digest: str
    number: int
    seat: Seat  #: empty: they were taken out again
    serial: int
    sheet: Sheet
    start: int  #: index of the line of evidence
    end: int  #: index behind the last line of the orders


class PlacedPlan(NamedTuple):
    """The plan of a post as it is in the record."""

    digest: str
    number: int
    seat: Seat
    serial: int
    lines: tuple[str, ...]  #: with the blanks before them; (): it was taken back
    start: int  #: index of the line of evidence


class AnnotatedRecord:
    """A record, its story so far, and where its orders come from."""

    def __init__(self, text: str, let: Let | None = None) -> None:
        """Read the text of a record. Raises Unreadable.

        `let`: has bots answer behind what is added; without it they are awaited.
        """
        self._let = let
        self.answered: list[BotAnswer] = []  #: by bots, since it was read
        self.lines = _ENDS.split(text)
        while self.lines and not self.lines[-1].strip():
            self.lines.pop()
        self.record = read(text)
        self.story = replay.begin(self.record)
        self.placed: dict[str, Placed] = {}
        self.plans: dict[str, PlacedPlan] = {}
        self.fired: dict[tuple[Seat, int, int], Fired] = {}  #: since it was read
        self.closes: dict[int, Closes] = {}  #: of past windows
        #: Of past windows: index of the line that closed it.
        self.ends: dict[int, int] = {}
        self.heading = -1  #: the last one
        entries: dict[int, tuple[int, Entry]] = {}  #: by index of their first line
        for item in self.record.items():
            serial = self.serial
            resolved = self.story.take(item)
            line = item.seat.line if isinstance(item, Entry) else item.line
            self._closed(resolved, line - 1)
            if isinstance(item, Entry):
                entries[line - 1] = (serial, item)
            elif isinstance(item, PlanBlock):
                self._note_plan(item, serial)
            elif isinstance(item, Heading):
                self.heading = item.serial
        self._note(entries)

    def _note(self, entries: Mapping[int, tuple[int, Entry]]) -> None:
        """Find the entries that are below each line of evidence."""
        for start, line in enumerate(self.lines):
            match = EVIDENCE.fullmatch(line)
            if match is None and not line.startswith(_BY_PLAN):
                continue
            at, serial, seat = start + 1, -1, ""
            sheet: list[tuple[str, ...]] = []
            while at in entries:
                serial, entry = entries[at]
                seat = self.story.record.seat(entry.seat)
                sheet.append(tuple(piece.text for piece in entry.pieces))
                at += 1
                while at < len(self.lines) and self.lines[at][:1] in (" ", "\t"):
                    at += 1
            orders = (seat, serial, tuple(sheet), start, at)
            if match is None:
                self._note_fired(Placed("", BY_PLAN, *orders))
            elif seat or match[3] not in self.placed:
                self.placed[match[3]] = Placed(match[4], int(match[1]), *orders)

    def _note_fired(self, one: Placed) -> None:
        """Remember what a plan has played: a post may still put its order there."""
        if one.seat:
            self.placed[f"plan:{one.seat}:{one.serial}"] = one

    def _note_plan(self, block: PlanBlock, serial: int) -> None:
        """Remember a plan that is below a line of evidence."""
        start = block.line - 2
        match = PLAN_EVIDENCE.fullmatch(self.lines[start]) if start >= 0 else None
        if match is None:
            return
        inline = bool(block.pieces) and block.pieces[0].line == block.line
        columns = [(one.text, one.column) for one in block.pieces]
        lines = tuple(" " * x.indent + x.text for x in stood(columns, inline=inline))
        seat = self.story.record.seat(block.seat)
        found = PlacedPlan(match[4], int(match[1]), seat, serial, lines, start)
        self.plans[match[3]] = found

    def _closed(self, resolved: Iterable[Any], line: int) -> None:
        """Note windows that the item in a line has resolved."""
        for one in resolved:
            self.closes[one.serial] = one.window.closes
            self.ends[one.serial] = line

    @property
    def serial(self) -> int:
        """The serial of the open window."""
        return self.story.table.serial

    def try_(self, seat: Seat, sheet: Sheet, reach: int | None = None) -> Continuation:
        """Return what would come of a seat's orders. Raises Unreadable.

        With `reach` the windows before that serial are closed first.
        """
        items: list[Item] = [] if reach is None else [Heading(reach, 0)]
        items += (Entry(Piece(seat, 0, 1), pieces(lines)) for lines in sheet)
        tried = try_items(self.story, items)
        mine = tuple(one for one in tried.faults if one.seat == seat)
        return tried._replace(faults=mine)

    def plays(self, seat: Seat, text: str, reach: int | None = None) -> bool:
        """Return whether an order would be accepted without any fault, in the open turn
        or in turn `reach`. Raises Unreadable."""
        reads = self.story.game.notation.reads(text)
        return reads and not self.try_(seat, ((text,),), reach).faults

    def append(
        self,
        seat: Seat,
        post: Post,
        trial: Continuation,
        reach: int | None,
    ) -> Placed:
        """Add orders that were tried, with their evidence."""
        serial = self.serial if reach is None else reach
        sheet = _sheet_of(trial)
        self._head(serial)
        start = len(self.lines)
        self.lines += [evidence(post), *_written(seat, sheet)]
        self._closed(trial.resolved, start)
        self.story = trial.story
        digest, end = post.digest(), len(self.lines)
        placed = Placed(digest, post.number, seat, serial, sheet, start, end)
        self.placed[post.key] = placed
        self.go_on()
        return placed

    def _head(self, serial: int) -> None:
        if self.heading < serial:
            self.lines += heading_lines(serial)
            self.heading = serial

    def go_on(self, *, closing: bool = False) -> None:
        """Add what plans play now and bots answer, or as the open window closes.

        Raises NoAnswer.
        """
        serial = self.serial
        if closing:
            self._let_bots(closing=True)
        self._fire_plans(closing=closing and self.serial == serial)
        while not closing and self._let_bots() and self._fire_plans():
            pass

    def _let_bots(self, *, closing: bool = False) -> bool:
        """Add what bots answer; return whether any has."""
        if self._let is None:
            return False
        answers = self._let(self.story, closing)
        for one in answers:
            self._head(one.serial)
            start, story = len(self.lines), self.story.copy()
            self.lines += one.written
            self._closed(story.order(one.seat, pieces(one.lines)).resolved, start)
            self.story = story
        self.answered += answers
        return bool(answers)

    def _fire_plans(self, *, closing: bool = False) -> bool:
        """Add what the plans of the record play now, or as the open window closes;
        return whether they play anything."""
        count = len(self.lines)
        for one in fire(self.story, closing=closing):
            self.fired[one.seat, one.serial, one.line] = one
            if one.story is not None:
                self._head(one.serial)
                start, sheet = len(self.lines), (tuple(one.text.split("\n")),)
                self._closed(one.resolved, start)
                self.lines.append(f"{_BY_PLAN}{one.seat}, line {one.line}")
                self.lines += _written(one.seat, sheet)
                self.story = one.story
                where = (one.seat, one.serial, sheet, start, len(self.lines))
                self._note_fired(Placed("", BY_PLAN, *where))
        return len(self.lines) > count

    def add_plan(
        self, seat: Seat, post: Post, lines: Sequence[PlanLine], serial: int
    ) -> PlacedPlan | None:
        """Add the plan of a post from a turn on; None: the game does not go on with it.

        A turn that is complete gets it above the order that completed it, the next one
        by closing the open one. No lines take back the plan that its seat has.
        """
        at = self.ends.get(serial, len(self.lines))
        while at < len(self.lines) and self.lines[at - 1].startswith("# "):
            at -= 1  # above its evidence
        rows = [f"{' ' * one.indent}{plain(one.text)}" for one in lines]
        block = [evidence(post, "plan in post"), *plan_lines(seat, rows)]
        if serial > self.heading and at == len(self.lines):
            block[:0] = heading_lines(serial)
        fired = self.fired
        if not self._become([*self.lines[:at], *block, *self.lines[at:]]):
            return None
        self.fired = fired
        self.go_on()
        return self.plans[post.key]

    def replace(self, old: Placed, sheet: Sheet, post: Post) -> bool:
        """Put other orders in the place of some, or none; False: it cannot be done.

        The game must hold together with them. The old orders stay readable as
        comments.
        """
        if sheet:
            sheet = self._as_replayed(old, sheet)
        was = [f"# was: {line}" for line in self.lines[old.start + 1 : old.end]]
        new = [evidence(post), *_written(old.seat, sheet)] if sheet else ["# taken out"]
        lines = [*self.lines[: old.start + 1], *was, *new, *self.lines[old.end :]]
        mine = (old.seat, old.serial) if old.number == BY_PLAN else None
        fired = {key: one for key, one in self.fired.items() if key[:2] != mine}
        if not self._become(lines):
            return False
        self.fired = fired
        return True

    def _become(self, lines: Sequence[str]) -> bool:
        """Hold other lines; False, and nothing is done, if the game refuses more."""
        try:
            found = AnnotatedRecord("\n".join(lines) + "\n")
        except Unreadable:
            return False
        if _refused(found.story) > _refused(self.story):
            return False
        extra = {"_let": self._let, "answered": self.answered}
        vars(self).update(vars(found) | extra)
        return True

    def _as_replayed(self, old: Placed, sheet: Sheet) -> Sheet:
        """Return orders as they are read in the place of others."""
        before = "\n".join(self.lines[: old.start]) + "\n"
        try:
            return _sheet_of(AnnotatedRecord(before).try_(old.seat, sheet))
        except Unreadable:
            return sheet


def _sheet_of(trial: Continuation) -> Sheet:
    """Return the orders of a trial as the record can hold them."""
    entries = (item for item in trial.items if isinstance(item, Entry))
    return tuple(tuple(piece.text for piece in one.pieces) for one in entries)


def _refused(story: Story) -> int:
    return sum(one.fault.refuses for one in story.faults)


def _written(seat: Seat, sheet: Sheet) -> list[str]:
    """Return the lines of orders in a record."""
    lines = []
    for order in sheet:
        lines += order_lines(seat, map(plain, order))
    return lines


def evidence(post: Post, what: str = "post") -> str:
    """Return the comment that says where an order comes from."""
    parts = [f"# {what} {post.number} by {plain(post.author) or '?'}"]
    if post.when:
        parts.append(post.when)
    if post.link:
        parts.append(post.link)
    return ", ".join(parts) + f" [{post.key}@{post.digest()}]"


def same(one: Sheet, two: Sheet) -> bool:
    """Return whether two sheets are the same words."""
    flat = [[" ".join(x).casefold().split() for x in sheet] for sheet in (one, two)]
    return flat[0] == flat[1]
